"""What any front end shows of a table: each sentence, number and list once, as a typed value made when first asked for.

Terminal, window and exports draw the same `TableView`; how it looks is theirs.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from p2pgames.contract import Illegal, Move, Result, Seat
from p2pgames.picture.picture import Picture, View
from p2pgames_cli.i18n.catalogue import N_, _, ngettext
from p2pgames_cli.i18n.prose import headed
from p2pgames_cli.table import history_text, lesson_step, offers, waiting
from p2pgames_cli.table.actions.action import Action
from p2pgames_cli.table.lesson_step import LessonStep
from p2pgames_cli.table.seat_handle import held_back, seat_of
from p2pgames_cli.table.status import brief
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.turn_input import TurnInput
from p2pgames_cli.table.viewpoint import Choices, Timeline, seen_alone

HERE = N_("here")
"""Where a player is who is linked: the one thing said of a place that need not be seen first."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player at the table, in the order of the seats."""

    seat: Seat
    name: str
    points: int | None
    """None where the game counts none."""
    brief: str
    """What the game counts besides points, as short as the board says it; `TableModel.seat_summary` has it in words."""
    presence: str
    """Where the player is, in a word or two; empty where that need not be said."""
    chooses: bool
    """Whether the player is to move in the position that is shown."""
    here: bool
    """Whether the player sits at this computer."""

    @property
    def points_in_words(self) -> str:
        """The points as they are read aloud; empty where the game counts none."""
        return "" if self.points is None else history_text.points_in_words(self.points)


@dataclass(frozen=True, slots=True)
class OfferView:
    """What the others want to know: an offer, a pause, or another game."""

    kind: str
    """In one word, for a narrow place; it ends in a colon."""
    text: str
    accepts: bool = False
    declines: bool = False
    """Which answers there are here; whoever declined may accept yet."""


@dataclass(frozen=True, slots=True)
class DueView:
    """What it is time for because somebody is silent, and what would follow."""

    text: str
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class EndingView:
    """How a game ended."""

    text: str
    result: Result | None
    """None where it ended without one."""

    @property
    def order(self) -> list[Seat]:
        """The seats, the best place first."""
        places = self.result.places if self.result is not None else ()
        return sorted(range(len(places)), key=lambda seat: (places[seat], seat))


@dataclass(frozen=True, slots=True)
class TurnView:
    """What stands in the line, and what becomes of it."""

    sign: str
    """``yes`` where the line is a move, ``no`` where it cannot become one, else empty."""
    words: str
    """What the move brings about, or why there is none."""
    click: str
    """What another click on the same spot does, as a sentence; empty if nothing."""
    draft: tuple[str, ...]
    """The moves that are chosen and not sent, in notation."""
    typed: str
    busy: bool
    """Whether a move is on its way."""

    @property
    def sends(self) -> bool:
        """Whether there is something to send: the move in the line, or with an empty line what is chosen."""
        return not self.busy and (self.sign == "yes" or (not self.typed.strip() and bool(self.draft)))

    @property
    def undoes(self) -> bool:
        """Whether something that was typed or chosen can be taken back here."""
        return bool(self.typed or self.draft)


