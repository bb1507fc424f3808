"""The games in a player's home."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Container, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, TypeVar

from p2pgames import registry
from p2pgames.contract import AnyRules, Seat
from p2pgames.text import Message, Refusal, Verbatim, as_it_is, message
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named, placed, reason, sentence_of
from p2pgames_protocol.audit.full import grade
from p2pgames_protocol.audit.replay import read_log, replay
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.genesis import Genesis, Proposal, Refused, claimed_proposal, read_genesis
from p2pgames_protocol.log.intake import Intake
from p2pgames_protocol.log.proof_jobs import Reception, Status
from p2pgames_protocol.log.records import Event, Kind, Record
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.rounds import RevealRound
from p2pgames_protocol.log.signer import OwnCards
from p2pgames_protocol.mail.letters import PendingTables
from p2pgames_protocol.store import disk
from p2pgames_protocol.store.game_store import BEGINNING, SUFFIX, genesis_record, read_signed_note
from p2pgames_protocol.store.handover import GIVEN, TakenSeat
from p2pgames_protocol.store.home import INSTANCE, Home
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.identity import Identity

Made = TypeVar("Made")

MOST_GONE: Final = 100
"""Games whose files are gone that are looked at, the latest: who deletes old games need not wait for their notes."""
ID: Final = re.compile("[0-9a-f]{64}")
"""What the file of a game is called, as this program names it."""


class Unreadable(Refusal):
    """The file holds no valid game; the message says why."""

    def __init__(self, why: Message, *, damaged: bool = False) -> None:
        super().__init__(why)
        self.damaged = damaged
        """Whether another copy of the game would be valid here."""


@dataclass(frozen=True, slots=True)
class BrokenGame:
    """A file that is no game of this home: not even its beginning can be read, or it holds another one's once more."""

    path: Path
    why: Message
    help: Message
    """What helps."""
    changed_at: float
    genesis: Genesis | None = None
    """How it began, where the note of what was signed here says so: then its file can be begun anew."""

    @property
    def id(self) -> str:
        """The game's id, as the file's name says."""
        return self.path.stem


@dataclass(frozen=True, eq=False)
class Stored:
    """A game on disk."""

    home: Home
    path: Path
    id: str
    """The game's id, in hexadecimal."""
    found: os.stat_result
    """What the system told of its file when it was looked at."""
    begun: Genesis | None = None
    """How it began; None if that was read before, and is only read again when somebody asks."""

    @cached_property
    def genesis(self) -> Genesis:
        """How it began; raises `Stop` if the file has lost that since it was looked at."""
        if self.begun is not None:
            return self.begun
        again = game_file(self.home, self.path, self.found)
        if isinstance(again, BrokenGame):
            raise Stop(Code.INVALID, placed(again.path, named(again.why), named(again.help)))
        return again.genesis

    @property
    def nonce(self) -> bytes:
        """What its table is called before it begins: several processes may not sit at one."""
        proposal = self.genesis.proposal
        return proposal.nonce

    @property
    def changed_at(self) -> float:
        """When it last changed, in seconds since 1970."""
        return self.found.st_mtime

    @property
    def is_copy(self) -> bool:
        """Whether another file is the game: the one named after its id. Folders kept in step make such copies."""
        name = f"{self.id}{SUFFIX}"
        return self.path.name != name and os.path.lexists(self.path.with_name(name))

    def as_copy(self) -> BrokenGame:
        """Return what is said of a file that holds a game once more."""
        return BrokenGame(self.path, COPY(game=Verbatim(self.id[:8])), JOIN_COPIES, self.changed_at)

    @cached_property
    def taken(self) -> TakenSeat:
        """What tells who plays our seat in it."""
        return TakenSeat(self.home, self.genesis)

    def claimed(self) -> tuple[bytes, Proposal] | None:
        """Return the hash of what was proposed, and that, as the file says; None if it does not.

        Nothing is checked, so this says only whether the file is worth reading.
        """
        try:
            return claimed_proposal(genesis_record(disk.read_file(self.path, BEGINNING)).body)
        except (OSError, logfile.Damaged, Malformed):
            return None

    def seems_over(self) -> bool:
        """Tell at a glance whether its file holds an end: nothing is checked, so it says only what to read first."""
        try:
            payloads = logfile.split(disk.read_file(self.path), strict=False).payloads
            return any(_ends(Record.read(payload)) for payload in reversed(payloads))  # an end comes last
        except (OSError, Malformed):
            return False

    def seat(self, identity: Identity | None) -> Seat | None:
        """Return the seat that this player plays here; None for none, and for one that was handed over."""
        own = self.taken.own(identity) if identity is not None else None
        genesis = self.genesis
        return None if own is None else genesis.keys.index(own.key)

    def replica(self) -> Replica:
        """Return the game so far, every record checked; a torn end, which nobody ever saw, is left out."""
        return replay_file(self.path, torn=True)

    def judged(self) -> tuple[Replica, Message | None]:
        """Return the game so far, and why an audit finds it invalid; None if it does not."""
        played = _made(self.path, replay, torn=True)
        found, why = grade(played)
        return played.replica, why if found is Grade.INVALID else None


