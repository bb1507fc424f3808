"""A table that fills up by mail: letters shown, answered and taken, and the game that begins with them."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import trio

from p2pgames import registry
from p2pgames_cli.app import rematch_check
from p2pgames_cli.app.bundles import send
from p2pgames_cli.config import console
from p2pgames_cli.config.context import flag, within
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import told, wrapped
from p2pgames_cli.library.shelf import MIN_ID, Stored, stored
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.genesis import Genesis, Proposal
from p2pgames_protocol.log.rules_lookup import settled
from p2pgames_protocol.log.table_options import Refused
from p2pgames_protocol.mail import armour, letters
from p2pgames_protocol.mail.bundle import Pack
from p2pgames_protocol.mail.letters import Filling, Letter
from p2pgames_protocol.mail.pending_tables import Tray
from p2pgames_protocol.net.open_game import play_game
from p2pgames_protocol.store.disk import put
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.names import shown, told_apart


def open_table(own: Player, proposal: Proposal, file: Path | None) -> Code:
    """Keep a new table and show its letter; write it to a file too if there is one."""
    if proposal.seats < 2:
        raise Stop(
            Code.USAGE,
            _("A table for one needs no mail: p2pgames hotseat {game}").format(game=proposal.rules),
        )
    filling = letters.opened(own, proposal)
    Tray(own.home).keep(filling)
    if flag("json"):
        console.tell(json.dumps(about(filling) | {"letter": _text(filling, file)}))
        return Code.FINE
    told = _(
        "Send this letter to the others; they choose Unpack and paste it, or give it to p2pgames unpack:"
    )
    _show(filling, told, file)
    console.tell(_filled(_("Unpack their answers in the same way. When all have answered, the game begins.")))
    if not within():
        again = _("The letter once more: p2pgames pack {table}")
        console.tell(again.format(table=filling.table.hex()[:8]))
    return Code.FINE


def about(filling: Filling) -> dict[str, Any]:
    """Return a table that fills up as plain data."""
    return {
        "game_id": None,
        "table": filling.table.hex(),
        "game": filling.proposal.rules,
        "names": [join.name for join in filling.joins],
        "shown": list(_names(filling)),
        "seats": filling.proposal.seats,
        "host": filling.hosted,
    }


def line(filling: Filling) -> str:
    """Return a table that fills up as a line of the list."""
    return f"{filling.table.hex()[:8]}  {filling.proposal.rules:<6} {state(filling)}"


def state(filling: Filling) -> str:
    """Return how far a table has filled up, in words."""
    if not filling.hosted:
        return _("by mail: answered, waiting for the host's pack")
    return _("by mail: {taken} of {seats} seats taken").format(
        taken=len(filling.joins), seats=filling.proposal.seats
    )


def _names(filling: Filling) -> tuple[str, ...]:
    """Return the names at a table as they are shown."""
    return told_apart(tuple(join.name for join in filling.joins))


def find(home: Home, wanted: str) -> Filling | None:
    """Return the table whose id begins so, if that is one alone."""
    found = [one for one in Tray(home) if one.table.hex().startswith(wanted.lower())]
    return found[0] if len(found) == 1 and len(wanted) >= MIN_ID else None


def waiting_for(home: Home, pack: Pack) -> Filling | None:
    """Return the table kept here of which a pack is; raise `Stop` where the file is damaged."""
    return _kept(home, pack.genesis.joins[0].proposal)


def begin(own: Player, filling: Filling, pack: Pack) -> Stored:
    """Begin the game of a table that was answered, and return it stored; raise `Stop` where it must not begin."""
    try:
        filling.check(pack)
    except Refused as wrong:
        raise Stop(Code.INVALID, f"{told(wrong)} " + _("Nothing was taken.")) from None
    if any(game.genesis.joins[0].proposal == filling.table for game in stored(own.home)):
        raise Stop(Code.INVALID, _("Another game of this table has begun here already. Nothing was taken."))
    return _store(own, filling, pack.genesis)


def _store(own: Player, filling: Filling, genesis: Genesis) -> Stored:
    """Store the game before the table is forgotten; from a moved home it begins as a copy (SPEC 20.3)."""
    doubts = set(genesis.keys) - {own.identity.key} if letters.is_moved(own, filling) else ()
    try:
        trio.run(partial(play_game, own, genesis, doubts=doubts))
    except Refused as wrong:
        raise Stop(Code.INVALID, told(wrong)) from None
    Tray(own.home).drop(filling.table)
    return next(game for game in stored(own.home) if game.genesis.game_id == genesis.game_id)


def begins(game: Stored) -> str:
    """Return what is said when a game begins."""
    said = _("The game begins: {game} {id} of {names}. Its words: {words}")
    return _filled(
        said.format(
            game=game.genesis.proposal.rules,
            id=game.id[:8],
            names=", ".join(game.genesis.names),
            words=game.genesis.words,
        )
    )


@dataclass
class Opener:
    """Takes letters, asking the player about each unless ``yes``."""

    own: Player
    yes: bool
    file: Path | None
    """Where the own answer is written too."""
    asked: list[Letter] = field(default_factory=list)
    """The letters that would have to be agreed to, and were not: at the client's home its page asks."""
    _data: dict[str, Any] = field(default_factory=dict)

    @property
    def game_id(self) -> str:
        """The game of the newest letter, once it has begun here; empty before."""
        return self._data.get("game_id") or ""

    def take(self, letter: Letter) -> Code:
        """Answer an invitation, or seat who answered ours; raise `Stop` for a letter that is of no use here."""
        self._data = {
            "table": letter.table.hex(),
            "invites": letter.invites,
            "name": letter.join.name,
            "shown": shown(letter.join.name),
            "key": letter.join.key.hex(),
            "game": letter.proposal.rules,
            "seats": letter.proposal.seats,
            "options": settled(letter.proposal, registry.rules),
            "taken": False,
            "letter": None,
            "game_id": None,
        }
        if letter.join.key == self.own.identity.key:
            raise Stop(Code.USAGE, _("This is your own letter: send it to the others."))
        for game in stored(self.own.home):
            if game.genesis.joins[0].proposal == letter.table:
                return self._begun(game)
        code = self._answer(letter) if letter.invites else self._seat(letter)
        self._print()
        return code

    def _begun(self, game: Stored) -> Code:
        Tray(self.own.home).drop(game.genesis.joins[0].proposal)
        self._data["game_id"] = game.id
        said = _("The game of this table has begun.") + " "
        said += (
            _("Who lacks it needs the whole game: choose Pack.")
            if within()
            else _("Who lacks it needs: p2pgames pack {game} --all").format(game=game.id[:8])
        )
        self._tell(said)
        self._print()
        return Code.FINE

    def _answer(self, letter: Letter) -> Code:
        filling = _kept(self.own.home, letter.table)
        if filling is None:
            try:
                trio.run(rematch_check.Accepts(self.own, self._tell), letter.proposal)
            except Refused as wrong:
                raise Stop(Code.INVALID, told(wrong)) from None
            asked = _("{name} (key {key}) invites you to this table. Take a seat? [y/n]")
            if not self._agreed(asked, letter):
                return Code.FINE
            filling = letters.answered(self.own, letter)
            Tray(self.own.home).keep(filling)
        self._data |= {"taken": True, "letter": _text(filling, self.file)}
        if not flag("json"):
            said = _("This is your answer: send it to {name}, who unpacks it in the same way:")
            _show(filling, said.format(name=shown(letter.join.name)), None)
            self._tell(_("The game begins here when you unpack the host's first pack."))
        return Code.FINE

    def _seat(self, letter: Letter) -> Code:
        filling = _kept(self.own.home, letter.table)
        if filling is None or not filling.hosted:
            raise Stop(
                Code.FAILURE,
                _(
                    "This answers a table that is not in this home ({game}, {name}), and nothing was taken. Is it in"
                    " another --profile or --home?"
                ).format(game=letter.proposal.rules, name=shown(letter.join.name)),
            )
        before = filling.join_of(letter.join.key)
        if before != letter.join:
            try:
                taking = filling.taking(letter)
            except Refused as wrong:
                raise Stop(Code.FAILURE, told(wrong)) from None
            asked = _("{name} (key {key}) wants to sit down. Let them in? [y/n]")
            if before is not None:
                asked = _("{name} (key {key}) has answered before. Take this answer instead? [y/n]")
            if not self._agreed(asked, letter):
                return Code.FINE
            filling = taking
            Tray(self.own.home).keep(filling)
        self._data["taken"] = True
        names = ", ".join(_names(filling))
        self._tell(_("At the table: {names}.").format(names=names))
        self._start(filling)
        return Code.FINE

    def _start(self, filling: Filling) -> None:
        """Begin the game of a full table; say what is to be done."""
        genesis = filling.genesis()
        if genesis is None:
            self._tell(
                _("Seats are still open: {free}.").format(free=filling.proposal.seats - len(filling.joins))
            )
            return
        game = _store(self.own, filling, genesis)
        self._data["game_id"] = game.id
        self._tell(begins(game))
        self._tell(send(game.id))

    def _agreed(self, question: str, letter: Letter) -> bool:
        """Ask about a letter; programs say --yes, and so does the client's home after its own question."""
        said = question.format(name=shown(letter.join.name), key=short(letter.join.key))
        if within():
            if not self.yes:
                self._tell(said.removesuffix(" [y/n]"))
                self.asked.append(letter)
            return self.yes
        if self.yes:
            self._tell(said.removesuffix(" [y/n]"))
            return True
        answer = ""
        if not flag("json"):
            console.tell(said, end=" ")
            answer = sys.stdin.readline().strip().lower()
            if not answer:
                console.tell()
        if answer in ("y", "yes"):
            return True
        self._tell(_("Nothing was taken. To agree without being asked: p2pgames unpack --yes"))
        return False

    def _tell(self, text: str) -> None:
        if not flag("json"):
            console.tell(_filled(text))

    def _print(self) -> None:
        if flag("json"):
            console.tell(json.dumps(self._data))


def _kept(home: Home, table: bytes) -> Filling | None:
    try:
        return Tray(home).find(table)
    except Damaged as wrong:
        raise Stop(Code.INVALID, told(wrong)) from None


def _text(filling: Filling, file: Path | None) -> str:
    """Return one's own letter as text, and write it to the file if there is one."""
    (text,) = armour.write(filling.letter)
    if file is not None:
        put(file, text.encode("ascii"))
    return text


def _show(filling: Filling, said: str, file: Path | None) -> None:
    console.tell(_filled(said) + "\n")
    console.tell(_text(filling, file))


def _filled(text: str) -> str:
    """Return a paragraph; the pages of the client's home fill it themselves."""
    return text if within() else wrapped(text).rstrip("\n")
