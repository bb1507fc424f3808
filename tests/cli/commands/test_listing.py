"""``games``, ``rules`` and ``completion``: what can be read without a home."""

import json
import os
import subprocess
import sys

import pytest
from click.shell_completion import ShellComplete

from p2pgames import registry
from p2pgames.rules_text import plain
from p2pgames_cli import main
from p2pgames_cli.i18n.filling import wrapped
from p2pgames_cli.main import run
from tests.cli.terminal import typed

MAIN = [sys.executable, "-c", "from p2pgames_cli.main import main; main()"]


def test_reading_needs_no_home_and_makes_none(monkeypatch, capsys, tmp_path):
    (tmp_path / "file").write_text("")
    for home in (tmp_path / "none", tmp_path / "file" / "below"):
        monkeypatch.setenv("P2PGAMES_HOME", str(home))
        for arguments in (
            ["games"],
            ["games", "--json"],
            ["rules", registry.names()[0]],
            ["completion", "zsh"],
        ):
            assert run(arguments) == 0
    assert sorted(tmp_path.iterdir()) == [tmp_path / "file"]
    assert not capsys.readouterr().err


def test_games_tells_people_and_programs_the_same(capsys):
    assert run(["games"]) == 0
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    assert run(["games", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [entry["name"] for entry in listed] == list(registry.names())
    for entry in listed:
        game = registry.game(entry["name"])
        assert entry["title"] in text
        assert entry["players"] == [min(game.rules.players), max(game.rules.players)]
        assert entry["rules"] == max(game.versions)
        assert entry["bots"] == list(game.bots)
        for option, said in zip(game.rules.options, entry["options"], strict=True):
            assert said == {
                "name": option.name,
                "values": list(option.values),
                "default": option.default,
                "about": str(option.about),
                "about_message": option.about.as_data(),
            }
            assert f"{option.name}={'|'.join(option.values)}" in text


@pytest.mark.parametrize("name", registry.names())
def test_rules_are_printed_whole(capsys, name):
    assert run(["rules", name]) == 0
    out = capsys.readouterr().out
    assert out.split() == plain(registry.game(name).text).split()
    prose = [line for line in out.splitlines() if not line.startswith(("|", "#", "    ", "`"))]
    assert max(map(len, prose)) <= 80


def test_unknown_games_are_named_with_what_there_is(capsys):
    for arguments in (["rules", "chess"], ["rules", ""], ["rules", "../linja"], ["demo", "chess"]):
        assert run(arguments) == 2
        printed = capsys.readouterr()
        assert not printed.out
        assert registry.names()[0] in printed.err
    assert run(["rules"]) == 2


@pytest.mark.parametrize(
    ("called", "name"),
    [
        ("Linie 1", "line1"),
        ("streetcar", "line1"),
        ("Tramway", "line1"),
        ("iron-horse", "metro"),
        ("CableCar", "metro"),
        ("Socks in the City", "socks"),
    ],
)
def test_a_game_is_found_by_whatever_it_is_called(capsys, called, name):
    assert run(["rules", called]) == 0
    assert capsys.readouterr().out.startswith(f"# {registry.game(name).title}\n")


def test_what_is_not_in_the_rules_is_a_failure(capsys):
    assert run(["rules", "linja", "dragon"]) == 1
    assert "Nothing in the rules contains 'dragon'." in capsys.readouterr().err


def test_prose_is_filled_and_the_rest_kept():
    text = "\n".join(
        [
            "# " + "Long heading " * 9,
            "one",
            "two",
            "",
            "- first " + "word " * 20,
            "  goes on",
            "- second",
            "10. tenth " + "word " * 20,
            "| a | b |" + " c |" * 30,
            "```",
            "code " * 30,
            "- no item",
            "```",
            "end",
        ]
    )
    lines = wrapped(text).splitlines()
    assert lines[0] == "# " + "Long heading " * 9
    assert "one two" in lines
    assert lines[lines.index("- second") - 1].endswith("word goes on")
    assert lines[lines.index("- second") - 1].startswith("  word")
    assert any(line.startswith("    word") for line in lines)
    assert "| a | b |" + " c |" * 30 in lines
    assert lines[-5:] == ["```", "code " * 30, "- no item", "```", "end"]
    assert wrapped(wrapped(text)) == wrapped(text)


def test_a_section_of_the_rules_and_what_holds_words_are_printed_or_sent(capsys):
    assert run(["rules", "linja", "4"]) == 0
    assert capsys.readouterr().out.startswith("4  Points\n")
    assert run(["rules", "linja", "locked"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("5  Option\n")
    assert "locked" in out
    assert run(["rules", "linja", "full", "row", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [section["title"] for section in told["sections"]] == ["A turn", "Option"]
    assert run(["rules", "linja", "2", "--json"]) == 0
    blocks = json.loads(capsys.readouterr().out)["sections"][0]["blocks"]
    assert any("● ●" in line for block in blocks for line in block.get("lines", ()))
    assert run(["rules", "linja", "dragon"]) == 1
    assert "Nothing in the rules contains 'dragon'." in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="a pty is POSIX's")
def test_rules_are_paged_on_a_terminal_alone():
    pager = {"PAGER": "nl", "TERM": "xterm"}
    code, screen = typed(["rules", "linja"], **pager)
    assert code == 0
    assert screen.split()[:3] == ["1", "#", "Linja"]
    code, screen = typed(["rules", "linja", "--plain"], **pager)
    assert code == 0
    assert screen.startswith("# Linja")


# -- completion -----------------------------------------------------------------------------------


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_are_complete_and_call_the_program(capsys, shell):
    assert run(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert f"_P2PGAMES_COMPLETE={shell}_complete" in script
    assert len(script.splitlines()) > 10


def test_other_shells_are_refused(capsys):
    for shell in ("tcsh", "powershell", ""):
        assert run(["completion", shell]) == 2
        assert "bash, zsh, fish" in capsys.readouterr().err


def test_the_bash_script_completes_commands_games_and_options():
    def completed(line):
        words = line.split(" ")
        environment = {
            **os.environ,
            "_P2PGAMES_COMPLETE": "bash_complete",
            "COMP_WORDS": line,
            "COMP_CWORD": str(len(words) - 1),
        }
        done = subprocess.run(MAIN, capture_output=True, text=True, env=environment, check=True, timeout=120)
        return [entry.partition(",")[2] for entry in done.stdout.split()]

    assert completed("p2pgames ga") == ["games"]
    assert completed("p2pgames rules l") == [name for name in registry.names() if name.startswith("l")]
    assert "--json" in completed("p2pgames games --")
    assert completed("p2pgames id ex") == ["export"]
    assert completed("p2pgames completion ") == ["bash", "zsh", "fish"]


def test_completing_a_commands_name_loads_no_command(monkeypatch):
    monkeypatch.setattr(main.Lazy, "get_command", lambda *_: pytest.fail("a command was loaded"))
    found = ShellComplete(main.p2pgames, {}, "p2pgames", "_X").get_completions([], "")
    assert [item.value for item in found] == list(main.COMMANDS)
    assert all(item.help for item in found)
