"""What the client says in other languages: whole, with all placeholders, within the screen, and never in a file."""

import inspect
import json
import os
import re
from importlib import import_module

import polib
import pytest
import trio

from hatch_build import compile_catalogues
from p2pgames import registry
from p2pgames.text import SeatName, Verbatim
from p2pgames_cli.commands.play_flags import on_terminal
from p2pgames_cli.commands.usage import Context, remarks, spoken
from p2pgames_cli.config.settings import BY_NAME
from p2pgames_cli.config.user import User
from p2pgames_cli.home.context import HomePlace
from p2pgames_cli.home.games import Games
from p2pgames_cli.home.main import Pages
from p2pgames_cli.i18n import catalogue as translation
from p2pgames_cli.i18n.catalogue import (
    FOLDER,
    _,
    chosen,
    languages,
    ngettext,
    npgettext,
    pgettext,
)
from p2pgames_cli.i18n.prose import headed, in_turn, named
from p2pgames_cli.main import COMMANDS, module
from p2pgames_cli.main import p2pgames as program
from p2pgames_cli.main import run as run_program
from p2pgames_cli.pages.page_stack import PageStack
from p2pgames_cli.pages.waiting_page import WaitingPage
from p2pgames_cli.screen import actions
from p2pgames_cli.screen.board import press
from p2pgames_cli.screen.frame import compose as frame
from p2pgames_cli.table import sentences as table_messages
from p2pgames_cli.table.actions.action import Front
from p2pgames_cli.table.actions.everything import help_lines, seen_in
from p2pgames_cli.table.lobby import Asked, Lobby
from p2pgames_cli.ui.app import compose as page
from p2pgames_protocol.chance.sentences import SHUFFLE_UNPROVED
from p2pgames_protocol.log.genesis import TABLE_OPTIONS
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.testing.room import identity
from tests import catalogues, messages
from tests.cli.client import ran
from tests.cli.leftover import english_in, everything_said, speaking
from tests.cli.presenter import seated

OTHERS = [name for name in languages() if name != "en"]
HOLE = re.compile(r"\{[^{}]*\}")


def test_there_are_catalogues():
    assert OTHERS == ["de", "fr", "it"]


@pytest.mark.release
@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_leaves_nothing_out(language):
    file = f"cli/p2pgames_cli/i18n/locale/{language}.po"
    assert messages.lacking(catalogues.read(language)) == [], (
        f"Run `python -m tests.messages`, then translate in {file} what is empty or fuzzy"
    )


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_keeps_placeholders_edges_and_lines(language):
    for entry in catalogues.read(language):
        for text in catalogues.texts(entry):
            holes = set(HOLE.findall(text))
            # A singular may say "your move" where the plural counts them.
            assert holes == set(HOLE.findall(entry.msgid)) or (
                entry.msgid_plural and holes == set(HOLE.findall(entry.msgid_plural))
            ), text
            for name in ("lstrip", "rstrip"):
                assert len(text) - len(getattr(text, name)()) == len(entry.msgid) - len(
                    getattr(entry.msgid, name)()
                ), repr(text)
            assert text.count("\b") == entry.msgid.count("\b")
        if entry.msgid_plural:
            assert len(catalogues.texts(entry)) == 2


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_is_written_as_the_tool_writes_it(language):
    """Whoever edits one by hand, or runs the tool, changes what they mean to change and nothing else."""
    assert str(catalogues.read(language)) == (FOLDER / f"{language}.po").read_text(encoding="utf-8")


def catalogue(*entries):
    """A German catalogue with these entries."""
    made = polib.POFile(wrapwidth=0)
    made.metadata = {"Language": "de", "Content-Type": "text/plain; charset=UTF-8", "Plural-Forms": PLURALS}
    made += entries
    return made


def reworded(before, *entries):
    """What the tool makes of a catalogue when these are the messages there are; made twice, it is the same."""

    def there():
        return {(one.msgctxt, one.msgid): polib.POEntry(**vars(one)) for one in entries}

    once = messages.updated(before, there())
    read = polib.pofile(str(once), wrapwidth=0)
    assert str(messages.updated(read, there())) == str(once) == str(read)
    return read


def entry(text, said="", context=None, **more):
    return polib.POEntry(msgid=text, msgstr=said, msgctxt=context, **more)


