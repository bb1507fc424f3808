"""Where a table is looked at from: which of the seats here, and after which step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final

import trio

from p2pgames.contract import (
    AnyRules,
    Choose,
    Event,
    Face,
    Illegal,
    Known,
    Move,
    Moved,
    Open,
    Opened,
    Over,
    Roll,
    Rolled,
    Seat,
    effect_of_move,
)
from p2pgames.sentences import NOT_YOUR_TURN
from p2pgames.text import Message, as_notation, whole_number
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table import history_text
from p2pgames_cli.table.archived import ArchivedSeat
from p2pgames_cli.table.seat_handle import SeatHandle, at_turn, known_faces, seat_of, state_of
from p2pgames_protocol.log.history import Entry, MoveEntry
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.rounds import TURN


@dataclass
class Timeline:
    """The seat that looks, and the step that is shown."""

    handles: Sequence[SeatHandle]
    passive: bool = False
    """Whether there is nobody here to move."""
    returns: bool = False
    """Whether the first seat looks while nobody here is to move; else the one that looked last goes on."""
    step: int | None = None
    """The number of steps, closed rounds of the log, that are shown; None for the newest position.

    To players they are steps: some games have rounds of their own.
    """
    stepped: Callable[[], None] = lambda: None
    """Called when another step is to be shown."""
    _sat: SeatHandle = field(init=False)
    _still: tuple[SeatHandle | None, ...] = ()
    """While the table is drawn: the seat to move."""

    def __post_init__(self) -> None:
        self._sat = self.handles[0]

    @contextmanager
    def still(self) -> Iterator[None]:
        """Look up once who is to move: nothing is signed or heard while a table is drawn, which asks for it often."""
        before, self._still = self._still, (self.mine,)
        try:
            yield
        finally:
            self._still = before

    @property
    def mine(self) -> SeatHandle | None:
        """The seat here whose player is to move, unless an earlier position is shown."""
        if self._still:
            return self._still[0]
        return None if self.passive or self.step is not None else at_turn(self.handles)

    @property
    def handle(self) -> SeatHandle:
        """The seat that looks: whose turn it is of ours, else the one before."""
        if len(self.handles) > 1:
            self._sat = self.mine or (self.handles[0] if self.returns else self._sat)
        return self._sat

    @property
    def replica(self) -> Replica:
        """The game as the seat that looks knows it."""
        return self.handle.replica

    @property
    def position(self) -> Position:
        """The position that is shown."""
        return self.replica.position if self.step is None else self.replica.positions[self.step]

    @property
    def choosing(self) -> Seat | None:
        """The seat that is to choose in the position that is shown."""
        ask = self.position.ask if not self.position.over else None
        return ask.seat if isinstance(ask, Choose) else None

    @property
    def shown(self) -> int:
        """How many steps are shown."""
        return len(self.replica.log) if self.step is None else self.step

    @property
    def replaying(self) -> bool:
        """Whether this is a replay: nothing is told of what comes after the step that is shown."""
        return isinstance(self.handles[0], ArchivedSeat)

    @property
    def looking_back(self) -> bool:
        """Whether an earlier position of a game that goes on elsewhere is shown."""
        return self.step is not None and not self.replaying

    @property
    def browsing(self) -> bool:
        """Whether nobody types moves here, so that letters and digits are keys."""
        return self.passive or self.replica.finished

    def rewind(self, by: int) -> None:
        """Show an earlier or later position; past the newest one the table is live again."""
        last, here = len(self.replica.log), self.shown
        steps = range(here + by, -1, -1) if by < 0 else range(here + by, last + 1)
        worth = (s for s in steps if history_text.is_worth_a_look(self.handle.history, s))
        self.show_step(next(worth, 0 if by < 0 else last))

    def show_step(self, step: int) -> None:
        """Show the position after this many steps."""
        self.step = None if step >= len(self.replica.log) else max(0, step)
        self.stepped()


# What can be seen of a table that is looked at: what lay open, what one seat had seen, or every card dealt.


def seen_faces(replica: Replica, position: Position, seat: Seat | None, *, everything: bool = False) -> Known:
    """Return the faces a seat (None: a spectator) had seen in a position of this log, or those of all dealt cards.

    Hidden faces are known from the reveals at the end of the game only: before them nothing but what lay open.
    """
    opened, decks_state = replica.known, position.decks_state
    held = {
        slot: opened[slot]
        for slot, owner in decks_state.held.items()
        if (everything or owner == seat) and slot in opened
    }
    return {**decks_state.public, **held} if held else decks_state.public


def hidden_cards(replica: Replica, position: Position) -> Iterator[tuple[Seat, tuple[Face | None, ...]]]:
    """Yield for every seat the cards that it alone had seen in a position, None for a face nobody revealed."""
    decks_state = position.decks_state
    for seat in range(len(replica.names)):
        faces = tuple(replica.known.get(slot) for slot in decks_state.dealt_to(seat))
        if faces:
            yield seat, faces


def has_revealed(replica: Replica) -> bool:
    """Tell whether reveals opened cards that only one seat had seen."""
    position = replica.position
    return position.over and any(slot in replica.known for slot in position.decks_state.held)


def has_sealed(replica: Replica) -> bool:
    """Tell whether cards were dealt whose faces this log does not hold (yet)."""
    position = replica.position
    return any(slot not in replica.known for slot in position.decks_state.held)


def seen_alone(replica: Replica, position: Position) -> Iterator[str]:
    """Yield in sentences the cards that each seat alone had seen in a position."""
    for seat, faces in hidden_cards(replica, position):
        cards = ", ".join(face or _("a hidden card") for face in faces)
        yield _("{name} alone has seen {cards}.").format(name=replica.names[seat], cards=cards)


# Who looks at a table, and which hands they see.


@dataclass
class Visibility:
    """Who looks, and which hands they see."""

    timeline: Timeline
    guarded: bool = False
    """Whether others may see what is shown: hands are hidden until their player is alone, and watchers borrow eyes."""
    secret: bool = False
    """Whether players here have hands that the others here must not see."""
    viewer: Seat | None = None
    """Whose eyes a watcher borrows."""
    everything: bool = False
    """Whether a watcher sees every dealt card that the reveals opened."""
    covered: bool = False
    """Whether the player hides their hand from whoever looks over their shoulder."""
    trace: bool = False
    """Whether what belongs together is drawn heavy."""
    _shown_to: SeatHandle | None = None

    @property
    def _borrowed(self) -> bool:
        return self.timeline.passive and self.guarded

    @property
    def seat(self) -> Seat | None:
        """Whose eyes the board is seen with."""
        return self.viewer if self._borrowed else seat_of(self.timeline.handle)

    @property
    def hand_hidden(self) -> bool:
        """Whether hands are hidden until the player who sits down now says that nobody else looks."""
        return self.guarded and self.secret and self._shown_to is not self.timeline.handle

    @property
    def awaits_player(self) -> bool:
        """Whether the table waits, covered, for the player to say that nobody else looks; not while they look back."""
        return self.hand_hidden and self.timeline.mine is not None

    def show_hand(self) -> None:
        """Show the hand of the player whose turn it is."""
        self._shown_to = self.timeline.handle

    @property
    def known(self) -> Known:
        """The faces that may be shown."""
        at = self.timeline
        if self._borrowed:
            return seen_faces(at.replica, at.position, self.viewer, everything=self.everything)
        return {} if self.hand_hidden or self.covered else known_faces(at.handle)

    def look_as(self, seat: Seat | None, *, everything: bool = False) -> None:
        """Look with the eyes of a seat, None for a spectator's, or at all cards."""
        self.viewer, self.everything = seat, everything

    def next_viewer(self) -> None:
        """Look with the eyes of the next seat; after the last one with everybody's, once all is revealed."""
        replica = self.timeline.replica
        seats = len(replica.names)
        if self.everything:
            self.look_as(None)
        elif self.viewer is None:
            self.look_as(0)
        elif self.viewer + 1 < seats:
            self.look_as(self.viewer + 1)
        else:
            self.look_as(None, everything=has_revealed(replica))

    @property
    def onlooker(self) -> str:
        """From whose point of view a watcher looks, as part of a sentence; empty for a spectator's own."""
        replica = self.timeline.replica
        if self.everything:
            return _("with all cards")
        if self.viewer is None or not self.timeline.passive:
            return ""
        return _("as {name} saw it").format(name=replica.names[self.viewer])


