"""The turn of a player here: what they can choose, and what they have chosen and not sent."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import trio

from p2pgames.contract import Illegal, Move
from p2pgames.messages import NOT_YOUR_TURN
from p2pgames.text import Message, as_notation, whole_number
from p2pgames_cli.table.choices import Choices
from p2pgames_cli.table.draft import Draft
from p2pgames_cli.table.seat_handle import SeatHandle, known, seat_of
from p2pgames_cli.table.standpoint import Standpoint


class OutOfTurn(Illegal):
    """A move by somebody who is not to move; what is shown to people adds whom the table waits for."""

    def __init__(self) -> None:
        super().__init__(NOT_YOUR_TURN())


@dataclass
class Turn:
    """What the player whose turn it is has before them; all of it empty while nobody here is to move."""

    standpoint: Standpoint
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
        mine = self.standpoint.mine
        if mine is None:
            raise OutOfTurn
        return mine

    def look(self) -> tuple[bool, bool]:
        """Return whether another turn of somebody here has begun, and whether nobody here was to move before."""
        mine, before = self.standpoint.mine, self._begun
        self._begun = mine.replica.position.round if mine is not None else -1
        return self._begun not in (before, -1), self._begun >= 0 > before

    @property
    def draft(self) -> Draft | None:
        """What the player has chosen and not sent."""
        mine = self.standpoint.mine
        if mine is None:
            return None
        state = mine.replica.position.state
        if self.drafted is None or self.drafted.states[0] is not state:
            self.drafted = Draft(mine.replica.rules, seat_of(mine) or 0, (state,))
        return self.drafted

    def keep(self, draft: Draft) -> None:
        """Keep a draft as the one that was made last."""
        self.drafted = draft

    def forget_draft(self) -> None:
        """Begin anew, also in a position that comes again because its move is taken back."""
        self.drafted = None

    @property
    def state(self) -> Any:
        """The rules' state that is shown: after the draft, where there is one."""
        draft = self.draft
        return draft.state if draft is not None else self.standpoint.position.state

    @property
    def choices(self) -> Choices | None:
        """The legal moves now, once they are listed."""
        listed, mine = self.listed, self.standpoint.mine
        return listed if listed is not None and mine is not None and listed.state is self.state else None

    async def list_moves(self) -> None:
        """List the legal moves of the state that is shown, beside the loop: games may have very many."""
        mine, state = self.standpoint.mine, self.state
        if mine is not None and self.choices is None:
            rules, seat, faces = mine.replica.rules, seat_of(mine) or 0, known(mine)
            listed = await trio.to_thread.run_sync(
                Choices.of, rules, state, seat, faces, abandon_on_cancel=True
            )
            if state is self.state:  # otherwise the list of a later state may be there already
                self.listed = listed

    def meant(self, text: str) -> Move:
        """Return the legal move that a text stands for: its notation, or its number in the newest list.

        Raises `Illegal` with the reason if there is none.
        """
        handle = self.handle()
        try:
            return handle.replica.rules.parse(self.state, seat_of(handle) or 0, known(handle), text)
        except Illegal:
            if 0 < (number := whole_number(as_notation(text)) or 0) <= len(self.numbered):
                return self.numbered[number - 1]
            raise
