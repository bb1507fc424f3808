"""The bar of keys under the board."""

from __future__ import annotations

from dataclasses import dataclass

from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table import offers
from p2pgames_cli.table.rematch import can_follow
from p2pgames_cli.ui.page import Key


@dataclass
class BoardKeys:
    """Which keys work while nothing lies over the board."""

    presenter: Presenter

    def listed(self) -> list[Key]:
        """Return the keys that work now, the most used first."""
        model = self.presenter.model
        if model.standpoint.passive:
            return self._watching()
        return self._waiting() if model.mine is None else self._moving()

    def _settled(self, action: str, words: str) -> list[Key]:
        """Return the key of an action; nothing if it has none."""
        key = self.presenter.actions.key(action)
        return [(key, words, key)] if key else []

    def _more(self) -> list[Key]:
        model = self.presenter.model
        unread = f" ({model.unseen.unread})" if model.unseen.unread else ""
        chat = self._settled("chat", _("chat") + unread) if model.handle.talk is not None else []
        return [("?", _("more"), "?"), *chat, *self._settled("rules", _("rules"))]

    def _elsewhere(self) -> list[Key]:
        """Return the key that leads to the next open table, where there is one."""
        live = self.presenter.model.play_options.live
        after = live.tables.after(live) if live is not None and live.is_live else None
        if after is None:
            return []
        return self._settled(
            "next-table", _("next table") if after.since is None else _("another table waits")
        )

    def _away(self) -> list[Key]:
        again = self._settled("rematch", _("rematch")) if can_follow(self.presenter.model.handle) else []
        return [
            *again,
            *([("Esc", _("back"), "escape")] if self.presenter.model.standpoint.looking_back else []),
        ]

    def _answers(self) -> list[Key]:
        """Return the keys that answer an offer, where there is one."""
        model = self.presenter.model
        if model.play_options.trial is not None or model.local or not offers.answerable(model.handle):
            return []
        return [*self._settled("accept", _("accept")), *self._settled("decline", _("decline"))]

    def _watching(self) -> list[Key]:
        presenter, more = self.presenter, self._more()
        model = presenter.model
        shown = 1 + (model.handle.talk is not None)
        play: list[Key] = [("Space", _("stop") if presenter.playback.running else _("play"), " ")]
        return [
            *self._away(),
            ("←", "", "left"),
            ("→", _("step"), "right"),
            *([*play, *self._settled("what-if", _("what if"))] if model.standpoint.replaying else []),
            *self._settled("eyes", _("view")),
            ("0-9", _("go to"), ""),
            *more[:shown],
            *self._settled("close", _("close")),
            *self._settled("first", ""),
            *self._settled("now", ""),
            *more[shown:],
        ]

    def _waiting(self) -> list[Key]:
        model, more = self.presenter.model, self._more()
        if model.handle.talk is not None and not model.replica.finished:
            more[1:1] = self._settled("plans", _("plan"))
        return [
            *self._answers(),
            *self._elsewhere(),
            *self._away(),
            *self._settled("look-back", _("look back")),
            *(self._settled("look-forward", _("forward")) if model.standpoint.step is not None else []),
            *self._settled("history", _("history")),
            *more,
            *(self._settled("close", _("close")) if model.standpoint.browsing else []),
        ]

    def _moving(self) -> list[Key]:
        move_input, draft, more = self.presenter.input, self.presenter.model.turn.draft, self._more()
        started = move_input.typed or (draft is not None and draft.moves)
        return [
            *self._answers(),
            ("↑↓←→", _("place"), ""),
            ("Enter", _("point / send"), "enter"),
            *self._elsewhere(),
            ("Tab", _("next"), "tab"),
            *(self._settled("take-back-step", _("undo")) if started else []),
            *(more[1:] if move_input.typing else more),
            *self._settled("read", _("in words")),
            *self._settled("look-back", _("look back")),
        ]
