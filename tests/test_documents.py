"""Documents lead where they say, and nothing is left out of their indexes."""

import re
from importlib import import_module

import pytest

from benchmarks import first_steps
from tests import ROOT, diagrams, examples, first_command
from tests.figures import SOURCES

PAGES = sorted(
    page
    for folder in (
        ".",
        "docs",
        "docs/build",
        "docs/decisions",
        "docs/build/rules",
        "protocol",
        "protocol/games",
    )
    for page in (ROOT / folder).glob("*.md")
)
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")


def links(page):
    """Return the files that a page leads to."""
    found = LINK.findall(CODE.sub("", page.read_text(encoding="utf-8")))
    return [(page.parent / link).resolve() for link in found if "://" not in link]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_something(page):
    assert [link for link in links(page) if not link.exists()] == []


@pytest.mark.parametrize("folder", ["docs", "docs/decisions"])
def test_every_document_is_in_the_index_of_its_folder(folder):
    index = ROOT / folder / "README.md"
    assert sorted(page for page in (ROOT / folder).glob("*.md") if page not in links(index)) == [index]


def test_decisions_are_numbered_without_gaps_and_called_by_their_numbers():
    pages = sorted((ROOT / "docs" / "decisions").glob("0*.md"))
    assert [int(page.name[:4]) for page in pages] == list(range(1, len(pages) + 1))
    for number, page in enumerate(pages, 1):
        assert page.read_text(encoding="utf-8").startswith(f"# {number}. ")


@pytest.mark.parametrize(
    ("tests", "package"),
    [("p2pgames", "p2pgames"), ("protocol", "protocol/p2pgames_protocol"), ("cli", "cli/p2pgames_cli")],
)
def test_tests_lie_where_what_they_test_lies(tests, package):
    folders = {
        path.parent.relative_to(ROOT / "tests" / tests)
        for path in (ROOT / "tests" / tests).rglob("test_*.py")
    }
    assert sorted(str(folder) for folder in folders if not (ROOT / package / folder).is_dir()) == []


def test_the_readme_shows_what_its_first_command_prints():
    assert first_command.shown() == first_command.printed(), "python -m tests.first_command writes it anew"


def test_the_readme_is_short_and_its_times_are_those_that_the_benchmark_measures():
    readme = (ROOT / "README.md").read_text("utf-8")
    assert len(readme.splitlines()) <= 120
    times = first_steps.table(readme)
    assert list(times) == [first_steps.INSTALLED, *first_steps.STEPS]
    assert min(times.values()) == times[first_steps.INSTALLED] > 0


RECIPES = (
    "setting",
    "sentence",
    "action",
    "option of a game",
    "kind of round",
    "transport",
    "front end",
    "game",
)


def test_a_contributor_finds_a_short_page_and_a_short_recipe_for_each_usual_thing():
    """Each names its files, which are there, and the tests that tell that it is done."""
    assert len((ROOT / "CONTRIBUTING.md").read_text("utf-8").splitlines()) <= 120
    recipes = (ROOT / "docs/build/recipes.md").read_text("utf-8").split("\n## ")[1:]
    for name, recipe in zip(RECIPES, recipes, strict=True):
        assert recipe.startswith((f"A {name}", f"An {name}"))
        assert len(recipe.splitlines()) <= 20
        files = re.findall(
            r"`((?:cli|docs|p2pgames|protocol|tests)/[\w./-]+)`", recipe.replace("NAME", "linja")
        )
        check = re.findall(r"(?:tests/[\w./]+)", recipe[recipe.index("\nCheck: `") :])
        assert check
        assert [path for path in (*files, *check) if not (ROOT / path).exists()] == []


def test_every_function_on_the_ways_through_the_code_is_where_it_says():
    """Such as ``net/peer.py: Peer.act``; what stands after it in the same cell is in the same file."""
    section = (
        (ROOT / "docs" / "design.md")
        .read_text("utf-8")
        .split("## Three ways through the code")[1]
        .split("\n## ")[0]
    )
    cells = re.findall(r"^\| (`[^|]+) \|", section, re.MULTILINE)
    assert len(cells) > 30
    lost = []
    for cell in cells:
        file = ""
        for quoted in re.findall(r"`([^`]+)`", cell):
            *path, names = quoted.split(": ")
            file = path[0] if path else file
            text = "\n".join(one.read_text("utf-8") for source in SOURCES for one in source.glob(file))
            defined = re.findall(r"^ *(?:async )?(?:def|class) (\w+)|^([A-Z]+)\b", text, re.MULTILINE)
            lost += [quoted for name in names.split(".") if name not in {"".join(found) for found in defined}]
    assert lost == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_and_modules_that_a_page_names_are_there(page):
    """Such as `net/peer.py`, `p2pgames.game.Bot`, or what an example imports from them."""
    text = page.read_text("utf-8")
    files = set(re.findall(r"`([\w/]+\.py)`", text))
    folders = (*SOURCES, *(ROOT / name for name in ("tests", "benchmarks", "docs")))
    there = {path.as_posix() for folder in folders for path in folder.rglob("*.py")}
    there |= {path.as_posix() for path in ROOT.glob("*.py")}
    assert [name for name in files if not any(path.endswith(f"/{name}") for path in there)] == []
    named = set(re.findall(r"`(p2pgames(?:_cli|_protocol)?(?:\.\w+)+)`", text))
    imported = re.findall(
        r"^from (p2pgames(?:_cli|_protocol)?(?:\.\w+)*) import ([\w, ]+)$", text, re.MULTILINE
    )
    named |= {f"{module}.{name.split(' as ')[0]}" for module, names in imported for name in names.split(", ")}
    assert [name for name in sorted(named) if not is_there(name)] == []


