# The verbs of the repository; CI runs the same.

python := ".venv/bin/python"

# a virtual environment with everything for development
setup:
    python3 -m venv .venv
    {{python}} -m pip install -e '.[dev]'

# the tests; `just test -m slow` for the long ones
test *ARGS:
    {{python}} -m pytest {{ARGS}}

# style, types and layers
check:
    .venv/bin/ruff check .
    .venv/bin/ruff format --check .
    .venv/bin/mypy
    .venv/bin/lint-imports

# branch coverage of the pure code
cover:
    {{python}} -m coverage run -m pytest
    {{python}} -m coverage report

# record playthroughs and perft counts anew; read the difference before committing it
golden PREFIX="":
    {{python}} -m tests.playthrough {{PREFIX}}
perft GAME:
    {{python}} -m tests.perft {{GAME}}

# record the vectors anew
vectors:
    {{python}} -m tests.vectors

# measure, and write docs/benchmarks.md
bench:
    {{python}} -m benchmarks

# what CI runs
ci:
    .ci/run
