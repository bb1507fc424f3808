"""The settings: strict about every word, and never in the way of a game."""

import os
import tomllib

import pytest
from hypothesis import given
from hypothesis import settings as trials
from hypothesis import strategies as st

from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.keymap import RESERVED, key_named, keymap
from p2pgames_cli.config.settings import BY_NAME, SETTINGS, Settings, as_toml
from p2pgames_cli.config.settings_file import (
    MOST,
    LiveSettings,
    NotToml,
    read_settings,
    settings_template,
    with_changes,
)
from p2pgames_cli.i18n import catalogue
from p2pgames_cli.main import COMMANDS, run
from p2pgames_cli.table.actions.everything import problems, usual_keys
from p2pgames_protocol.store.home import Home
from tests import ROOT

DEFAULTS = usual_keys()


@pytest.fixture
def live(tmp_path):
    return LiveSettings(tmp_path / "somewhere" / "settings.toml")


def write(live, text):
    """Write the file as an editor does: another one takes its place."""
    live.path.parent.mkdir(exist_ok=True)
    new = live.path.with_suffix(".editor")
    new.write_text(text, encoding="utf-8")
    new.replace(live.path)
    return live.reload()


def test_a_new_file_says_what_holds_anyway():
    text = settings_template(DEFAULTS)
    assert read_settings(text) == (Settings(), ())
    assert all(f"{setting.key} = {as_toml(setting.default)}" in text for setting in SETTINGS)
    assert max(map(len, text.splitlines())) <= 112


def test_all_keys_of_a_new_file_hold_when_their_comments_are_taken_away():
    begin, _, keys = settings_template(DEFAULTS).partition("[keys]")
    chosen = "\n".join(line.removeprefix("# ") for line in keys.splitlines() if " = " in line)
    text = f"{begin}[keys]\n{chosen}"
    found, problems = read_settings(text)
    assert (problems, keymap(found.keys, DEFAULTS, text)[1]) == ((), ())
    assert found.keys == dict(DEFAULTS)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            '\ntheme = "pink"',
            'line 2: theme is "auto", "default", "contrast", "colour-blind" or "light", not "pink".',
        ),
        ("ascii = 1", "line 1: ascii is false or true, not 1."),
        ('ascii = "true"', 'line 1: ascii is false or true, not "true".'),
        ('them = "light"', 'line 1: there is no setting "them". Did you mean theme?'),
        ("[notices]\n\nbel = true", 'line 3: there is no setting "notices.bel". Did you mean notices.bell?'),
        ("notices.bell = 3", "line 1: notices.bell is true or false, not 3."),
        ("[theme]\nx = 1", "line 1: theme is"),
        ("notices = 4", 'line 1: there is no setting "notices".'),
        ("[keys]\nhistory = 4", "line 2: keys.history is a key in quotes"),
        ('[keys]\n"history" = [4]', "line 2: keys.history is a key in quotes"),
        ('theme = "a\\u001bb"', 'not "a?b".'),
        ("[notices.bell]\nx = 1", "notices.bell is true or false"),
        (
            '[network]\nvia = "tcp,post"',
            "line 2: network.via: 'post' is not a way to connect: choose from tcp",
        ),
        ("network.via = true", "line 1: network.via is a text in quotes, not true."),
        ('network.relay = "none https://a.example"', "line 1: network.relay: Give either"),
        ('network.relay = "ftp://a.example"', "line 1: network.relay: A relay is https://HOST"),
        ('network.dht-node = "a.example"', "line 1: network.dht-node: "),
    ],
)
def test_what_cannot_be_is_named_with_its_line_and_costs_nothing_else(text, sentence):
    found, problems = read_settings(f"{text}\n[confirm]\nfinal = false\n")
    assert len(problems) == 1
    assert sentence in problems[0]
    assert found.values == {**Settings().values, "confirm.final": False}


