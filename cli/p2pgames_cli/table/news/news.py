"""One new thing at a table, in the words of every front end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from p2pgames_cli.table.planning import Planning
from p2pgames_cli.table.seat_handle import SeatHandle
from p2pgames_cli.table.silence import Silence

if TYPE_CHECKING:
    from p2pgames_protocol.local.course import Course

Notice: TypeAlias = tuple[str, str]
"""A word, as Info, Wait, Warn, Fault, Chat or Plan, and a sentence."""
NOTHING: Final[Notice] = ("", "")
"""A notice that makes room: what was said before is older than what the screen shows elsewhere now."""


@dataclass(frozen=True, slots=True)
class News:
    """One new thing: lines print its sentences, a program gets its data, the screen shows its notice."""

    kind: str
    """The type of the object for programs."""
    sentences: tuple[str, ...] = ()
    data: Mapping[str, Any] | None = None
    """The fields of that object; None if programs are not told."""
    notice: Notice | None = None
    """None if the screen shows it in another way, or not at all."""
    urgent: bool = False
    """Whether its notice stays where others come at the same time."""


class Watching(Protocol):
    """Whoever shows a table: it knows how long the table has waited, and what its player has planned."""

    silence: Silence
    planning: Planning

    @property
    def course(self) -> Course | None:
        """The lesson that is learnt here, where it is one."""


class Source(Protocol):
    """One kind of thing that can be new, with the memory of what was told of it."""

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield what is new at a table since this was last called, to its end."""
