"""What a player wants after a game, and what the others say: whether there is another one, and who opens its table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from p2pgames.contract import Illegal
from p2pgames.text import Verbatim
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import both
from p2pgames_cli.table import sentences
from p2pgames_cli.table.seat_handle import SeatHandle
from p2pgames_protocol.audit.series import ended_game
from p2pgames_protocol.local.hotseat import HotSeat, LocalView
from p2pgames_protocol.wire.invite import Invite

if TYPE_CHECKING:
    from p2pgames_protocol.net.peer import Peer


@dataclass
class Rematch:
    """What one player wants after a game, and what the others say."""

    wanted: bool = False
    opens: bool = False
    """Whether this player opens the table."""
    at: Invite | None = None
    """Where the next table is, once this player goes there."""
    _told: bool = field(default=False, repr=False)

    @property
    def decided(self) -> bool:
        """Whether it is known how to go on."""
        return self.opens or self.at is not None

    async def want(self, handle: SeatHandle) -> None:
        """Say that this player wants another game, or take up what was offered; raise `Illegal` if none can be."""
        if (table := table_here(handle)) is not None:
            self.wanted = True
            await self.update(handle)
            table.tell()  # whoever shows the same table elsewhere goes on, too
            return
        peer = _peer(handle)
        if peer is None:
            raise Illegal(sentences.NO_REMATCH)
        self.wanted = True
        if not peer.replica.finished:
            return
        if ended_game(peer.replica) is None:
            raise Illegal(sentences.SIGNED_TWICE)
        if peer.rematches:
            await self.update(handle)
        elif not _here(peer):
            self.wanted = False
            genesis = peer.replica.genesis
            game, number = Verbatim(genesis.game), Verbatim(genesis.game_id.hex()[:8])
            raise Illegal(sentences.NOBODY_HERE(game=game, number=number))
        else:
            await self.update(handle)

    async def update(self, handle: SeatHandle) -> None:
        """See what follows from what the others said, once this player wants another game and this one is over."""
        if table_here(handle) is not None:
            self.opens = self.wanted and ended_game(handle.replica) is not None
            return
        peer = _peer(handle)
        if peer is None or not self.wanted or self.decided or not can_follow(handle):
            return
        if self._is_opener(peer):
            self.opens = True
            return
        invites = [invite for invite in peer.rematches.values() if invite is not None]
        if invites:
            self.at = invites[0]
        elif not self._told:
            self._told = True
            peer.tell_rematch()

    @staticmethod
    def _is_opener(peer: Peer) -> bool:
        """Tell whether this seat is the first one of those here, and nobody has opened a table yet."""
        keys, seat = peer.replica.keys, peer.signer.seat if peer.signer is not None else 0
        first = not any(keys.index(key) < seat for key in _here(peer))
        return first and not any(peer.rematches.values())

    def line(self, handle: SeatHandle) -> str:
        """Return what there is to say of a rematch now; empty if there is none."""
        peer = _peer(handle)
        if peer is None or not peer.replica.finished:
            return ""
        names, keys = peer.replica.names, peer.replica.keys
        by = [names[keys.index(key)] for key in peer.rematches]
        if self.wanted:
            return _("Waiting for the others: they are asked for a rematch.")
        return _("{names} offers a rematch. Join?").format(names=both(by)) if by else ""


def _peer(handle: SeatHandle) -> Peer | None:
    if isinstance(handle, LocalView):
        return None
    from p2pgames_protocol.net.peer import Peer

    return handle if isinstance(handle, Peer) and handle.signer is not None else None


def table_here(handle: SeatHandle) -> HotSeat | None:
    """Return the table where all who play share this computer, in a game that is kept: nobody need be asked."""
    return handle.hot if isinstance(handle, LocalView) and isinstance(handle.hot, HotSeat) else None


def can_follow(handle: SeatHandle) -> bool:
    """Tell whether another game can follow at once: this one is over, and others are here or sit at this computer."""
    if table_here(handle) is not None:
        return ended_game(handle.replica) is not None
    peer = _peer(handle)
    return (
        peer is not None
        and ended_game(peer.replica) is not None
        and bool(_here(peer) or peer.rematches)
        and _has_bots_host(peer)
    )


def _has_bots_host(peer: Peer) -> bool:
    """Tell whether the host is here who alone can bring the bots of the game again, where there are some."""
    genesis = peer.replica.genesis
    here = {*_here(peer), *peer.rematches, *([genesis.keys[peer.signer.seat]] if peer.signer else ())}
    return not genesis.proposal.bots or genesis.keys[0] in here


def _here(peer: Peer) -> list[bytes]:
    keys = peer.replica.keys
    return [key for key in peer.links.connected if key in keys]
