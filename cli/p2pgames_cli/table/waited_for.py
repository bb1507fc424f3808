"""Whom the table waits for, in one line."""

from __future__ import annotations

from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table import absence, history_text
from p2pgames_cli.table.news.successors import taken
from p2pgames_cli.table.seat_handle import SeatHandle, held_back, is_behind, seat_of
from p2pgames_cli.table.silence import Silence, spoken


def waited_for(handle: SeatHandle, silence: Silence) -> str:
    """Return whom the table waits for, and since when; or what the clients are at by themselves."""
    replica = handle.replica
    if handle.handing is not None and handle.handing.given:
        return taken()
    if held_back(handle) and is_behind(handle):
        return _("Held back: this file is older than what you have signed.")
    if held_back(handle):
        return _("Held back: another copy may have played on. See take over.")
    doing = history_text.progress(replica, seat_of(handle))
    if not replica.held_up_by:
        return absence.waiting(handle)
    if handle.signer is not None and handle.signer.voting.has_resigned():
        return absence.resigned(handle)
    waited = silence.look()
    since = _(", for {time} now").format(time=spoken(waited)) if waited >= 10 else ""
    if doing:
        return f"{doing[0].upper()}{doing[1:]}{since}."
    return f"{absence.waiting(handle, since)} {_standstill(handle, silence)}".rstrip()


def _standstill(handle: SeatHandle, silence: Silence) -> str:
    """Return in few words that somebody may be voted out now, or that nobody can be."""
    if absence.opens(handle, silence) != 0:
        return ""
    if any(True for seat in absence.awaited(handle) for _line in absence.suspended(handle, seat)):
        return _("Suspended: see status.")
    return _("Vote, or wait.")
