"""What a page proves, in a real browser, from a file and without a network."""

import json
from pathlib import Path

import pytest

from p2pgames.drawing.svg import THEMES
from p2pgames_cli.export.parts import lettered
from p2pgames_cli.export.proof import fingerprint
from p2pgames_cli.main import run
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.mail import armour
from p2pgames_protocol.mail.armour import MAGIC
from p2pgames_protocol.store.disk import MAX_FILE
from tests.axe import violations

pytestmark = pytest.mark.browser

VECTORS = Path(__file__).parents[3] / "protocol" / "vectors"
GRADE = "document.getElementById('proof').dataset.grade"
FOUND = "document.getElementById('found').innerText"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The page of a game of Linja and one of Metro, the empty page, and files to drop on it."""
    folder = tmp_path_factory.mktemp("proof")
    for name in ("linja", "metro"):
        game = folder / f"{name}.p2pg"
        assert run(["demo", name, "--seed", "page", "--bot", "random", "--out", str(game)]) == 0
        assert run(["export", str(game), "--format", "html", "--out", str(game.with_suffix(".html"))]) == 0
    assert run(["verifier", "--out", str(folder / "empty.html")]) == 0
    vectors = {"fork": "log/equivocation", "illegal": "log/illegal-move", "proof": "proof/equivocation"}
    for name, path in vectors.items():
        vector = json.loads((VECTORS / f"{path}.json").read_text(encoding="utf-8"))
        (folder / name).write_bytes(bytes.fromhex(vector["given"]["file"]))
    whole = (folder / "linja.p2pg").read_bytes()
    records = logfile.read_records(whole)
    assert run(["export", str(folder / "fork"), "--format", "html", "--out", str(folder / "fork.html")]) == 0
    (folder / "flipped").write_bytes(whole[:4000] + bytes([whole[4000] ^ 1]) + whole[4001:])
    (folder / "pack").write_bytes(logfile.write_records(records, MAGIC))
    lines = "".join(armour.write_mail(logfile.write_records(records, MAGIC), 40))
    (folder / "text").write_text("Hello,\n> " + lines.replace("\n", "\n> "), encoding="utf-8")
    (folder / "part").write_bytes(logfile.write_records([records[0], *records[9:]], MAGIC))
    return folder


def opened(page, file, grade):
    page.open("about:blank")
    page.open(file.as_uri())
    page.until(f"{GRADE} === '{grade}'")


def given(page, *files):
    """Choose files with the button, as a person does, and wait for the verdict."""
    page.value("document.getElementById('found').replaceChildren()")
    root = page.call("DOM.getDocument")["root"]["nodeId"]
    field = page.call("DOM.querySelector", nodeId=root, selector="#file")["nodeId"]
    page.call("DOM.setFileInputFiles", files=[str(file) for file in files], nodeId=field)
    page.until("document.querySelectorAll('#found article').length > 0")
    return page.value(GRADE), page.value(FOUND)


@pytest.mark.parametrize("name", ["linja", "metro"])
def test_a_page_proves_its_own_game(page, folder, name):
    opened(page, folder / f"{name}.html", "finished")
    assert page.value("document.getElementById('proof').open") is False
    page.value("document.querySelector('#proof summary').focus()")
    page.press("Enter")
    told = page.value(FOUND)
    assert "Signatures: " in told
    assert "Ada" in told
    assert ("Every move, by the rules of Linja." in told) == (name == "linja")
    assert ("this page does not have the rules of Metro" in told) == (name == "metro")
    assert page.value("document.getElementById('hash').textContent") == fingerprint()
    page.value("document.getElementById('found').replaceChildren()")
    page.click("#again")
    page.until(f"{GRADE} === 'finished' && {FOUND} !== ''")
    assert page.value(FOUND) == told


def test_a_page_of_a_game_in_which_somebody_cheated_says_who_and_shows_what_was_signed(page, folder):
    opened(page, folder / "fork.html", "cheated")
    page.value("document.getElementById('proof').open = true")
    told = page.value(FOUND)
    assert "signed two messages for round 8 that exclude each other." in told
    assert "signed with the key of \u2068Player1\u2069" in told
    assert "Signed message 2 of 2" in told
    assert "A game with such a proof has no result." in told


@pytest.mark.parametrize(
    ("name", "grade", "says"),
    [
        ("linja.p2pg", "finished", "Every move, by the rules of Linja."),
        ("metro.html", "finished", "Shuffles that exchanged no card: 2."),
        ("pack", "finished", "Every move"),
        ("text", "finished", "Every move"),
        ("part", "part", "only a part of a game"),
        ("flipped", "invalid", "The file is damaged: bytes of it were changed."),
        ("fork", "cheated", "that exclude each other"),
        ("proof", "cheated", "Signed message 2 of 2"),
        ("illegal", "finished", "that is against the rules"),
    ],
)
def test_any_file_is_checked_by_the_empty_page(page, folder, name, grade, says):
    opened(page, folder / "empty.html", "ready")
    found, told = given(page, folder / name)
    assert found == grade
    assert says in told
    assert name in told


def test_the_lines_of_a_pack_are_checked_where_they_are_pasted(page, folder):
    opened(page, folder / "empty.html", "ready")
    for text, grade, says in (
        ((folder / "text").read_text(encoding="utf-8"), "finished", "Every move"),
        ("-----BEGIN P2PGAMES PACK 1/2 ... -----END P2PGAMES PACK", "invalid", "from BEGIN to END"),
    ):
        page.value(
            f"(() => {{ const field = document.getElementById('lines'); field.value = {json.dumps(text)};"
            " field.dispatchEvent(new Event('input')); })()"
        )
        page.until(f"{GRADE} === '{grade}' && {FOUND} !== ''")
        assert says in page.value(FOUND)


def test_files_that_are_dropped_are_checked_together(page, folder):
    opened(page, folder / "empty.html", "ready")
    contents = {name: [*(folder / name).read_bytes()] for name in ("linja.p2pg", "flipped")}
    page.value(
        f"(() => {{ const all = new DataTransfer();"
        f" for (const [name, bytes] of Object.entries({json.dumps(contents)}))"
        " all.items.add(new File([new Uint8Array(bytes)], name));"
        " document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: all, bubbles: true })); })()"
    )
    page.until(f"{GRADE} === 'invalid'")
    assert page.value("document.querySelectorAll('#found article.finished').length") == 1
    assert page.value("document.querySelectorAll('#found article.invalid').length") == 1


def test_a_page_that_holds_a_thousand_times_its_size_is_unpacked_no_further_than_files_may_reach(
    page, folder
):
    opened(page, folder / "empty.html", "ready")
    bomb = folder / "bomb.html"
    bomb.write_text(f'<!doctype html>\n<p id="log">{lettered(bytes(MAX_FILE * 4))}</p>', encoding="utf-8")
    assert bomb.stat().st_size < MAX_FILE // 100
    page.value(
        "(() => { const take = Blob.prototype.arrayBuffer; window.most = 0;"
        " Blob.prototype.arrayBuffer = async function () {"
        " const all = await take.call(this); window.most = Math.max(window.most, all.byteLength); return all; };"
        " })()"
    )
    grade, _ = given(page, bomb)
    assert grade == "invalid"
    assert page.value("window.most") == MAX_FILE + 1


def test_names_cannot_hide_or_turn_a_sentence(page, folder):
    opened(page, folder / "empty.html", "ready")
    bad = folder / "\u202etxt.<b>\u200b"
    bad.write_bytes(b"nothing")
    _, told = given(page, bad)
    assert "\\u{202e}txt.<b>\\u{200b}" in told
    family = folder / "\U0001f468\u200d\U0001f469\u200d\U0001f467 a\u200db"
    family.write_bytes(b"nothing")
    _, told = given(page, family)
    assert "\U0001f468\u200d\U0001f469\u200d\U0001f467 a\\u{200d}b" in told


def test_nothing_keeps_anybody_out(page, folder):
    opened(page, folder / "empty.html", "ready")
    given(page, folder / "linja.p2pg", folder / "fork", folder / "flipped")
    for width, phone in ((1400, False), (600, False), (360, True)):
        page.size(width, 844, phone=phone)
        assert page.value("document.documentElement.scrollWidth") <= width
        for theme in THEMES:
            page.value(f"document.documentElement.dataset.theme = '{theme}'")
            assert violations(page) == []
    order = []
    page.value("document.getElementById('theme').focus()")
    for _ in range(3):
        page.press("Tab")
        order.append(page.value("document.activeElement.id || document.activeElement.localName"))
    assert order[0] == "summary"
    assert "file" in order
