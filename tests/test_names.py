"""Public names are made of words that are known outside this project."""

import ast
import builtins
import re

import pytest

from tests.figures import Product, own_members

GONE = {
    "desk": "presenter",
    "witness": "model",
    "manner": "play options",
    "eyes": "viewer",
    "ledger": "replica",
    "chore": "job",
    "dealing": "decks state",
    "carrier": "transport",
    "finder": "discovery",
    "wishes": "options",
    "doubts": "guard",
    "keeper": "writer",
    "tray": "pending tables",
    "privates": "local notes",
    "nocontact": "unreachable",
    "leaf": "page content",
    "shelf": "stored games",
    "speech": "chat page",
    "foresight": "plans page",
    "retelling": "line replay",
    "machine": "JSON player",
    "lull": "catching up",
    "veil": "hidden hand",
    "curtain": "privacy page",
    "taste": "settings form",
    "purse": "chain head",
    "promises": "retransmission",
}
"""Words that were this project's own, and what is said instead; a message keeps the names that JSON shows."""


def names(product):
    """All public names that client and protocol define, of modules, classes, functions, fields and arguments."""
    for module, tree in product.trees.items():
        if module.startswith("p2pgames."):
            continue
        yield module, module.rpartition(".")[2]
        for node in ast.walk(tree):
            match node:
                case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    yield module, name
                case (
                    ast.arg(arg=name)
                    | ast.Name(id=name, ctx=ast.Store())
                    | ast.Attribute(attr=name, ctx=ast.Store())
                ):
                    yield module, name


def gone(name):
    """The words of a name that are no longer used; none where it is not public."""
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name) if not name.startswith("_") else []
    return [word for word in map(str.lower, words) if word in GONE or word.removesuffix("s") in GONE] or (
        [name.lower()] if name.lower() in GONE and not name.startswith("_") else []
    )


def test_words_of_our_own_are_in_no_public_name():
    assert [f"{module}: {name}" for module, name in names(Product.read()) if gone(name)] == []


@pytest.mark.parametrize("name", ["desk_at", "OldLedger", "Carriers", "NoContact", "ALL_EYES"])
def test_they_are_found_in_any_spelling(name):
    assert gone(name)


@pytest.mark.parametrize("name", ["desktop", "Presenter", "_desk", "carried", "Replica"])
def test_other_names_may_be(name):
    assert not gone(name)


OLD = re.compile(
    "Told|Sight|Standpoint|Unseen|Duty|Pen|Hearing|Ahead|OffLog|Handing|Tally|Facts|Mind|Thought|Later|Trying|Trial|TrialGame"
    "|ChosenWays|OtherWays|ChangeOfWays|SaidWays|TypedWays|WaysIn|WaysFields|Opening|JsonOpening|OnPage|Noted|InBoth|Voice"
    "|made_of|tally|holdings|standpoint|sight|off_log|pen|duty|trial|whatif|own_bots|handing|strangers"
    "|beside_tables|check_folder"
)
"""Words of the code that stood for several things; the glossary has the plain ones."""


def test_no_old_word_is_a_public_name():
    product = Product.read()
    found = [
        f"{module}: {node.name}"
        for module, tree in product.trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and OLD.fullmatch(node.name)
    ]
    assert found == []


# What a docstring puts into single backquotes is a name of the code, so that whoever reads it can look it up.

NAMED = re.compile(r"(?<!`)`([A-Za-z_][\w.]*)`(?!`)")


def defined(product):
    """Every name that the product defines or binds, with the members of its classes as ``Class.member``."""
    found = {part for module in product.trees for part in module.split(".")} | set(dir(builtins))
    for node in product.nodes:
        match node:
            case ast.ClassDef(name=name):
                found |= {name, *(f"{name}.{member}" for member in members(product, name))}
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.arg(arg=name):
                found.add(name)
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                found.add(name)
            case ast.alias(name=name, asname=known):
                found.add(known or name.rpartition(".")[2])
    return found


def members(product, name):
    """The members of the classes of a name, those of their bases included."""
    for node in product.classes.get(name, ()):
        yield from own_members(node)
        for base in node.bases:
            if isinstance(base, ast.Name) and base.id != name:
                yield from members(product, base.id)


def lost(product):
    """What docstrings name and nothing is called."""
    known = defined(product)
    libraries = {alias.name for node in product.nodes if isinstance(node, ast.Import) for alias in node.names}
    for module, tree in product.trees.items():
        for node in ast.walk(tree):
            match node:
                case ast.Expr(ast.Constant(str(text))):
                    for name in NAMED.findall(text):
                        owner, _dot, last = name.rpartition(".")
                        if owner in libraries:
                            continue
                        owner = owner.rpartition(".")[2]
                        if (f"{owner}.{last}" if owner in product.classes else last) not in known:
                            yield f"{module}:{node.lineno} {name}"


def test_what_docstrings_name_is_there():
    assert list(lost(Product.read())) == []


@pytest.mark.parametrize("text", ["See `gone`.", "As `Kept.gone` does."])
def test_a_name_that_is_gone_is_found(text):
    source = f'class Kept:\n    """{text}"""\n    def here(self): ...\n'
    assert list(lost(Product({"some": source})))
    assert not list(lost(Product({"some": source.replace("gone", "here")})))
