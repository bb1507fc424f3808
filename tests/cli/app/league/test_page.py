"""The page of a league: one file that loads and runs nothing, and the pages of its games beside it."""

import json
import re
import shutil
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from p2pgames_protocol.league.league import Scoring, sign_league
from p2pgames_protocol.testing.room import identity
from tests.cli.app.league.leagues import WINTER, folder_of, log
from tests.cli.homes import ran

LEAGUE = replace(WINTER.league, name="<b>Winter</b>", dates="& thaw")
POINTS = sign_league(identity(0), LEAGUE)
RATED = sign_league(identity(0), replace(LEAGUE, scoring=Scoring.RATING))


class Found(HTMLParser):
    """What is in a page: tags with their attributes, and the text of every row."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.rows = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data):
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data


def written(capsys, tmp_path, folder, name="page.html", *more):
    """The page of a folder."""
    file = tmp_path / name
    code, out, _err = ran(capsys, tmp_path / "home", "league", "show", folder, "--html", file, *more)
    assert code == 0
    return file, out


@pytest.fixture(scope="module")
def league(tmp_path_factory):
    """Two games that count, one above the number that counts, and somebody who has not played."""
    folder = folder_of(tmp_path_factory.mktemp("league") / "league", POINTS, ("Ada", "<i>Ben</i>", "Cora"))
    for nonce, moves in ((1, 4), (2, 0), (3, 4)):
        (folder / f"{nonce}.p2pg").write_bytes(log(nonce, POINTS.id, moves))
    return folder


def test_it_shows_the_table_each_against_each_and_every_game(tmp_path, capsys, league):
    file, out = written(capsys, tmp_path, league)
    assert "3 pages of games" in out
    text = file.read_text(encoding="utf-8")
    page = Found(text)
    assert ["1.", "Ada ? 8a88-e3dd", "4", "2", "2"] in page.rows
    assert ["2.", "Cora ed49-28c6", "0", "0", "0"] in page.rows
    assert ["1 Ada", "", "4 : 0"] in page.rows
    for said in (
        "&lt;b&gt;Winter&lt;/b&gt;",
        "&amp; thaw",
        "&lt;i&gt;Ben&lt;/i&gt;",
        "points after each game: ",
    ):
        assert said in text
    assert "<b>Winter" not in text
    assert "<i>" not in text
    assert "smaller ids" in text
    links = [one["href"] for tag, one in page.tags if tag == "a" and not one["href"].startswith("#")]
    assert len(set(links)) == 3
    for link in links:
        assert (tmp_path / link).read_text(encoding="utf-8").startswith("<!doctype html>")


def test_it_loads_and_runs_nothing(tmp_path, capsys, league):
    text = written(capsys, tmp_path, league)[0].read_text(encoding="utf-8")
    policy = next(one["content"] for tag, one in Found(text).tags if one.get("http-equiv"))
    assert re.fullmatch(
        r"default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'", policy
    )
    assert not [tag for tag, _one in Found(text).tags if tag in ("script", "link", "img", "iframe", "object")]


def test_equal_folders_have_equal_pages_whatever_files_are_called(tmp_path, capsys, league):
    shutil.copytree(league, other := tmp_path / "other")
    for number, path in enumerate(sorted(other.glob("*.p2pg"))):
        path.rename(other / f"x{9 - number}.p2pg")
    shutil.copyfile(other / "x9.p2pg", other / "again.p2pg")
    first, _out = written(capsys, tmp_path, league)
    before = first.read_bytes()
    games = {path: path.stat().st_mtime_ns for path in (tmp_path / "page-games").iterdir()}
    again, out = written(capsys, tmp_path, other, "page.html", "--json")
    assert again.read_bytes() == before
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "page-games").iterdir()} == games
    assert json.loads(out) == {"file": str(again), "replays": 3}


def test_a_rating_has_its_margin_and_a_bar_and_doubts_lead_to_their_reasons(tmp_path, capsys):
    folder = folder_of(tmp_path / "rated", RATED, ("Ada", "Ada", "Cora"))
    empty = Found(written(capsys, tmp_path, folder)[0].read_text(encoding="utf-8"))
    assert [row for row in empty.rows if row[0] == "–"]
    assert not [one for tag, one in empty.tags if tag in ("a", "svg")]
    (folder / "1.p2pg").write_bytes(log(1, RATED.id, 0))
    text = written(capsys, tmp_path, folder)[0].read_text(encoding="utf-8")
    page = Found(text)
    ratings = [row[2] for row in page.rows if row[0] in ("1.", "2.")]
    assert [re.sub(r"\d{2,4}", "n", rating) for rating in ratings] == ["n ± n", "n ± n"]
    assert [one["class"] for tag, one in page.tags if tag == "svg"].count("span") == 2
    assert "Ada (8a88-e3dd)" in text
    ids = {one["id"] for _tag, one in page.tags if "id" in one}
    inner = [one["href"][1:] for tag, one in page.tags if tag == "a" and one["href"].startswith("#")]
    assert inner
    assert set(inner) <= ids