PLURALS = "nplurals=2; plural=(n != 1);"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (entry("No pawn is there.", "Da ist kein Stein.", "x.none"), entry("Nothing.", context="x.none")),
        (entry("Nothing.", "Da ist kein Stein.", "x.none"), entry("Nothing.", context="x.nothing")),
        (entry("The file is damaged.", "Da ist kein Stein."), entry("This file is damaged.")),
    ],
)
def test_what_is_worded_anew_keeps_its_translation_marked_fuzzy(before, after, tmp_path):
    there = reworded(catalogue(before, entry("Gone.", "Weg.", "x.gone")), entry("New."), after)
    new, one = there
    assert (new.msgstr, new.fuzzy) == ("", False)
    assert (one.msgid, one.msgstr, one.fuzzy) == (after.msgid, "Da ist kein Stein.", True)
    assert (one.previous_msgctxt, one.previous_msgid) == (before.msgctxt, before.msgid)
    assert catalogues.texts(one) == []
    assert not one.translated()
    # What is fuzzy is not compiled, so English is said.
    (tmp_path / "de.po").write_text(str(there), encoding="utf-8")
    compile_catalogues(tmp_path)
    assert [each.msgid for each in polib.mofile(str(tmp_path / "de.mo"))] == []
    # Worded anew again, it still says what it was made for; as it was, it is good again.
    again = reworded(there, entry("Really nothing.", context=after.msgctxt) if after.msgctxt else after)
    assert [each.previous_msgid for each in again] == [before.msgid]
    (back,) = reworded(there, before)
    assert (back.msgstr, back.fuzzy, back.previous_msgid) == ("Da ist kein Stein.", False, None)


def test_what_is_only_a_little_alike_or_has_another_id_begins_empty():
    before = catalogue(
        entry("The file is damaged.", "Die Datei ist beschädigt."), entry("Pass.", "Passen.", "x.pass")
    )
    there = reworded(before, entry("The key is in use."), entry("Pass it.", context="x.hand-on"))
    assert [(one.msgstr, one.fuzzy) for one in there] == [("", False)] * 2


def test_each_translation_is_taken_once_by_what_is_most_like_it():
    before = catalogue(entry("The file is damaged.", "Die Datei ist beschädigt."))
    there = reworded(before, entry("The file is lost."), entry("The file is damaged!"))
    assert [one.msgstr for one in there] == ["", "Die Datei ist beschädigt."]


def test_a_plural_that_is_worded_anew_keeps_all_its_forms():
    before = catalogue(
        entry(
            "{n} row",
            context="x.rows",
            msgid_plural="{n} rows",
            msgstr_plural={0: "{n} Reihe", 1: "{n} Reihen"},
        )
    )
    (one,) = reworded(
        before, entry("{n} row", context="x.rows", msgid_plural="{n} lines", msgstr_plural={0: "", 1: ""})
    )
    assert (one.fuzzy, one.previous_msgid_plural) == (True, "{n} rows")
    assert catalogues.written(one) == ["{n} Reihe", "{n} Reihen"]
    (one,) = reworded(before, entry("{n} of them", context="x.rows"))
    assert (one.fuzzy, one.msgstr) == (True, "{n} Reihe")


def test_what_somebody_marked_fuzzy_stays_so_until_they_take_the_mark_away():
    marked = entry("Pass.", "Passen.", "x.pass", flags=["fuzzy"])
    (one,) = reworded(catalogue(marked), entry("Pass.", context="x.pass"))
    assert (one.fuzzy, one.previous_msgid) == (True, None)


@pytest.mark.parametrize("language", OTHERS)
def test_the_client_says_what_the_catalogue_says(language):
    with speaking(language):
        for entry in catalogues.said(language):
            first, *rest = catalogues.texts(entry)
            if entry.msgid_plural:
                said = [
                    npgettext(entry.msgctxt, entry.msgid, entry.msgid_plural, number)
                    if entry.msgctxt
                    else ngettext(entry.msgid, entry.msgid_plural, number)
                    for number in (1, 2)
                ]
                assert said == [first, *rest]
            else:
                assert (pgettext(entry.msgctxt, entry.msgid) if entry.msgctxt else _(entry.msgid)) == first


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_of_nothing_nothing_is_said(language):
    with speaking(language):
        assert (_(""), pgettext("seat", ""), _("no catalogue has this")) == ("", "", "no catalogue has this")


BROKEN = re.compile(r"\S [:;!?»](?![\w:/])|« ")


