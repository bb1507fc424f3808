"""Taking what others packed of a game, and letters by which one begins."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from p2pgames import registry
from p2pgames_cli.app import rematch_check
from p2pgames_cli.app.bundles import ask_to_send, open_peer, to_send, what_next
from p2pgames_cli.app.game_index import GameIndex
from p2pgames_cli.app.mail_table import MailVoice, read_filling, shown_names, write_letter
from p2pgames_cli.app.player import player
from p2pgames_cli.app.run import run_aside
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.i18n.prose import headed, named, sentence_of, with_commas
from p2pgames_cli.library.stored_games import Stored, find_game
from p2pgames_cli.table.news import successor_as_data, successor_line
from p2pgames_cli.table.seat_handle import seat_of
from p2pgames_protocol.local.hotseat import is_local
from p2pgames_protocol.log.file import what_it_is
from p2pgames_protocol.log.genesis import Genesis, Refused
from p2pgames_protocol.log.proof_jobs import Status
from p2pgames_protocol.log.records import By
from p2pgames_protocol.mail import armour, letters
from p2pgames_protocol.mail.armour import MAX_TEXT, BadBundle, Bundle
from p2pgames_protocol.mail.letters import Filling, Letter, PendingTables
from p2pgames_protocol.net.peer import play_game
from p2pgames_protocol.store import disk
from p2pgames_protocol.store.game_store import put_aside
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.wire.codec import as_text
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.names import shown

_BINARY: Final = (armour.MAGIC, letters.MAGIC)


@dataclass(frozen=True, slots=True)
class UnpackRequest:
    """What came from others: packs and letters, or the text of a mail."""

    user: User
    came: tuple[bytes, ...]
    """What stood in the files; parts of a text may be spread over several."""
    answer_file: Path | None = None
    """Where the own answer to a letter is written too."""


def read_input(file: str) -> bytes:
    """Return the content of a file, or of standard input for ``-``."""
    return sys.stdin.buffer.read(MAX_TEXT + 1) if file == "-" else disk.read_file(Path(file))


# Letters that came: invitations answered, answers taken, and the game that begins with the last of them.


def begin_game(index: GameIndex, own: Player, filling: Filling, pack: Bundle) -> Stored:
    """Begin the game of a table that was answered, and return it stored; raise `Stop` if it must not begin."""
    try:
        filling.check(pack)
    except Refused as wrong:
        raise Stop(Code.INVALID, _("{why} Nothing was taken.").format(why=sentence_of(wrong))) from None
    index.check_only(pack.genesis)
    return _store(own, filling, pack.genesis)


def _store(own: Player, filling: Filling, genesis: Genesis) -> Stored:
    """Store the game before the table is forgotten; from a moved home it begins as a copy (SPEC 20.3)."""
    must_show = (
        set(genesis.keys) - {genesis.seat_key(own.identity.key)} if letters.is_moved(own, filling) else ()
    )
    try:
        run_aside(None, partial(play_game, own, genesis, must_show=must_show))
    except Refused as wrong:
        raise Stop(Code.INVALID, sentence_of(wrong)) from None
    PendingTables(own.home).drop(filling.table)
    return find_game(own.home, genesis.game_id.hex())


def get_back(index: GameIndex, own: Player, pack: Bundle, voice: MailVoice) -> Stored:
    """Return the game of a pack stored that we play and that is not here any more; raise `Stop` if it must not be.

    As with any copy nothing is signed in it before the others have shown what they have.
    """
    game, home = pack.genesis.game_id, own.home
    index.check_only(pack.genesis)
    try:
        kept = put_aside(home.store(pack.genesis), pack.genesis, registry.rules)
    except (registry.Unknown, Refused) as wrong:
        raise Stop(Code.INVALID, sentence_of(wrong)) from None
    voice.tell(_("Your copy of this game was gone or damaged: it begins anew with what was unpacked."))
    for file in kept or ():
        voice.note(_("The damaged file is kept: {file}").format(file=file))
    return find_game(home, game.hex())


def begin_line(game: Stored) -> str:
    """Return what is said when a game begins."""
    said = _("The game begins: {game} {id} of {names}. Its words: {words}")
    return said.format(
        game=game.genesis.game,
        id=game.id[:8],
        names=with_commas(game.genesis.names),
        words=game.genesis.words,
    )


@dataclass
class LetterOpener:
    """Takes letters, asking the player about each."""

    index: GameIndex
    own: Player
    voice: MailVoice
    file: Path | None
    """Where the own answer is written too."""
    _data: dict[str, Any] = field(default_factory=dict)

    @property
    def game_id(self) -> str:
        """The game of the newest letter, once it has begun here; empty before."""
        return self._data.get("game_id") or ""

    def answer_letter(self, came: Letter) -> None:
        """Answer an invitation, or seat who answered ours; raise `Stop` for a letter that is of no use here."""
        self._data = {
            "table": came.table.hex(),
            "invites": came.invites,
            "name": came.join.name,
            "shown": shown(came.join.name),
            "key": came.join.key.hex(),
            "game": came.proposal.rules,
            "seats": came.proposal.seats,
            "options": came.proposal.resolved_options,
            "taken": False,
            "letter": None,
            "game_id": None,
        }
        if came.join.key == self.own.identity.key:
            raise Stop(Code.USAGE, _("This is your own letter: send it to the others."))
        begun = next((one for one in self.index.of_table(came.table) if isinstance(one, Stored)), None)
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
        filling = read_filling(self.own.home, came.table)
        if filling is None:
            try:
                run_aside(None, rematch_check.RematchCheck(self.own, self.voice.tell), came.proposal)
            except Refused as wrong:
                raise Stop(Code.INVALID, sentence_of(wrong)) from None
            if not self._agreed(_("{name} (key {key}) invites you to this table. Take a seat? [y/n]"), came):
                return
            filling = letters.read_answer(self.own, came)
            PendingTables(self.own.home).write(filling)
        text = write_letter(filling, self.file)
        self._data |= {"taken": True, "letter": text}
        said = _("This is your answer: send it to {name}, who unpacks it in the same way:")
        self.voice.tell(said.format(name=shown(came.join.name)))
        self.voice.show(f"\n{text}")
        self.voice.tell(_("The game begins here when you unpack the host's first pack."))

    def _seat(self, came: Letter) -> None:
        filling = read_filling(self.own.home, came.table)
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
                raise Stop(Code.FAILURE, sentence_of(wrong)) from None
            asked = _("{name} (key {key}) wants to sit down. Let them in? [y/n]")
            if before is not None:
                asked = _("{name} (key {key}) has answered before. Take this answer instead? [y/n]")
            if not self._agreed(asked, came):
                return
            filling = taking
            PendingTables(self.own.home).write(filling)
        self._data["taken"] = True
        self.voice.tell(_("At the table: {names}.").format(names=with_commas(shown_names(filling))))
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
        self.voice.tell(begin_line(game))
        self.voice.tell(ask_to_send(game.id, at_home=self.voice.at_home))

    def _agreed(self, question: str, came: Letter) -> bool:
        return self.voice.agrees(question.format(name=shown(came.join.name), key=short(came.join.key)))


def unpack(request: UnpackRequest, voice: MailVoice) -> tuple[int, str]:
    """Take what came; return the exit code, and the id of the game that it was of, empty if none has begun."""
    user = request.user
    try:
        notes, packs = _sorted(request.came)
    except BadBundle as wrong:
        raise Stop(Code.INVALID, sentence_of(wrong)) from None
    with user.home.locked():
        index = GameIndex(user.home, user.identity() if user.home.has_identity() else None)
        there = {one.id: one for one in index.scan(eager=0) if isinstance(one, Stored)}
        games: dict[bytes, Stored] = {}
        for number in {pack.genesis.game_id for pack in packs}:
            one = index.settled(there[number.hex()]) if number.hex() in there else None
            if isinstance(one, Stored) and one.id == number.hex():
                games[number] = one
        fresh = [pack for pack in packs if pack.genesis.game_id not in games]
        tables = {
            pack.genesis.game_id: read_filling(user.home, pack.genesis.joins[0].proposal) for pack in fresh
        }
        for pack in fresh:
            plays = user.home.has_identity() and pack.genesis.own(user.identity()) is not None
            if tables[pack.genesis.game_id] is None and not plays:
                said = _(
                    "This is of a game that is not in this home ({game}, {names}), and nothing was taken. Is it in"
                    " another --profile or --home? Or unpack first the letter that invites to it."
                )
                players = with_commas(pack.genesis.names)
                raise Stop(Code.FAILURE, said.format(game=pack.genesis.game, names=players))
        own = player(user)
        if any(is_local(own.identity, pack.genesis) for pack in packs):
            raise Stop(Code.USAGE, _("This game is played at one computer: it is complete where it is."))
        opener = LetterOpener(index, own, voice, request.answer_file)
        for note in notes:
            opener.answer_letter(note)
        codes: list[int] = [Code.FINE]
        for pack in packs:
            game = games.get(pack.genesis.game_id)
            began = None
            if game is None and (table := tables[pack.genesis.game_id]) is not None:
                game = began = games[pack.genesis.game_id] = begin_game(index, own, table, pack)
            elif game is None:
                game = games[pack.genesis.game_id] = get_back(index, own, pack, voice)
            if game is not None:
                codes.append(run_aside(None, _take, own, game, pack, began is not None, voice))
    return max(codes), games[packs[-1].genesis.game_id].id if packs else opener.game_id


def _sorted(came: tuple[bytes, ...]) -> tuple[list[Letter], list[Bundle]]:
    """Return the letters and packs in files and pasted text; raise `BadBundle` for what is neither."""
    every: list[bytes] = []
    others: list[bytes] = []
    texts: list[str] = []
    for data in came:
        pieces = armour.mail_parts(data)
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
        every += armour.read_mail(text)
    notes = [letters.read_letter(data) for data in every if data.startswith(letters.MAGIC)]
    return notes, [armour.read_bundle(data) for data in every if not data.startswith(letters.MAGIC)]


async def _take(own: Player, game: Stored, pack: Bundle, began: bool, voice: MailVoice) -> int:
    """Take what is new in a pack and say what is to be done next; return the exit code."""
    peer = await open_peer(own, game)
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
            "by": [successor_as_data(by) for by in successors],
        }
    )
    if began:
        voice.tell(begin_line(game))
    name = f"{game.genesis.game} {game.id[:8]}"
    new = ngettext("{count} new step", "{count} new steps", steps).format(count=steps)
    new = new if steps > 0 else _("nothing new")
    if steps > 0 or not successors:
        voice.show(headed(name, f"{new}."))
    for by in successors:
        voice.tell(headed(name, successor_line(replica, by)))
    if missing:
        voice.note(
            _("Some of it builds on what is missing here: ask for the whole game, p2pgames pack --all.")
        )
    voice.show(what_next(peer, news=steps > 0, at_home=voice.at_home))
    for misconduct in replica.accusations.found[blamed:]:
        voice.warn(_("Fault: {why}").format(why=named(misconduct.why)))
    return Code.CHEATED if replica.accusations.verdict is not None else Code.FINE
