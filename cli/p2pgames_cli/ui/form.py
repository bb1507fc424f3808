"""A page to fill in, with what can be done with it at the foot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from p2pgames_cli.ui.field import Choice, Field, More, Text

Button = tuple[str, Callable[[], None]]


@dataclass
class Form:
    """Fields, then buttons; one of them is chosen."""

    title: str
    build: Callable[[], list[Field]]
    """Returns the fields: which there are may depend on what stands in others."""
    buttons: tuple[Button, ...]
    lines: tuple[str, ...] = ()
    """What is said above the fields."""
    chosen: int = 0

    @property
    def fields(self) -> list[Field]:
        """The fields there are now."""
        return self.build()

    @property
    def field(self) -> Field | None:
        """The field that is chosen; None on a button."""
        fields = self.fields
        return fields[self.chosen] if self.chosen < len(fields) else None

    def step(self, by: int) -> None:
        """Choose the next field or button, or the one before."""
        count = len(self.fields) + len(self.buttons)
        self.chosen = (self.chosen + by) % count

    def turn(self, by: int) -> None:
        """Choose another value, or move the caret."""
        match self.field:
            case Choice() as choice:
                choice.step(by)
            case Text() as text:
                text.go(by)
            case More() as more:
                more.open()
            case None:
                self.step(by)

    def enter(self) -> None:
        """Go on to the next field, or do what the button says."""
        at = self.chosen - len(self.fields)
        if at < 0:
            self.step(1)
        else:
            self.buttons[at][1]()

    def paste(self, data: str) -> None:
        """Put what was pasted, while no text was chosen, in place of the first text there is."""
        for at, one in enumerate(self.fields):
            if isinstance(one, Text):
                self.chosen = at
                one.clear()
                one.type(data)
                break

    def click(self, at: int) -> None:
        """Choose a field or button; a choice goes on to its next value, a button does what it says."""
        self.chosen = at
        match self.field:
            case Choice() as choice:
                choice.step(1)
            case More() as more:
                more.open()
            case None:
                self.enter()
            case _:
                pass
