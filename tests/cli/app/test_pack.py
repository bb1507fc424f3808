"""A whole game by mail with the commands alone: resume --offline, pack, unpack."""

import gzip
import io
import json
import os
import re
import zipfile
from base64 import b64encode
from email.message import EmailMessage
from email.mime.text import MIMEText
from html import escape
from pathlib import Path
from quopri import encodestring
from random import Random

import pytest
import trio

from p2pgames import registry
from p2pgames_cli.library.stored_games import replay_file
from p2pgames_cli.main import run
from p2pgames_cli.table.invites import read_way_in
from p2pgames_protocol.mail import armour
from p2pgames_protocol.net.peer import play_game
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.room import identity, make_genesis
from p2pgames_protocol.wire.invite import SEAT_PREFIX, Invite


@pytest.fixture(autouse=True)
def silent(monkeypatch):
    """Standard input that has ended: in tests it is nothing that can be read."""
    with Path(os.devnull).open() as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        yield


@pytest.fixture
def homes(tmp_path):
    """Two homes with a game of Linja that has just begun."""
    genesis = make_genesis(registry.rules("linja", 0), 2)
    folders = []
    for seat in (0, 1):
        folders.append(tmp_path / f"home{seat}")
        home = Home(folders[-1])
        home.make()
        home.keep_identity(identity(seat))
        trio.run(
            play_game,
            Player(identity(seat), f"P{seat}", home, Random(seat).randbytes, registry.rules),
            genesis,
        )
    return folders


def ran(capsys, home, *arguments):
    """Exit code, standard output and standard error of a command in a home."""
    code = run([arguments[0], "--home", str(home), *map(str, arguments[1:])])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def handed(capsys, homes, to, file):
    """What unpack says of what the other packs."""
    assert ran(capsys, homes[1 - to], "pack", "--out", file)[0] == 0
    code, out, _ = ran(capsys, homes[to], "unpack", "--json", file)
    assert code == 0
    return json.loads(out)


def test_a_whole_game(homes, tmp_path, capsys):
    file = tmp_path / "x.pack"
    said, to = handed(capsys, homes, 0, file), 0
    while not said["finished"] or said["send"]:
        if said["your_turn"]:
            code, out, _ = ran(capsys, homes[to], "resume", "--offline", "--bot", "random")
            assert code == 0
            assert "p2pgames pack" in out or "over" in out
        to = 1 - to
        said = handed(capsys, homes, to, file)
        assert not said["missing"]
    ends = [replay_file(next((home / "games").glob("*.p2pg"))) for home in homes]
    assert ends[0].position.previous == ends[1].position.previous
    assert not any(replica.waiting_for for replica in ends)
    for home in homes:
        assert run(["audit", "-q", str(next((home / "games").glob("*.p2pg")))]) == 0


def test_text_in_parts_is_pasted_back(homes, capsys, monkeypatch):
    code, text, _ = ran(capsys, homes[0], "pack", "--text", "--size", "400")
    assert code == 0
    parts = re.findall(r"-----BEGIN.*?-----END[^\n]*\n", text, re.DOTALL)
    assert len(parts) > 2
    assert all(len(part.replace("\n", "\r\n")) <= 400 for part in parts)
    pasted = "Hello!\r\n" + "".join(f"> {line}\r\n" for line in text.splitlines())

    class Input:
        buffer = io.BytesIO(pasted.encode())

    monkeypatch.setattr("sys.stdin", Input)
    code, out, _ = ran(capsys, homes[1], "unpack", "-")
    assert code == 0
    assert "1 new step" in out


def test_parts_are_written_to_numbered_files_and_taken_in_any_order(homes, tmp_path, capsys):
    assert ran(capsys, homes[0], "pack", "--lines", "10", "--out", tmp_path / "m.txt")[0] == 0
    files = sorted(tmp_path.glob("m-*.txt"), reverse=True)
    assert len(files) > 1
    code, _, err = ran(capsys, homes[1], "unpack", *files[1:])
    assert (code, err.count("\n")) == (3, 1)
    assert ran(capsys, homes[1], "unpack", *files)[0] == 0


def test_what_cannot_be_taken_is_one_sentence_and_changes_nothing(homes, tmp_path, capsys):
    game = next((homes[1] / "games").glob("*.p2pg"))
    before = game.read_bytes()
    ran(capsys, homes[0], "pack", "--out", tmp_path / "good")
    data = (tmp_path / "good").read_bytes()
    cases = {b"": 3, b"Hello": 3, data[:-1]: 3, data[:-1] + b"\0": 3, game.read_bytes(): 3, b"\xff" * 99: 3}
    for content, expected in cases.items():
        (tmp_path / "bad").write_bytes(content)
        code, out, err = ran(capsys, homes[1], "unpack", tmp_path / "bad")
        assert (code, out, err.count("\n")) == (expected, "", 1)
    stranger = tmp_path / "stranger"
    code, out, err = ran(capsys, stranger, "unpack", tmp_path / "good")
    assert (code, out) == (1, "")
    assert "not in this home" in err
    assert not (stranger / "games").exists() or not any((stranger / "games").iterdir())
    assert ran(capsys, homes[1], "unpack", tmp_path / "nowhere")[0] == 1
    assert game.read_bytes() == before


