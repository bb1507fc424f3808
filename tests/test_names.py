"""Public names are made of words that are known outside this project."""

import ast
import re

import pytest

from tests.figures import Product

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
