"""The command ``p2pgames``: a table of commands, each loaded only when it is used."""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click

from p2pgames_cli.errors import Code, Stop

COMMANDS = {
    "demo": "play a whole game between bots over real connections, and audit it",
    "audit": "verify games from their files alone",
    "export": "write a game as text or JSON",
    "merge": "join two copies of a game, and find forks",
    "games": "list the games, their players and options",
    "rules": "show the rules of a game",
    "id": "show, make, export or import your key and name",
    "completion": "print the completion script for a shell",
}
"""Every command with its one line of help: ``--help`` needs no command's module."""


class Lazy(click.Group):
    """A group whose commands are modules of `p2pgames_cli.commands`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names in the order of help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Load the module of the command."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"p2pgames_cli.commands.{cmd_name}").command
        if not isinstance(command, click.Command):
            raise TypeError(f"{cmd_name} is no command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of commands without loading any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _version(ctx: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value:
        from importlib.metadata import version

        click.echo(f"p2pgames {version('p2pgames')}")
        ctx.exit()


@click.command(
    cls=Lazy, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version."
)
@click.pass_context
def p2pgames(ctx: click.Context) -> None:
    """Board games about rails and roads, from player to player: no server, no account.

    \b
    Try it:
      p2pgames demo                      bots play a game over real connections
      p2pgames demo --out game.p2pg      ... and keep the file
      p2pgames audit game.p2pg           anyone can check it
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> None:
    """Run the command line; every expected error is one sentence on standard error and an exit code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run a command and return its exit code."""
    try:
        outcome = p2pgames.main(arguments, prog_name="p2pgames", standalone_mode=False)
    except Stop as stop:
        return _say(stop.code, str(stop))
    except click.ClickException as wrong:
        wrong.show()
        return Code.USAGE
    except (KeyboardInterrupt, click.Abort):
        return _say(Code.INTERRUPTED, "Interrupted.")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Code.FAILURE
    except OSError as wrong:
        return _say(Code.FAILURE, _sentence(wrong))
    return outcome if isinstance(outcome, int) else Code.FINE


def _say(code: int, message: str) -> int:
    if message:
        click.echo(f"p2pgames: {message}", err=True)
    return code


def _sentence(wrong: OSError) -> str:
    """Return what went wrong with a file or connection, and where."""
    if wrong.strerror is None:
        return str(wrong)
    where = f" ({wrong.filename})" if wrong.filename else ""
    return f"{wrong.strerror}{where}."
