"""The table as the page gets it: plain data, a part for each thing that is shown. Whatever is sent is made here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from p2pgames.contract import Seat
from p2pgames.drawing.seats import badge
from p2pgames.drawing.svg import Writer
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import asked, headed
from p2pgames_cli.table import chat_text, history_text, lesson_step, meanwhile, offers
from p2pgames_cli.table.news.news import NOTHING, Notice
from p2pgames_cli.table.seat_handle import held_back, seat_of
from p2pgames_cli.table.status import brief
from p2pgames_cli.table.visibility import alone
from p2pgames_cli.window import actions
from p2pgames_cli.window.board import Board
from p2pgames_cli.window.ending import ending, outcome
from p2pgames_cli.window.page_model import PageModel, another_click, sends_again

OFFERED: Final = 60
"""Moves that are listed at most; with more typed there are fewer."""
SAID: Final = 200
"""Messages of the chat that are shown."""


@dataclass
class TableView:
    """Makes the parts; what has happened is put in words once."""

    model: PageModel
    _told: list[dict[str, Any]] = field(default_factory=list)
    _rounds: int = 0

    def __post_init__(self) -> None:
        self._board = Board(self.model)

    def parts(self) -> dict[str, Any]:
        """Return everything, by the names that the page knows."""
        model = self.model
        hidden = model.table.sight.hand_hidden and model.table.mine is not None
        return {
            "table": self._table(),
            "players": list(self._players()),
            "board": None if hidden else self._board.drawn(),
            "panel": None if hidden else self._board.panel(),
            "words": [] if hidden else list(self._words()),
            "turn": self._turn(),
            "line": {"text": model.line.text, "number": model.line.number},
            "moves": self._moves(),
            "events": self._events(),
            "chat": self._chat(),
            "notice": list(self._notice()),
            "offer": self._offer(),
            "ending": ending(model),
            "due": actions.due(model),
            "lesson": self._lesson(),
            "question": self._question(),
            "text_dialog": self._text_dialog(),
            "overlay": model.overlay.plain() if model.overlay is not None else None,
            "privacy": self._hand_hidden() if hidden else None,
            "actions": list(actions.listed(model)),
            "theme": str(model.table.play_options.settings["window.theme"]).removeprefix("auto"),
        }

    def _table(self) -> dict[str, Any]:
        model, genesis = self.model, self.model.table.replica.genesis
        shown = (
            len(model.table.replica.log)
            if model.table.standpoint.step is None
            else model.table.standpoint.step
        )
        kept = not model.table.standpoint.replaying and model.table.play_options.trial is None
        return {
            "title": model.table.title,
            "words": "" if model.table.local else genesis.words,
            "step": shown,
            "steps": len(model.table.replica.log),
            "live": model.table.standpoint.step is None and not model.table.standpoint.replaying,
            "over": model.table.position.over,
            "home": model.table.play_options.within,
            "talks": model.table.handle.talk is not None,
            "holds": brief(model.table.guarantee) if kept else "",
            "resume": f"p2pgames resume {genesis.game_id.hex()[:8]} --window" if kept else "",
            "looks": model.table.sight.onlooker,
        }

    def _players(self) -> Iterator[dict[str, Any]]:
        model = self.model
        names, scores = model.table.replica.names, model.table.replica.rules.scores(model.table.state)
        own = {seat_of(place) for place in model.table.standpoint.handles}
        for seat, name in enumerate(names):
            ink, sign = self._sign(seat)
            yield {
                "name": name,
                "ink": ink,
                "sign": sign,
                "points": "" if scores is None else str(scores[seat]),
                "points_said": "" if scores is None else history_text.points(scores[seat]),
                "tally": model.table.holdings(seat),
                "where": self._where(seat, own),
                "moves": model.table.standpoint.choosing == seat,
                "you": seat in own and not self._several and not model.table.standpoint.passive,
            }

    @property
    def _several(self) -> bool:
        """Whether more than one person plays at this computer."""
        return self.model.table.local and len(self.model.table.standpoint.handles) > 1

    def _sign(self, seat: Seat) -> tuple[str, str]:
        seats = self._board.seats
        ink, shapes = seats[seat] if seats else (f"seat{seat}", badge(seat, 0, 0, 10))
        return ink, "".join(map(Writer().shape, shapes))

    def _where(self, seat: Seat, own: set[Seat | None]) -> str:
        model = self.model
        if any(departed.seat == seat for departed in model.table.position.departures):
            return _("left")
        if model.table.local or seat in own:
            return ""
        return model.table.last_seen.of(model.table.handle, model.table.replica.genesis.keys[seat])

    def _words(self) -> Iterator[str]:
        model = self.model
        for sentence in model.table.replica.rules.words(
            model.table.state, model.table.sight.seat, model.table.sight.known
        ):
            yield model.table.named(sentence)
        if model.table.sight.everything:
            yield from alone(model.table.replica, model.table.position)

    def _turn(self) -> dict[str, Any]:
        model = self.model
        sign, words = model.preview
        if sign == "no" and model.line.pointed and self._board.leads_on:
            sign = ""  # half of a move was pointed at: the rest is missing, nothing is wrong
        if sends_again(model):
            words = f"{history_text.finished(words)} {_('Enter, or a click there again, sends it.')}"
        elif another := another_click(model):
            words = f"{history_text.finished(words)} {_('Another click there: {move}.').format(move=another)}"
        draft = model.table.turn.draft
        chosen = list(draft.texts) if draft is not None and not model.sending.busy else []
        return {
            "mine": model.table.mine is not None and not model.sending.busy,
            "who": model.table.replica.names[seat_of(model.table.handle) or 0],
            "several": self._several,
            "hidden": model.table.sight.hand_hidden,
            "awaited": self._awaited(),
            "preview": [sign, words],
            "draft": chosen,
            "sends": not model.sending.busy and (sign == "yes" or (not model.line.stem and bool(chosen))),
            "undoes": bool(model.line.text or chosen),
        }

    def _awaited(self) -> str:
        model = self.model
        if model.table.position.over:
            return outcome(model.table)
        if model.table.standpoint.step is not None or model.table.standpoint.replaying:
            return ""
        return held_back(model.table.handle) or model.table.awaited()

    def _notice(self) -> Notice:
        """Return the notice, unless it says how the game ended: that stands there anyway."""
        table, shown = self.model.table, self.model.notices.shown
        if shown[0] == meanwhile.WORD:
            return shown[0], headed(_(shown[0]), shown[1])
        over = table.position.over and history_text.finished(shown[1]) == outcome(table)
        return NOTHING if over else shown

    def _moves(self) -> dict[str, Any]:
        """Return the moves that go on from the line, with what they bring about."""
        model = self.model
        if model.table.turn.choices is None or model.table.sight.hand_hidden:
            return {"count": 0, "listed": [], "such": ""}
        found = model.offers
        brought = (
            (text, model.table.named(model.table.turn.choices.effect(move))) for text, move in found[:OFFERED]
        )
        texts = (text for text, _move in model.table.turn.choices.moves if text != "pass")
        return {
            "count": len(found),
            "listed": [list(pair) for pair in brought],
            "such": next(texts, "pass"),
        }

    def _events(self) -> list[dict[str, Any]]:
        """Return what has happened, up to what is shown of a game that is over."""
        model = self.model
        replica, closed = model.table.replica, len(model.table.replica.log)
        for entry in model.table.handle.history.entries(self._rounds, closed):
            text = history_text.finished(next(history_text.lines(replica, entry)))
            self._told.append({"step": entry.round + 1, "seat": entry.seat, "text": text})
        self._rounds = closed
        shown = (
            closed
            if model.table.standpoint.step is None or not model.table.standpoint.replaying
            else model.table.standpoint.step
        )
        return [told for told in self._told if told["step"] <= shown]

    def _chat(self) -> list[dict[str, Any]]:
        return [
            {"seat": one.seat, "text": one.text} for one in chat_text.heard(self.model.table.handle)[-SAID:]
        ]

    def _offer(self) -> dict[str, Any] | None:
        """Return what the others want to know, and which answers there are here; whoever declined may accept yet."""
        table = self.model.table
        if table.play_options.trial is not None or table.standpoint.replaying:
            return None
        if said := offers.line(table.handle):
            accepts = len(offers.acceptable(table.handle)) == 1 or bool(offers.answerable(table.handle))
            declines = bool(offers.answerable(table.handle))
            return {
                "text": said,
                "accept": accepts and not table.local,
                "decline": declines and not table.local,
            }
        if said := table.play_options.rematch.line(table.handle):
            return {"text": said, "accept": False, "decline": False}
        return None

    def _lesson(self) -> list[str] | None:
        """Return what the teacher says: what is learnt, and what is to be done."""
        course = self.model.table.course
        return None if course is None else list(lesson_step.now(course).lines)

    def _question(self) -> dict[str, Any] | None:
        question = self.model.question
        if question is None:
            return None
        return {"text": asked(question.text), "lines": list(question.lines), "does": question.does}

    def _text_dialog(self) -> dict[str, Any] | None:
        dialog = self.model.text_dialog
        if dialog is None:
            return None
        return {
            "title": dialog.title,
            "lines": list(dialog.lines),
            "markdown": dialog.markdown,
            "last": dialog.newest_last,
        }

    def _hand_hidden(self) -> str:
        name = self.model.table.replica.names[seat_of(self.model.table.handle) or 0]
        return _("{name}, go on when only you see the screen.").format(name=name)
