"""``p2pgames id``: the player's key and name."""

from __future__ import annotations

import json
import secrets
import sys
from pathlib import Path

import click

from p2pgames_cli.errors import Code, Stop
from p2pgames_cli.options import Place, place_options


@click.group(invoke_without_command=True)
@place_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--passphrase-file", type=Path, help="A file whose first line is the key's passphrase.")
@click.pass_context
def command(ctx: click.Context, place: Place, as_json: bool, passphrase_file: Path | None) -> None:
    """Show your key and name, or make, export or import a key.

    The key is your identity towards other players. It lies in a file that only you can read.
    """
    ctx.obj = (place, as_json, _passphrase(passphrase_file))
    if ctx.invoked_subcommand is None:
        ctx.invoke(show)


def _passphrase(file: Path | None) -> bytes | None:
    if file is None:
        return None
    lines = file.read_bytes().splitlines()
    if not lines or not lines[0]:
        raise Stop(Code.USAGE, f"The first line of {file} is empty; it should be the passphrase.")
    return lines[0]


@command.command()
@click.pass_context
def show(ctx: click.Context) -> None:
    """Show name, public key and where the key lies."""
    from p2pgames_protocol.identity import short

    place, as_json, passphrase = ctx.obj
    home = place.home()
    identity = home.identity(passphrase)
    if as_json:
        shown = {"name": home.name(), "key": identity.key.hex(), "file": str(home.key_file)}
        click.echo(json.dumps(shown))
    else:
        click.echo(f"{home.name()} · key {short(identity.key)}\n{identity.key.hex()}\n{home.key_file}")


@command.command()
@click.option("--name", help="The name others see.")
@click.option("--force", is_flag=True, help="Replace the key there is; games begun with it cannot go on.")
@click.pass_context
def new(ctx: click.Context, name: str | None, force: bool) -> None:
    """Make a new key."""
    from p2pgames_protocol.identity import Identity

    _keep(ctx, Identity(secrets.token_bytes(32)), name, force)


@command.command()
@click.argument("file")
@click.pass_context
def export(ctx: click.Context, file: str) -> None:
    """Write the secret key to FILE (mode 0600), or to standard output with -."""
    from p2pgames_protocol.disk import RealDisk
    from p2pgames_protocol.home import to_pem

    place, _, passphrase = ctx.obj
    pem = to_pem(place.home().identity(passphrase), passphrase)
    if file == "-":
        click.echo(pem.decode(), nl=False)
    elif Path(file).exists():
        raise Stop(Code.FAILURE, f"{file} is there already; choose another name.")
    else:
        RealDisk().create(Path(file), pem)
        click.echo(f"The key is in {file}. Whoever has it can play as you.", err=True)


@command.command("import")
@click.argument("file")
@click.option("--force", is_flag=True, help="Replace the key there is; games begun with it cannot go on.")
@click.pass_context
def import_(ctx: click.Context, file: str, force: bool) -> None:
    """Take the secret key in FILE (- for standard input) for your own."""
    from p2pgames_protocol.home import from_pem

    _, _, passphrase = ctx.obj
    pem = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    _keep(ctx, from_pem(pem, passphrase), None, force)


def _keep(ctx: click.Context, identity: object, name: str | None, force: bool) -> None:
    from p2pgames_protocol.identity import Identity

    place, _, passphrase = ctx.obj
    home = place.home()
    with home.locked():
        if home.has_identity() and not force:
            raise Stop(
                Code.FAILURE,
                f"There is a key already ({home.key_file}); games begun with it could not go on without it. "
                "Export it first, then use --force.",
            )
        if isinstance(identity, Identity):
            home.keep_identity(identity, passphrase)
        try:
            if name is not None:
                home.keep_name(name)
        except ValueError as wrong:
            raise Stop(Code.USAGE, str(wrong)) from None
    ctx.invoke(show)
