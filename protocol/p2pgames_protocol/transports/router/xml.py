"""What a router writes in XML: names and texts in order, nothing else. No document type, so no entity of its own."""

from __future__ import annotations

from typing import Any, NoReturn
from xml.parsers import expat  # bounded before, and refused if it declares anything

from p2pgames_protocol.transports.router.router import RouterFault


def closed(data: bytes) -> list[tuple[str, str]]:
    """Return the name and the text of each element, without its prefix, in the order in which they end.

    Raises `RouterFault` for what is no XML, or declares anything.
    """
    found: list[tuple[str, str]] = []
    texts: list[list[str]] = []

    def start(_name: str, _attributes: dict[str, str]) -> None:
        texts.append([])

    def text(piece: str) -> None:
        if texts:
            texts[-1].append(piece)

    def end(name: str) -> None:
        found.append((name.rpartition(":")[2], "".join(texts.pop()).strip()))

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, text
    parser.StartDoctypeDeclHandler = _refuse
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError, ValueError):  # the last two: an encoding nobody knows
        raise RouterFault from None
    return found


def _refuse(*_: Any) -> NoReturn:
    raise RouterFault