def attached(data, kind="octet-stream"):
    """A mail that something is attached to."""
    mail = EmailMessage()
    mail["Subject"] = "our game"
    mail.set_content("Look at what is attached.")
    mail.add_attachment(data, maintype="application", subtype=kind, filename="x")
    return mail.as_bytes()


def forwarded(data):
    """A mail that another one is attached to."""
    mail = EmailMessage()
    mail.set_content("See below.")
    mail.add_attachment(MIMEText(data.decode(), "plain", "utf-8"))
    return mail.as_bytes()


def in_html(text, line="<div>{}</div>"):
    return "<html><body>" + "\n".join(line.format(escape(one) or "<br>") for one in text.splitlines())


SHAPES = {
    "UTF-16": lambda text: text.replace("\n", "\r\n").encode("utf-16"),
    "UTF-16, big end first": lambda text: ("\ufeff" + text).encode("utf-16-be"),
    "UTF-16 without a mark": lambda text: text.encode("utf-16-le"),
    "UTF-8 with a mark": lambda text: text.encode("utf-8-sig"),
    "base64": lambda text: MIMEText("Dear Ben\n" + text, "plain", "utf-8").as_bytes(),
    "base64, CR LF": lambda text: MIMEText(text, "plain", "utf-8").as_bytes().replace(b"\n", b"\r\n"),
    "quoted-printable": lambda text: (
        b"Content-Transfer-Encoding: quoted-printable\n\n"
        + encodestring(text.replace("-", "=2D").encode()).replace(b"=3D2D", b"=2D")
    ),
    "attached": lambda text: attached(text.encode()),
    "attached as UTF-16": lambda text: attached(text.encode("utf-16")),
    "forwarded as an attachment": lambda text: forwarded(text.encode()),
    "forwarded, encoded": lambda text: attached(forwarded(text.encode())),
    "forwarded in the text": lambda text: "".join(f"> > {one}\n" for one in text.splitlines()).encode(),
    "divs": lambda text: in_html(text).encode(),
    "divs and quotation marks": lambda text: in_html(text, "<div class='x'>&gt;&nbsp;{}</div>").encode(),
    "both in one mail": lambda text: MIMEText(text + in_html(text), "html", "utf-8").as_bytes(),
    "numbered characters": lambda text: in_html(text).replace("-", "&#x2d;").replace("+", "&#43;").encode(),
    "soft hyphens": lambda text: re.sub("(.{9})", "\\1\xad", text).encode(),
    "blanks that do not break": lambda text: re.sub("(.{9})", "\\1\xa0", text).encode(),
    "marks of direction": lambda text: "".join(
        f"\u2068{one}\u2069\u200b\n" for one in text.splitlines()
    ).encode(),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_pack_is_found_in_what_mail_programs_and_shells_make_of_it(homes, tmp_path, capsys, shape):
    _, text, _ = ran(capsys, homes[0], "pack", "--text")
    (tmp_path / "mail").write_bytes(SHAPES[shape](text))
    code, out, err = ran(capsys, homes[1], "unpack", tmp_path / "mail")
    assert (code, err) == (0, "")
    assert "1 new step" in out


def test_a_pack_that_is_attached_is_taken_out_of_the_mail(homes, tmp_path, capsys):
    ran(capsys, homes[0], "pack", "--out", tmp_path / "x.pack")
    (tmp_path / "mail").write_bytes(attached((tmp_path / "x.pack").read_bytes()))
    code, out, _ = ran(capsys, homes[1], "unpack", tmp_path / "mail")
    assert (code, "1 new step" in out) == (0, True)


def zipped(data):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("x.p2pg", data)
    return file.getvalue()


OTHER = {
    "ZIP": zipped,
    "gzip": gzip.compress,
    "as text": lambda data: data.decode("utf-8", "replace").encode(),
    "sent or saved as text": lambda data: data.decode("latin-1").encode("utf-16"),
    "changed its bytes": lambda data: data.replace(b"\n", b"\r\n"),
    "as base64": b64encode,
    "whole mail": attached,
}


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("proof", "This is a proof file, not a game"),
        ("league", "belongs to a league"),
        ("enrolment", "belongs to a league"),
        ("chat", "holds no game"),
        ("table", "holds no game"),
    ],
)
@pytest.mark.parametrize("command", ["replay", "export", "unpack"])
def test_a_sound_file_of_another_kind_is_not_called_changed(tmp_path, capsys, command, kind, said):
    (tmp_path / "x").write_bytes(f"p2pgames {kind} 1\n".encode() + bytes(range(256)))
    code, _, err = ran(capsys, tmp_path / "home", command, tmp_path / "x")
    assert (code, said in err, "changed its bytes" in err) == (3, True, False), err