@dataclass(frozen=True)
class TableView:
    """A table at one moment, as it is looked at from here; it is made anew for every frame."""

    model: TableModel

    @property
    def _at(self) -> Timeline:
        return self.model.timeline

    @property
    def _legal(self) -> Choices | None:
        return self.model.choices.legal

    # -- the table --

    @cached_property
    def steps(self) -> int:
        """How many steps the game has."""
        return len(self.model.replica.log)

    @property
    def step(self) -> int:
        """How many of them are shown."""
        return self._at.shown

    @property
    def live(self) -> bool:
        """Whether the newest position is shown."""
        return self._at.step is None

    @property
    def replaying(self) -> bool:
        """Whether a game that is over, or was cut off, is stepped through."""
        return self._at.replaying

    @property
    def over(self) -> bool:
        """Whether the game is over in the position that is shown."""
        return self.model.position.over

    @property
    def kept(self) -> bool:
        """Whether this is a game of record that goes on here, so that it is kept and can be taken up again."""
        return not self.replaying and self.model.what_if is None

    @property
    def shared(self) -> bool:
        """Whether more than one person plays at this computer."""
        return self.model.local and len(self._at.handles) > 1

    @property
    def who(self) -> str:
        """Who looks: the name of the seat here whose turn it is or was."""
        return self.names[seat_of(self.model.handle) or 0]

    @cached_property
    def holds(self) -> str:
        """What holds at the table in a few words, a sign first; empty where nothing is at stake."""
        return brief(self.model.guarantee) if self.kept else ""

    # -- players and position --

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, told apart where two are alike."""
        return self.model.replica.names

    @cached_property
    def players(self) -> tuple[PlayerView, ...]:
        """Everybody at the table."""
        model, at = self.model, self._at
        scores = model.rules.scores(model.state)
        own = {seat_of(handle) for handle in at.handles}
        return tuple(
            PlayerView(
                seat=seat,
                name=name,
                points=None if scores is None else scores[seat],
                brief=model.named(model.painter.seat_summary(model.state, seat)) if model.painter else "",
                presence=self._presence(seat, here=seat in own),
                chooses=at.choosing == seat,
                here=seat in own,
            )
            for seat, name in enumerate(self.names)
        )

    def _presence(self, seat: Seat, *, here: bool) -> str:
        model = self.model
        if any(departed.seat == seat for departed in model.position.departures):
            return _("left")
        if model.local or here:
            return ""
        return model.last_seen.presence_of(model.handle, model.replica.keys[seat])

    @cached_property
    def in_words(self) -> tuple[str, ...]:
        """The position in sentences, and what each seat alone had seen where all of that is shown."""
        model, visibility = self.model, self.model.visibility
        said = model.rules.words(model.state, visibility.seat, visibility.known)
        dealt = seen_alone(model.replica, model.position) if visibility.everything else ()
        return (*map(model.named, said), *dealt)

    # -- what is awaited, offered and over --

    @cached_property
    def outcome(self) -> str:
        """Who won and how the game ended, in a sentence or two; empty while it runs."""
        return history_text.outcome_of(self.model.replica)

    @cached_property
    def ending(self) -> EndingView | None:
        """How the game ended; None where the position that is shown is not the end."""
        model = self.model
        ended = model.replica.position.ending if self.over else None
        return (
            EndingView(history_text.with_full_stop(self.outcome), ended.result) if ended is not None else None
        )

    @cached_property
    def awaited(self) -> str:
        """Whom the table waits for now, or what became of the game; empty where an earlier position is shown."""
        if self.over:
            return history_text.with_full_stop(self.outcome)
        if not self.live or self.replaying:
            return ""
        return held_back(self.model.handle) or self.model.awaited()

    @cached_property
    def in_place_of_line(self) -> str:
        """What stands where nobody here can type a move: the step that is shown, how it ended, or who is awaited."""
        model, at = self.model, self._at
        seen_as = f", {model.visibility.onlooker}" if model.visibility.onlooker else ""
        happened = model.history.of_round(self.step - 1) if at.replaying and at.step else ()
        if happened:
            said = " ".join(history_text.sentence(model.replica, entry) for entry in happened)
            after = _("After step {step} of {count}").format(step=self.step, count=self.steps)
            return headed(f"{after}{seen_as}", said)
        if not self.live:
            said = _("The position after step {step} of {count}").format(step=self.step, count=self.steps)
            return f"{said}{seen_as}."
        if self.over:
            return f"{_('The game is over')}{seen_as}. {self.outcome}"
        if at.replaying:
            return f"{_('The game has come this far, to step {step}').format(step=self.steps)}{seen_as}."
        return model.awaited()

    @cached_property
    def offer(self) -> OfferView | None:
        """What the others want to know; None for nothing, and where nobody of record could answer."""
        model, handle = self.model, self.model.handle
        if model.what_if is not None or self.replaying:
            return None
        if said := offers.offers_line(handle):
            kind = _("Offer:") if model.replica.offers else _("Pause:")
            declines = bool(offers.answerable(handle))
            accepts = declines or len(offers.acceptable(handle)) == 1
            return OfferView(
                kind,
                said,
                accepts and not offers.decided_here(model),
                declines and not offers.decided_here(model),
            )
        said = model.rematch.line(handle)
        return OfferView(_("Rematch:"), said) if said else None

    def due(self, possible: list[Action]) -> DueView | None:
        """Return what of these actions it is time for; None for nothing."""
        found = tuple(action for action in possible if action.due(self.model))
        if not found:
            return None
        handle, silence = self.model.handle, self.model.silence
        said = (
            line
            for seat in waiting.awaited(handle)
            for told in (waiting.why_suspended(handle, seat), waiting.what_can_be_done(handle, seat, silence))
            for line in told
        )
        return DueView(" ".join(said), found)

    @cached_property
    def lesson(self) -> LessonStep | None:
        """The step of the lesson; None if this is none."""
        course = self.model.course
        return None if course is None else lesson_step.current_step(course, has_button=True)

    # -- the moves there are --

    @cached_property
    def example(self) -> str:
        """A legal move as it is typed, any but a pass where there is one; empty where none is listed or known."""
        legal = self._legal
        if legal is None or not legal.moves:
            return ""
        return next((text for text, _move in legal.moves if text != "pass"), "pass")

    @property
    def count(self) -> int:
        """How many legal moves there are, as far as they are listed."""
        legal = self._legal
        return 0 if legal is None else len(legal.moves)

    def brought(self, move: Move) -> str:
        """Return what a legal move brings about, in one line; empty if nothing, or if it is not listed."""
        legal = self._legal
        return "" if legal is None else self.model.named(legal.effect(move))


def turn(model: TableModel, line: TurnInput) -> TurnView:
    """Return what stands in the line, and have it noted as shown: only what was shown can be sent by a click.

    What it would bring is not said while a hand is hidden: that could tell of the hand.
    """
    if model.visibility.awaits_player:
        return TurnView("", "", "", (), line.typed, line.busy)
    line.note_shown()
    sign, words = line.preview
    click, another = "", line.pointer.shown
    if line.click_sends:
        click = _("Enter, or a click there again, sends it.")
    elif another and another != line.typed:
        click = _("Another click there: {move}.").format(move=another)
    draft = model.choices.draft
    chosen = draft.texts if draft is not None and not line.busy else ()
    return TurnView(sign, words, click, chosen, line.typed, line.busy)


def send_label(model: TableModel, line: TurnInput, made: TurnView) -> str:
    """Return what sending does now, for its button: a part of a turn is kept, the last is sent with all before it."""
    draft, text = model.choices.draft, made.typed.strip()
    if made.sign == "yes" and draft is not None:
        try:
            after = draft.add(model.choices.meant(text))
        except Illegal:  # a word for something to do
            item = line.actions.meaning(text)
            return f"{item.name[:1].upper()}{item.name[1:]}" if item is not None else _("Send")
        if after.goes_on and model.course is None:
            return _("Go on with {move}").format(move=text)
        if not made.draft:
            return _("Send {move}").format(move=text)
        return ngettext("Send {count} move", "Send all {count} moves", len(after.moves)).format(
            count=len(after.moves)
        )
    if made.sends:
        return ngettext("Send {count} move", "Send all {count} moves", len(made.draft)).format(
            count=len(made.draft)
        )
    return _("Send")


def in_characters(model: TableModel, view: View) -> Picture:
    """Return the board in characters, no narrower or lower than its painter can; in words if nothing draws the game."""
    if model.painter is not None:
        return model.painter.picture(model.state, view)
    said = model.rules.words(model.state, view.seat, view.known)
    lines = (line for each in said for line in textwrap.wrap(model.named(each), view.columns - 2))
    return Picture(tuple((("", f" {line}"),) for line in islice(lines, view.rows)))
