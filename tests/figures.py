"""How the code is built, in figures: ``python -m tests.figures`` prints them, with ``--check`` it holds them to bounds.

No figure may get worse than its bound; where one has got better, the bound is to follow.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property

from tests import ROOT

SOURCES = (ROOT / "p2pgames", ROOT / "protocol" / "p2pgames_protocol", ROOT / "cli" / "p2pgames_cli")
SHORT = 60
"""Lines below which a module is short: it hardly holds a whole idea."""
HALF = 2
"""Statements of a function that is used once and so is often half of a thought that stands elsewhere."""
SIGNER = ("Signer",)
"""What tells a seat's own log from one that is only watched."""
PAGES = (
    "TextPage",
    "Palette",
    "QuestionPage",
    "PrivacyPage",
    "Panels",
    "ChatPage",
    "PlansPage",
    "Menu",
    "Form",
    "WaitingPage",
)
"""What lies upon the screen."""
TABLES = ("WORDS", "_ANSWERS", "ACTIONS", "KEYS")
"""What tables of actions are called: what can be typed, asked for by a program, bound to a key."""
SENTENCE = re.compile(r"[A-Za-z]{2,}\\?[ ][A-Za-z]{2,}")
"""Words as they stand in a regular expression."""
AT_LEAST = ("contracts",)
"""Figures that are to grow."""
BOUNDS: Mapping[str, int] = {
    "contracts": 12,
    "ignored imports": 0,
    "largest import circle, in files": 0,
    "members on one self": 30,
    "refusals raised with a string": 0,
    "regular expressions that match sentences": 0,
    "questions whether a log is a seat's own": 0,
    "questions what page this is": 0,
    "tables of actions": 1,
    "helpers imported from tests": 0,
    "modules": 442,
    "modules with one importer, in the same package": 24,
    "modules under 60 lines": 53,
    "lines of imports, in a thousand": 83,
    "private functions used once, of two statements or fewer": 473,
    "public classes that share a name": 5,
    "public functions of one name, outside an interface": 24,
    "chains of three dots and more in the client": 59,
}


