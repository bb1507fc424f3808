"""The figures count what they say they count."""

import pytest

from tests.figures import Product, borrowed, circles, worse

SOURCE = """
class Refused(ValueError): ...
class Base:
    size: int = 0
    def __init__(self): self.kept = 1
    def one(self): raise Refused("No.")
class Table(Base):
    def one(self): raise Refused(f"No {self.size}.".strip())
    def two(self, it):
        if isinstance(it, Table | Base): raise Refused(SAID)
        match it:
            case Table(): pass
"""


def product(**sources):
    return Product({name.replace("__", "."): text for name, text in sources.items()})


def test_members_of_bases_count():
    assert product(p2pgames=SOURCE).members() == 4  # size, kept, one, two


def test_a_larger_class_hides_behind_none_of_the_same_name():
    assert product(a="class Table: ...", b=SOURCE).members() == 4


def test_refusals_count_only_where_a_string_is_raised():
    assert product(p2pgames=SOURCE).refusals() == 2


@pytest.mark.parametrize(
    ("call", "count"), [('re.compile(r"Seat \\d has left")', 1), ('re.match("[a-z]+ [0-9]", x)', 0)]
)
def test_expressions_that_match_sentences_count(call, count):
    assert product(a=call).matched() == count


def test_questions_count_in_isinstance_and_in_a_match():
    assert product(p2pgames=SOURCE).asked(("Table",)) == 2


@pytest.mark.parametrize("how", ["from a import c", "def f():\n    from a import c"])
def test_a_circle_counts_lazy_imports(how):
    assert product(a="from b import x", b=how).circle() == 2
    assert product(a="from b import x", b="").circle() == 0


def test_a_line_of_imports_is_no_circle():
    assert circles({"a": {"b"}, "b": {"c"}, "c": set()}) == []


def test_only_tables_of_the_client_count():
    sources = {"p2pgames_cli__x": "WORDS = (1,)\nKEYS = 'keys'", "p2pgames__y": "WORDS = (1,)"}
    assert product(**sources).tables() == 1


def test_a_long_file_counts():
    assert product(a="\n" * 301, b="\n" * 300).long() == 1


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("from tests.cli.home.test_home import AtHome", 1),
        ("from tests.cli import test_home as home", 1),
        ("    import tests.p2pgames.test_text", 1),
        ("from tests.cli.at_home import AtHome", 0),
        ("from tests.protocol.contest import test", 0),
    ],
)
def test_an_import_from_a_file_of_tests_counts(line, count):
    assert borrowed({"a": f"x = 1\n{line}\n"}) == count


def test_what_is_worse_is_said():
    bounds = {"contracts": 3, "files over 300 lines": 2}
    assert worse({"contracts": 3, "files over 300 lines": 2}, bounds) == []
    assert len(worse({"contracts": 2, "files over 300 lines": 3}, bounds)) == 2
