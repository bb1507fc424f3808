"""The command ``p2pgames``: a table of commands, each loaded only when it is used."""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Final

try:
    import click

    from p2pgames_cli.commands import usage
    from p2pgames_cli.commands.flags import flags
    from p2pgames_cli.config import console
    from p2pgames_cli.config.context import flag, full_screen, live_settings, speak
    from p2pgames_cli.config.exit_codes import Code, Stop, attempt
    from p2pgames_cli.i18n.catalogue import _
    from p2pgames_cli.ui import tty
except KeyboardInterrupt:  # while this is loaded there is no command yet that ends in order
    sys.exit(130)

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


COMMANDS = {
    "learn": "learn a game by playing it, step by step",
    "host": "open a table, and invite others to it",
    "join": "take a seat at a table",
    "watch": "watch a table",
    "doctor": "find out how this computer can reach others and be reached",
    "hotseat": "play at one computer, with others or against bots",
    "resume": "go on with a game",
    "serve": "keep all your games open at once, and be called when it is your turn",
    "take": "take over a seat that somebody hands over",
    "list": "list your games",
    "replay": "step through a game",
    "demo": "play a whole game between bots over real connections, and audit it",
    "match": "let one bot play against another, many times",
    "ladder": "let all bots of a game play against each other, and rate them",
    "league": "found a league, take part in one, and see how it stands",
    "audit": "verify games from their files alone",
    "analyse": "look back on a finished game: mistakes, luck, and a curve of chances",
    "export": "write a game as text or JSON",
    "pack": "write the moves the others do not have yet, for mail or a USB stick",
    "give": "hand your seat in a game by mail over to somebody else",
    "unpack": "take what others packed of a game",
    "verifier": "write a page that checks games in a browser",
    "merge": "join two copies of a game, and find forks",
    "games": "list the games, their players and options",
    "rules": "show the rules of a game",
    "check-game": "check a game that you have written or installed",
    "check-client": "check a client that you have written, in any language",
    "settings": "show or change your settings: theme, colours, notices, keys",
    "id": "show, make, export or import your key and name",
    "completion": "print the completion script for a shell",
}
"""Every command with its one line of help: ``--help`` needs no command's module."""

EPILOG = """\b
Try it:
  p2pgames learn linja            learn a game by playing it
  p2pgames demo --out game.p2pg   bots play a game over real connections
  p2pgames audit game.p2pg        anyone can check the file
  p2pgames rules linja            how it is played

\b
Exit codes:
  0 fine                    4 somebody cheated, and it is proved
  1 failure                 5 a valid game that is not finished
  2 wrong usage             6 nobody could be reached in time
  3 the log is not valid    7 ended by vote or fault"""


def module(name: str) -> str:
    """Return the module that holds the click command of this name, as ``command``."""
    return f"p2pgames_cli.commands.{name.replace('-', '_')}"


class Lazy(click.Group):
    """A group whose commands are modules of `p2pgames_cli.commands`."""

    context_class = usage.Context

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names in the order of help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Load the module of the command."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(module(cmd_name)).command
        if not isinstance(command, click.Command):
            raise TypeError(f"{cmd_name} is no command")
        return usage.spoken(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of commands without loading any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands that begin like this, again without loading any: a shell waits for it."""
        from click.shell_completion import CompletionItem

        found = [
            CompletionItem(n, help=_(about)) for n, about in COMMANDS.items() if n.startswith(incomplete)
        ]
        return found + click.Command.shell_complete(self, ctx, incomplete)


def _version(ctx: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value:
        from importlib.metadata import version

        click.echo(f"p2pgames {version('p2pgames')}")
        ctx.exit()


@click.command(
    cls=Lazy,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=EPILOG,
)
@flags("home", "profile", "name", "plain", "window", "ascii", "color", "passphrase-file")
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version."
)
@click.pass_context
def p2pgames(ctx: click.Context) -> int:
    """Board games about rails and roads, from player to player: no server, no account.

    Without a command it opens your tables and games: on a terminal in full screen, with --window in your browser.
    Help on a command: p2pgames COMMAND --help
    """
    if (name := ctx.invoked_subcommand) is not None:
        if flag("window") and not _shows_table(ctx, name):
            said = _("{command} shows no table: leave out --window.")
            raise Stop(Code.USAGE, said.format(command=f"p2pgames {name}"))
        return Code.FINE
    # Whoever opens the one file with a double click may see no terminal.
    unseen = getattr(sys, "frozen", False) and not sys.stdin.isatty() and not flag("plain")
    if flag("window") or unseen or (full_screen() and live_settings()["window.open"]):
        from p2pgames_cli.commands.play_flags import client_from_flags
        from p2pgames_cli.config.context import user
        from p2pgames_cli.home.at_window import at_window

        return at_window(user(), client_from_flags(within=True))
    if full_screen():
        from p2pgames_cli.commands.play_flags import client_from_flags
        from p2pgames_cli.config.context import user
        from p2pgames_cli.home.loop import at_home

        return at_home(user(), client_from_flags(within=True))
    click.echo(ctx.get_help())
    return Code.FINE


def _shows_table(ctx: click.Context, name: str) -> bool:
    """Tell whether a command knows the window."""
    group = ctx.command
    command = group.get_command(ctx, name) if isinstance(group, click.Group) else None
    return command is not None and any(parameter.name == "window" for parameter in command.params)


# When Python looks for garbage: not before a command has loaded what stays as long as it runs.

LOADED: Final = 200_000
"""Objects before Python looks for the first time; with a board on the full screen there are 135,000."""


def look_late() -> None:
    """Let Python look for garbage once there are many objects, and then as usual, but never at these again."""
    usual = gc.get_threshold()

    def settle(phase: str, _found: dict[str, int]) -> None:
        if phase == "stop":
            gc.callbacks.remove(settle)
            gc.freeze()
            gc.set_threshold(*usual)

    gc.callbacks.append(settle)
    gc.set_threshold(LOADED, *usual[1:])


def main() -> None:
    """Run the command line; every expected error is one sentence on standard error and an exit code."""
    look_late()
    _open_what_is_closed()
    tty.keep()
    console.replace_what_cannot_be_encoded()
    try:
        sys.exit(run())
    except KeyboardInterrupt:
        sys.exit(Code.INTERRUPTED)
    finally:
        tty.end_as_told()


def _open_what_is_closed() -> None:
    """Read and write nothing if a service was started without standard streams: nobody need ask for them then."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


def run(arguments: list[str] | None = None) -> int:
    """Run a command, that of the process unless arguments are given, and return its exit code."""
    speak()
    try:
        code, said = attempt(lambda: p2pgames.main(arguments, prog_name="p2pgames", standalone_mode=False))
    except click.Abort:
        return Code.INTERRUPTED
    except click.ClickException as wrong:
        usage.complain(wrong)
        return Code.USAGE if isinstance(wrong, click.UsageError) else Code.FAILURE
    if said:
        from p2pgames_cli.i18n.filling import on_terminal

        console.warn(on_terminal(f"p2pgames: {said}", sys.stderr))
    return code


if __name__ == "__main__":  # the one file that needs no Python (cli/p2pgames.spec)
    from multiprocessing import freeze_support

    freeze_support()  # worker processes begin here as well, and go no further
    # The libraries in it are meant for it alone, not for browsers, tor and other programs that it starts.
    for variable in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
        if (before := os.environ.pop(f"{variable}_ORIG", None)) is not None:
            os.environ[variable] = before
        else:
            os.environ.pop(variable, None)
    main()
