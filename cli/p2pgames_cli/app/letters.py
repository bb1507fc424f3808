"""Letters that came: invitations answered, answers taken, and the game that begins with the last of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from p2pgames_cli.app import rematch_check
from p2pgames_cli.app.apart import apart
from p2pgames_cli.app.bundles import send
from p2pgames_cli.app.mail_table import kept, letter, names
from p2pgames_cli.app.voice import Voice
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import told
from p2pgames_cli.library.stored_games import Stored, stored
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.table_options import Refused
from p2pgames_protocol.mail import letters
from p2pgames_protocol.mail.bundle import Bundle
from p2pgames_protocol.mail.letters import Filling, Letter
from p2pgames_protocol.mail.pending_tables import PendingTables
from p2pgames_protocol.net.open_game import play_game
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.names import shown


def begin(own: Player, filling: Filling, pack: Bundle) -> Stored:
    """Begin the game of a table that was answered, and return it stored; raise `Stop` if it must not begin."""
    try:
        filling.check(pack)
    except Refused as wrong:
        raise Stop(Code.INVALID, _("{why} Nothing was taken.").format(why=told(wrong))) from None
    if any(game.genesis.joins[0].proposal == filling.table for game in stored(own.home)):
        raise Stop(Code.INVALID, _("Another game of this table has begun here already. Nothing was taken."))
    return _store(own, filling, pack.genesis)


def _store(own: Player, filling: Filling, genesis: Genesis) -> Stored:
    """Store the game before the table is forgotten; from a moved home it begins as a copy (SPEC 20.3)."""
    must_show = (
        set(genesis.keys) - {genesis.seat_key(own.identity.key)} if letters.is_moved(own, filling) else ()
    )
    try:
        apart(partial(play_game, own, genesis, must_show=must_show))
    except Refused as wrong:
        raise Stop(Code.INVALID, told(wrong)) from None
    PendingTables(own.home).drop(filling.table)
    return next(game for game in stored(own.home) if game.genesis.game_id == genesis.game_id)


def begins(game: Stored) -> str:
    """Return what is said when a game begins."""
    said = _("The game begins: {game} {id} of {names}. Its words: {words}")
    return said.format(
        game=game.genesis.proposal.rules,
        id=game.id[:8],
        names=", ".join(game.genesis.names),
        words=game.genesis.words,
    )


@dataclass
class LetterOpener:
    """Takes letters, asking the player about each."""

    own: Player
    voice: Voice
    file: Path | None
    """Where the own answer is written too."""
    _data: dict[str, Any] = field(default_factory=dict)

    @property
    def game_id(self) -> str:
        """The game of the newest letter, once it has begun here; empty before."""
        return self._data.get("game_id") or ""

    def take(self, came: Letter) -> None:
        """Answer an invitation, or seat who answered ours; raise `Stop` for a letter that is of no use here."""
        self._data = {
            "table": came.table.hex(),
            "invites": came.invites,
            "name": came.join.name,
            "shown": shown(came.join.name),
            "key": came.join.key.hex(),
            "game": came.proposal.rules,
            "seats": came.proposal.seats,
            "options": came.proposal.settled,
            "taken": False,
            "letter": None,
            "game_id": None,
        }
        if came.join.key == self.own.identity.key:
            raise Stop(Code.USAGE, _("This is your own letter: send it to the others."))
        begun = next((g for g in stored(self.own.home) if g.genesis.joins[0].proposal == came.table), None)
        if begun is not None:
            self._begun(begun)
        elif came.invites:
            self._answer(came)
        else:
            self._seat(came)
        self.voice.give(self._data)

    def _begun(self, game: Stored) -> None:
        PendingTables(self.own.home).drop(game.genesis.joins[0].proposal)
        self._data["game_id"] = game.id
        said = _("The game of this table has begun.") + " "
        said += (
            _("Anybody who lacks it needs the whole game: choose Pack.")
            if self.voice.at_home
            else _("Anybody who lacks it needs: p2pgames pack {game} --all").format(game=game.id[:8])
        )
        self.voice.tell(said)

    def _answer(self, came: Letter) -> None:
        filling = kept(self.own.home, came.table)
        if filling is None:
            try:
                apart(rematch_check.RematchCheck(self.own, self.voice.tell), came.proposal)
            except Refused as wrong:
                raise Stop(Code.INVALID, told(wrong)) from None
            if not self._agreed(_("{name} (key {key}) invites you to this table. Take a seat? [y/n]"), came):
                return
            filling = letters.answered(self.own, came)
            PendingTables(self.own.home).keep(filling)
        text = letter(filling, self.file)
        self._data |= {"taken": True, "letter": text}
        said = _("This is your answer: send it to {name}, who unpacks it in the same way:")
        self.voice.tell(said.format(name=shown(came.join.name)))
        self.voice.show(f"\n{text}")
        self.voice.tell(_("The game begins here when you unpack the host's first pack."))

    def _seat(self, came: Letter) -> None:
        filling = kept(self.own.home, came.table)
        if filling is None or not filling.hosted:
            raise Stop(
                Code.FAILURE,
                _(
                    "This answers a table that is not in this home ({game}, {name}), and nothing was taken. Is it in"
                    " another --profile or --home?"
                ).format(game=came.proposal.rules, name=shown(came.join.name)),
            )
        before = filling.join_of(came.join.key)
        if before != came.join:
            try:
                taking = filling.taking(came)
            except Refused as wrong:
                raise Stop(Code.FAILURE, told(wrong)) from None
            asked = _("{name} (key {key}) wants to sit down. Let them in? [y/n]")
            if before is not None:
                asked = _("{name} (key {key}) has answered before. Take this answer instead? [y/n]")
            if not self._agreed(asked, came):
                return
            filling = taking
            PendingTables(self.own.home).keep(filling)
        self._data["taken"] = True
        self.voice.tell(_("At the table: {names}.").format(names=", ".join(names(filling))))
        self._start(filling)

    def _start(self, filling: Filling) -> None:
        """Begin the game of a full table; say what is to be done."""
        genesis = filling.genesis()
        if genesis is None:
            free = filling.proposal.seats - len(filling.joins)
            self.voice.tell(_("Seats are still open: {free}.").format(free=free))
            return
        game = _store(self.own, filling, genesis)
        self._data["game_id"] = game.id
        self.voice.tell(begins(game))
        self.voice.tell(send(game.id, at_home=self.voice.at_home))

    def _agreed(self, question: str, came: Letter) -> bool:
        return self.voice.agrees(question.format(name=shown(came.join.name), key=short(came.join.key)))
