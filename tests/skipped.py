"""Readers that skip one check each, made of the one in `tests.independent`, and which vectors refuse them.

Every condition under which that reader refuses something, and every form that it asks of a value, is one check. A
reader without it must say something else of at least one vector. ``python -m tests.skipped`` writes the table in
``docs/build/checks.md``.
"""

from __future__ import annotations

import ast
import importlib
import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from tests import ROOT

VECTORS = ROOT / "protocol" / "vectors"
PAGE = ROOT / "docs" / "build" / "checks.md"
READER = Path(__file__).parent / "independent"
CARDS = "tests.protocol.chance.independent"
"""The same for appendix B."""
RULES = {"linja", "six", "borrowed"}
"""Games: what their rules forbid is not what SPEC names."""
FORMS = {"octets", "number", "text", "array", "address", "half", "message"}
"""They return a value of a form, or refuse it."""
CHECKS = FORMS | {"allow", "coin", "reveal", "check", "check_signed", "check_copies", "check_table", "check_reveal",
                  "check_secret"}  # fmt: skip
"""They refuse something, and what they return, if anything, is not needed by who calls them for that."""


@dataclass
class Check:
    """One check: where it stands, which sections of SPEC it is of, and what it asks."""

    module: str
    section: str
    asks: str


@dataclass
class Instruments:
    """What the reader's own code is told while it runs: which check to skip; and what it tells: which had effect."""

    skipped: int = -1
    met: set[int] = field(default_factory=set)
    checks: list[Check] = field(default_factory=list)

    def refuses(self, number: int, value: Any) -> Any:
        """Whether a condition holds under which something is refused; never, if that is skipped."""
        if value:
            self.met.add(number)
        return value and number != self.skipped

    def demands(self, number: int, value: Any) -> Any:
        """Whether a condition holds without which something is refused; always, if that is skipped."""
        if not value:
            self.met.add(number)
        return value or number == self.skipped

    def formed(self, number: int, form: Any, *given: Any, **named: Any) -> Any:
        """The value of a form; as it is, if the form is not asked for."""
        try:
            return form(*given, **named)
        except Exception as wrong:
            if type(wrong).__name__ != "Wrong":
                raise
            self.met.add(number)
            if number != self.skipped:
                raise
            return given[0] if given else None