def test_no_french_line_can_end_before_a_colon_or_a_question_mark():
    entries = catalogues.said("fr")
    assert not [text for entry in entries for text in catalogues.texts(entry) if BROKEN.search(text)]
    with speaking("fr"):
        assert headed("Ada", "0-1") == "Ada\N{NO-BREAK SPACE}: 0-1"
        assert in_turn(["Ada", "0-1", "Ben"]) == "Ada\N{NO-BREAK SPACE}; 0-1\N{NO-BREAK SPACE}; Ben"
    assert headed("Ada", "0-1") == "Ada: 0-1"
    assert (in_turn(["Ada", "0-1"]), in_turn(["Ada"])) == ("Ada; 0-1", "Ada")


QUOTED = {"de": "„([^“{]*)“", "fr": "« ([^»{]*) »", "it": "«([^»{]*)»"}


@pytest.mark.parametrize("language", OTHERS)
def test_what_stands_in_quotes_is_what_stands_on_a_label(language):
    """Whoever is sent to a button finds one of that name, also after somebody has renamed it."""
    said = {text for entry in catalogues.read(language) for text in catalogues.texts(entry)}
    quoted = {label for text in said for label in re.findall(QUOTED[language], text)}
    assert len(quoted) > 5
    assert quoted - said == set()


def test_plurals_follow_the_language():
    for language, none in (("de", "0 Punkte"), ("fr", "0 point"), ("it", "0 punti"), ("en", "0 points")):
        with speaking(language):
            assert ngettext("{number} point", "{number} points", 0).format(number=0) == none


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "P2PGAMES_LANG": "fr"}, "fr"),
        ({"LANG": "it", "LC_ALL": "C"}, "en"),
        ({"LANGUAGE": "pt:it:de", "LANG": "en_GB"}, "it"),
        ({"P2PGAMES_LANG": "../../etc"}, "en"),
        ({"LANG": "pt_BR"}, "en"),
    ],
)
def test_the_environment_chooses(environment, language):
    assert chosen(environment) == language


def test_settings_come_before_the_system_and_after_what_is_said_for_now():
    assert BY_NAME["language"].values == (translation.AUTO, *languages())
    for environment, settled, language in (
        ({"LANG": "de_DE"}, "fr", "fr"),
        ({"LANG": "de_DE"}, "auto", "de"),
        ({"LANG": "de_DE"}, "en", "en"),
        ({"LANG": "de_DE", "P2PGAMES_LANG": "it"}, "fr", "it"),
        ({}, "auto", "en"),
    ):
        assert chosen(environment, settled) == language


# -- screens --


TYPED = re.compile(r"--[\w-]+|[A-Z]{2,}|/\S+")
"""Options, what they are given, and paths."""


def english_on(text, language, *typed):
    """Return the English words on a screen that nobody types, but for the title of a game."""
    return english_in(TYPED.sub(" ", text.replace("Socks in the City", "")), language) - {*COMMANDS, *typed}


def rows_of(composed):
    return ["".join(part for _, part in row) for row in composed.rows]


@pytest.mark.parametrize("columns_rows", [(80, 24), (120, 40)])
@pytest.mark.parametrize("language", OTHERS)
def test_every_page_of_the_home_fits(tmp_path, language, columns_rows):
    with speaking(language):
        where = Home(tmp_path)
        games = Games(where)
        stack = PageStack([])
        games.identity = identity(0)
        where.keep_identity(identity(0))
        where.keep_name("Ada")
        games.refresh()
        pages = Pages(User(where), games, stack, lambda *_: None, HomePlace(on_terminal))
        shown = []

        def look():
            lines = rows_of(page(stack, *columns_rows))
            assert [len(line) for line in lines] == [columns_rows[0]] * columns_rows[1]
            shown.append("\n".join(lines))

        look()
        for keys in ("3f", "3b", "j", *(f"m{number}" for number in "12356789")):
            for key in keys:
                stack.type(key)
                look()
            if keys == "m2":
                stack.press("enter")
                look()
            if keys == "3f":
                stack.press("down")
                stack.press("down")
                stack.press("right")
                for _field in stack.page.fields:
                    look()
                    stack.press("down")
            if keys == "m9":
                stack.type("4")
                stack.press("right")
                for _field in stack.page.fields:
                    look()
                    stack.press("down")
            while len(stack.pages) > 1:
                stack.press("escape")
        stack.palette()
        look()
        stack.press("escape")
        stack.open(pages.person.first())
        look()
        lobby = Lobby(line="P2PGAMES:AAAA", names=("Ada",), seats=3, asked=[Asked("Ben", lambda _: None)])
        room = WaitingPage(lobby)
        stack.open(room)
        look()
        stack.leave()
        look()
        everything = "\n".join(shown)
    assert english_on(everything, language, "watchers", "city") == set()
    # What is cut off by the edge would be read as something else.
    for entry in catalogues.said(language):
        if entry.msgid in WHOLE and (entry.msgctxt, entry.msgid) in everything_said():
            assert all(text in everything for text in catalogues.texts(entry))


