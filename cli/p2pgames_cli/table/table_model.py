"""A table as it is looked at from here, in whatever front end: the parts that know, joined."""

from __future__ import annotations

from typing import Any

from p2pgames.contract import AnyRules, Seat
from p2pgames.picture.picture import SEAT, Drawer, Painter, View, seat_sign
from p2pgames.text import Message, SeatName
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.i18n.speaker import speaker
from p2pgames_cli.table import lesson_step, not_recorded, sentences
from p2pgames_cli.table.seat_handle import SeatHandle
from p2pgames_cli.table.session import TableSession
from p2pgames_cli.table.status import Guarantee, guarantee
from p2pgames_cli.table.viewpoint import Timeline, TurnChoices, Unread, Visibility
from p2pgames_cli.table.waiting import LastSeen, Silence, stored_for, waited_for
from p2pgames_protocol.log.history import History
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.replica import Replica


class TableModel:
    """What actions work on: the seats here, how they are played, and what of the table is shown."""

    def __init__(
        self,
        session: TableSession,
        *,
        guarded: bool = True,
        returns: bool = False,
        local: bool | None = None,
        viewer: Seat | None = None,
    ) -> None:
        """Look at the newest position; for the flags see `Timeline` and `Visibility`.

        ``local`` says otherwise than the session whether to tell of the others as if all sat at this computer.
        """
        handles, self.game, self.client = session.handles, session.game, session.client
        self.session, self.rematch = session, session.rematch
        self.local = session.local if local is None else local
        self.what_if, self.course = session.what_if, session.course
        secret = len(handles) > 1 and self.game.rules.decks and self.what_if is None
        self.timeline = Timeline(handles, session.passive, returns)
        self.visibility = Visibility(self.timeline, guarded, secret, viewer)
        self.choices = TurnChoices(self.timeline)
        self.unread = Unread(self.visibility, self.choices)
        self.silence = Silence(handles[0], waited=0.0 if self.local else stored_for(handles[0]))
        self.last_seen = LastSeen(self.silence)

    # -- what the parts know, as it is asked for most --

    @property
    def handle(self) -> SeatHandle:
        """The seat that looks: whose turn it is of ours, else the one before."""
        return self.timeline.handle

    @property
    def mine(self) -> SeatHandle | None:
        """The seat here whose player is to move, unless an earlier position is shown."""
        return self.timeline.mine

    @property
    def replica(self) -> Replica:
        """The game as the seat that looks knows it."""
        return self.timeline.replica

    @property
    def history(self) -> History:
        """What happened in the game, as the seat that looks knows it."""
        return self.handle.history

    @property
    def rules(self) -> AnyRules:
        """The rules of the game, in the version that is played."""
        return self.replica.rules

    @property
    def position(self) -> Position:
        """The position that is shown."""
        return self.timeline.position

    @property
    def state(self) -> Any:
        """The rules' state that is shown: after the draft, where there is one."""
        return self.choices.state

    @property
    def settings(self) -> LiveSettings:
        """What the player has settled for good, as it is now."""
        return self.client.settings

    # -- what holds at the table --

    @property
    def title(self) -> str:
        """What the table is called."""
        return self.game.title if self.what_if is None else not_recorded.title(self.session)

    @property
    def painter(self) -> Painter | None:
        """What draws the game, if anything does."""
        return self.game.painter

    def named(self, text: Message | None) -> str:
        """Return what the rules say with names for seats; nothing for None."""
        return named(text, self.replica.names)

    def seat_summary(self, seat: Seat) -> Message | None:
        """Return what the game counts for a seat besides points, in words where it has them; None if nothing."""
        painter = self.painter
        if painter is None:
            return None
        held = painter.seat_summary_in_words if isinstance(painter, Drawer) else painter.seat_summary
        return held(self.state, seat)

    def describe_spot(self, spot: str) -> Message | None:
        """Return what stands at a spot of the board that is shown, or what the sign of a seat is about; else None."""
        if spot.startswith(SEAT):
            seat = next((each for each in range(len(self.replica.names)) if seat_sign(each) == spot), None)
            if seat is None or (held := self.seat_summary(seat)) is None:
                return None
            return sentences.HOLDS(player=SeatName(seat), what=held)
        return self.rules.describe_spot(self.state, self.visibility.seat, self.visibility.known, spot)

    def board_view(self, columns: int = 0, rows: int = 0, typed: str = "", cursor: str = "") -> View:
        """Return how the board is looked at: in so many characters, or with none as a drawing."""
        names, seen = self.replica.names, self.visibility
        return View(
            columns=columns,
            rows=rows,
            seat=seen.seat,
            known=seen.known,
            names=names,
            typed=typed,
            cursor=cursor,
            around="" if self.course is None else lesson_step.step_place(self.course, self.describe_spot),
            trace=seen.trace,
            recent=self.unread.recent,
            say=speaker(names),
        )

    @property
    def seated(self) -> bool:
        """Whether somebody here can still resign or vote."""
        here, replica = self.handle.signer is not None and not self.timeline.passive, self.replica
        return here and not replica.position.over

    def awaited(self) -> str:
        """Return whom the table waits for, and since when; or what the clients are at by themselves."""
        return waited_for(self.handle, self.silence)

    @property
    def guarantee(self) -> Guarantee:
        """What holds at the table now."""
        return guarantee(self.handle, local=self.local)
