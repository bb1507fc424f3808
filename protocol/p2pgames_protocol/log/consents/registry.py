"""All that players may agree on, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from p2pgames_protocol.log.consents.consent import Consent
from p2pgames_protocol.log.consents.draw import DRAW
from p2pgames_protocol.log.consents.pause import PAUSE
from p2pgames_protocol.log.consents.takeback import TAKEBACK

ALL: tuple[Consent, ...] = (TAKEBACK, DRAW, PAUSE)
CONSENTS: Final[Mapping[str, Consent]] = {consent.name: consent for consent in ALL}