WHOLE = (
    "choose a game, seats and options; shows the invite",
    "several people at this computer, or against bots",
    "a game file of yours or of others",
    "moves that friends sent you as files",
    "how others reach the tables that you open",
    "y yes · n no",
    "back",
)


@pytest.mark.parametrize("language", OTHERS)
def test_the_table_fits_and_speaks(tmp_path, language):
    trio.run(_at_the_table, tmp_path, language)


async def _at_the_table(folder, language):
    with speaking(language):
        async with seated(folder) as at:
            for columns, rows in ((80, 24), (120, 40)):
                lines = rows_of(frame(at.presenter, columns, rows))
                assert [len(line) for line in lines] == [columns] * rows
                assert translation._("next") in lines[-1]
                assert english_on("\n".join(lines), language) == set()
                actions.palette(at.presenter)
                lines = rows_of(frame(at.presenter, columns, rows))
                assert [len(line) for line in lines] == [columns] * rows
                assert translation._("send the move in the line") in "\n".join(lines)
                assert english_on("\n".join(lines), language) == set()
                press(at.presenter, "escape")


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_help_fits_a_narrow_terminal_and_names_every_word(tmp_path, language):
    async def scenario():
        async with seated(tmp_path) as at:
            with speaking(language):
                lines = list(help_lines(at.presenter.model))
        assert max(map(len, lines)) <= 80
        last = next(at for at, line in enumerate(lines) if at and not line.startswith(" "))
        explained, named = lines[:last], " ".join(lines[last:])
        for one in seen_in(Front.LINES):
            now = one.available(at.presenter.model)
            assert any(line.startswith(f"  {one.typed[0]} ") for line in explained) is now, one.id
            assert (one.typed[0] in re.split("[ ,]+", named)) is not now, one.id

    trio.run(scenario)


@pytest.mark.parametrize("language", OTHERS)
def test_help_pages_speak_no_english(language, monkeypatch):
    monkeypatch.setenv("P2PGAMES_LANG", language)
    with speaking(language):
        for name in COMMANDS:
            command = spoken(import_module(module(name)).command)
            # A command keeps the help option it has made first: it must be the one of the program.
            parent = Context(program, info_name="p2pgames", **program.context_settings)
            text = command.get_help(Context(command, parent, info_name=name))
            examples = inspect.cleandoc(command.epilog or "")
            for remark in remarks(examples):
                assert " ".join(_(remark).split()) in " ".join(text.split()), name
            assert max(map(len, text.splitlines())) <= 80, name
            # What is typed in them may be English.
            monkeypatch.setattr(command, "epilog", None)
            text = command.get_help(Context(command, parent, info_name=name))
            parts = getattr(command, "commands", ())
            assert english_on(text, language, "none", *parts, *name.split("-")) == set(), name


@pytest.mark.parametrize(
    ("language", "named", "brackets"),
    [
        ("en", "Options:", "[default: 20; x>=1]"),
        ("de", "Optionen:", "[Vorgabe: 20, x>=1]"),
        ("fr", "Options\N{NO-BREAK SPACE}:", "[par défaut\N{NO-BREAK SPACE}: 20, x>=1]"),
        ("it", "Opzioni:", "[predefinito: 20, x>=1]"),
    ],
)
def test_what_click_writes_itself_is_in_the_language_too(language, named, brackets):
    command = spoken(import_module(module("match")).command)
    with speaking(language):
        text = command.get_help(Context(command, info_name="match"))
    assert named in text.splitlines()
    assert brackets in text


# -- programs and files --