@pytest.mark.parametrize("text", ["theme = ", "[", "a = 1\na = 2", "x = '''", "\x00", "[" * 5000])
def test_what_is_no_toml_is_said_with_its_place(text):
    with pytest.raises(NotToml, match=r"^line \d+: this is not TOML: .+\.$"):
        read_settings(text)


@trials(deadline=None)
@given(st.text(max_size=80) | st.binary(max_size=80).map(lambda b: b.decode("latin-1")))
def test_no_text_stops_a_game(text):
    try:
        found, problems = read_settings(text)
    except NotToml:
        return
    assert all(setting.fits(found[setting.name]) for setting in SETTINGS)
    assert all(problem.isprintable() for problem in problems)
    keymap(found.keys, DEFAULTS, text)


TEXTS = {
    "network.via": ("tcp,iroh", "lan"),
    "network.relay": ("none", "https://a.example https://b.example"),
    "network.dht-node": ("a.example:6881 [::1]:6881",),
}
values = st.fixed_dictionaries(
    {}, optional={s.name: st.sampled_from((*s.values, *TEXTS.get(s.name, ()))) for s in SETTINGS}
)
KEYS = ["F1", "f12", "ctrl-k", "Alt-x", "PgUp", "Home", "g", "é", "Ctrl-C", "?", "7", "", "F13", "word"]


@trials(deadline=None)
@given(values, values)
def test_what_is_changed_holds_and_every_comment_stays(first, second):
    text = with_changes(with_changes(settings_template(DEFAULTS), first, None), second, None)
    assert read_settings(text) == (Settings({**Settings().values, **first, **second}), ())
    kept = [line for line in settings_template(DEFAULTS).splitlines() if line.startswith("#") or not line]
    assert [line for line in text.splitlines() if line.startswith("#") or not line] == kept


@trials(deadline=None)
@given(values)
def test_changes_find_their_place_in_any_file(changes):
    text = with_changes("# mine\nascii = true # so\n\n[notices] # loud\nbell = true\n", changes, None)
    before = {"ascii": True, "notices.bell": True}
    assert read_settings(text) == (Settings({**Settings().values, **before, **changes}), ())
    assert "# mine" in text
    assert "# loud" in text


@trials(deadline=None)
@given(
    st.dictionaries(
        st.sampled_from([*DEFAULTS, "nothing"]), st.lists(st.sampled_from(KEYS), max_size=3).map(tuple)
    )
)
def test_a_key_never_serves_two_actions(chosen):
    keys, problems = keymap(chosen, DEFAULTS)
    given_away = [key for each in keys.keys.values() for key in each]
    assert len(given_away) == len(set(given_away))
    assert not set(given_away) & RESERVED
    assert set(keys.keys) == set(DEFAULTS)
    for action, wanted in chosen.items():
        if not any(action in problem or "nothing" in problem for problem in problems):
            assert keys.keys[action] == tuple(dict.fromkeys(map(key_named, wanted)))


def test_keys_change_places_only_together():
    keys, problems = keymap({"history": ("F1",)}, DEFAULTS, '[keys]\nhistory = "F1"')
    assert problems == ("line 2: F1 cannot be history: it is rules. Give rules another key too.",)
    assert keys.keys == DEFAULTS
    keys, problems = keymap({"history": ("F1",), "rules": ("f4", "ctrl-r")}, DEFAULTS)
    assert problems == ()
    assert (keys.actions["F1"], keys.actions["F4"], keys.actions["Ctrl-R"]) == ("history", "rules", "rules")


def test_of_the_keys_in_the_document_only_the_line_that_says_so_is_wrong(live):
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    example = page.partition("```toml\n[keys]")[2].partition("```")[0]
    write(live, "[keys]" + example)
    (wrong,) = problems(live)
    assert "line 5" in wrong


def test_what_a_key_is_shown_as():
    keys, _ = keymap({}, DEFAULTS)
    assert (keys.shown("trace"), keys.shown("trace", letters=True)) == ("F5", "t")
    assert (keys.shown("eyes"), keys.shown("eyes", letters=True), keys.shown("resign")) == ("", "s", "")


