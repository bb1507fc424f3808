# The verbs of the repository; CI runs the same.

python := ".venv/bin/python"

# a virtual environment with everything for development
setup:
    python3 -m venv .venv
    {{python}} -m pip install -e '.[dev]'

# the tests; `just test -m slow` for the long ones
test *ARGS:
    {{python}} -m pytest {{ARGS}}

# style, types, layers, and how the code is built
check:
    .venv/bin/ruff check .
    .venv/bin/ruff format --check .
    .venv/bin/mypy
    .venv/bin/lint-imports
    {{python}} -m tests.figures --check

# how the code is built, in figures
figures:
    {{python}} -m tests.figures

# branch coverage of the pure code
cover:
    {{python}} -m coverage run -m pytest
    {{python}} -m coverage report

# record playthroughs, transcripts of programs and perft counts anew; read the difference before committing it
golden PREFIX="":
    {{python}} -m tests.playthrough {{PREFIX}}
    {{python}} -m tests.transcript {{PREFIX}}
perft GAME:
    {{python}} -m tests.perft {{GAME}}

# record the vectors anew
vectors:
    {{python}} -m tests.vectors

# measure, and write docs/benchmarks.md
bench:
    {{python}} -m benchmarks

# draw the pictures of the README anew, from games that are always the same
pictures:
    .venv/bin/p2pgames demo metro --seats 3 --seed tuesday --out metro.p2pg >pictures.log
    .venv/bin/p2pgames demo bus --seats 3 --seed tuesday --out bus.p2pg >pictures.log
    .venv/bin/p2pgames demo line1 --seats 3 --seed tuesday --out line1.p2pg >pictures.log
    .venv/bin/p2pgames demo socks --seed tuesday --out socks.p2pg >pictures.log
    .venv/bin/p2pgames demo linja --seed tuesday --out linja.p2pg >pictures.log
    .venv/bin/p2pgames replay metro.p2pg --at 112 --size 120x40 --svg docs/pictures/metro.svg
    .venv/bin/p2pgames replay bus.p2pg --at 118 --size 120x40 --svg docs/pictures/bus.svg
    .venv/bin/p2pgames replay line1.p2pg --at 128 --size 120x40 --svg docs/pictures/line1.svg
    .venv/bin/p2pgames replay socks.p2pg --at 30 --size 120x40 --svg docs/pictures/socks.svg
    .venv/bin/p2pgames replay linja.p2pg --at 22 --size 120x40 --svg docs/pictures/linja.svg
    rm metro.p2pg bus.p2pg line1.p2pg socks.p2pg linja.p2pg pictures.log

# what CI runs
ci:
    .ci/run