class Instrumented(ast.NodeTransformer):
    """Turns the source of a module of the reader into one that asks the instruments at every check."""

    def __init__(self, instruments: Instruments, module: str) -> None:
        self.instruments, self.module = instruments, module
        self.sections: list[str] = []

    def visit_Module(self, node: ast.Module) -> ast.AST:
        return self._within(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._within(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.function = node.name
        return self._within(node)

    def _within(self, node: Any) -> ast.AST:
        named = re.findall(r"\b(?:B\.)?\d+(?:\.\d+)+\b|appendix B", ast.get_docstring(node) or "")
        self.sections.append(", ".join(dict.fromkeys(named)) or (self.sections or [""])[-1])
        self.generic_visit(node)
        self.sections.pop()
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        if isinstance(node.body[-1], ast.Raise) or self._gives_up(node.body[-1]):
            node.test = self._each(node.test, ast.Or, "refuses")
        self.generic_visit(node)
        return node

    def _gives_up(self, last: ast.stmt) -> bool:
        if not isinstance(last, ast.Return) or not isinstance(last.value, ast.Constant):
            return False
        return last.value.value in (False, None) or (self.function, last.value.value) == ("fault", True)

    def visit_Return(self, node: ast.Return) -> ast.AST:
        if isinstance(node.value, ast.BoolOp):
            node.value = self._each(node.value, ast.And, "demands")
        self.generic_visit(node)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        if isinstance(node.value, ast.BoolOp):
            node.value = self._each(node.value, ast.And, "demands")
        self.generic_visit(node)
        return node

    def _each(self, test: ast.expr, operator: type[ast.boolop], how: str) -> ast.expr:
        if isinstance(test, ast.BoolOp) and isinstance(test.op, operator):
            test.values = [self._each(value, operator, how) for value in test.values]
            return test
        if isinstance(test, ast.BoolOp) and how == "demands":
            return test
        return self._asked(how, test, [test])

    def visit_Call(self, node: ast.Call) -> ast.AST:
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in CHECKS and node.args and (name, self.module) != ("number", "appendix B"):
            return self._asked(
                "formed", node, [self.visit(part) for part in (node.func, *node.args)], node.keywords
            )
        self.generic_visit(node)
        return node

    def _asked(self, how: str, of: ast.expr, given: list[Any], named: Any = (), asks: str = "") -> ast.Call:
        checks = self.instruments.checks
        checks.append(Check(self.module, self.sections[-1], asks or ast.unparse(of)))
        function = ast.Attribute(ast.Name("_instruments", ast.Load()), how, ast.Load())
        return ast.copy_location(ast.Call(function, [ast.Constant(len(checks) - 1), *given], list(named)), of)


class _Finder(MetaPathFinder, Loader):
    """Loads the modules of the reader instrumented, and everything else as ever."""

    def __init__(self, instruments: Instruments) -> None:
        self.instruments = instruments

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if not is_reader(name):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.origin is not None and not spec.submodule_search_locations:
            spec.loader = self
        return spec

    def exec_module(self, module: ModuleType) -> None:
        assert module.__spec__ is not None
        assert module.__spec__.origin is not None
        tree = ast.parse(Path(module.__spec__.origin).read_text(encoding="utf-8"))
        short = module.__name__.rpartition(".")[2]
        if short not in RULES:
            tree = Instrumented(self.instruments, short if module.__name__ != CARDS else "appendix B").visit(
                tree
            )
        module.__dict__["_instruments"] = self.instruments
        exec(compile(ast.fix_missing_locations(tree), module.__spec__.origin, "exec"), module.__dict__)  # noqa: S102  # our own code


def is_reader(name: str) -> bool:
    """Whether a module is of the reader."""
    return name == CARDS or name.startswith("tests.independent")


def _forget(module: str) -> None:
    """Take a module out of its package: ``from package import module`` would find it there without loading it."""
    package, _, own = module.rpartition(".")
    if hasattr(sys.modules.get(package), own):
        delattr(sys.modules[package], own)


@contextmanager
def reader() -> Iterator[tuple[Any, Instruments]]:
    """The judges of a reader of its own, whose checks can be skipped."""
    instruments = Instruments()
    there = {name: sys.modules.pop(name) for name in list(sys.modules) if is_reader(name)}
    for name in there:
        _forget(name)
    finder = _Finder(instruments)
    sys.meta_path.insert(0, finder)
    try:
        judges = importlib.import_module("tests.independent.judges")
        yield judges, instruments
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if is_reader(name)]:
            del sys.modules[name]
            _forget(name)
        sys.modules.update(there)
        for name, module in there.items():
            package, _, own = name.rpartition(".")
            setattr(sys.modules[package], own, module)


class Trial:
    """All vectors before one reader."""

    def __init__(self, judges: Any, instruments: Instruments) -> None:
        self.judges, self.instruments = judges, instruments
        self.modules = [module for name, module in sys.modules.items() if is_reader(name)]
        paths = sorted(VECTORS.glob("*/*.json"))
        self.vectors = {
            path.relative_to(VECTORS).with_suffix("").as_posix(): json.loads(path.read_text("utf-8"))
            for path in paths
        }

    def passes(self, name: str, skipped: int = -1) -> bool:
        """Whether the reader, without one check, says of a vector what is expected."""
        self._forget()
        self.instruments.skipped = skipped
        content = self.vectors[name]
        try:
            said = self.judges.judge(name.partition("/")[0], content["given"], content["expect"])
        except Exception:  # noqa: BLE001  # it reads what no reader can: that is no answer
            return False
        finally:
            self.instruments.skipped = -1
        return bool(said == self.judges.understood(name, content["expect"]))

    def _forget(self) -> None:
        for module in self.modules:
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear") and value.__name__ in FORGOTTEN:
                    value.cache_clear()
            if (
                hasattr(module, "KEYS")
                and isinstance(module.KEYS, dict)
                and module.__name__.endswith("basics")
            ):
                module.KEYS.clear()

    def met(self) -> dict[int, list[str]]:
        """By check, the vectors in which it refuses something, the small ones first."""
        found: dict[int, list[tuple[int, str]]] = {}
        for name, content in self.vectors.items():
            self.instruments.met.clear()
            assert self.passes(name), name
            for number in self.instruments.met:
                found.setdefault(number, []).append((len(str(content)), name))
        return {number: [name for _, name in sorted(names)] for number, names in found.items()}


FORGOTTEN = {"shuffled", "shares", "decoded"}
"""Remembered results of checks; all else that is remembered is only computed."""


def refused(most: int = 40) -> Iterator[tuple[Check, str | None]]:
    """Yield every check, and a vector that refuses a reader without it."""
    with reader() as (judges, instruments):
        trial = Trial(judges, instruments)
        met = trial.met()
        for number, check in enumerate(instruments.checks):
            names = met.get(number, [])[:most]
            yield check, next((name for name in names if not trial.passes(name, number)), None)


def row(check: Check) -> str:
    """What both tables say of a check."""
    asks = " ".join(check.asks.split()).replace("|", "\\|")
    return f"| {check.section} | {check.module} | `{asks}` |"


def page(found: list[tuple[Check, str | None]]) -> str:
    """The page with its table."""
    shown = [f"{row(check)} `{name}` |" for check, name in found if name is not None]
    without = [row(check) for check, name in found if name is None]
    lines = [
        *TOP.format(shown=len(shown), all=len(found)).splitlines(),
        *("", "| SPEC | module | without | refused by |", "|---|---|---|---|", *shown, ""),
        *BOTTOM.format(rest=len(without)).splitlines(),
        *("", "| SPEC | module | without |", "|---|---|---|", *without),
    ]
    return "\n".join(lines) + "\n"


TOP = """\
# Which vectors refuse which reader

The [vectors](../../protocol/vectors) are there to refuse readers that are wrong. So for every check that the second
auditor (`tests/independent`) makes, `python -m tests.skipped` builds one that lacks just this check, and looks for a
vector of which it says something else than is expected. There is one for {shown} of {all} checks. A check is written
as in the auditor's source; the column on the left names the sections of [SPEC.md](../../protocol/SPEC.md) that it is
about.
"""
BOTTOM = """\
## Without a vector of their own

A reader that lacks one of these {rest} checks passes all vectors. Often a second check says the same (whoever does not
count the bytes of a signature finds it invalid all the same), or no game asks for what it forbids; some await their
vector.
"""


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(list(refused())), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
