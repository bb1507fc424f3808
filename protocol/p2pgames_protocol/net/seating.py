"""Who has which seat at a table that fills up, and the genesis it leads to. Sans-I/O."""

from __future__ import annotations

from collections.abc import Container, Sequence

from p2pgames.contract import Seat
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.genesis import Genesis, Join
from p2pgames_protocol.log.proposal import Proposal, sign_proposal
from p2pgames_protocol.log.table_options import Refused
from p2pgames_protocol.net import messages
from p2pgames_protocol.wire.identity import Identity


class Seating:
    """The seats of a table, the first one its host's, the next ones those of the host's bots.

    A seat is kept while its player is here. Who has gone gets it back by the same key while nobody else took it.
    """

    def __init__(
        self,
        identity: Identity,
        proposal: Proposal,
        name: str,
        nonce: bytes,
        genesis: Genesis | None = None,
        bots: Sequence[tuple[Identity, str, bytes]] = (),
    ) -> None:
        """Propose the table as its host, and sit down; with a genesis its game has begun already.

        ``bots`` sit next to the host: the identity, name and nonce of each, as many as the proposal says.
        """
        self.proposal = proposal
        self.signed = sign_proposal(identity, proposal)
        self.genesis = genesis
        self._own = {identity.key, *(bot.key for bot, _name, _nonce in bots)}
        self._joins: dict[bytes, tuple[Join, bytes]] = {}
        for own in ((identity, name, nonce), *bots):
            self.sit(gen.sign_join(own[0], self.signed, own[1], own[2]), ())

    @classmethod
    def begun(cls, identity: Identity, genesis: Genesis) -> Seating:
        """Return the seats of a game that has begun: those of its players who come by the invite get in again."""
        (own,) = (join for join in genesis.joins if join.key == identity.key)
        return cls(identity, genesis.proposal, own.name, own.nonce, genesis)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those who have a seat, in the order of seats."""
        return tuple(join.name for join, _ in self._joins.values())

    def away(self, here: Container[bytes]) -> tuple[Seat, ...]:
        """Return the seats whose players are not ``here``, by their keys."""
        return tuple(seat for seat, key in enumerate(self._joins) if not self._is_here(key, here))

    def read(self, signed_join: bytes) -> Join:
        """Return what a join says; raise `Malformed` or `Refused` if it is not one for this table."""
        return gen.read_join(signed_join, self.signed)

    def has_seat(self, key: bytes) -> bool:
        """Tell whether a player was let in before: who breaks off comes back as it came."""
        return key in (self._joins if self.genesis is None else self.genesis.identities)

    def sit(self, signed_join: bytes, here: Container[bytes]) -> bool:
        """Give a player its seat, its own again if it has one; raise `Refused` if there is none.

        The game begins when all seats are taken by players who are ``here``, by their keys. Returns whether it had not
        begun before.
        """
        join = self.read(signed_join)
        if self.genesis is not None:
            # By another name it is the same player: the seat keeps the name it has in the genesis.
            if (join.key, join.seat_key) not in {(one.key, one.seat_key) for one in self.genesis.joins}:
                raise Refused(messages.FULL)
            return False
        if join.key not in self._joins and len(self._joins) == self.proposal.seats:
            self._free_one(here)
        self._joins[join.key] = join, signed_join
        try:
            self._begin_if_full(here)
        except Refused:
            del self._joins[join.key]
            raise
        return True

    def _free_one(self, here: Container[bytes]) -> None:
        """Free the first seat whose player has gone."""
        for key in self._joins:
            if not self._is_here(key, here):
                del self._joins[key]
                return
        raise Refused(messages.FULL)

    def _begin_if_full(self, here: Container[bytes]) -> None:
        if len(self._joins) == self.proposal.seats and all(self._is_here(key, here) for key in self._joins):
            self.genesis = gen.assemble(self.signed, tuple(signed for _, signed in self._joins.values()))

    def _is_here(self, key: bytes, here: Container[bytes]) -> bool:
        return key in self._own or key in here
