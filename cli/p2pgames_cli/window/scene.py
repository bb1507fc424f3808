"""What the page shows, a table, a lobby, the home, or nothing yet; and the pages that are open at one address."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, Protocol

import trio

from p2pgames.contract import Illegal, Seat
from p2pgames_cli.config.exit_codes import Stop
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.table.actions.everything import usual_keys
from p2pgames_cli.table.session import TableSession, WhatIfStart
from p2pgames_cli.table.table_model import TableModel
from p2pgames_protocol.wire.address import LOOPBACK

if TYPE_CHECKING:
    from p2pgames_cli.table.front_end import Task
    from p2pgames_cli.window.page_model import PageModel
    from p2pgames_cli.window.server import Server, Stream


class Scene(Protocol):
    """What the page shows, and does."""

    def parts(self) -> dict[str, Any]:
        """Return everything, by the names that the page knows."""

    def handle_message(self, said: Mapping[str, Any], /) -> None:
        """Do what a page says."""


class Nothing:
    """A page with nothing to show yet."""

    def parts(self) -> dict[str, Any]:
        """Return that there is nothing."""
        return {}

    def handle_message(self, _said: Mapping[str, Any], /) -> None:
        """Do nothing."""


# The requests of a page, and what each does. Anything else does nothing.

Said = Mapping[str, Any]


def take(model: PageModel, said: Said) -> None:
    """Do what a page says."""
    table = model.table
    hidden = table.visibility.awaits_player
    for name, (kind, do) in REQUESTS.items():
        if type(said.get(name)) is kind and not (hidden and name in PLAYING):
            table.unread.looked = len(table.replica.log)
            table.settings.reload()
            do(model, said)
            return


def _type(model: PageModel, said: Said) -> None:
    number = said.get("number")
    model.write(said["type"], number if type(number) is int else 0)


def _move(model: PageModel, said: Said) -> None:
    """Write a move that was chosen from the list."""
    model.write(said["move"], model.number)


def _say(model: PageModel, said: Said) -> None:
    table = model.table
    text = said["say"].strip()
    if text and table.handle.talk is not None:
        model.start(partial(_spoken, model, text))


async def _spoken(model: PageModel, text: str) -> None:
    table = model.table
    await table.handle.say(text)
    model.notices.quiet()


def _answer(model: PageModel, said: Said) -> None:
    question, model.question = model.question, None
    if question is not None and said["answer"]:
        question.yes()


def _step(model: PageModel, said: Said) -> None:
    timeline = model.table.timeline
    timeline.show_step(said["step"])
    model.notices.quiet()


def _theme(model: PageModel, said: Said) -> None:
    try:
        table = model.table
        table.settings.change({"window.theme": said["theme"] or "auto"}, usual_keys())
    except Stop as stop:
        model.show_notice("No", str(stop))


def _do(model: PageModel, said: Said) -> None:
    number = said.get("choice")
    model.actions.act(said["do"], number if type(number) is int else 0)


def _look(model: PageModel, said: Said) -> None:
    model.pointer.looked = said["look"]


def _close(model: PageModel, _said: Said) -> None:
    model.text_dialog = None


def _overlay(model: PageModel, said: Said) -> None:
    from p2pgames_cli.window.page_model import take

    take(model, said["overlay"])


PLAYING: Final = frozenset(("point", "look", "type", "move", "send", "undo"))
"""Nothing of it before the player whose hand is hidden says that nobody else looks."""
REQUESTS: Final[Mapping[str, tuple[type, Callable[[PageModel, Said], None]]]] = {
    "point": (str, lambda model, said: model.input.click(said["point"])),
    "look": (str, _look),
    "type": (str, _type),
    "move": (str, _move),
    "send": (bool, lambda model, _said: model.input.send()),
    "undo": (bool, lambda model, _said: model.input.undo()),
    "do": (str, _do),
    "say": (str, _say),
    "answer": (bool, _answer),
    "close": (bool, _close),
    "recall": (int, lambda model, said: model.recall(said["recall"])),
    "overlay": (dict, _overlay),
    "show_hand": (bool, lambda model, _said: model.table.visibility.show_hand()),
    "step": (int, _step),
    "theme": (str, _theme),
}
"""By the field that makes it one: of which type it is, and what does it."""


@dataclass
class TableScene:
    """A table."""

    model: PageModel
    ready: Callable[[PageModel], None]
    """Called when a page has said something: shows what came of it."""

    def __post_init__(self) -> None:
        from p2pgames_cli.window.table_page import TablePage

        self._view = TablePage(self.model)

    def parts(self) -> dict[str, Any]:
        """Return everything, by the names that the page knows."""
        return self._view.parts()

    async def saved(self) -> tuple[str, bytes] | None:
        """Return the game as a page to keep, and what its file is called; None while it goes on."""
        from p2pgames_cli.window.table_page import saved

        return await saved(self.model.table)

    def handle_message(self, said: Mapping[str, Any], /) -> None:
        """Do what a page says."""

        take(self.model, said)
        self.ready(self.model)


BEAT: Final = 5.0
"""Seconds after which what is said about waiting is looked at again."""

# What one page has been sent already, so that it is sent only the differences.

MOST: Final = 20_000
"""Shapes of a drawing that a page keeps; with one more it begins anew."""


@dataclass
class Sent:
    """What the page has, part by part; of lists that only grow, only what is new is sent."""

    parts: dict[str, Any] = field(default_factory=dict)
    shapes: dict[str, dict[str, int]] = field(default_factory=dict)
    """The elements that the page has of each drawing, with their numbers."""

    def changes(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """Return what is to be sent of a view, and take it as sent."""
        changed: dict[str, Any] = {}
        for name, value in view.items():
            if name not in self.parts or self.parts[name] != value:
                changed[name] = self._as_sent(name, value)
                self.parts[name] = value
        for name in self.parts.keys() - view.keys():
            del self.parts[name]
            changed[name] = None
        return changed

    def _as_sent(self, name: str, value: Any) -> Any:
        if isinstance(value, Mapping) and "shapes" in value:
            return self._drawn(self.shapes.setdefault(name, {}), value)
        if isinstance(value, list) and name in ("events", "chat"):
            return _grown(self.parts.get(name) or [], value)
        return value

    def _drawn(self, shapes: dict[str, int], drawing: Mapping[str, Any]) -> dict[str, Any]:
        """Return a drawing whose shapes are numbers, with those elements that the page lacks."""
        if len(shapes) > MOST:
            shapes.clear()
        fresh = [shape for shape in dict.fromkeys(drawing["shapes"]) if shape not in shapes]
        first = len(shapes)
        shapes.update((shape, first + at) for at, shape in enumerate(fresh))
        return {
            **drawing,
            "shapes": [shapes[each] for each in drawing["shapes"]],
            "fresh": fresh,
            "first": first,
        }


def _grown(before: Sequence[Any], now: Sequence[Any]) -> dict[str, Any]:
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False)))
    return {"from": same, "add": list(now[same:])}


@dataclass
class OpenPages:
    """Serves nothing before it is asked to."""

    settings: LiveSettings
    host: str = LOOPBACK
    """The address of this computer at which they are served."""
    barred: frozenset[str] = frozenset()
    """Actions that nobody can do on them, by their ids."""
    far: bool = False
    """Whether they are shown by other computers, which take leave of nobody when they fall asleep."""
    of_scene: Callable[[Scene], dict[str, Any]] = lambda scene: scene.parts()
    """Returns what they show of a scene."""
    heard: Callable[[Mapping[str, Any], str], bool] = lambda _said, _session: False
    """Called with what a page says, and the session of its browser; tells whether that is no matter of the scene."""
    changed: Callable[[], None] = lambda: None
    """Called when a page has come or gone."""
    rest: Scene = field(default_factory=Nothing)
    """What is shown where no table is."""
    scene: Scene = field(default_factory=Nothing)
    nursery: trio.Nursery | None = None
    """Where they are served; None as long as nobody runs."""
    server: Server | None = None
    """None as long as nothing is served."""
    news: trio.Event = field(default_factory=trio.Event)
    """Set when there may be something new to show; then another one takes its place."""
    shown: dict[trio.CancelScope, str] = field(default_factory=dict)
    """What ends each page, with the session of its browser."""

    async def link(self) -> str:
        """Return a link that opens a page once; the one before does not any more, unless somebody has used it."""
        from p2pgames_cli.window.server import Admission, Server

        if self.nursery is None:
            raise RuntimeError("pages need their client to run")
        if self.server is None:
            self.server = Server(
                Admission(ended=self._ended, entered=self.changed),
                self._attend,
                self._page,
                self._saved,
                host=self.host,
            )
            await self.nursery.start(self.server.run)
            self.poke()
        return self.server.link()

    def _page(self) -> bytes:
        from p2pgames_cli.window.files import page

        return page("" if self.far else str(self.settings["window.theme"]).removeprefix("auto"))

    async def _saved(self) -> tuple[str, bytes] | None:
        return await self.scene.saved() if isinstance(self.scene, TableScene) else None

    # -- the client's side --

    def show(self, scene: Scene) -> None:
        """Show another scene."""
        self.scene = scene
        self.poke()

    def poke(self) -> None:
        """Have the pages look at what there is now; called in the loop."""
        self.news.set()
        self.news = trio.Event()

    async def show_table(
        self, session: TableSession, viewer: Seat | None = None, step: int | None = None
    ) -> WhatIfStart | None:
        """Show a table until the player leaves it there; return what is to be tried out of it.

        Where nothing is ever served, nothing is made ready for it either.
        """
        while self.server is None:
            await self.news.wait()
        from p2pgames_cli.window.page_model import PageModel

        model = PageModel(TableModel(session, viewer=viewer), barred=self.barred)
        if step is not None:
            timeline = model.table.timeline
            timeline.show_step(step)
        before = self.scene if isinstance(self.scene, TableScene) else self.rest
        self.show(TableScene(model, self._ready))
        try:
            async with trio.open_nursery() as nursery:
                model.start = lambda task: nursery.start_soon(self._do, model, task)
                nursery.start_soon(self._follow, model, session)
                nursery.start_soon(self._beat, model)
                while not (model.closed or (session.rematch.decided and (self.shown or session.common))):
                    await self.news.wait()
                nursery.cancel_scope.cancel()
        finally:
            self.scene = before
            # Where nothing is behind it pages keep the table, until another one comes or the client ends.
            if not isinstance(before, Nothing):
                self.poke()
        return model.what_if

    def _ready(self, model: PageModel) -> None:
        """Where somebody looks, take in what is new, have the moves listed, and show it all."""
        if self.shown:
            model.table.settings.reload()
            model.catch_up()
            model.list_moves()
            self.poke()

    async def _do(self, model: PageModel, task: Task) -> None:
        try:
            await task()
        except Illegal as refusal:
            model.notices.refuse(refusal)
        self.poke()

    async def _follow(self, model: PageModel, session: TableSession) -> None:
        while True:
            if self.shown:
                await session.rematch.update(model.table.handle)
            self._ready(model)
            if session.rematch.decided:
                self.poke()
            await model.table.handle.changed()

    async def _beat(self, model: PageModel) -> None:
        while True:
            await trio.sleep(BEAT)
            self._ready(model)

    # -- the pages' side --

    def _ended(self) -> None:
        for page in self.shown:
            page.cancel()

    async def _attend(self, stream: Stream) -> None:
        """Keep a page as things are, and do what it says, until it is gone."""
        from p2pgames_cli.window.server import GONE

        try:
            async with trio.open_nursery() as nursery:
                self.shown[nursery.cancel_scope] = stream.session
                self.changed()
                self._hear({}, stream)
                nursery.start_soon(self._tell, stream, nursery.cancel_scope)
                if self.far:
                    nursery.start_soon(stream.until_silent, nursery.cancel_scope.cancel)
                while isinstance(said := await stream.next(), dict):
                    self._hear(said, stream)
                nursery.cancel_scope.cancel()
        except* GONE:
            pass
        finally:
            self.shown.pop(nursery.cancel_scope, None)
            self.changed()

    def _hear(self, said: Mapping[str, Any], stream: Stream) -> None:
        """Do what a page says."""
        if not self.heard(said, stream.session):
            self.scene.handle_message(said)
            self.poke()

    async def _tell(self, stream: Stream, page: trio.CancelScope) -> None:
        from p2pgames_cli.window.server import GONE

        sent = Sent()
        while True:
            news = self.news
            said = sent.changes(self.of_scene(self.scene))
            try:
                if said:
                    await stream.send(said)
            except GONE:
                page.cancel()
                return
            await news.wait()