# The turn of a player here: what they can choose, and what they have chosen and not sent.


class OutOfTurn(Illegal):
    """A move by somebody who is not to move; what is shown to people adds whom the table waits for."""

    def __init__(self) -> None:
        super().__init__(NOT_YOUR_TURN())


# A run of moves by one seat that nobody has seen yet: it can be taken back until it is sent.

FAR = 8
"""Rolls and openings in a row after a move that are looked through."""


class Finality(Enum):
    """Why a move deserves a question before it is sent."""

    NOTHING = ""
    """It is a move like any other."""
    END = "end"
    """The game ends with it."""
    CHANCE = "chance"
    """Dice roll or cards are opened, and then the same seat goes on."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Moves on top of the position at the table."""

    rules: AnyRules
    seat: Seat
    states: tuple[Any, ...]
    """The state at the table, and after every move of the draft."""
    moves: tuple[Move, ...] = ()

    @property
    def state(self) -> Any:
        """The state after the draft."""
        return self.states[-1]

    @property
    def goes_on(self) -> bool:
        """Whether the same seat is to choose again: then nothing must be sent yet."""
        ask = self.rules.ask(self.state)
        return isinstance(ask, Choose) and ask.seat == self.seat

    @property
    def final(self) -> Finality:
        """What makes the draft a step that deserves a question: the end of the game, or chance before the seat goes on.

        Cards that are drawn when the turn is over decide nothing that the seat could have chosen otherwise.
        """
        state = self.state
        for _step in range(FAR):
            match self.rules.ask(state):
                case Over():
                    return Finality.END if state is self.state else Finality.NOTHING
                case Choose(seat):
                    return (
                        Finality.CHANCE if seat == self.seat and state is not self.state else Finality.NOTHING
                    )
                case Roll(sides):
                    event: Event = Rolled((0,) * len(sides))
                case Open(slots) if all(seat is not None for _slot, seat in slots):
                    event = Opened(tuple((slot, None) for slot, _seat in slots))
                case _:
                    return Finality.NOTHING
            state = self.rules.apply(state, event)
        return Finality.NOTHING

    def add(self, move: Move) -> Draft:
        """Return the draft with one more legal move."""
        after = self.rules.apply(self.state, Moved(self.seat, move))
        return replace(self, states=(*self.states, after), moves=(*self.moves, move))

    def undo(self) -> Draft:
        """Return the draft without its last move."""
        return replace(self, states=self.states[:-1], moves=self.moves[:-1]) if self.moves else self

    @property
    def texts(self) -> tuple[str, ...]:
        """The moves in the game's notation."""
        pairs = zip(self.states, self.moves, strict=False)
        return tuple(self.rules.text(state, self.seat, move) for state, move in pairs)


