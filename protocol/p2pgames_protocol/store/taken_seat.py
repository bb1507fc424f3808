"""Who plays a seat in this home: the player who joined, one who took it over, or nobody once it is handed over.

The seed of a seat that was taken over lies beside the game, readable by its owner alone. That one was handed over is
noted in the state folder, so that a game file that is put back does not sign again.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.store import intake
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.wire.identity import SEED_SIZE, Identity

TAKEN: Final = ".seat"
GIVEN: Final = ".given"


class TakenSeat:
    """The two files of one game. All methods block."""

    def __init__(self, home: Home, genesis: Genesis) -> None:
        """Name the files; nothing is touched."""
        self._home = home
        self._genesis = genesis
        store = home.store(genesis)
        self._seed = store.path.with_suffix(TAKEN)
        self._given = store.instance.with_suffix(GIVEN)

    @staticmethod
    def changed(home: Home) -> set[str]:
        """Return the ids of all games of which a seat was handed over or taken over here."""
        places = ((home.games, TAKEN), (home.state, GIVEN))
        return {file.stem for folder, ending in places for file in folder.glob(f"*{ending}")}

    def own(self, identity: Identity) -> Identity | None:
        """Return the key pair of the seat that this player plays; None for none, and for one that was handed over."""
        if self.is_given:
            return None
        return self.taken() or self._genesis.own(identity)

    def taken(self) -> Identity | None:
        """Return the key pair of a seat that was taken over; None if none was, or its file is damaged."""
        with suppress(OSError):
            seed = intake.read(self._seed)
            if len(seed) == SEED_SIZE and (found := Identity(seed)).key in self._genesis.keys:
                return found
        return None

    @property
    def is_given(self) -> bool:
        """Whether the seat was handed over: then nothing is signed here any more."""
        return self._given.exists()

    @property
    def token(self) -> bytes:
        """What the line that gave it away opens with; empty if none did."""
        try:
            return intake.read(self._given)
        except OSError:
            return b""

    def give(self, token: bytes) -> None:
        """Note that the seat was handed over; when this returns that survives a crash. Raises `HomeError`."""
        self._home.write(self._given, token)

    def take(self, seat: Identity) -> None:
        """Keep the seed of a seat that is taken over; it survives a crash. Raises `HomeError`."""
        self._home.write(self._seed, seat.seed())

    def play(self) -> None:
        """Have the seat played here, also if it had been handed over from here before."""
        self._given.unlink(missing_ok=True)