@pytest.mark.parametrize("said", OTHER)
@pytest.mark.parametrize("command", ["audit", "replay", "merge", "export", "take"])
def test_a_game_file_in_another_shape_is_told_what_it_is(homes, tmp_path, capsys, said, command):
    game = next((homes[1] / "games").glob("*.p2pg"))
    (tmp_path / "x.p2pg").write_bytes(OTHER[said](game.read_bytes()))
    more = ["--out", tmp_path / "y"] if command == "merge" else []
    given = [tmp_path / "x.p2pg", *([game, *more] if command == "merge" else [])]
    if command == "take":
        line = Invite(identity(1).key, bytes(16), "linja", ()).text(SEAT_PREFIX)
        given = [line, "--file", *given]
    home = ["--home", str(homes[0])] if command in ("replay", "export", "take") else []
    code = run([command, *home, *map(str, given)])
    out, err = capsys.readouterr()
    assert code == 3
    assert said in out + err
    assert "Traceback" not in out + err


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (bytes, "This is a game file: p2pgames audit checks it"),
        (attached, "This is a game file: p2pgames audit checks it"),
        (zipped, "ZIP"),
        (lambda data: attached(zipped(data)), "ZIP"),
        (lambda _: attached(b"Hello"), "There is no pack in this text"),
    ],
)
def test_who_unpacks_something_else_is_told_what_it_is(homes, tmp_path, capsys, made, said):
    game = next((homes[1] / "games").glob("*.p2pg"))
    (tmp_path / "x").write_bytes(made(game.read_bytes()))
    code, _, err = ran(capsys, homes[1], "unpack", tmp_path / "x")
    assert (code, said in err) == (3, True), err


def test_an_invite_is_read_from_what_mail_programs_and_shells_make_of_it(monkeypatch, tmp_path):
    line = Invite(identity(0).key, bytes(16), "linja", ("tcp:192.0.2.1:9",)).text()
    for pasted in (f"> {line}", f"<{line}>", f"\u201c{line}\u201d", re.sub("(.{9})", "\\1\xad", line)):
        assert read_way_in((pasted,)) == read_way_in((line,))
    for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"):
        for end in ("\r\n", "\n", ""):
            (tmp_path / "invite").write_bytes((line + end).encode(encoding))
            with (tmp_path / "invite").open() as file:
                monkeypatch.setattr("sys.stdin", file)
                assert read_way_in(("-",)) == read_way_in((line,))


def test_a_person_moves_offline_in_plain_lines_and_is_told_what_to_send(homes, tmp_path, capsys, monkeypatch):
    said = [handed(capsys, homes, to, tmp_path / "x.pack") for to in (0, 1, 0, 1, 0)]
    assert any(one["steps"] for one in said)
    to = next(seat for seat in (0, 1) if handed(capsys, homes, seat, tmp_path / "x.pack")["your_turn"])
    file = tmp_path / "typed"
    file.write_text("moves\n1\n", encoding="ascii")
    with file.open() as typed:
        monkeypatch.setattr("sys.stdin", typed)
        code, out, _ = ran(capsys, homes[to], "resume", "--offline", "--plain")
        assert code == 0
        assert out.splitlines()[-1].startswith(("Waiting for", "It is your turn"))
        code, out, _ = ran(capsys, homes[1 - to], "resume", "--offline", "--plain")
        assert code == 0
        assert "Waiting for" in out


def test_a_game_at_one_computer_is_not_for_mail(tmp_path, capsys):
    home = Home(tmp_path / "h")
    home.make()
    home.keep_identity(identity(0))
    run(["hotseat", "--home", str(home.folder), "--plain", "linja"])
    capsys.readouterr()
    game = next(home.games.glob("*.p2pg"))
    before = game.read_bytes()
    code, _, err = ran(capsys, home.folder, "pack", "--out", tmp_path / "x")
    assert (code, err.count("\n")) == (2, 1)
    (tmp_path / "x").write_bytes(armour.write_bundle(replay_file(game)))
    code, _, err = ran(capsys, home.folder, "unpack", tmp_path / "x")
    assert (code, err.count("\n")) == (2, 1)
    assert game.read_bytes() == before
