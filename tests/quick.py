"""The tests that a change can break, the nearest first, within a minute: ``python -m tests.quick [COMMIT]``.

What has changed since ``COMMIT`` (without one, since this branch left ``main``), committed or not, is followed along
the imports to the tests. What imports do not show is followed, too: a module that is named in a string, a file that is
found from `ROOT`, `__file__` or a package, a game that the registry loads, and what stands in `READ_BY`. Tests that are
not reached within the minute are named at the end: they are left to the whole run.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from functools import cache
from heapq import heappop, heappush
from pathlib import Path

import grimp
import pytest

from tests import LONG, ROOT

SECONDS = 60
"""How long it may take."""
LAST_START = 40
"""Seconds after which no test is begun: the longest ones take twenty on a busy computer."""
AT_LEAST = 10
"""Seconds for tests where a busy computer has taken all the time to find them: the nearest few run in any case."""
UNTIL = "P2PGAMES_QUICK_UNTIL"
"""The environment variable that tells the workers when that is."""
OTHERS = "P2PGAMES_QUICK_OTHERS"
"""The one that names the games that have not changed, where one has."""
AT_MOST = 70
"""Files of tests that are looked at: more than run in a minute, and few enough to be collected in five seconds."""
PACKAGES = {"p2pgames": "", "p2pgames_protocol": "protocol", "p2pgames_cli": "cli"}
"""The packages of the product, and the folders they are in."""
MIRRORED = {"p2pgames": "p2pgames", "p2pgames_protocol": "protocol", "p2pgames_cli": "cli"}
"""The folder of ``tests`` that is laid out as a package."""
FAR = 4
"""What a step costs that all tests take, or that only some of them take: such tests come after those nearby."""
WIDE = (".", "cli", "docs", "p2pgames", "protocol", "tests")
"""Folders of which something is read that is not about what is in them, such as all names of files."""
READ_BY = {
    "*.md": ("tests.test_documents",),
    "tests/frozen/*": ("tests.test_frozen",),
    "pyproject.toml": ("tests.test_build", "tests.test_names", "tests.figures"),
    "cli/p2pgames.spec": ("tests.test_binary",),
    "hatch_build.py": ("tests.test_build", "tests.catalogues"),
    "*/py.typed": ("tests.test_build",),
    "LICENSE": ("tests.test_build",),
    "justfile": (),
    "docs/first-game/*.webp": ("tests.test_documents",),
    ".git*": (),
    ".ci/*": (),
}
"""What no program finds by its path, and the modules that depend on it."""


@cache
def versioned() -> tuple[str, ...]:
    """Return all files that git knows or should know; where there is no git, all that lie here."""
    if (ROOT / ".git").exists():
        return tuple(_git("ls-files", "--cached", "--others", "--exclude-standard"))
    inside = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
    made = {"__pycache__", "node_modules"}
    return tuple(
        path.as_posix()
        for path in inside
        if not made.intersection(path.parts)
        and not path.parts[0].startswith(".")
        and path.parts[0] != "build"
        and path.suffix != ".mo"
    )


def _git(*arguments: str) -> list[str]:
    run = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    if run.returncode:
        raise SystemExit(run.stderr.strip())
    return run.stdout.splitlines()


def changed(commit: str | None = None) -> set[str]:
    """Return the files that differ from a commit; without one, from where this branch left ``main``."""
    branches = _git("for-each-ref", "--format=%(refname)", "refs/heads/main", "refs/remotes/*/main")
    since = commit or (_git("merge-base", "HEAD", branches[0])[0] if branches else "HEAD")
    return {*_git("diff", "--name-only", since), *_git("ls-files", "--others", "--exclude-standard")}


def module_of(path: str) -> str:
    """Return the name under which a Python file is imported."""
    parts = list(Path(path).with_suffix("").parts)
    if parts[0] in PACKAGES.values():
        parts = parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


class Reading(ast.NodeVisitor):
    """What one module of the tests imports, names and opens; of a module of the product, what it opens."""

    def __init__(self, path: str, known: Iterable[str]) -> None:
        self.path, self.known = path, known
        self.modules: set[str] = set()
        self.games: set[str] = set()
        self.files: set[str] = set()
        self.places: dict[str, Path] = {"ROOT": ROOT}
        self.visit(ast.parse((ROOT / path).read_text(encoding="utf-8")))

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._name(alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            self._name(f"{node.module}.{alias.name}")

    def visit_Constant(self, node: ast.Constant) -> None:
        if not isinstance(node.value, str):
            return
        for name in re.findall(r"\b(?:p2pgames\w*|tests)(?:\.\w+)+", node.value):
            self._name(name)
        if node.value == "p2pgames":
            self.modules.add("p2pgames_cli.main")
        if f"p2pgames.games.{node.value}" in self.known:
            self.games.add(f"p2pgames.games.{node.value}")

    def visit_Assign(self, node: ast.Assign) -> None:
        if isinstance(node.targets[0], ast.Name) and (place := self._place(node.value)):
            self.places[node.targets[0].id] = place
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self._open(node)

    def visit_Call(self, node: ast.Call) -> None:
        self._open(node)

    def _open(self, node: ast.BinOp | ast.Call) -> None:
        if (place := self._place(node)) and place.is_relative_to(ROOT):
            self.files.add(place.relative_to(ROOT).as_posix())
        else:
            self.generic_visit(node)

    def _name(self, name: str) -> None:
        while name:
            if name in self.known:
                self.modules.add(name)
                return
            name = name.rpartition(".")[0]

    def _place(self, node: ast.expr) -> Path | None:
        """Return the file or folder that an expression stands for, as far as it can be seen."""
        match node:
            case ast.Name(id=name):
                return self.places.get(name)
            case ast.Call(func=ast.Name(id="Path"), args=[ast.Name(id="__file__")]):
                return ROOT / self.path
            case ast.Call(func=ast.Name(id="files"), args=[ast.Constant(value=str(package))]):
                return ROOT / PACKAGES.get(package.partition(".")[0], "") / package.replace(".", "/")
            case ast.Attribute(value=inner, attr="parent") if place := self._place(inner):
                return place.parent
            case ast.Subscript(
                value=ast.Attribute(value=inner, attr="parents"), slice=ast.Constant(value=int(up))
            ):
                place = self._place(inner)
                return place and place.parents[up]
            case ast.BinOp(left=left, op=ast.Div(), right=right) if place := self._place(left):
                return _inside(place, [right])
            case ast.Call(func=ast.Attribute(value=inner, attr="joinpath"), args=more) if (
                place := self._place(inner)
            ):
                return _inside(place, more)
        return None


def _inside(place: Path, parts: Iterable[ast.expr]) -> Path:
    """Return what lies in a folder under this path, or as much of it as stands there in plain words."""
    for part in parts:
        inside = part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else None
        if inside is None or not (place / inside).exists():
            return place
        place /= inside
    return place


class Dependents:
    """Who depends on what: modules by their names, files and folders by their paths."""

    def __init__(self) -> None:
        self.by: dict[str, dict[str, int]] = defaultdict(dict)
        graph = grimp.build_graph(*PACKAGES, cache_dir=None)
        sources = [path for path in versioned() if path.endswith(".py") and (ROOT / path).exists()]
        self.modules = {module_of(path): path for path in sources}
        for module in graph.modules:
            for importer in graph.find_modules_that_directly_import(module):
                self._add(module, importer)
            self._add(module.rpartition(".")[0], module)
        for module, path in self.modules.items():
            self._read(module, path, graph.modules)
        for module in graph.modules:
            if module.startswith("p2pgames_cli.commands."):
                self._add(module, "p2pgames_cli.main")
            if re.fullmatch(r"p2pgames\.games\.\w+", module):
                self._add(module, "p2pgames.registry", FAR)
            if part := re.fullmatch(r"(p2pgames\.games\.\w+)\.(?:rules|bots|lesson|view\.terminal)", module):
                self._add(module, part[1])  # `packaged_game` loads these by their names
        for pattern, readers in READ_BY.items():
            for reader in readers:
                self._add(f"/{pattern}", reader)

    def _add(self, used: str, user: str, cost: int = 1) -> None:
        self.by[used][user] = min(cost, self.by[used].get(user, cost))

    def _read(self, module: str, path: str, product: set[str]) -> None:
        reading = Reading(path, self.modules)
        for file in reading.files:
            self._add(f"/{file}", module, FAR if file in WIDE else 1)
        if module in product:
            return
        for used in reading.modules | reading.games | self._games_in(reading.files):
            self._add(used, module)
        for folder in Path(path).parents:
            conftest = (folder / "conftest.py").as_posix()
            if conftest in self.modules.values():
                self._add(module_of(conftest), module, FAR if folder.name == "tests" else 1)

    def _games_in(self, folders: Iterable[str]) -> set[str]:
        """Return the games after which files in these folders are named, such as ``tests/perft/linja.txt``."""
        names = {re.split(r"\W", file.name)[0] for folder in folders for file in (ROOT / folder).glob("*.*")}
        return {f"p2pgames.games.{name}" for name in names} & self.modules.keys()

    def starts(self, path: str) -> Iterator[str]:
        """Yield what a file is, or is read as: a module, or the paths by which somebody finds it."""
        if path.endswith(".py"):
            yield module_of(path)
        found = (path, *(folder.as_posix() for folder in Path(path).parents))
        patterns = (pattern for pattern in READ_BY if fnmatch(path, pattern))
        yield from (f"/{each}" for each in (*found, *patterns) if f"/{each}" in self.by or each in READ_BY)

    def is_read(self, path: str) -> bool:
        """Tell whether it is known what depends on a file."""
        return path.endswith(".py") or any(start[1:] not in WIDE for start in self.starts(path))

    def near(self, paths: Iterable[str]) -> dict[str, int]:
        """Return the files of tests that any of these can break, and how far from it they are."""
        mirrors = {mirror(path) for path in paths if path in self.modules.values()}
        cost: dict[str, int] = {}
        todo = [(0, start) for path in paths for start in self.starts(path)]
        while todo:
            far, name = heappop(todo)
            if name not in cost:
                cost[name] = far
                for user, step in self.by.get(name, {}).items():
                    heappush(todo, (far + step, user))
        found = {self.modules[name]: far for name, far in cost.items() if name in self.modules}
        return {
            path: far - max((kinship(Path(path), mirror) for mirror in mirrors), default=0)
            for path, far in found.items()
            if Path(path).name.startswith("test_")
        }


def unchanged_games(paths: Iterable[str]) -> set[str]:
    """Return the other games where all that has changed is about one or some; nothing where it is about more."""
    games = {folder.name for folder in (ROOT / "p2pgames" / "games").iterdir()}
    about = [games.intersection(re.split(r"\W+", path)) for path in paths]
    return games - set.union(*about) if about and all(about) else set()


def kinship(test: Path, mirror: Path) -> int:
    """Return how much nearer a test is for where it lies: beside what has changed, or above it."""
    shared = len(set(test.parents) & set(mirror.parents))
    return 2 * shared - FAR * (test.parent not in mirror.parents)


def mirror(path: str) -> Path:
    """Return where the test of a file would lie, below a folder that is there."""
    package, *rest = module_of(path).split(".")
    test = Path("tests", MIRRORED.get(package, ""), *rest)
    while not (ROOT / test.parent).is_dir():
        test = test.parent
    return test


# What pytest calls: in the process that was started, and in its workers.

_all: list[str] = []
_done: set[str] = set()
_collected: list[float] = []


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put one case of each test first, then the others, and at the end what is about other games or takes long."""
    asked = {file: number for number, file in enumerate(config.args)}
    others, seen = os.environ[OTHERS].split(), Counter[str]()
    late = {}
    for item in items:
        test, _, case = item.nodeid.partition("[")
        file = test.partition("::")[0]
        other = any(name in re.split(r"[^a-z0-9]+", case) for name in others)
        late[item.nodeid] = (other or file in LONG, seen[test] > 0, asked.get(file, 0))
        seen[test] += 1
    items.sort(key=lambda item: late[item.nodeid])
    _collected.append(time.time())


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> bool | None:
    """Begin nothing when the time is over."""
    return True if time.time() > max(float(os.environ[UNTIL]), _collected[0] + AT_LEAST) else None


