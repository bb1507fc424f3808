"""The status of a table: who is linked and how, who has confirmed what, what a departure and a fault do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from p2pgames.contract import Seat
from p2pgames.text import Message, as_it_is, isolated, with_message
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.i18n.prose import both, named
from p2pgames_cli.table import waiting
from p2pgames_cli.table.seat_handle import SeatHandle, seat_of
from p2pgames_protocol.transports.transport import TransportStatus


@dataclass(frozen=True, slots=True)
class Guarantee:
    """It is read from the log and the links; nothing in it is promised by anybody."""

    names: tuple[str, ...]
    local: bool
    """Whether all seats are at this computer."""
    links: tuple[tuple[Seat, Message | None], ...]
    """The others who have not left, each with what it is linked by; None for those who are not."""
    through: Mapping[Seat, tuple[str, ...]]
    """Those who are not linked here and yet have the newest round, each with whom that is known through."""
    watched: bool
    """Whether a watcher looks, whom not everybody is linked to."""
    round: int
    """How many rounds are closed here."""
    lacking: tuple[Seat, ...]
    """Seats still in whose signature under the newest closed round is not here yet."""
    diverged: tuple[Seat, ...]
    """Seats that have signed another digest for a round than this copy has."""
    goes_on: bool
    """Whether the others play on when somebody leaves for good."""
    faults: tuple[Message, ...]
    proof: Path | None
    """Where the proof of a fault lies."""
    transports: tuple[str, ...] = ()
    """What is wrong with transports that cannot dial now, a sentence or two for each."""

    @property
    def confirmed(self) -> bool:
        """Whether every seat still in has signed the newest closed round."""
        return not self.lacking and not self.diverged


def guarantee(handle: SeatHandle, *, local: bool) -> Guarantee:
    """Return what holds at a table now."""
    replica = handle.replica
    genesis, seats = replica.genesis, replica.position.seats
    own = seat_of(handle)
    others = [seat for seat in seats if seat != own and not local]
    links = [(s, _link(handle, s)) for s in others]
    ended_by = replica.accusations.verdict
    misconducts = [*replica.accusations.found, *([] if ended_by is None else [ended_by])]
    return Guarantee(
        replica.names,
        local,
        tuple(links),
        {seat: found for seat in others if (found := waiting.bridges(handle, seat))},
        own is None,
        len(replica.log),
        tuple(seat for seat in seats if replica.log and not replica.confirms(seat)),
        tuple(sorted(replica.haves.diverged)),
        len(genesis.keys) > 2,
        tuple(dict.fromkeys(misconduct.why for misconduct in misconducts)),
        handle.proof,
        tuple(
            transport_sentence(status)
            for status in handle.links.transports.values()
            if not status.phase.dials
        ),
    )


def _link(handle: SeatHandle, seat: Seat) -> Message | None:
    """Return by what a seat is linked: one that the host brings a bot for, by its host."""
    genesis, routes = handle.replica.genesis, handle.links.routes
    if 0 < seat <= genesis.proposal.bots and (seat_of(handle) == 0 or genesis.keys[0] in routes):
        return as_it_is(handle.replica.names[0])
    return routes[genesis.keys[seat]].text() if genesis.keys[seat] in routes else None


def brief(holds: Guarantee) -> str:
    """Return it in a few words, a sign first: ✓ all is well, … something is awaited, ! a fault."""
    if holds.faults or holds.diverged:
        return f"! {_('FAULT')}"
    if holds.local:
        return f"✓ {_('one computer')}"
    away = [holds.names[seat] for seat, link in holds.links if not link and seat not in holds.through]
    if holds.watched and len(away) == len(holds.links):
        return f"… {_('no link to the table')}"
    if away and not holds.watched:
        return "… " + ngettext("{name} is away", "{count} are away", len(away)).format(
            name=away[0], count=len(away)
        )
    if holds.lacking:
        return f"… {_('not everybody has the newest move yet')}"
    return f"✓ {_('all connected')}"


def sentences(holds: Guarantee) -> list[str]:
    """Return it in sentences, what is wrong first."""
    said = [named(why, holds.names) for why in holds.faults]
    if holds.proof is not None:
        said.append(_("The proof is in {file}: p2pgames audit shows it to anybody.").format(file=holds.proof))
    said += [
        _("{name} has signed a different course of the game from this copy's.").format(name=holds.names[seat])
        for seat in holds.diverged
    ]
    if holds.local:
        said.append(_("All seats are at this computer: nothing depends on a link."))
    elif holds.lacking:
        who = " + ".join(isolated(holds.names[seat]) for seat in holds.lacking)
        said.append(_("Step {step} is not signed by all yet: {names}.").format(step=holds.round, names=who))
    elif holds.round:
        said.append(
            _("Everybody has signed step {step} and all before: no one can take them back alone.").format(
                step=holds.round
            )
        )
    said += holds.transports
    for seat, link in holds.links:
        name = holds.names[seat]
        if link:
            said.append(_("{name} is linked by {way}.").format(name=name, way=named(link)))
        elif seat in holds.through:
            others = both(holds.through[seat])
            said.append(
                _("{name} is not linked to this client, but through {others}.").format(
                    name=name, others=others
                )
            )
        elif holds.watched:
            said.append(_("{name} is not linked to this client.").format(name=name))
        else:
            said.append(_("{name} is away: what is signed meanwhile is passed on later.").format(name=name))
    said.append(
        _("If somebody leaves for good, the others play on.")
        if holds.goes_on
        else _("If somebody leaves for good, the game ends.")
    )
    return said


def plain(holds: Guarantee) -> dict[str, Any]:
    """Return it as plain data, for JSON."""
    return {
        "round": holds.round,
        "confirmed": holds.confirmed,
        "lacking": list(holds.lacking),
        "diverged": list(holds.diverged),
        "links": {str(seat): str(link) if link else None for seat, link in holds.links},
        "goes_on": holds.goes_on,
        **with_message("faults", holds.faults),
        "proof": str(holds.proof) if holds.proof is not None else None,
    }


def transport_sentence(status: TransportStatus) -> str:
    """Return how a transport gets on, with what the player can do."""
    return named(status.sentence)
