"""Seats that are handed over: given as a file, where the game goes by mail, and taken by a line."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from p2pgames_cli.app.give import give
from p2pgames_cli.app.network import NetworkOptions
from p2pgames_cli.app.take import TakeRequest, take, take_by_mail, taken_lines
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.home.context import HomeContext, new_file_path
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.library.stored_games import Stored
from p2pgames_cli.pages.field import TextField
from p2pgames_cli.pages.form import Form
from p2pgames_cli.table.actions.leaving import consequences
from p2pgames_cli.table.invites import read_seat_line
from p2pgames_protocol.store.disk import expanded, put
from p2pgames_protocol.wire.invite import SEAT_PREFIX


class Seats:
    """Builds the pages about seats that change hands."""

    def __init__(self, here: HomeContext) -> None:
        self.here = here
        self.file = TextField(
            _("file"),
            _("The file that came with the line of a seat, if the game is played by mail; otherwise empty."),
        )

    def hand_over_page(self, game: Stored) -> Form:
        """Return the page on which one's own seat is written to a file, for somebody who plays on."""
        name = f"{game.genesis.game}-{game.id[:8]}.seat"
        out = TextField(_("file"), _("Where to write it; ~ is your own folder."), name)

        def begin() -> None:
            target = new_file_path(out.value)
            self.here.do_off_screen(lambda: self._give(game, target))

        return Form(_("Hand over"), lambda: [out], ((_("Hand it over"), begin),), tuple(consequences()))

    def _give(self, game: Stored, target: Path) -> None:
        here = self.here
        given = here.do(partial(give, here.user), game.id)
        put(target, given.data)
        here.games.refresh()
        here.close_all()
        text = _("{file} holds your seat. Send the file by one way and this line by another:").format(
            file=target
        )
        here.show(_("Hand over"), f"{text}\n\n{given.line}")

    def is_line(self, text: str) -> bool:
        """Tell whether a text is the line of a seat, and no invite."""
        return text.strip().upper().startswith(SEAT_PREFIX)

    def take_over(self, text: str, network: NetworkOptions) -> None:
        """Take the seat over whose line that is, and play on; by mail only take it over."""
        here = self.here
        given = self.file.value.strip()
        file = expanded(Path(given)) if given else None
        if file is not None and not file.is_file():
            raise Stop(Code.USAGE, _("There is no file {file}.").format(file=file))
        request = TakeRequest(here.user, read_seat_line((text,)), here.client, network, file)
        if file is None:
            here.play(partial(take, ui=here.ui), request)
        else:
            here.do_off_screen(lambda: self._keep(request, file))

    def _keep(self, request: TakeRequest, file: Path) -> None:
        here = self.here
        taken = here.do(partial(take_by_mail, file=file), request)
        here.games.refresh()
        here.forget()
        here.show(_("Join a table"), "\n\n".join(taken_lines(taken)))