class Product:
    """The modules of the product, parsed."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        """Know the modules by their dotted names."""
        self.sources = sources
        self.trees = {name: ast.parse(text) for name, text in sources.items()}

    @classmethod
    @cache
    def read(cls) -> Product:
        """Return the product as it lies here, read once."""
        found = {}
        for folder in SOURCES:
            for file in sorted(folder.rglob("*.py")):
                parts = [folder.name, *file.relative_to(folder).with_suffix("").parts]
                name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
                found[name] = file.read_text(encoding="utf-8")
        return cls(found)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Everything in all modules."""
        return tuple(node for tree in self.trees.values() for node in ast.walk(tree))

    @cached_property
    def classes(self) -> dict[str, list[ast.ClassDef]]:
        """All classes by name."""
        found: dict[str, list[ast.ClassDef]] = {}
        for node in self.nodes:
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(node)
        return found

    # what is counted

    def circle(self) -> int:
        """Return how many files the largest circle of imports has; lazy imports count, those for types too."""
        graph = {name: set(self._imported(name)) for name in self.trees}
        return max((len(circle) for circle in circles(graph)), default=0)

    def _imported(self, name: str) -> Iterator[str]:
        for node in ast.walk(self.trees[name]):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    full = f"{node.module}.{alias.name}"
                    module = full if full in self.trees else node.module
                    if module in self.trees and module != name:
                        yield module

    def members(self) -> int:
        """Return how many members the class with the most has, those of its bases here included."""
        return max(
            (len(self._members(node, ())) for nodes in self.classes.values() for node in nodes), default=0
        )

    def _members(self, node: ast.ClassDef, below: Sequence[str]) -> set[str]:
        found = set(own_members(node))
        for base in node.bases:
            if isinstance(base, ast.Name) and base.id not in below:
                for each in self.classes.get(base.id, ())[:1]:
                    found |= self._members(each, (*below, base.id))
        return {member for member in found if not member.startswith("__")}

    def refusals(self) -> int:
        """Return how often an exception of ours is raised with a sentence as a string."""
        ours = {name for name in self.classes if self._is_exception(name, ())}
        return sum(
            isinstance(node.func, ast.Name) and node.func.id in ours and any(map(is_text, node.args))
            for node in self.nodes
            if isinstance(node, ast.Call)
        )

    def _is_exception(self, name: str, below: Sequence[str]) -> bool:
        if name not in self.classes:
            return name.endswith(("Error", "Exception"))
        bases = [base.id for node in self.classes[name] for base in node.bases if isinstance(base, ast.Name)]
        return name not in below and any(self._is_exception(base, (*below, name)) for base in bases)

    def matched(self) -> int:
        """Return how many regular expressions match words with a blank between them: what is said is a value."""
        return sum(
            any(
                isinstance(each, ast.Constant) and SENTENCE.search(str(each.value))
                for each in ast.walk(pattern)
            )
            for node in self.nodes
            if isinstance(node, ast.Call) and names_in(node.func) == ["re"]
            for pattern in node.args[:1]
        )

    def asked(self, kinds: Sequence[str]) -> int:
        """Return how often something is asked whether it is one of these, by ``isinstance`` or in a match."""
        return sum(
            kind in kinds
            for node in self.nodes
            for kind in (
                (name for argument in node.args[1:] for name in names_in(argument))
                if isinstance(node, ast.Call) and names_in(node.func) == ["isinstance"]
                else names_in(node.cls)
                if isinstance(node, ast.MatchClass)
                else ()
            )
        )

    def single(self) -> int:
        """Return how many modules are imported by one other alone, of the same package: they may belong into it."""
        importers: dict[str, set[str]] = {name: set() for name in self.trees}
        for name in self.trees:
            for module in self._imported(name):
                importers[module].add(name)
        return sum(
            len(by) == 1 and name.rpartition(".")[0] == next(iter(by)).rpartition(".")[0]
            for name, by in importers.items()
        )

    def short(self) -> int:
        """Return how many modules are short; ``__init__`` files that hold a sentence are none."""
        sizes = [len(text.splitlines()) for text in self.sources.values()]
        return sum(1 < size < SHORT for size in sizes)

    def imports(self) -> int:
        """Return how many lines of a thousand import."""
        found = sum(
            (node.end_lineno or node.lineno) - node.lineno + 1
            for node in self.nodes
            if isinstance(node, (ast.Import, ast.ImportFrom))
        )
        return round(1000 * found / max(1, self.lines()))

    def halves(self) -> int:
        """Return how many private functions are named at one place alone and have two statements at most."""
        found = 0
        for tree in self.trees.values():
            used = Counter(name_of(node) for node in ast.walk(tree))
            found += sum(
                node.name.startswith("_")
                and not node.name.startswith("__")
                and used[node.name] == 1
                and len(without_docstring(node.body)) <= HALF
                for node in ast.walk(tree)
                if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
            )
        return found

    def shared(self) -> int:
        """Return how many names of public classes are borne by more than one."""
        return sum(len(nodes) > 1 for name, nodes in self.classes.items() if not name.startswith("_"))

    def namesakes(self) -> int:
        """Return how many public functions have the commonest name; click's ``command`` is a convention."""
        homes: list[ast.Module | ast.ClassDef] = list(self.trees.values())
        homes += [node for node in self.nodes if isinstance(node, ast.ClassDef) and not node.bases]
        names = Counter(
            each.name
            for home in homes
            for each in home.body
            if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)) and not each.name.startswith("_")
        )
        return max((count for name, count in names.items() if name != "command"), default=0)

    def chains(self) -> int:
        """Return how often the client reaches through three dots or more."""
        inner = {
            id(node.value)
            for node in self.nodes
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute)
        }
        return sum(
            dots(node) > 2 and id(node) not in inner
            for module, tree in self.trees.items()
            if module.startswith("p2pgames_cli.")
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute)
        )

    def tables(self) -> int:
        """Return how many tables of actions there are in the client."""
        return sum(
            name in TABLES
            for module, tree in self.trees.items()
            if module.startswith("p2pgames_cli.")
            for node in tree.body
            if isinstance(node, (ast.Assign, ast.AnnAssign)) and not isinstance(node.value, ast.Constant)
            for name in assigned(node)
        )

    def lines(self) -> int:
        """Return how many lines the product has."""
        return sum(len(text.splitlines()) for text in self.sources.values())


def own_members(node: ast.ClassDef) -> Iterator[str]:
    """Yield the methods and fields of a class."""
    for each in node.body:
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield each.name
        yield from assigned(each)
    for inner in ast.walk(node):
        if (
            isinstance(inner, ast.Attribute)
            and isinstance(inner.ctx, ast.Store)
            and names_in(inner.value) == ["self"]
        ):
            yield inner.attr


def assigned(node: ast.stmt) -> list[str]:
    """Return the names that a statement gives a value."""
    targets = (
        node.targets
        if isinstance(node, ast.Assign)
        else [node.target]
        if isinstance(node, ast.AnnAssign)
        else []
    )
    return [target.id for target in targets if isinstance(target, ast.Name)]


