"""A table as it is looked at from here, in whatever front end: which places, which position, whose eyes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from p2pgames.contract import Choose, Illegal, Known, Move, Seat
from p2pgames.game import Game
from p2pgames.messages import NOT_YOUR_TURN
from p2pgames.picture.picture import Painter
from p2pgames.text import Message
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.table import history_text
from p2pgames_cli.table.archived import Still
from p2pgames_cli.table.choices import Choices
from p2pgames_cli.table.draft import Draft
from p2pgames_cli.table.planning import Planning
from p2pgames_cli.table.play_options import PlayOptions
from p2pgames_cli.table.recent import recent_moves
from p2pgames_cli.table.seat import SeatHandle, at_turn, known, seat_of
from p2pgames_cli.table.silence import Silence
from p2pgames_cli.table.status import Guarantee, guarantee
from p2pgames_cli.table.visibility import revealed, seen
from p2pgames_cli.table.waited_for import waited_for
from p2pgames_cli.table.whereabouts import Whereabouts
from p2pgames_protocol.log.history import Entry, MoveEntry
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.replica.replica import Replica

LATE = 40
"""Rounds that are looked through for what is new."""


class OutOfTurn(Illegal):
    """A move is asked of somebody who is not to move; whoever says so to people adds whom the table waits for."""

    def __init__(self) -> None:
        super().__init__(NOT_YOUR_TURN())


@dataclass
class TableModel:
    """What actions work on: the places here, how they are played, and what of the table is shown."""

    places: Sequence[SeatHandle]
    game: Game
    play_options: PlayOptions
    passive: bool = False
    """Whether there is nobody here to move."""
    local: bool = False
    """Whether everybody sits at this computer."""
    guarded: bool = False
    """Whether others may see what is shown: hands are hidden until their player is alone, and watchers borrow eyes."""
    returns: bool = False
    """Whether the first place looks while nobody here is to move; else the one that looked last goes on."""
    step: int | None = None
    """The number of steps, closed rounds of the log, that are shown; None for the newest position.

    To players they are steps: some games have rounds of their own.
    """
    viewer: Seat | None = None
    """Whose eyes a watcher borrows."""
    everything: bool = False
    """Whether a watcher sees every dealt card that the reveals opened."""
    covered: bool = False
    """Whether the player hides their hand from whoever looks over their shoulder."""
    drafted: Draft | None = None
    """The draft that was made last; `draft` tells whether it still holds."""
    listed: Choices | None = None
    """The legal moves of the newest state they were listed for."""
    numbered: tuple[Move, ...] = ()
    """The moves that were listed last, which can be made by their numbers."""
    asked: int = -1
    """The round whose turn was announced to the player; -1 to announce it again."""
    trace: bool = False
    """Whether what belongs together is drawn heavy."""
    unread: int = 0
    """Messages of the chat that came since its page was open."""
    _sat: SeatHandle = field(init=False)
    _unveiled: SeatHandle | None = None
    _recent: tuple[tuple[int, int], tuple[tuple[Any, Seat, Move], ...]] = ((-1, -1), ())
    looked: int = 0
    """How many steps there were when the player pressed a key last; what came since is marked as new."""
    silence: Silence = field(init=False)

    def __post_init__(self) -> None:
        self._sat = self.places[0]
        self.silence = Silence(self.places[0])
        self.planning = Planning(self.places[0])
        self.whereabouts = Whereabouts(self.silence)

    @property
    def draft(self) -> Draft | None:
        """What the player whose turn it is has chosen and not sent; None while nobody here is to move."""
        mine = self.mine
        if mine is None:
            return None
        state = mine.replica.position.state
        if self.drafted is None or self.drafted.states[0] is not state:
            self.drafted = Draft(mine.replica.rules, seat_of(mine) or 0, (state,))
        return self.drafted

    @property
    def mine(self) -> SeatHandle | None:
        """The place here whose player is to move, unless an earlier position is shown."""
        return None if self.passive or self.step is not None else at_turn(self.places)

    def at_turn(self) -> SeatHandle:
        """Return the place here whose player is to move; raise `OutOfTurn` where there is none."""
        place = self.mine
        if place is None:
            raise OutOfTurn
        return place

    def meant(self, text: str) -> Move:
        """Return the legal move that a text means: its notation, or its number in the newest list.

        Raises `Illegal` with the reason if there is none.
        """
        place = self.at_turn()
        try:
            return place.replica.rules.parse(self.state, seat_of(place) or 0, known(place), text)
        except Illegal:
            if text.isascii() and text.isdigit() and 0 < int(text) <= len(self.numbered):
                return self.numbered[int(text) - 1]
            raise

    def named(self, text: Message | None) -> str:
        """Return what the rules say with names for seats; nothing for None."""
        return named(text, self.replica.genesis.names)

    @property
    def still(self) -> bool:
        """Whether this is a replay: nothing is told of what comes after the step that is shown."""
        return isinstance(self.places[0], Still)

    @property
    def looking_back(self) -> bool:
        """Whether an earlier position of a game that goes on elsewhere is shown."""
        return self.step is not None and not self.still

    @property
    def title(self) -> str:
        """What the table is called."""
        return (
            f"{_('What if')}: {self.game.title}" if self.play_options.trial is not None else self.game.title
        )

    @property
    def browsing(self) -> bool:
        """Whether nobody types moves here, so that letters and digits are keys."""
        return self.passive or self.replica.finished

    @property
    def place(self) -> SeatHandle:
        """The place that looks: whose turn it is of ours, else the one before."""
        if len(self.places) > 1:
            self._sat = self.mine or (self.places[0] if self.returns else self._sat)
        return self._sat

    @property
    def replica(self) -> Replica:
        """The game as the place that looks knows it."""
        return self.place.replica

    @property
    def position(self) -> Position:
        """The position that is shown."""
        replica = self.replica
        return replica.position if self.step is None else replica.positions[self.step]

    @property
    def state(self) -> Any:
        """The rules' state that is shown: after the draft, where there is one."""
        draft = self.draft
        return draft.state if draft is not None else self.position.state

    @property
    def choices(self) -> Choices | None:
        """The legal moves now, once they are listed."""
        listed = self.listed
        return listed if listed is not None and self.mine is not None and listed.state is self.state else None

    @property
    def seat(self) -> Seat | None:
        """Whose eyes the board is seen with."""
        return self.viewer if self.passive and self.guarded else seat_of(self.place)

    @property
    def veiled(self) -> bool:
        """Whether hands are hidden until the player who sits down now says that nobody else looks."""
        secret = len(self.places) > 1 and self.game.rules.decks and self.play_options.trial is None
        return self.guarded and secret and self._unveiled is not self.place

    def unveil(self) -> None:
        """Show the hand of the player whose turn it is."""
        self._unveiled = self.place

    @property
    def known(self) -> Known:
        """The faces that may be shown."""
        if self.passive and self.guarded:
            return seen(self.replica, self.position, self.viewer, everything=self.everything)
        return {} if self.veiled or self.covered else known(self.place)

    @property
    def painter(self) -> Painter | None:
        """What draws the game, if anything does."""
        return self.game.painter

    @property
    def recent(self) -> tuple[tuple[Any, Seat, Move], ...]:
        """The newest moves, newest last: as many as there are seats, and all that are new to the player."""
        shown = len(self.replica.log) if self.step is None else self.step
        if self._recent[0] != (shown, self.looked):
            self._recent = ((shown, self.looked), recent_moves(self.place, shown, self.looked))
        draft = self.draft
        if draft is None:
            return self._recent[1]
        own = zip(draft.states, draft.moves, strict=False)
        return (*self._recent[1], *((state, draft.seat, move) for state, move in own))

    def is_new(self, entry: Entry) -> bool:
        """Tell whether something has happened since the player looked, by somebody else."""
        live = self.step is None and not self.still
        return entry.round >= self.looked and live and (entry.seat is None or entry.seat != self.seat)

    def news(self) -> list[MoveEntry]:
        """Return the moves of others that were made since the player looked."""
        entries = self.place.history.entries(max(self.looked, len(self.replica.log) - LATE))
        return [entry for entry in entries if isinstance(entry, MoveEntry) and self.is_new(entry)]

    @property
    def choosing(self) -> Seat | None:
        """The seat that is to choose in the position that is shown."""
        ask = self.position.ask if not self.position.over else None
        return ask.seat if isinstance(ask, Choose) else None

    @property
    def seated(self) -> bool:
        """Whether somebody here can still resign or claim."""
        return not self.passive and self.place.signer is not None and not self.replica.position.over

    def awaited(self) -> str:
        """Return whom the table waits for, and since when; or what the clients are at by themselves."""
        return waited_for(self.place, self.silence)

    def rewind(self, by: int) -> None:
        """Show an earlier or later position; past the newest one the table is live again."""
        last = len(self.replica.log)
        here = last if self.step is None else self.step
        steps = range(here + by, -1, -1) if by < 0 else range(here + by, last + 1)
        worth = (s for s in steps if history_text.worth(self.place.history, s))
        self.show_step(next(worth, 0 if by < 0 else last))

    def show_step(self, step: int) -> None:
        """Show the position after so many steps."""
        last = len(self.replica.log)
        self.step = None if step >= last else max(0, step)

    def next_viewer(self) -> None:
        """Look with the eyes of the next seat; after the last one with everybody's, once all is revealed."""
        seats = len(self.replica.genesis.names)
        if self.everything:
            self.everything = False
        elif self.viewer is None:
            self.viewer = 0
        elif self.viewer + 1 < seats:
            self.viewer += 1
        else:
            self.viewer, self.everything = None, revealed(self.replica)

    @property
    def guarantee(self) -> Guarantee:
        """What holds at the table now."""
        return guarantee(self.place, local=self.local)

    @property
    def onlooker(self) -> str:
        """With whose eyes a watcher looks, as part of a sentence; empty for a spectator's own."""
        if self.everything:
            return _("with all cards")
        return (
            _("as {name} saw it").format(name=self.replica.genesis.names[self.viewer])
            if self.passive and self.viewer is not None
            else ""
        )
