"""What takes in which kind of record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from p2pgames_protocol.log.records.record import Kind
from p2pgames_protocol.log.replica.receivers.by import ByReceiver
from p2pgames_protocol.log.replica.receivers.event import EventReceiver
from p2pgames_protocol.log.replica.receivers.evidence import EvidenceReceiver
from p2pgames_protocol.log.replica.receivers.genesis import GenesisReceiver
from p2pgames_protocol.log.replica.receivers.have import HaveReceiver
from p2pgames_protocol.log.replica.receivers.note import NoteReceiver
from p2pgames_protocol.log.replica.receivers.receiver import Receiver
from p2pgames_protocol.log.replica.receivers.vote import VoteReceiver

ALL: tuple[Receiver, ...] = (
    EventReceiver(),
    HaveReceiver(),
    VoteReceiver(),
    NoteReceiver(),
    ByReceiver(),
    EvidenceReceiver(),
    GenesisReceiver(),
)
RECEIVERS: Final[Mapping[Kind, Receiver]] = {receiver.kind: receiver for receiver in ALL}