def without_docstring(body: Sequence[ast.stmt]) -> Sequence[ast.stmt]:
    """Return the statements of a body that do something."""
    first = body[0]
    said = (
        isinstance(first, ast.Expr)
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
    )
    return body[said:]


def name_of(node: ast.AST) -> str:
    """Return the name that an expression uses, or nothing."""
    match node:
        case ast.Name(name, ast.Load()) | ast.Attribute(_, name, ast.Load()):
            return name
    return ""


def dots(node: ast.expr) -> int:
    """Return through how many dots a name reaches: ``a.b.c.d`` has three."""
    return 1 + dots(node.value) if isinstance(node, ast.Attribute) else 0


def names_in(node: ast.expr) -> list[str]:
    """Return the names in an expression."""
    return [each.id for each in ast.walk(node) if isinstance(each, ast.Name)]


def is_text(node: ast.expr) -> bool:
    """Tell whether an expression is a sentence that stands there."""
    match node:
        case ast.Constant(str()) | ast.JoinedStr():
            return True
        case ast.BinOp(left, _, right):
            return is_text(left) or is_text(right)
        case ast.Call(ast.Attribute(value)):
            return is_text(value)
    return False


def circles(graph: Mapping[str, set[str]]) -> list[set[str]]:
    """Return the sets of more than one node in which each leads to every other."""
    reach = {node: reached(graph, node) for node in graph}
    found: list[set[str]] = []
    for node in graph:
        if not any(node in circle for circle in found):
            circle = {other for other in reach[node] if node in reach[other]}
            if len(circle) > 1:
                found.append(circle)
    return found


def reached(graph: Mapping[str, set[str]], start: str) -> set[str]:
    """Return all nodes that one leads to."""
    seen: set[str] = set()
    todo = [start]
    while todo:
        for each in graph[todo.pop()] - seen:
            seen.add(each)
            todo.append(each)
    return seen


def contracts() -> tuple[int, int]:
    """Return how many contracts about imports there are, and how many imports they let pass."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    ignored = {each for contract in settings["contracts"] for each in contract.get("ignore_imports", ())}
    return len(settings["contracts"]), len(ignored)


def borrowed(sources: Mapping[str, str]) -> int:
    """Return how many lines import from a file of tests: what several use stands in a file of its own."""
    line = re.compile(r"^ *(?:from|import) .*\btest_\w+", re.MULTILINE)
    return sum(len(line.findall(text)) for text in sources.values())


def tests() -> dict[str, str]:
    """Return the files that test and measure, by their paths."""
    files = [file for folder in ("tests", "benchmarks") for file in sorted((ROOT / folder).rglob("*.py"))]
    return {str(file): file.read_text(encoding="utf-8") for file in files}


def figures() -> dict[str, int]:
    """Return all figures by their names."""
    product = Product.read()
    kept, ignored = contracts()
    counted: dict[str, int | Callable[[], int]] = {
        "contracts": kept,
        "ignored imports": ignored,
        "largest import circle, in files": product.circle,
        "members on one self": product.members,
        "refusals raised with a string": product.refusals,
        "regular expressions that match sentences": product.matched,
        "questions whether a log is a seat's own": lambda: product.asked(SIGNER),
        "questions what page this is": lambda: product.asked(PAGES),
        "tables of actions": product.tables,
        "helpers imported from tests": lambda: borrowed(tests()),
        "modules": len(product.trees),
        "modules with one importer, in the same package": product.single,
        "modules under 60 lines": product.short,
        "lines of imports, in a thousand": product.imports,
        "private functions used once, of two statements or fewer": product.halves,
        "public classes that share a name": product.shared,
        "public functions of one name, outside an interface": product.namesakes,
        "chains of three dots and more in the client": product.chains,
        "lines of the product": product.lines,
    }
    return {name: value if isinstance(value, int) else value() for name, value in counted.items()}


def worse(found: Mapping[str, int], bounds: Mapping[str, int]) -> list[str]:
    """Return a sentence for every figure that is worse than its bound."""
    return [
        f"{name}: {found[name]}, and {'at least' if name in AT_LEAST else 'at most'} {bound} are allowed."
        for name, bound in bounds.items()
        if (found[name] < bound if name in AT_LEAST else found[name] > bound)
    ]


def main(*arguments: str) -> int:
    """Print the figures; with ``--check`` return 1 where one is worse than its bound."""
    found = figures()
    for name, value in found.items():
        bound = f" (at {'least' if name in AT_LEAST else 'most'} {BOUNDS[name]:,})" if name in BOUNDS else ""
        print(f"{value:7,}  {name}{bound}")
    wrong = worse(found, BOUNDS) if "--check" in arguments else []
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