# Why a stored game cannot be used, and what to do.

CANNOT_READ = message("library.cannot-read", "Cannot read it: {why:message}.")
BEGINNING_DAMAGED = message("library.beginning-damaged", "Its beginning is damaged: {why:message}")
OLDER: Final = message("library.older", "It was made by an older version of this program.")()
START_ANEW: Final = message("library.start-anew", "Start anew: this version cannot go on with it.")()
NEWER: Final = message("library.newer", "It was made by a newer version of this program.")()
UPDATE: Final = message("library.update", "Update the program: this version cannot go on with it.")()
AUDIT_IT = message("library.audit-it", "{why:message} Audit it for more.")
ASK_FOR_THE_FILE = message(
    "library.ask-for-the-file",
    "The others still have the game. Ask one of them for a copy of its file, put it in place of {file:verbatim}, "
    "and resume.",
)
FETCH_IT = message(
    "library.fetch-it",
    "The others still have the game. To fetch it from them again: p2pgames resume {game:verbatim} --fetch",
)
GO_ON_FROM_WHAT_IS_SOUND = message(
    "library.go-on-from-what-is-sound",
    "Nobody else has this game. To go on with its undamaged part: p2pgames resume {game:verbatim} --fetch",
)
GONE: Final = message("library.gone", "Its file is gone.")()
GET_IT_BACK = message(
    "library.get-it-back",
    "To get the game back, from the others if there are any: p2pgames resume {game:verbatim} --fetch",
)
OR_FORGET_IT = message(
    "library.or-forget-it", "{back:message} (If you deleted it on purpose, delete {note:verbatim} too.)"
)
GET_IT_FROM_A_PLAYER: Final = message(
    "library.get-it-from-a-player",
    "One of the others still has it. Ask for the line that their client shows, and type: "
    "p2pgames resume --fetch --at LINE",
)()
COPY = message("library.copy", "Another copy of game {game:verbatim}; it is left out.")
JOIN_COPIES: Final = message(
    "library.join-copies", "To join two copies: p2pgames merge FILE FILE --out FILE"
)()


def game_files(
    home: Home,
    is_known: Callable[[Path, os.stat_result], bool] = lambda _file, _found: False,
    copies: list[BrokenGame] | None = None,
) -> Iterator[Stored | BrokenGame]:
    """Yield everything in a home that is a game, or was one, what changed last first, then the lost tables by mail.

    What is known is not read. Files that hold a game once more are added to ``copies`` instead.
    """
    told: set[str] = set()
    broken: set[str] = set()
    for file, found in newest_files(home):
        known = is_known(file, found)
        one = Stored(home, file, file.stem, found) if known else game_file(home, file, found)
        if isinstance(one, Stored) and (one.is_copy or one.id in told):
            if copies is not None:
                copies.append(one.as_copy())
            continue
        (told if isinstance(one, Stored) else broken).add(one.id)
        yield one
    yield from _gone(home, told | broken)
    for file, wrong in PendingTables(home).lost():
        why, helps = _other_format(wrong) or (reason(wrong), START_ANEW)
        yield BrokenGame(file, why, helps, file.lstat().st_mtime)


def has_games(home: Home) -> bool:
    """Tell whether anything in a home is a game, or was one; where there are files, none is looked at."""
    with suppress(FileNotFoundError, NotADirectoryError), os.scandir(home.games) as entries:
        if any(one.name.endswith(SUFFIX) for one in entries):
            return True
    return any(game_files(home))