SPEC = tuple(
    path.read_text("utf-8")
    for path in (
        *(ROOT / "protocol" / name for name in ("SPEC.md", "LINK.md")),
        *(ROOT / "protocol/games").glob("*.md"),
    )
)
NUMBER = r"(?:\d+|[ABC])(?:\.\d+){0,2}"


def defined():
    """Every number of a section, once for each place that has it: a heading, or the beginning of a paragraph."""
    heading = rf"^(?:#+ (?:Appendix )?({NUMBER})\. |(\d+\.\d+)\. )"
    return ["".join(found) for text in SPEC for found in re.findall(heading, text, re.MULTILINE)]


def referred():
    """Every number named after the word SPEC, in SPEC itself also in brackets and with a dot, and the place of each."""
    after = re.compile(rf"\bSPEC(?:\.md)?(?:\]\([^)]*\))?,? ({NUMBER}(?:(?:, | and | to ){NUMBER})*)")
    inside = re.compile(rf"\(({NUMBER}(?:(?:, | and | to ){NUMBER})*)\)")
    folders = ("p2pgames", "protocol", "cli", "tests", "docs")
    for path in (*ROOT.glob("*.md"), *(path for folder in folders for path in (ROOT / folder).rglob("*"))):
        if path.suffix not in (".md", ".py", ".js") or "node_modules" in path.parts:
            continue
        text = path.read_text("utf-8")
        named = re.findall(NUMBER, " ".join(after.findall(text)))
        if text in SPEC:
            named += [one for one in re.findall(NUMBER, " ".join(inside.findall(text))) if "." in one]
        yield from ((path.name, one) for one in named)
    page = (ROOT / "docs/build/checks.md").read_text("utf-8")
    for cell in re.findall(r"^\| ([^|`]+) \| \w", page, re.MULTILINE):
        yield from (
            ("checks.md", one) for one in re.findall(NUMBER, cell) if one in {*"ABC"} or one[0] in "123456789"
        )


def test_a_section_of_spec_has_one_number_and_one_place():
    numbers = defined()
    assert sorted(numbers) == sorted(set(numbers))
    assert {
        *map(str, range(1, 24)),
        *"ABC",
        *(f"A.{game}" for game in range(1, 6)),
        "7.5",
        "12.7",
        "B.5.2",
    } <= set(numbers)


def test_every_section_of_spec_that_is_named_is_there():
    numbers, named = set(defined()), list(referred())
    assert len(named) > 700
    assert sorted({(place, one) for place, one in named if one not in numbers}) == []


def test_every_section_of_spec_says_who_needs_it():
    sections = [
        part
        for text in SPEC
        for part in re.split(r"^(?=##? (?:Appendix )?(?:\d+|[AB](?:\.\d)?)\. )", text, flags=re.MULTILINE)[1:]
    ]
    assert len(sections) == 23 + 2 + 5
    assert [
        part.splitlines()[0] for part in sections if not part.splitlines()[2].startswith("Needed by ")
    ] == []


def tags():
    """The tags of appendix C, each with the sections that it names, by how they are used."""
    (text,) = (text for text in SPEC if "## Appendix C. Tags" in text)
    rows = re.findall(r"^\| ([a-z][^|]*) \| ([^|]*) \|$", text.split("## Appendix C. Tags")[1], re.MULTILINE)
    return {use: re.findall(r"(\w[\w ]*) \(([^)]*)\)", listed) for use, listed in rows}


def test_the_index_of_tags_names_every_tag_and_where_it_stands():
    listed = {tag for found in tags().values() for tag, _where in found}
    text = "\n".join(SPEC)
    used = set(re.findall(r"""\b(?:H|S|P|T|HKDF)\((?:[^("`]*, )?["`]([a-z][a-z ]*)["`]""", text))
    used |= set(re.findall(r"""\b(?:sign)\(["`]([a-z][a-z ]*)["`]""", text)) | set(
        re.findall(r"tag \"(\w+)\"", text)
    )
    assert used - listed == {"example"}
    for tag, where in (one for found in tags().values() for one in found):
        for number in where.split(", "):
            assert number in set(defined()), (tag, number)


def test_the_examples_of_spec_are_what_the_program_writes():
    assert examples.PAGE.read_text("utf-8") == examples.page(), "python -m tests.examples writes it anew"


def test_the_pictures_of_spec_are_those_that_are_drawn():
    for path, text in diagrams.files().items():
        assert path.read_text("utf-8") == text, "python -m tests.diagrams draws them anew"


def is_there(name):
    """Whether a dotted name can be imported, or is an attribute of what can."""
    module, rest = name, []
    while True:
        try:
            found = import_module(module)
            break
        except ModuleNotFoundError:
            module, _, last = module.rpartition(".")
            rest.insert(0, last)
    for part in rest:
        if not hasattr(found, part):
            return False
        found = getattr(found, part)
    return True
