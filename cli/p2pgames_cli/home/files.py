"""Game files, ours or of others: replay, audit, export."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from p2pgames.text import inert, whole_number
from p2pgames_cli.app.audit import AuditRequest, audit
from p2pgames_cli.app.export import ExportRequest, Format, export
from p2pgames_cli.app.replay import ReplayRequest, replay
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.home.context import HomeContext, free
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.i18n.prose import placed, told
from p2pgames_cli.library.report import show, show_series
from p2pgames_cli.ui.field import Choice, Field, Text
from p2pgames_cli.ui.form import Form
from p2pgames_cli.ui.text_page import TextPage
from p2pgames_protocol.audit.report import Report
from p2pgames_protocol.store.game_store import SUFFIX

KINDS: Mapping[Format, str] = {"html": "html", "text": "txt", "json": "json", "svg": "svg"}
"""Formats of an export, and how a file of each ends."""
FORMATS = tuple(KINDS)
ALL_CARDS = N_("everybody")
TYPED = N_("another one, by its path")
NEAR = 50
"""Files of this folder that are offered."""


class Files:
    """Builds the pages about game files."""

    def __init__(self, here: HomeContext) -> None:
        self.here = here

    def form(self) -> Form:
        """Return the page that asks for a game file, or for a folder full of them."""
        path = Text(
            _("path"), _("A game file ends in .p2pg; of a folder, all files are audited; ~ is your own.")
        )
        near = sorted(Path().glob(f"*{SUFFIX}"))[:NEAR]
        offered = Choice(
            _("file"), (*(inert(file.name) for file in near), TYPED), _("Those in this folder come first.")
        )

        def build() -> list[Field]:
            if not near:
                return [path]
            return [offered, *([path] if offered.value == TYPED else [])]

        def chosen(*, folder: bool = False) -> Path:
            named = near[offered.at] if offered.at < len(near) else Path(path.value.strip()).expanduser()
            if offered.at == len(near) and not path.value.strip():
                raise Stop(Code.USAGE, _("Type the path of a game file."))
            if not named.is_file() and not (folder and named.is_dir()):
                raise Stop(Code.FAILURE, _("There is no file {file}.").format(file=named))
            return named

        def audit() -> None:
            named = chosen(folder=True)
            files = sorted(named.glob(f"*{SUFFIX}")) if named.is_dir() else [named]
            if not files:
                raise Stop(Code.FAILURE, _("There is no game file in {folder}.").format(folder=named))
            self.audit(files)

        buttons = (
            (_("Replay"), lambda: self.replay(chosen())),
            (_("Audit"), audit),
            (_("Export"), lambda: self.export(chosen())),
        )
        return Form(_("A game file"), build, buttons)

    def replay(self, file: Path) -> None:
        """Step through a game."""
        here = self.here
        here.stack.begin(lambda: here.do(replay, ReplayRequest(here.user, str(file), here.how)))

    def audit(self, files: list[Path]) -> None:
        """Verify files, saying which one it is at, and show what came of each."""
        stack, count = self.here.stack, len(files)

        def progress(done: int, _count: int) -> None:
            if done < count:
                said = _("Verifying {name}, {number} of {count} ...")
                self.here.place.tell(said.format(name=files[done].name, number=done + 1, count=count))

        def check() -> None:
            audited = audit(AuditRequest(tuple(files)), progress)
            lines: list[str] = []
            for file, report in audited.found:
                lines += (show(report, file.stem[:16]) if isinstance(report, Report) else report).splitlines()
            for chain in audited.series:
                lines += show_series(chain).splitlines()
            stack.open(TextPage(_("the audit"), lines))

        stack.begin(check)

    def export(self, file: Path) -> None:
        """Ask how a game is to be written, and where."""
        from p2pgames_cli.library.stored_games import Unreadable, replayed

        try:
            replica = replayed(file, torn=True)
        except Unreadable as wrong:
            raise Stop(Code.INVALID, placed(file.name, told(wrong))) from None
        last, names = len(replica.log), replica.names
        kind = Choice(_("format"), FORMATS, _("html is a page that steps through the game, for any browser."))
        viewer = Choice(_("seen by"), (ALL_CARDS, *names), _("Whose hidden cards are shown."))
        step = Text(_("after step"), _("From 0 to {last}.").format(last=last), str(last))
        out = Text(_("file"), _("Where to write it; ~ is your own folder."), f"{file.stem[:24]}.html")

        def build() -> list[Field]:
            stem, dot, ending = out.value.rpartition(".")
            if dot and ending in KINDS.values() and ending != KINDS[FORMATS[kind.at]]:
                out.value = f"{stem}.{KINDS[FORMATS[kind.at]]}"
                out.caret = len(out.value)
            seen: list[Field] = [viewer] if kind.value in ("html", "svg") else []
            return [kind, *seen, *([step] if kind.value == "svg" else []), out]

        def write() -> None:
            pictured = kind.value in ("html", "svg") and viewer.at
            seat = viewer.at - 1 if pictured else None
            after = _step(step.value, last) if kind.value == "svg" else None
            here, target = self.here, free(out.value)
            request = ExportRequest(here.user, str(file), FORMATS[kind.at], step=after, seat=seat)

            def content() -> bytes:
                text, _said = here.do(export, request)
                return text.encode()

            here.write(target, content)

        self.here.stack.open(Form(_("Export"), build, ((_("Write"), write),)))


def _step(typed: str, last: int) -> int:
    """Return the step that was typed, the last one for none; raise `Stop` if there is none such."""
    text = typed.strip()
    step = whole_number(text) if text else last
    if step is None or step > last:
        raise Stop(Code.USAGE, _("From 0 to {last}.").format(last=last))
    return step
