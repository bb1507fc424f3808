# The verbs of the repository; CI runs the same.

python := ".venv/bin/python"

# a virtual environment with everything for development
setup:
    python3 -m venv .venv
    {{python}} -m pip install -e '.[dev]'

# the tests; `just test -m browser` for those in chromium
test *ARGS:
    {{python}} -m pytest {{ARGS}}

# what the change can break, the nearest tests first, within a minute
quick *COMMIT:
    {{python}} -m tests.quick {{COMMIT}}

# the long runs, which take hours: `just long tests/cli` for a part
long *ARGS:
    {{python}} -m pytest -m "slow and not browser and not node" -n auto {{ARGS}}

# the tests several times on a busy computer, each time in another order: `just busy 3 tests/cli/app`
busy *ARGS:
    {{python}} -m tests.busy {{ARGS}}

# what a release wants and a change does not: everything translated
release-check:
    {{python}} -m tests.messages --check
    {{python}} -m pytest -m release

# the verifier in JavaScript: its own tests
verifier:
    cd protocol/verifier && npm ci && npm test

# the verifier as one script for pages, built from its source
bundle:
    cd protocol/verifier && npm ci && npm run bundle

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

# the documents as a site in build/site, with every link checked and every example run
site:
    .venv/bin/pip install -q -e '.[site]'
    .venv/bin/sphinx-build -q -W --keep-going -c docs/site . build/site
    .venv/bin/sphinx-build -q -W -b doctest -c docs/site . build/doctest

# one file for this system that needs no Python, build/binary/p2pgames, of what users install and no more
binary:
    python3 -m venv build/env
    build/env/bin/pip install -q . 'pyinstaller>=6.10'
    build/env/bin/pyinstaller --log-level ERROR --distpath build/binary --workpath build/work cli/p2pgames.spec

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

# write the manual page and the completion scripts of the wheel anew
manual:
    {{python}} -m tests.manual

# measure, and write docs/benchmarks.md
bench:
    {{python}} -m benchmarks

# measure how long a newcomer takes, and write it into the README
first-steps:
    {{python}} -m benchmarks.first_steps

# draw the pictures of the README and of the rules pages anew, from games that are always the same
pictures: (picture "metro" "4" "90") (picture "bus" "4" "180") (picture "line1" "4" "230" "--seat 1") (picture "socks" "2" "30") (picture "linja" "2" "22")
    .venv/bin/p2pgames demo metro --seats 4 --seed tuesday --out metro.p2pg >pictures.log
    .venv/bin/p2pgames export metro.p2pg --format svg --moving --theme dark --out docs/pictures/metro-moving-dark.svg
    .venv/bin/p2pgames export metro.p2pg --format svg --moving --theme light --out docs/pictures/metro-moving-light.svg
    .venv/bin/p2pgames export metro.p2pg --format svg --moving --cells --out docs/pictures/terminal.svg
    rm metro.p2pg pictures.log

# take pictures of the window in a browser anew: for the README and the first-game pages
window-pictures:
    {{python}} -m tests.window_pictures
    {{python}} -m tests.ten_minutes

picture GAME SEATS STEP *EYES:
    .venv/bin/p2pgames demo {{GAME}} --seats {{SEATS}} --seed tuesday --out {{GAME}}.p2pg >pictures.log
    .venv/bin/p2pgames replay {{GAME}}.p2pg --at {{STEP}} {{EYES}} --theme dark --svg docs/pictures/{{GAME}}-dark.svg
    .venv/bin/p2pgames replay {{GAME}}.p2pg --at {{STEP}} {{EYES}} --theme light --svg docs/pictures/{{GAME}}-light.svg
    rm {{GAME}}.p2pg pictures.log

# what CI runs
ci:
    .ci/run