def _gone(home: Home, there: Container[str]) -> Iterator[BrokenGame]:
    """Yield the running games whose files are gone, by the notes of what was signed here, what changed last first."""
    try:
        with os.scandir(home.state) as entries:
            every = {one.name: one for one in entries}
        ids = [name.removesuffix(INSTANCE) for name in every if name.endswith(INSTANCE)]
        gone = [
            (every[f"{one}{INSTANCE}"].stat().st_mtime, one)
            for one in ids
            if one not in there and f"{one}{GIVEN}" not in every and ID.fullmatch(one)
        ]
    except (FileNotFoundError, NotADirectoryError):
        return
    for changed, game in sorted(gone, reverse=True)[:MOST_GONE]:
        note = home.state / f"{game}{INSTANCE}"
        begun, over = _noted(note)
        if not over:
            helps = OR_FORGET_IT(back=_get_back(game, begun), note=Verbatim(str(note)))
            file = home.games / f"{game}{SUFFIX}"
            yield BrokenGame(file, GONE, helps, changed, begun)


def _noted(note: Path) -> tuple[Genesis | None, bool]:
    """Return how a game began by the note of what was signed here, None if it does not say, and whether it is over."""
    try:
        records = read_signed_note(disk.read_file(note))
        first = next((read_genesis(one.body) for one in records if one.kind is Kind.GENESIS), None)
    except (OSError, Malformed, Refused):
        return None, False
    if first is not None and first.game_id.hex() != note.stem:
        first = None
    return first, any(map(_ends, records))


def _ends(record: Record) -> bool:
    return record.kind is Kind.EVENT and Event.read(record.body).act == RevealRound.act


def _get_back(game: str, begun: Genesis | None) -> Message:
    return GET_IT_FROM_A_PLAYER if begun is None else GET_IT_BACK(game=Verbatim(game[:8]))


def _other_format(wrong: Exception) -> tuple[Message, Message] | None:
    """Return why a file of another format is not read, and what helps; None for what is none."""
    if not isinstance(wrong, logfile.OtherFormat):
        return None
    return (NEWER, UPDATE) if wrong.is_newer else (OLDER, START_ANEW)


def newest_files(home: Home) -> Iterator[tuple[Path, os.stat_result]]:
    """Yield the files of a home that are games, or were, what changed last first."""
    try:
        with os.scandir(home.games) as entries:
            listed = [
                (one.stat(follow_symlinks=False), one.path) for one in entries if one.name.endswith(SUFFIX)
            ]
    except (FileNotFoundError, NotADirectoryError):
        return
    listed.sort(key=lambda one: (one[0].st_mtime, one[1]), reverse=True)
    for found, path in listed:
        yield Path(path), found


def game_file(home: Home, file: Path, found: os.stat_result) -> Stored | BrokenGame:
    """Return what a file of a home is that is a game, or was one."""
    changed = found.st_mtime
    ask = ASK_FOR_THE_FILE(file=Verbatim(str(file)))
    try:
        genesis = read_genesis(genesis_record(disk.read_file(file, BEGINNING)).body)
    except OSError as wrong:
        return BrokenGame(file, CANNOT_READ(why=reason(wrong)), ask, changed)
    except logfile.Damaged as wrong:
        if (other := _other_format(wrong)) is not None:
            return BrokenGame(file, *other, changed)
        begun, _over = _noted(home.state / f"{file.stem}{INSTANCE}")
        return BrokenGame(
            file, BEGINNING_DAMAGED(why=reason(wrong)), _get_back(file.stem, begun), changed, begun
        )
    except (Malformed, Refused):
        # Nothing is damaged, and a home keeps only what was in order: then it was so by other formats.
        return BrokenGame(file, OLDER, START_ANEW, changed)
    return Stored(home, file, genesis.game_id.hex(), found, genesis)


def remedy(game: Stored, *, here: bool) -> Message:
    """Return what to do about the damaged file of a game; ``here``: all its seats are at this computer."""
    helps = GO_ON_FROM_WHAT_IS_SOUND if here else FETCH_IT
    return helps(game=Verbatim(game.id[:8]))


def unsound_game(game: Stored, wrong: Exception, *, here: bool = False) -> Stop:
    """Return the `Stop` for a command that could not use the file of a game, with what to do."""
    more = "" if isinstance(wrong, Refused) else named(remedy(game, here=here))
    return Stop(Code.INVALID, placed(game.path, sentence_of(wrong), more))


