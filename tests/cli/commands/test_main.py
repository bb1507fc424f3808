"""What holds for every command: exit codes, one sentence for what went wrong, colours, a quick start."""

import errno
import os
import signal
import subprocess
import sys
from importlib.metadata import version

import click
import pytest
from click.testing import CliRunner

from p2pgames.registry import Unknown
from p2pgames.text import as_it_is
from p2pgames_cli import main
from p2pgames_cli.commands.flags import FLAGS, flags
from p2pgames_cli.config import exit_codes
from p2pgames_cli.config.context import flag
from p2pgames_cli.config.exit_codes import Code, Stop, how_it_ends
from p2pgames_protocol.store.disk import HomeError

MAIN = [sys.executable, "-c", "from p2pgames_cli.main import main; main()"]


def command(*arguments, **more):
    """Run the real command in a process of its own."""
    return subprocess.run([*MAIN, *arguments], capture_output=True, text=True, timeout=120, **more)


@pytest.fixture
def doing(monkeypatch, capsys):
    """Run a command that does what the test says, and return exit code and standard error."""

    def ran(action):
        monkeypatch.setattr(main.Lazy, "get_command", lambda *_: click.Command("act", callback=action))
        code = main.run(["act"])
        return code, capsys.readouterr().err

    return ran


def fail(wrong):
    def action():
        raise wrong

    return action


@pytest.mark.parametrize(
    ("wrong", "code", "says"),
    [
        (Stop(Code.UNFINISHED, "Not yet."), 5, "p2pgames: Not yet.\n"),
        (Stop(Code.CHEATED), 4, ""),
        (HomeError(as_it_is("Others hold the home.")), 1, "p2pgames: Others hold the home.\n"),
        (Unknown(as_it_is("There is no game 'x'.")), 2, "p2pgames: There is no game 'x'.\n"),
        (FileNotFoundError(2, "No such file", "/a/b"), 1, "p2pgames: Cannot use /a/b: No such file.\n"),
        (OSError(28, "No space left on device"), 1, "p2pgames: No space left on device.\n"),
        (BrokenPipeError(), 1, ""),
        (click.FileError("f", "gone"), 1, "Error: Could not open file 'f': gone\n"),
        (click.UsageError("Thus not."), 2, "Error: Thus not.\n"),
        (KeyboardInterrupt(), 130, "\n"),
        (click.Abort(), 130, ""),
    ],
)
def test_expected_errors_are_a_sentence_and_a_code(doing, wrong, code, says):
    got, err = doing(fail(wrong))
    assert got == code
    # click puts the usage above a usage error, in words that change with its version.
    assert err.rpartition("\n\n")[2] == says


def test_a_mistake_of_the_program_is_not_hidden(doing):
    assert how_it_ends(ValueError("oops")) is None
    assert how_it_ends(KeyError("oops")) is None
    with pytest.raises(ValueError, match="oops"):
        doing(fail(ValueError("oops")))


def test_a_command_may_return_its_code(doing):
    assert doing(lambda: Code.DECIDED)[0] == 7
    assert doing(lambda: None)[0] == 0
    assert doing(lambda: "text")[0] == 0


def test_the_codes_are_the_documented_ones():
    named = {code.name: code.value for code in Code}
    assert named == {
        "FINE": 0,
        "FAILURE": 1,
        "USAGE": 2,
        "INVALID": 3,
        "CHEATED": 4,
        "UNFINISHED": 5,
        "NO_CONTACT": 6,
        "DECIDED": 7,
        "INTERRUPTED": 130,
    }


# -- real processes -------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
def test_ctrl_c_ends_quietly(tmp_path):
    os.mkfifo(tmp_path / "words")
    arguments = ["id", "--home", tmp_path, "--passphrase-file", tmp_path / "words", "new"]
    # A shell that starts the tests in the background has them ignore the signal, and so all they start.
    heeding = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    started = [*MAIN[:-1], heeding + MAIN[-1], *arguments]
    with (
        subprocess.Popen(started, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as waiting,
        # Opening succeeds once the command reads the passphrase: from here on it waits for us.
        (tmp_path / "words").open("w"),
    ):
        waiting.send_signal(signal.SIGINT)
        try:
            out, err = waiting.communicate(timeout=120)
        finally:
            waiting.kill()
    assert (waiting.returncode, out, err.strip()) == (130, "", "")


@pytest.mark.skipif(os.name != "posix", reason="pipes are POSIX's")
def test_a_reader_that_leaves_is_no_error_to_speak_of():
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([*MAIN, "games"], stdout=writer, stderr=subprocess.PIPE, text=True, timeout=120)
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.skipif(os.name != "posix", reason="shells that close streams are POSIX's")
@pytest.mark.parametrize("mode", ["--json", "--plain"])
def test_without_standard_streams_a_command_ends_as_at_the_end_of_its_input(tmp_path, mode):
    assert command("id", "new", "--home", tmp_path).returncode == 0
    arguments = [*MAIN, "hotseat", "linja", "--home", tmp_path, mode]
    for closed in ("<&-", "<&- >&- 2>&-"):
        ended = ["sh", "-c", f'exec "$@" {closed}', "sh", *arguments]
        done = subprocess.run(ended, capture_output=True, text=True, timeout=120)
        assert (done.returncode, done.stderr) == (0, "")
        assert ("linja" in done.stdout) is (">" not in closed)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="/dev/full is Linux's")  # noqa: PTH110
