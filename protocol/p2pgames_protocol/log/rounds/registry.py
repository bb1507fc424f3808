"""All kinds of rounds."""

from __future__ import annotations

from p2pgames_protocol.log.position import RoundKind
from p2pgames_protocol.log.rounds.coin import COIN, REST
from p2pgames_protocol.log.rounds.done import DONE
from p2pgames_protocol.log.rounds.keys import KEYS
from p2pgames_protocol.log.rounds.rekey import REKEY
from p2pgames_protocol.log.rounds.reveal import REVEAL
from p2pgames_protocol.log.rounds.share import SHARE
from p2pgames_protocol.log.rounds.shuffle import SHUFFLE
from p2pgames_protocol.log.rounds.turn import TURN

ROUNDS: tuple[RoundKind, ...] = (KEYS, REVEAL, DONE, TURN, REST, COIN, SHARE, SHUFFLE, REKEY)
"""In the order in which they are asked whether they are due: the first that is, is opened."""
