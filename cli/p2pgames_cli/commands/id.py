"""``p2pgames id``: the player's key and name."""

from __future__ import annotations

import json
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from p2pgames.text import inert
from p2pgames_cli.commands.flags import flags
from p2pgames_cli.config import console
from p2pgames_cli.config.context import flag, user
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _

if TYPE_CHECKING:
    from p2pgames_cli.app.key import KeyRequest
    from p2pgames_protocol.store.home import Home
    from p2pgames_protocol.wire.identity import Identity


shared = flags("home", "profile", "json", "passphrase-file")


@click.group(
    invoke_without_command=True,
    epilog="""\b
Examples:
  p2pgames id new --name Ada      make a key
  p2pgames id                     show it
  p2pgames id export ada.pem      keep a copy in a safe place
  p2pgames id import ada.pem      take it over on another computer""",
)
@shared
@click.pass_context
def command(ctx: click.Context) -> None:
    """Show your key and name, or make, export or import a key.

    Your key is who you are to the other players. It is in a file that only you can read.
    """
    if ctx.invoked_subcommand is None:
        _show()


@command.command()
@shared
def show() -> None:
    "Show name, public key and where the key is."
    _show()


@command.command(epilog="Example: p2pgames id new --name Ada --passphrase")
@shared
@flags("name")
@click.option("--passphrase", "ask", is_flag=True, help="Ask for a passphrase that encrypts the key.")
@click.option("--force", is_flag=True, help="Replace the key there is; games begun with it cannot go on.")
def new(ask: bool, force: bool) -> None:
    """Make a new key."""
    from p2pgames_cli.app.key import KeyRequest, may_replace
    from p2pgames_cli.config import user as keyring
    from p2pgames_protocol.wire.identity import Identity

    own = user()
    may_replace(own.home, force=force)
    chosen = keyring.ask(_("Passphrase of the new key"), twice=True) if ask else own.keyring.given()
    _keep(KeyRequest(own, Identity(secrets.token_bytes(32)), chosen, force))


@command.command()
@shared
@click.argument("nick")
def name(nick: str) -> None:
    """Choose the name that others see, from now on."""
    from p2pgames_cli.app.key import keep_name

    there = user().home
    keep_name(there, nick)
    console.warn(_("Others see you as {name}.").format(name=there.name()))


@command.command(short_help="Write the secret key to a file.", epilog="Example: p2pgames id export ada.pem")
@shared
@click.argument("file")
def export(file: str) -> None:
    """Write the secret key to FILE.

    Only you can read that file (mode 0600); - is standard output. A key with a passphrase stays encrypted with it.
    """
    from p2pgames_cli.app.key import key_copy
    from p2pgames_protocol.store.disk import write_secret

    pem = key_copy(user())
    if file == "-":
        console.tell(pem.decode("ascii"), end="")
        return
    try:
        write_secret(Path(file), pem)
    except FileExistsError:
        said = _("{file} is there already; choose another name.")
        raise Stop(Code.FAILURE, said.format(file=file)) from None
    console.warn(_("The key is in {file}. Whoever has it can play as you.").format(file=file))


@command.command(
    "import", short_help="Make a secret key your own.", epilog="Example: p2pgames id import ada.pem"
)
@shared
@flags("name")
@click.argument("file")
@click.option("--force", is_flag=True, help="Replace the key there is; games begun with it cannot go on.")
def import_(file: str, force: bool) -> None:
    """Make the secret key in FILE your own.

    - is standard input. The key keeps its passphrase. A passphrase given for a key that has
    none encrypts it from now on.
    """
    from p2pgames_cli.app.key import KeyRequest, may_replace
    from p2pgames_protocol.store.home import MAX_KEY_FILE, from_pem, read_key_file

    own = user()
    may_replace(own.home, force=force)
    piped = file == "-"
    pem = sys.stdin.buffer.read(MAX_KEY_FILE + 1) if piped else read_key_file(Path(file))
    where = "Standard input" if piped else file
    identity, chosen = own.keyring.unlock(lambda given: from_pem(pem, given, where))
    _keep(KeyRequest(own, identity, chosen, force))


def _show() -> None:
    own = user()
    _print(own.home, own.identity())


def _print(there: Home, identity: Identity) -> None:
    from p2pgames_protocol.wire.identity import short

    if flag("json"):
        shown = {"name": there.name(), "key": identity.key.hex(), "file": str(there.key_file)}
        console.tell(json.dumps(shown))
    else:
        console.tell(f"name  {there.name()}")
        console.tell(f"key   {short(identity.key)} ({identity.key.hex()})")
        console.tell(f"file  {inert(str(there.key_file))}")


def _keep(request: KeyRequest) -> None:
    from p2pgames_cli.app.key import keep_key

    keep_key(request)
    _print(request.user.home, request.identity)