def test_a_file_is_read_again_when_it_has_changed(live):
    assert (live["theme"], problems(live)) == ("auto", ())
    assert write(live, 'theme = "light"')
    assert live["theme"] == "light"
    assert not live.reload()
    assert write(live, "theme = ")
    assert live["theme"] == "light"
    assert problems(live) == (
        "settings.toml, line 1: this is not TOML: Invalid value. What held before still holds.",
    )
    assert write(live, 'theme = "contrast"\nascii = 3\n[keys]\nread = "Tab"')
    assert live["theme"] == "contrast"
    assert [problem[:22] for problem in problems(live)] == [
        "settings.toml, line 2:",
        "settings.toml, line 4:",
    ]
    live.path.unlink()
    assert live.reload()
    assert (live["theme"], problems(live)) == ("auto", ())


TWICE = (
    '[keys]\nhistory = "F1"\nhistory = "F2"\n',
    "[keys]\ng = {a = 1, a = 2}\n",
    "[window]\nx.y = 1\n[window.x]\nz = 2\n",
    'theme = "light"\ntheme = "dark"\n',
    "[window]\n[window]\n",
)
ODD = (
    *TWICE,
    "theme = " + "9" * 5000,
    "theme = 2020-13-45",
    "theme = " + "[" * 3000,
    "a." * 3000 + "b = 1",
    "[[notices]]\nbell = true",
    "theme = 0x" + "f" * 5000,
    "[keys]\nhistory = [0x" + "f" * 5000 + "]",
    '[keys]\n"\\u001b" = 4',
    "notices = 4",
    "notices.bell = {}",
    "theme = 2020-01-01",
    "theme = 1e999",
    "theme = nan",
    "\r",
)