@pytest.hookimpl(optionalhook=True, tryfirst=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Keep the order: the nearest come first."""
    from xdist.scheduler import LoadScheduling

    return LoadScheduling(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: object, ids: list[str]) -> None:
    """Know all tests."""
    _all[:] = ids


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Know the tests that were begun."""
    _done.add(report.nodeid)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was left out."""
    left = Counter(test.partition("::")[0] for test in _all if test not in _done)
    if left:
        terminalreporter.section(f"not begun: {left.total()} of {len(_all)} tests")
        terminalreporter.line(", ".join(f"{file} ({count})" for file, count in left.items()))


def main(*arguments: str) -> int:
    """Run what the change can break."""
    began = time.time()
    paths = changed(*arguments)
    near = Dependents().near(paths)
    ordered = sorted(near, key=lambda path: (near[path], path))
    elsewhere = [
        file for file in ordered if file.endswith("_in_browser.py") or file.startswith("tests/verifier/")
    ]
    files = [file for file in ordered if file not in elsewhere]
    print(f"{len(paths)} files have changed; {len(ordered)} files of tests depend on them.", flush=True)
    run = [sys.executable, "-m", "pytest", "-p", "tests.quick", "-n", "2", "--maxschedchunk", "1"]
    environment = os.environ | {UNTIL: str(began + LAST_START), OTHERS: " ".join(unchanged_games(paths))}
    code = subprocess.run([*run, *files[:AT_MOST]], cwd=ROOT, env=environment).returncode if files else 0
    if late := files[AT_MOST:]:
        print(f"Not looked at: {len(late)} files of tests, from {late[0]} on.")
    if elsewhere:
        print(f"In chromium or node: python -m pytest -m 'browser or node' {' '.join(elsewhere)}")
    print(f"{time.time() - began:.0f} s. What was left out is for the whole run: python -m pytest -n auto")
    return 0 if code == pytest.ExitCode.NO_TESTS_COLLECTED else code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