def run(*arguments, language):
    environment = {name: value for name, value in os.environ.items() if name != "LANGUAGE"}
    environment |= {"P2PGAMES_LANG": language, "PYTHONUTF8": "1"}
    done = ran(*arguments, environment=environment)
    assert "Traceback" not in done.stderr
    return done


def test_the_language_changes_no_file_and_nothing_a_program_reads(tmp_path):
    said = {}
    for language in ("en", "de"):
        file = tmp_path / f"{language}.p2pg"
        done = run("demo", "linja", "--seed", "words", "--out", file, "--json", language=language)
        assert done.returncode == 0, done.stderr
        audit = json.loads(done.stdout.splitlines()[-1])
        del audit["file"]
        replayed = run("replay", file, "--json", language=language).stdout
        exported = run("export", file, "--format", "json", "--states", language=language).stdout
        said[language] = [audit, file.read_bytes(), replayed, exported]
    assert said["en"] == said["de"]


def test_the_settings_of_a_home_choose_its_language_but_not_that_of_json(tmp_path):
    (tmp_path / "settings.toml").write_text('language = "fr"\n', encoding="utf-8")
    assert run("--home", tmp_path, "list", language="").stdout.startswith("Pas encore de partie")
    assert run("list", "--home", tmp_path, language="it").stdout.startswith("Ancora nessuna partita.")
    assert '"theme"' in run("--home", tmp_path, "settings", "--json", language="").stdout


def test_people_read_it_in_their_language(tmp_path):
    home = tmp_path / "home"
    assert run("--home", home, "list", language="it").stdout.startswith("Ancora nessuna partita.")
    assert run("host", "--help", language="de").stdout.startswith("Aufruf: p2pgames host [OPTIONS] GAME")
    wrong = run("replay", "nowhere", language="fr")
    assert wrong.returncode == 1
    assert wrong.stderr == "p2pgames: Le fichier nowhere n'existe pas.\n"
    assert "Erreur" in run("replay", "--nope", language="fr").stderr
    unread = run("audit", "nowhere", language="de").stderr
    assert unread == "p2pgames: nowhere lässt sich nicht lesen: Datei nicht gefunden.\n"


def test_a_replay_in_lines_speaks_no_english(tmp_path):
    file = tmp_path / "game.p2pg"
    assert run("demo", "linja", "--seed", "words", "--out", file, language="en").returncode == 0
    for language in OTHERS:
        told = run("replay", file, "--plain", language=language)
        assert told.returncode == 0
        assert len(told.stdout.splitlines()) > 40
        assert english_on(told.stdout.replace("bonus own", ""), language) == set()


@pytest.mark.release
@pytest.mark.parametrize("language", OTHERS)
def test_what_a_new_table_asks_is_translated(language):
    """Every option has a name and a sentence of its own in every language."""
    known = {entry.msgid for entry in catalogues.read(language).translated_entries() if entry.msgctxt is None}
    every = {option.name: option for name in registry.names() for option in registry.game(name).rules.options}
    for option in (*every.values(), *TABLE_OPTIONS):
        with speaking(language):
            assert named(option.about) != str(option.about)
        assert option.name in known


@pytest.mark.parametrize("language", OTHERS)
def test_faults_are_told_in_every_language_with_the_names_of_seats(language):
    with speaking(language):
        said = named(SHUFFLE_UNPROVED(player=SeatName(1)), ("Ada", "Ben"))
        assert "Ben" in said
        assert "prove" not in said


def test_a_name_in_what_the_client_refuses_stays_as_it_is():
    refusal = table_messages.THEIR_TURN(move=Verbatim("Red"), name=Verbatim("Seat 2"))
    with speaking("de"):
        said = named(refusal, ("Ada", "Ben"))
    assert "Seat 2" in said
    assert "Red" in said
    assert "Ben" not in said


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["replay"], "Es fehlt die Angabe"),
        (["replay", "--ste"], "Die Option '--ste' gibt es nicht. (Gemeint vielleicht: "),
        (["demo", "linja", "--seed"], "Die Option '--seed' braucht einen Wert."),
        (["demo", "linja", "--seats", "x"], "Unzulässiger Wert für '--seats'"),
    ],
)
def test_what_is_wrong_with_a_command_line_is_told_in_the_users_language(typed, said, monkeypatch, capsys):
    monkeypatch.setenv("P2PGAMES_LANG", "de")
    with translation.english():
        assert run_program(typed) == 2
    assert said in capsys.readouterr().err