@pytest.mark.parametrize("text", ODD)
def test_whatever_stands_in_the_file_is_named_and_stops_nothing_nor_is_it_written_over(live, text):
    write(live, 'theme = "light"')
    write(live, text)
    said = problems(live)
    assert all(each.isprintable() and each.startswith("settings.toml, ") for each in said)
    assert said or live.readable
    if text in TWICE:
        assert live["theme"] == "light"
        assert "this is not TOML" in said[0]
        assert "What held before still holds." in said[0]
    try:
        live.change({"notices.bell": False}, DEFAULTS)
    except Stop as stop:
        assert str(live.path) in str(stop)
        assert live.path.read_bytes() == text.encode()
    else:
        assert not live["notices.bell"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_a_pipe_in_place_of_the_file_is_not_waited_for(live):
    live.path.parent.mkdir()
    os.mkfifo(live.path)
    live.reload()
    assert "cannot be read" in problems(live)[0]
    with pytest.raises(Stop):
        live.change({"theme": "light"}, DEFAULTS)


@pytest.mark.parametrize("data", [b"\xff\xfe", b"#" * (MOST + 1)])
def test_a_file_that_cannot_be_settings_is_told_of(live, data):
    live.path.parent.mkdir()
    live.path.write_bytes(data)
    live.reload()
    assert live["theme"] == "auto"
    assert "defaults hold" in problems(live)[0]
    with pytest.raises(Stop):
        live.change({"theme": "light"}, DEFAULTS)
    assert live.path.read_bytes() == data


def test_a_folder_in_place_of_the_file_is_told_of(live):
    live.path.mkdir(parents=True)
    live.reload()
    assert "cannot be read" in problems(live)[0]


def test_what_is_broken_is_not_written_over(live):
    write(live, "theme = [")
    with pytest.raises(Stop, match="must be fixed first"):
        live.change({"theme": "light"}, DEFAULTS)
    assert live.path.read_text() == "theme = ["


@pytest.mark.skipif(os.name != "posix", reason="links and modes are POSIX's")
def test_a_link_stays_one_and_the_mode_stays(live, tmp_path):
    real = tmp_path / "dotfiles.toml"
    real.write_text("ascii = true")
    real.chmod(0o640)
    live.path.parent.mkdir()
    live.path.symlink_to(real)
    live.change({"theme": "light"}, DEFAULTS)
    assert live.path.is_symlink()
    assert tomllib.loads(real.read_text()) == {"ascii": True, "theme": "light"}
    assert real.stat().st_mode & 0o777 == 0o640
    assert [file.name for file in tmp_path.iterdir()] == ["dotfiles.toml", "somewhere"] or len(
        list(tmp_path.iterdir())
    ) == 2


def test_the_command_shows_and_changes(tmp_path, capsys):
    at = ["settings", "--home", str(tmp_path)]
    assert run([*at]) == Code.FINE
    said = capsys.readouterr().out
    assert str(tmp_path / "settings.toml") in said
    assert all(name in said for name in BY_NAME)
    assert run([*at, "theme=light", "notices.bell=no"]) == Code.USAGE
    assert 'notices.bell is true or false, not "no".' in capsys.readouterr().err
    assert run([*at, "theme=light", "notices.bell=false"]) == Code.FINE
    assert tomllib.loads((tmp_path / "settings.toml").read_text(encoding="utf-8"))["theme"] == "light"
    assert "(otherwise true)" in capsys.readouterr().out
    assert run([*at, "them=light"]) == Code.USAGE
    assert "Did you mean theme?" in capsys.readouterr().err
    assert run([*at, "keys"]) == Code.FINE
    assert "F4, Ctrl-V" in capsys.readouterr().out
    (tmp_path / "settings.toml").write_text("[keys]\nhistory = 'Enter'")
    assert run(at) == Code.USAGE
    assert "settings.toml, line 2: history: a key is" in capsys.readouterr().err


def test_where_the_file_lies(tmp_path, monkeypatch, capsys):
    assert Home.at(tmp_path, "ada").settings_file == tmp_path / "profiles" / "ada" / "settings.toml"
    monkeypatch.delenv("P2PGAMES_HOME", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    assert Home.at().settings_file == tmp_path / "config" / "p2pgames" / "settings.toml"
    monkeypatch.setenv("P2PGAMES_HOME", str(tmp_path / "mine"))
    assert Home.at().settings_file == tmp_path / "mine" / "settings.toml"
    assert run(["settings", "--path"]) == Code.FINE
    assert capsys.readouterr().out.strip() == str(tmp_path / "mine" / "settings.toml")


# -- the language --


@pytest.fixture
def german(tmp_path, monkeypatch):
    """Run a command in a home whose settings want German; English is spoken again afterwards."""
    monkeypatch.delenv("P2PGAMES_LANG", raising=False)
    (tmp_path / "settings.toml").write_text('language = "de"\n', encoding="utf-8")

    def ran(*arguments):
        return run(["--home", str(tmp_path), *arguments])

    yield ran
    catalogue.use(catalogue.ENGLISH)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_every_command_is_in_the_language_of_the_settings(german, capsys, name):
    assert german(name, "--help") == 0
    assert capsys.readouterr().out.startswith("Aufruf: ")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--help"], "Aufruf: "),
        (["games"], "Spieler"),
        (["gmes"], "Fehler: "),
        (["audit", "/nowhere"], "nicht"),
        (["list"], "Noch keine Partien"),
        (["games", "--json"], "players"),
    ],
)
def test_whatever_is_said_is_in_the_language_of_the_settings(german, capsys, arguments, says):
    german(*arguments)
    said = capsys.readouterr()
    assert says in said.out + said.err


def test_a_home_named_after_the_command_counts_too(german, tmp_path, capsys):
    other = tmp_path / "other"
    other.mkdir()
    (other / "settings.toml").write_text('language = "fr"\n', encoding="utf-8")
    assert german("list", "--home", str(other), "--help") == 0
    assert capsys.readouterr().out.startswith("Usage\u00a0: ")
    assert german("id", "--home", str(other), "--json") in (0, 1)
    assert catalogue.language() == catalogue.ENGLISH