# The legal moves of a turn, to complete what is typed.


@dataclass(frozen=True, slots=True)
class Choices:
    """Every legal move with its text, in the order of the rules."""

    rules: AnyRules
    state: Any
    seat: Seat
    moves: tuple[tuple[str, Move], ...]

    @classmethod
    def of(cls, rules: AnyRules, state: Any, seat: Seat, known: Known) -> Choices:
        """List the moves; this may take a while in games with very many."""
        legal = rules.moves(state, seat, known)
        return cls(rules, state, seat, tuple((rules.text(state, seat, move), move) for move in legal))

    def beginning(self, typed: str) -> tuple[tuple[str, Move], ...]:
        """Return the moves whose text begins with what is typed; case and extra blanks do not matter."""
        start = " ".join(as_notation(typed).lower().split())
        if not start:
            return self.moves
        return tuple((text, move) for text, move in self.moves if text.lower().startswith(start))

    def effect(self, move: Move) -> Message | None:
        """Return in one line what a move brings about."""
        return effect_of_move(self.rules, self.state, self.seat, move)


@dataclass
class TurnChoices:
    """What the player whose turn it is has before them; all of it empty while nobody here is to move."""

    timeline: Timeline
    drafted: Draft | None = None
    """The draft that was made last; `draft` tells whether it still holds."""
    listed: Choices | None = None
    """The legal moves of the newest state they were listed for."""
    numbered: tuple[Move, ...] = ()
    """The moves that were listed last, which can be made by their numbers."""
    asked: int = -1
    """The round whose turn was announced to the player; -1 to announce it again."""
    words: set[str] = field(default_factory=set)
    """Words for actions that have been moves at a turn here."""
    refused: Message | None = None
    """Why a move was refused, until something else is done."""
    before_player: Callable[[], tuple[str, str]] = lambda: ("", "")
    """Returns the spot that the player points at, and what stands in the line; a front end sets it."""
    _begun: int = -1
    _listing: Any = None
    """The state whose moves are being listed."""

    def is_move(self, text: str) -> bool:
        """Tell whether a text is a legal move now: a game may call one as an action is called."""
        try:
            self.meant(text)
        except Illegal:
            return False
        return True

    def note(self, words: Iterable[str]) -> None:
        """Remember which of these words are moves now."""
        self.words.update(filter(self.is_move, words))

    def refuse(self, why: Message) -> None:
        """Note why a move was refused."""
        self.refused = why

    def watch(self, before_player: Callable[[], tuple[str, str]]) -> None:
        """Know from now on what the player points at and types."""
        self.before_player = before_player

    def handle(self) -> SeatHandle:
        """Return the seat here whose player is to move; raise `OutOfTurn` if there is none."""
        mine = self.timeline.mine
        if mine is None:
            raise OutOfTurn
        return mine

    def note_turn(self) -> tuple[bool, bool]:
        """Return whether another turn of somebody here has begun, and whether nobody here was to move before."""
        mine, before = self.timeline.mine, self._begun
        self._begun = mine.replica.round if mine is not None else -1
        return self._begun not in (before, -1), self._begun >= 0 > before

    @property
    def draft(self) -> Draft | None:
        """What the player has chosen and not sent."""
        mine = self.timeline.mine
        if mine is None:
            return None
        state = state_of(mine)
        if self.drafted is None or self.drafted.states[0] is not state:
            self.drafted = Draft(mine.replica.rules, seat_of(mine) or 0, (state,))
        return self.drafted

    @property
    def sent(self) -> bool:
        """Whether the draft is a whole turn, on its way: the position that is shown asks nothing of its player."""
        draft = self.draft
        return draft is not None and bool(draft.moves) and not draft.goes_on

    def keep_draft(self, draft: Draft) -> None:
        """Keep a draft as the one that was made last."""
        self.drafted = draft

    def forget_draft(self) -> None:
        """Begin anew, also in a position that comes again because its move is taken back."""
        self.drafted = None

    @property
    def state(self) -> Any:
        """The rules' state that is shown: after the draft, where there is one."""
        draft, timeline = self.draft, self.timeline
        return draft.state if draft is not None else timeline.position.state

    @property
    def legal(self) -> Choices | None:
        """The legal moves now, once they are listed."""
        listed, mine = self.listed, self.timeline.mine
        return listed if listed is not None and mine is not None and listed.state is self.state else None

    async def list_moves(self) -> None:
        """List the legal moves of the state that is shown, beside the loop: games may have very many.

        Where they are being listed already, return at once.
        """
        mine, state = self.timeline.mine, self.state
        if mine is None or self.sent or self.legal is not None or self._listing is state:
            return
        rules, seat, faces = mine.replica.rules, seat_of(mine) or 0, known_faces(mine)
        self._listing = state
        try:
            listed = await trio.to_thread.run_sync(
                Choices.of, rules, state, seat, faces, abandon_on_cancel=True
            )
        finally:
            if self._listing is state:
                self._listing = None
        if state is self.state:  # otherwise the list of a later state may be there already
            self.listed = listed

    def meant(self, text: str) -> Move:
        """Return the legal move that a text stands for: its notation, or its number in the newest list.

        Raises `Illegal` with the reason if there is none.
        """
        handle = self.handle()
        try:
            rules = handle.replica.rules
            return rules.parse(self.state, seat_of(handle) or 0, known_faces(handle), text)
        except Illegal:
            if 0 < (number := whole_number(as_notation(text)) or 0) <= len(self.numbered):
                return self.numbered[number - 1]
            raise


