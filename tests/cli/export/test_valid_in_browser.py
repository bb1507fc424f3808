"""Every page and every picture is valid, as the checker of the W3C judges it.

All of a kind are given to it at once, since it takes a second to start.

These need chromium (`tests/browser.py`) and Java (`tests/valid.py`), and are left out of the usual run:
``pytest -m browser``.
"""

import pytest

from p2pgames import registry
from p2pgames_cli.main import run
from tests.cli.app.league.leagues import WINTER, folder_of, log
from tests.valid import as_it_is, faults, with_pictures

pytestmark = pytest.mark.browser

STILL = (
    (),
    ("--theme", "light"),
    ("--cells",),
    ("--moving",),
    ("--moving", "--theme", "light"),
    ("--moving", "--cells"),
)


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """A finished game of each kind."""
    folder = tmp_path_factory.mktemp("games")
    for name in registry.names():
        assert (
            run(["demo", name, "--seed", "v", "--bot", "random", "--out", str(folder / f"{name}.p2pg")]) == 0
        )
    return sorted(folder.iterdir())


def test_exported_pages_and_those_of_leagues_and_proofs(page, games, tmp_path):
    where = tmp_path / "pages"
    where.mkdir()
    for game in games:
        assert run(["export", str(game), "--format", "html", "--out", str(where / f"{game.stem}.html")]) == 0
    assert run(["verifier", "--out", str(where / "verifier.html")]) == 0
    names = ("Ada", "</b>'&\"", "Nobody yet")
    league = folder_of(tmp_path / "league", WINTER, names)
    for nonce, moves in ((1, 4), (2, 0), (3, 4)):
        (league / f"{nonce}.p2pg").write_bytes(log(nonce, WINTER.id, moves))
    arguments = ["league", "show", str(league), "--html", str(where / "league.html")]
    assert run(["--home", str(tmp_path / "home"), *arguments]) == 0
    for file in sorted(where.glob("*.html")):
        page.open(file.as_uri())
        as_it_is(page, where / f"live-{file.name}")
    assert faults(where) == []


def test_pictures_also_many_in_one_page(games, tmp_path):
    pictures = []
    for game in games:
        for more in STILL:
            file = tmp_path / "picture.svg"
            assert run(["export", str(game), "--format", "svg", *more, "--out", str(file)]) == 0
            pictures.append(file.read_text("utf-8"))
    page = tmp_path / "pictures.html"
    page.write_text(with_pictures(pictures), encoding="utf-8")
    assert faults(page) == []
