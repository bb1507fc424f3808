"""A table as it is played here: how the player wants it shown, what shows it, and what runs beside it."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from p2pgames.contract import Seat
from p2pgames.game import Game
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.table.input import Lines
from p2pgames_cli.table.live_table import LiveTable
from p2pgames_cli.table.planning import Planning
from p2pgames_cli.table.rematch import Rematch
from p2pgames_cli.table.seat_handle import SeatHandle

T = TypeVar("T")


class Mode(StrEnum):
    """What the player sees."""

    SCREEN = "full screen"
    PLAIN = "plain lines"
    JSON = "json"
    WINDOW = "window"
    """In the browser alone: the terminal, where there is one, only notes what is told."""


@dataclass(frozen=True, slots=True)
class WhatIfStart:
    """Playing on from a step of a game, which stays as it is."""

    step: int
    bots: Mapping[Seat | None, str]
    """The names of the bots, by seat; people play the others."""


# What a terminal has said of itself.


@dataclass
class Terminal:
    """The terminal a player sits at, as far as it has answered."""

    wide: bool = False
    """Whether it draws signs of ambiguous width (UAX 11), as ● and ─, in two columns."""
    whole_frames: bool = False
    """Whether it shows what is drawn between two marks at once (mode 2026)."""
    notices: bool = False
    """Whether it shows messages on the desktop (OSC 99)."""
    light: bool | None = None
    """Whether its background is light; None as long as nothing says so (OSC 11, COLORFGBG)."""
    looked_at: bool = False
    """Whether its window is the one that is looked at, as far as it tells."""


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """What the player chose on the command line, or at the home, for one table."""

    mode: Mode
    bots: Mapping[Seat | None, str] = field(default_factory=dict)
    """Names of bots by seat; under None the bot of one's own seat."""
    on_turn: str = ""
    timeout: float | None = None
    ascii: bool = False
    colour: bool | None = None
    """What was asked for on the command line; None if nothing was."""
    confirm: bool = False
    offline: bool = False
    """Whether nobody else can be heard: lines and JSON end when nothing is left to do here."""
    shown_on_turn: bool = False
    """Whether the game is shown only when it is one's turn."""
    passive: bool = False
    """Whether this player only looks on: then nothing need be said here."""
    phones: bool = False
    """Whether each player at this computer has a phone for their seat."""


@dataclass(frozen=True, slots=True)
class Client:
    """The client as it runs: what the player chose, where it is shown, and what is typed."""

    options: PlayOptions
    settings: LiveSettings = field(default_factory=LiveSettings)
    """What the player has settled for good; what was said on the command line comes before it."""
    input: Lines = field(default_factory=Lines)
    terminal: Terminal = field(default_factory=Terminal)
    window: BrowserWindow | None = None
    """What shows the table in a browser, too; None if nothing can."""
    live: LiveTable | None = None
    """The table as one of several that go on, where the home lies behind it."""
    within: bool = False
    """Whether the client's home lies behind the game: leaving the table leads back there."""
    kept: Path | None = None
    """The folder in which what was worked out of games is kept; None to keep nothing."""

    def with_options(self, **chosen: Any) -> Client:
        """Return the same client with other options for its next table; raises TypeError for what is none."""
        return replace(self, options=replace(self.options, **chosen))

    @property
    def in_ascii(self) -> bool:
        """Whether to draw with ASCII characters only."""
        return self.options.ascii or bool(self.settings["ascii"])

    @property
    def narrow(self) -> bool:
        """Whether signs that the terminal draws two columns wide become ASCII."""
        wide = self.settings["wide-glyphs"]
        return self.terminal.wide if wide == "auto" else bool(wide)

    @property
    def blocks(self) -> bool:
        """Whether block characters can be drawn as they are."""
        return not (self.in_ascii or self.narrow)

    @property
    def theme(self) -> str:
        """The theme to draw in: the one in the settings, or the one that suits the terminal's background."""
        wanted = str(self.settings["theme"])
        if wanted != "auto":
            return wanted
        return "light" if self.terminal.light else "default"

    @property
    def in_colour(self) -> bool:
        """Whether to draw in colour: the command line, then the settings, then NO_COLOR (https://no-color.org)."""
        if self.options.colour is not None:
            return self.options.colour
        wanted = self.settings["color"]
        return wanted == "always" or (wanted == "auto" and not os.environ.get("NO_COLOR"))

    @property
    def asks(self) -> bool:
        """Whether to ask before every move is sent."""
        return self.options.confirm or bool(self.settings["confirm.moves"])