def find_game(home: Home, wanted: str) -> Stored:
    """Return the game whose id begins like this; raise `Stop` if there is none, or more than one."""
    found = find_readable(home, wanted)
    if isinstance(found, BrokenGame):
        raise Stop(Code.INVALID, placed(found.path, named(found.why), named(found.help)))
    if found is None:
        said = _("No game here has an id that begins with {wanted!r}. See: p2pgames list")
        raise Stop(Code.USAGE, said.format(wanted=wanted))
    return found


def find_readable(home: Home, wanted: str) -> Stored | BrokenGame | None:
    """Return the game whose id begins like this, one that can be read before any other; None if there is none.

    Raises `Stop` if there is more than one.
    """
    begin = wanted.lower()

    def is_another(file: Path, _found: os.stat_result) -> bool:
        return bool(ID.fullmatch(file.stem)) and not file.stem.startswith(begin)

    fitting = [game for game in game_files(home, is_another) if game.id.startswith(begin)]
    found = [game for game in fitting if isinstance(game, Stored)]
    if len(found) > 1:
        said = _("{count} games have ids that begin with {wanted!r}; type more of it.")
        raise Stop(Code.USAGE, said.format(count=len(found), wanted=wanted))
    return next(iter(found or fitting), None)


def open_replica(user: User, wanted: str, *, own: bool = False) -> Replica:
    """Return the replica of a game named by its file, or by the beginning of its id where it is one of this home.

    With ``own`` it sees of a running game of this home what its player sees. Raises `Stop` with the reason where there
    is no such game, or it is not valid.
    """
    home, path = user.home, Path(wanted)
    try:
        if path.exists():
            ours = own and path.resolve().is_relative_to(home.games.resolve())
            replica = replay_file(path)
            return (_own(user, path) if ours else None) or replica
        if len(wanted) <= 64 and all(c in "0123456789abcdefABCDEF" for c in wanted):
            found = find_game(home, wanted)
            return (_own(user, found.path) if own else None) or found.replica()
    except Unreadable as wrong:
        raise Stop(Code.INVALID, placed(wanted, sentence_of(wrong))) from None
    raise Stop(Code.FAILURE, _("There is no file {file}.").format(file=wanted))


def _own(user: User, file: Path) -> Replica | None:
    """Return a running game with cards as its player sees it; None if there is nothing more to see."""
    from p2pgames_protocol.local.hotseat import is_local

    replica = replay_file(file, torn=True)
    if replica.position.over or not replica.rules.decks or not user.home.has_identity():
        return None
    identity = user.identity()
    own = TakenSeat(user.home, replica.genesis).own(identity)
    if own is None or is_local(identity, replica.genesis):
        return None
    return replay_file(file, torn=True, identity=own)


def replay_file(file: Path, *, torn: bool = False, identity: Identity | None = None) -> Replica:
    """Return the replica of a game file; raise `Unreadable` with the reason if it is not valid.

    With ``torn`` an unfinished last record is left out, as the client does that owns the file. With the identity of
    a seat it is a replica that sees this seat's cards, and signs nothing.
    """

    def begun(genesis: Genesis, rules: AnyRules, records: list[Record]) -> tuple[Replica, list[Record]]:
        own = genesis.own(identity) if identity is not None else None
        if own is None:
            return Replica(genesis, rules), records
        seat = genesis.keys.index(own.key)
        replica = Replica(genesis, rules, seat)
        replica.faces = OwnCards(GameSecret(own, genesis.game_id, seat), seat)
        return replica, records

    replica, records = _made(file, begun, torn=torn)
    intake = Intake(replica)
    for record in records:
        _refuse_unsound(intake.receive(record))
    return replica


def _made(file: Path, make: Callable[[Genesis, AnyRules, list[Record]], Made], *, torn: bool) -> Made:
    """Return what is made of a file's genesis, rules and records; raise `Unreadable` as `replay_file` does."""
    data = disk.read_file(file)
    try:
        begun, records = read_log(data[: logfile.split(data).sound] if torn else data)
        return make(begun, registry.rules(begun.proposal.rules, begun.proposal.version), records)
    except registry.Unknown as unknown:
        raise Unreadable(reason(unknown)) from None
    except Refused as wrong:
        raise Unreadable(reason(wrong)) from None
    except (logfile.Damaged, Malformed) as wrong:
        raise Unreadable(reason(wrong), damaged=True) from None


def _refuse_unsound(reception: Reception) -> None:
    if reception.status is Status.SENDER:
        raise Unreadable(AUDIT_IT(why=reception.why or as_it_is("")), damaged=True)
