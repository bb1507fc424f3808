"""Taking what others packed."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from p2pgames_cli.config import console
from p2pgames_cli.config.context import flag
from p2pgames_cli.config.exit_codes import Code
from p2pgames_cli.i18n.catalogue import _, ngettext, phrase

if TYPE_CHECKING:
    from p2pgames_cli.library.shelf import Stored
    from p2pgames_protocol.mail.bundle import Pack
    from p2pgames_protocol.mail.letters import Letter
    from p2pgames_protocol.store.player import Player


def not_in_home(pack: Pack) -> str:
    """Return why nothing was taken from a pack of a game that is not here."""
    names = ", ".join(pack.genesis.names)
    return _(
        "This is of a game that is not in this home ({game}, {names}), and nothing was taken. Is it in another"
        " --profile or --home? Or unpack first the letter that invites to it."
    ).format(game=pack.genesis.proposal.rules, names=names)


def read_files(files: tuple[str, ...]) -> tuple[list[Letter], list[Pack]]:
    """Return the letters and packs in files and pasted text; parts may be spread over several."""
    from p2pgames_protocol.mail import armour, bundle, letters

    binary, texts = [], []
    for file in files:
        data = _bytes(file)
        if data.startswith((bundle.MAGIC, letters.MAGIC)):
            binary.append(data)
        else:
            texts.append(data.decode("utf-8", errors="replace"))
    joined = armour.read("\n".join(texts)) if texts else []
    every = [*binary, *joined]
    notes = [letters.read(data) for data in every if data.startswith(letters.MAGIC)]
    return notes, [bundle.read(data) for data in every if not data.startswith(letters.MAGIC)]


def _bytes(file: str) -> bytes:
    from p2pgames_protocol.mail.armour import MAX_TEXT
    from p2pgames_protocol.store import intake

    if file == "-":
        return sys.stdin.buffer.read(MAX_TEXT + 1)
    return intake.read(Path(file))


async def take_pack(own: Player, game: Stored, pack: Pack, began: bool) -> int:
    """Take what is new in a pack and say what is to be done next; return the exit code."""
    from p2pgames_cli.app.bundles import opened, to_send, what_next
    from p2pgames_cli.app.mail import begins
    from p2pgames_cli.table.seat import seat_of
    from p2pgames_protocol.log.reception import Heard
    from p2pgames_protocol.log.signer.signer import Table

    peer = await opened(own, game)
    ledger, seat, before = peer.ledger, seat_of(peer), len(peer.ledger.log)
    blamed = len(ledger.faults)
    outcomes = await peer.take_in(pack.records)
    missing = any(outcome.heard in (Heard.EARLY, Heard.STRAY) for outcome in outcomes)
    news = len(ledger.log) > before
    if flag("json"):
        said = {
            "game_id": game.id,
            "began": began,
            "steps": len(ledger.log) - before,
            "missing": missing,
            "read_only": peer.read_only,
            "your_turn": isinstance(ledger, Table) and ledger.my_turn,
            "waiting_for": list(ledger.waiting_for),
            "send": seat is not None and to_send(peer, news=news),
            "finished": ledger.finished,
        }
        console.tell(json.dumps(said))
    else:
        if began:
            console.tell(begins(game))
        _tell(game, len(ledger.log) - before, missing=missing)
        console.tell(what_next(peer, news=news))
    for verdict in ledger.faults[blamed:]:
        console.warn(_("Fault: {why}").format(why=phrase(verdict.why)))
    return Code.CHEATED if ledger.verdict is not None else Code.FINE


def _tell(game: Stored, steps: int, *, missing: bool) -> None:
    new = ngettext("{count} new step", "{count} new steps", steps).format(count=steps)
    new = new if steps > 0 else _("nothing new")
    console.tell(f"{game.genesis.proposal.rules} {game.id[:8]}: {new}.")
    if missing:
        console.warn(
            _("Some of it builds on what is missing here: ask for the whole game, p2pgames pack --all."),
        )