# A table as it is played here: the seats of this computer, how they are shown, and what runs beside them.

if TYPE_CHECKING:
    from p2pgames_protocol.local.course import Course
    from p2pgames_protocol.local.what_if import WhatIf


@dataclass(frozen=True)
class TableSession:
    """One game that goes on here, from when it has begun until it is left; every front end shows the same one."""

    handles: Sequence[SeatHandle]
    """The seats here at which people play, or one to look on from."""
    game: Game
    client: Client
    passive: bool = False
    """Whether there is nobody here to move: the seats are bots' or others'."""
    local: bool = False
    """Whether everybody sits at this computer."""
    what_if: WhatIf | Course | None = None
    """The what-if or lesson that is played; None for a game of record."""
    watch: str = ""
    """The invite for those who only watch, where this player hosts a table that lets them."""
    rematch: Rematch = field(default_factory=Rematch)
    """What this player wants after the game, which may change while it runs."""
    phones: Mapping[Seat, Phone] = field(default_factory=dict)
    """What shows each seat here at a phone of its own; then this computer shows the table for all, and no hand."""
    common: SeatHandle | None = None
    """The table as it is shown to all then."""

    @property
    def course(self) -> Course | None:
        """The lesson, where it is one."""
        if self.what_if is None:
            return None
        from p2pgames_protocol.local.course import Course

        return self.what_if if isinstance(self.what_if, Course) else None

    @property
    def at_phones(self) -> Sequence[Phone]:
        """What shows the table at phones, as far as somebody wants that."""
        window = self.client.window
        return tuple(self.phones.values()) or (() if window is None else window.phones)

    @cached_property
    def planning(self) -> Planning:
        """The plans of the player who looks first."""
        return Planning(self.handles[0])


class Phone(Protocol):
    """Shows a table at a phone in the local network, to whoever comes with its code."""

    name: str
    """Who sits there; empty where it is whoever sits at this computer."""
    link: str
    """What the code says; empty as long as a phone is there, unless another code was asked for."""

    @property
    def there(self) -> int:
        """How many phones show the table now."""

    async def renew(self) -> str:
        """Return a new link, which works once; the one before no longer does."""

    async def show(self, session: TableSession) -> object:
        """Show a table there until it is over and another one begins."""

    def close(self) -> None:
        """Serve it no longer."""


class BrowserWindow(Protocol):
    """Shows the same table in another place than the terminal; it may be opened at any time, or never."""

    @property
    def phones(self) -> Sequence[Phone]:
        """What shows the table at a phone, too, once that is wanted."""

    async def open_phone(self) -> None:
        """Have the table shown at a phone, too; raises `Stop` where no phone can reach this computer."""

    async def phone_for(self, name: str) -> Phone:
        """Return what shows somebody's seat at a phone, until it is closed; raises `Stop` as `open_phone` does."""

    async def beside(self, main: Callable[..., Awaitable[T]], *arguments: object) -> T:
        """Run the client with it at its side, and return what it returns."""

    async def hold(self) -> None:
        """Have it at the side of all that runs in this loop, until cancelled."""

    async def open(self) -> str:
        """Return a link that opens it once, and have the player's browser follow it; raises `OSError`."""

    async def show(
        self, session: TableSession, *, viewer: Seat | None = None, step: int | None = None
    ) -> WhatIfStart | None:
        """Show a table, at a step of it where one is named, until the player leaves it there.

        Returns what the player wants to try out of it.
        """