def test_a_full_disk_is_said_once():
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run([*MAIN, "games"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (1, f"p2pgames: {os.strerror(errno.ENOSPC)}.\n")


def test_a_terminal_that_does_not_know_all_letters(tmp_path):
    def in_encoding(name, *arguments):
        return command(
            *arguments, env={**os.environ, "PYTHONIOENCODING": name, "P2PGAMES_HOME": str(tmp_path)}
        )

    assert in_encoding("utf-8", "id", "new", "--name", "Жук").returncode == 0
    done = in_encoding("cp1252", "id")
    assert (done.returncode, done.stderr) == (0, "")
    assert "name  ???" in done.stdout


FOR_THE_LANGUAGE = [
    "p2pgames.text",
    *(f"p2pgames_protocol{part}" for part in ("", ".store", ".store.disk", ".store.sentences")),
]
"""What tells where the settings lie, or why they cannot be had."""


def test_help_is_shown_within_80_columns_and_loads_no_command():
    program = (
        "import sys; from p2pgames_cli.main import COMMANDS, run; run([]); run(['--help']); run(['--version']);"
        "print(sorted(m for m in sys.modules if m.startswith(('p2pgames.', 'p2pgames_protocol',"
        " 'trio', 'cryptography', 'nacl', 'prompt_toolkit')) or m.removeprefix('p2pgames_cli.commands.') in COMMANDS))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.endswith(f"p2pgames {version('p2pgames')}\n{FOR_THE_LANGUAGE}\n")
    for name in main.COMMANDS:
        assert f"  {name} " in done.stdout
        assert len(main.COMMANDS[name]) < 72
    assert max(map(len, done.stdout.splitlines()[:-1])) <= 80


@pytest.mark.parametrize("name", main.COMMANDS)
def test_every_command_explains_itself(name):
    done = CliRunner().invoke(main.p2pgames, [name, "--help"], prog_name="p2pgames", terminal_width=80)
    assert done.exit_code == 0
    assert done.output.startswith(f"Usage: p2pgames {name}")
    assert "-h, --help" in done.output
    assert max(map(len, done.output.splitlines())) <= 80
    unexplained = [
        option.opts
        for option in main.p2pgames.get_command(click.Context(main.p2pgames), name).params
        if isinstance(option, click.Option) and not option.help
    ]
    assert not unexplained


# -- flags ----------------------------------------------------------------------------------------


@click.command()
@flags(*FLAGS)
def show_flags():
    """Print every flag."""
    for name in FLAGS:
        click.echo(f"{name}={flag(name)}")
    click.secho("bold", bold=True)


def test_all_common_flags_are_read():
    arguments = "--home h --profile p --name n --plain --json --ascii --passphrase-file f --color never"
    done = CliRunner().invoke(show_flags, arguments.split())
    assert done.exit_code == 0
    for line in (
        "home=h",
        "profile=p",
        "name=n",
        "plain=True",
        "json=True",
        "ascii=True",
        "passphrase-file=f",
    ):
        assert line in done.output.splitlines()
    assert "plain=None" in CliRunner().invoke(show_flags, []).output


@pytest.mark.parametrize(
    ("arguments", "no_color", "terminal", "coloured"),
    [
        ([], None, True, True),
        ([], None, False, False),
        ([], "1", True, False),
        ([], "", True, True),
        (["--color", "auto"], "1", True, False),
        (["--color", "always"], None, False, True),
        (["--color", "always"], "1", False, True),
        (["--color", "never"], None, True, False),
    ],
)
def test_colours(monkeypatch, arguments, no_color, terminal, coloured):
    monkeypatch.delenv("NO_COLOR", raising=False)
    if no_color is not None:
        monkeypatch.setenv("NO_COLOR", no_color)
    # CliRunner's ``color`` stands for a terminal: it keeps styles unless the context says otherwise.
    done = CliRunner().invoke(show_flags, arguments, color=terminal)
    assert ("\x1b[1m" in done.output) is coloured
    assert CliRunner().invoke(show_flags, ["--color", "red"]).exit_code == 2


@pytest.mark.parametrize("wrong", [ImportError("no such name"), FileNotFoundError(2, "gone", "data")])
def test_an_update_under_a_running_program_is_said_in_a_sentence(wrong, monkeypatch):
    def fails():
        raise wrong

    monkeypatch.setattr(exit_codes, "STARTED", (0, 0))
    code, said = exit_codes.attempt(fails)
    assert (code, "updated or removed while it ran" in said) == (1, True)


def test_a_mistake_of_a_program_that_was_not_updated_is_none_of_the_users():
    with pytest.raises(ImportError):
        exit_codes.attempt(lambda: __import__("no_such_module"))
