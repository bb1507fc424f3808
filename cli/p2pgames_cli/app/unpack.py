"""Taking what others packed of a game, and letters by which one begins."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from p2pgames_cli.app.apart import apart
from p2pgames_cli.app.bundles import opened, to_send, what_next
from p2pgames_cli.app.letters import LetterOpener, begin, begins
from p2pgames_cli.app.mail_table import kept
from p2pgames_cli.app.player import player
from p2pgames_cli.app.voice import Voice
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.i18n.prose import headed, named, told
from p2pgames_cli.library.stored_games import Stored, stored
from p2pgames_cli.table.news.successors import as_data, line
from p2pgames_cli.table.seat_handle import seat_of
from p2pgames_protocol.local.hotseat import is_local
from p2pgames_protocol.log.file import what_it_is
from p2pgames_protocol.log.reception import Status
from p2pgames_protocol.log.records.by import By
from p2pgames_protocol.mail import armour, bundle, letters
from p2pgames_protocol.mail.armour import MAX_TEXT
from p2pgames_protocol.mail.bundle import BadBundle, Bundle
from p2pgames_protocol.mail.letters import Letter
from p2pgames_protocol.store import intake
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.wire.format import as_text

_BINARY: Final = (bundle.MAGIC, letters.MAGIC)


@dataclass(frozen=True, slots=True)
class UnpackRequest:
    """What came from others: packs and letters, or the text of a mail."""

    user: User
    came: tuple[bytes, ...]
    """What stood in the files; parts of a text may be spread over several."""
    answer_file: Path | None = None
    """Where the own answer to a letter is written too."""


def content(file: str) -> bytes:
    """Return the content of a file, or of standard input for ``-``."""
    return sys.stdin.buffer.read(MAX_TEXT + 1) if file == "-" else intake.read(Path(file))


def unpack(request: UnpackRequest, voice: Voice) -> tuple[int, str]:
    """Take what came; return the exit code, and the id of the game that it was of, empty if none has begun."""
    user = request.user
    try:
        notes, packs = _sorted(request.came)
    except BadBundle as wrong:
        raise Stop(Code.INVALID, told(wrong)) from None
    with user.home.locked():
        games = {game.genesis.game_id: game for game in stored(user.home)}
        fresh = [pack for pack in packs if pack.genesis.game_id not in games]
        tables = {pack.genesis.game_id: kept(user.home, pack.genesis.joins[0].proposal) for pack in fresh}
        for pack in fresh:
            if tables[pack.genesis.game_id] is None:
                raise Stop(Code.FAILURE, _not_in_home(pack))
        own = player(user)
        if any(is_local(own.identity, pack.genesis) for pack in packs):
            raise Stop(Code.USAGE, _("This game is played at one computer: it is complete where it is."))
        opener = LetterOpener(own, voice, request.answer_file)
        for note in notes:
            opener.take(note)
        codes: list[int] = [Code.FINE]
        for pack in packs:
            game = games.get(pack.genesis.game_id)
            began = None
            if game is None and (table := tables[pack.genesis.game_id]) is not None:
                game = began = games[pack.genesis.game_id] = begin(own, table, pack)
            if game is not None:
                codes.append(apart(_take, own, game, pack, began is not None, voice))
    return max(codes), games[packs[-1].genesis.game_id].id if packs else opener.game_id


def _sorted(came: tuple[bytes, ...]) -> tuple[list[Letter], list[Bundle]]:
    """Return the letters and packs in files and pasted text; raise `BadBundle` for what is neither."""
    every: list[bytes] = []
    others: list[bytes] = []
    texts: list[str] = []
    for data in came:
        pieces = armour.opened(data)
        text = "\n".join(as_text(piece) for piece in pieces if not piece.startswith(_BINARY))
        binary = [piece for piece in pieces if piece.startswith(_BINARY)]
        every += binary
        # Where a pack is attached, the words of the mail are not for us.
        if not binary or armour.is_in(text):
            texts.append(text)
            others += pieces[-2:]  # the last attachment, with what follows it
    if texts:
        text = "\n".join(texts)
        what = None if armour.is_in(text) else next(filter(None, map(what_it_is, others)), None)
        if what is not None:
            raise BadBundle(what)
        every += armour.read(text)
    notes = [letters.read(data) for data in every if data.startswith(letters.MAGIC)]
    return notes, [bundle.read(data) for data in every if not data.startswith(letters.MAGIC)]


def _not_in_home(pack: Bundle) -> str:
    """Return why nothing was taken from a pack of a game that is not here."""
    names = ", ".join(pack.genesis.names)
    return _(
        "This is of a game that is not in this home ({game}, {names}), and nothing was taken. Is it in another"
        " --profile or --home? Or unpack first the letter that invites to it."
    ).format(game=pack.genesis.proposal.rules, names=names)


async def _take(own: Player, game: Stored, pack: Bundle, began: bool, voice: Voice) -> int:
    """Take what is new in a pack and say what is to be done next; return the exit code."""
    peer = await opened(own, game)
    replica, seat, before = peer.replica, seat_of(peer), len(peer.replica.log)
    blamed, known = len(replica.accusations.found), {record.id for record in replica.successors}
    receptions = await peer.live.take_in(pack.records)
    missing = any(reception.status in (Status.EARLY, Status.STRAY) for reception in receptions)
    steps = len(replica.log) - before
    successors = [By.read(record.body) for record in replica.successors if record.id not in known]
    voice.give(
        {
            "game_id": game.id,
            "began": began,
            "steps": steps,
            "missing": missing,
            "read_only": peer.read_only,
            "your_turn": peer.signer is not None and peer.signer.my_turn,
            "waiting_for": list(replica.waiting_for),
            "send": seat is not None and to_send(peer, news=steps > 0),
            "finished": replica.finished,
            "by": [as_data(by) for by in successors],
        }
    )
    if began:
        voice.tell(begins(game))
    name = f"{game.genesis.proposal.rules} {game.id[:8]}"
    new = ngettext("{count} new step", "{count} new steps", steps).format(count=steps)
    new = new if steps > 0 else _("nothing new")
    if steps > 0 or not successors:
        voice.show(headed(name, f"{new}."))
    for by in successors:
        voice.tell(headed(name, line(replica, by)))
    if missing:
        voice.note(
            _("Some of it builds on what is missing here: ask for the whole game, p2pgames pack --all.")
        )
    voice.show(what_next(peer, news=steps > 0, at_home=voice.at_home))
    for misconduct in replica.accusations.found[blamed:]:
        voice.warn(_("Fault: {why}").format(why=named(misconduct.why)))
    return Code.CHEATED if replica.accusations.verdict is not None else Code.FINE