# What is new to a player: moves and messages since they were there last.

LATE: Final = 40
"""Rounds that are looked through for what is new."""


# The newest moves of a game, as boards mark them.

NEW: Final = 12
"""Moves that are marked on the board at most, however long the player was away."""


def recent_moves(handle: SeatHandle, shown: int, looked: int) -> tuple[tuple[Any, Seat, Move], ...]:
    """Return the newest moves of this many steps, newest last, each with the state it was made in.

    They are as many as there are seats, and all that were made since the step at which the player looked.
    """
    found: list[tuple[Any, Seat, Move]] = []
    history, seats = handle.history, len(handle.replica.names)
    for number in history.effective(shown):
        if _laid(handle, number):
            break
        if (made := history.move(number)) is not None:
            found.insert(0, (made.state, made.seat, made.move))
        if len(found) >= seats and (number <= looked or len(found) >= NEW):
            break
    return tuple(found)


def _laid(handle: SeatHandle, number: int) -> bool:
    """Tell whether a round led to a position that no event leads to, as in lessons."""
    replica = handle.replica
    return replica.positions[number].kind is TURN and not replica.log[number]


@dataclass
class Unread:
    """Since when the player has not looked, and what came meanwhile."""

    visibility: Visibility
    choices: TurnChoices
    looked: int = 0
    """How many steps there were when the player pressed a key last; what came since is marked as new."""
    unread: int = 0
    """Messages of the chat that came since its page was open."""
    _recent: tuple[tuple[int, int], tuple[tuple[Any, Seat, Move], ...]] = ((-1, -1), ())

    def mark_read(self) -> None:
        """Note that the player sees all that has happened until now."""
        timeline = self.choices.timeline
        self.looked = len(timeline.replica.log)

    @property
    def recent(self) -> tuple[tuple[Any, Seat, Move], ...]:
        """The newest moves, newest last: as many as there are seats, and all that are new to the player."""
        at = self.choices.timeline
        if self._recent[0] != (at.shown, self.looked):
            self._recent = ((at.shown, self.looked), recent_moves(at.handle, at.shown, self.looked))
        draft = self.choices.draft
        if draft is None:
            return self._recent[1]
        own = zip(draft.states, draft.moves, strict=False)
        return (*self._recent[1], *((state, draft.seat, move) for state, move in own))

    def is_new(self, entry: Entry) -> bool:
        """Tell whether something has happened since the player looked, by somebody else."""
        at = self.choices.timeline
        live = at.step is None and not at.replaying
        return (
            entry.round >= self.looked and live and (entry.seat is None or entry.seat != self.visibility.seat)
        )

    def moves(self) -> list[MoveEntry]:
        """Return the moves of others that were made since the player looked."""
        at = self.choices.timeline
        handle, since = at.handle, max(self.looked, len(at.replica.log) - LATE)
        entries = handle.history.entries(since)
        return [entry for entry in entries if isinstance(entry, MoveEntry) and self.is_new(entry)]
