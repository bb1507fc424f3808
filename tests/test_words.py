"""Public names are the words of the glossary, and none of those that once stood for several things."""

import ast
import re

from tests.figures import Product

OLD = re.compile(
    "Told|Sight|Standpoint|Unseen|Duty|Pen|Hearing|Ahead|OffLog|Handing|Tally|Facts|Mind|Thought|Later|Trying|Trial|TrialGame"
    "|ChosenWays|OtherWays|ChangeOfWays|SaidWays|TypedWays|WaysIn|WaysFields|Opening|JsonOpening|OnPage|Noted|InBoth|Voice"
    "|made_of|tally|holdings|standpoint|sight|off_log|pen|duty|trying|trial|whatif|own_bots|handing|strangers"
    "|beside_tables|check_folder"
)
"""Each has a plain word now, which the glossary tells; here that none comes back."""


def public(module, tree):
    """Yield the names of a module, and of the classes in it, that others may use, with where they stand."""
    yield module.rsplit(".", 1)[-1], module
    nodes = [(module, node) for node in tree.body]
    while nodes:
        owner, node = nodes.pop()
        if isinstance(node, ast.ClassDef):
            nodes += [(f"{owner}.{node.name}", each) for each in node.body]
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, f"{owner}.{node.name}"
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, f"{owner}.{node.target.id}"


def test_no_old_word_is_a_public_name():
    found = {
        where
        for module, tree in Product.read().trees.items()
        for name, where in public(module, tree)
        if OLD.fullmatch(name)
    }
    assert not found
