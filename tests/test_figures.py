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


def test_a_module_counts_as_single_where_one_neighbour_alone_imports_it():
    sources = {"p__a": "from p.b import x\nfrom q.c import y", "p__b": "x = 1", "q__c": "y = 1"}
    assert product(**sources).single() == 1
    assert product(**sources, p__d="from p.b import x").single() == 0


def test_a_short_module_counts_but_not_an_empty_package():
    assert product(a="x = 1\n" * 59, b="x = 1\n" * 60, c='"""A package."""\n').short() == 1


def test_lines_of_imports_count_as_many_as_they_are():
    assert product(a="from b import (\n    c,\n    d,\n)\nx = 1\ny = 2\nz = 3\nw = 4").imports() == 500


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("def _half(): return 1\nx = _half()", 1),
        ("def _half(): return 1\nx = _half()\ny = _half()", 0),
        ('def _half():\n    "Said."\n    a = 1\n    return a\nx = _half()', 1),
        ("def _whole():\n    a = 1\n    b = 2\n    return a + b\nx = _whole()", 0),
    ],
)
def test_half_a_thought_counts(source, count):
    assert product(a=source).halves() == count


def test_names_of_several_classes_count():
    assert product(a="class Table: ...\nclass _Own: ...", b="class Table: ...\nclass _Own: ...").shared() == 1


def test_functions_of_one_name_count_but_not_those_of_an_interface():
    source = "def read(): ...\nclass A:\n    def read(self): ...\nclass B(A):\n    def read(self): ..."
    assert product(a=source).namesakes() == 2


def test_chains_of_three_dots_count_in_the_client():
    source = "x = a.b.c.d\ny = a.b.c\nz = a.b.c.d.e"
    assert product(p2pgames_cli__x=source, p2pgames__x=source).chains() == 2


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
    bounds = {"contracts": 3, "modules": 2}
    assert worse({"contracts": 3, "modules": 2}, bounds) == []
    assert len(worse({"contracts": 2, "modules": 3}, bounds)) == 2
