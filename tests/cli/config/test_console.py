"""What is printed where the encoding of the terminal lacks the signs."""

import io
import sys

import pytest

from p2pgames_cli.config.console import replace_what_cannot_be_encoded, shows_signs, tell, warn


@pytest.fixture
def streams(monkeypatch):
    """Standard output and error in an encoding; returns what comes out of them."""

    def opened(encoding):
        raw = [io.BytesIO(), io.BytesIO()]
        for name, stream in zip(("stdout", "stderr"), raw, strict=True):
            monkeypatch.setattr(sys, name, io.TextIOWrapper(stream, encoding, errors="strict"))
        return raw

    return opened


@pytest.mark.parametrize(
    ("encoding", "shows"),
    [("utf-8", True), ("utf-16", True), ("iso-8859-1", False), ("ascii", False), ("cp1252", False)],
)
def test_signs_are_drawn_where_the_encoding_has_them(streams, encoding, shows):
    streams(encoding)
    assert shows_signs() is shows


@pytest.mark.parametrize(
    ("encoding", "printed"),
    [
        ("utf-8", "Zoë ●─▲ → 東…".encode()),
        ("iso-8859-1", b"Zo\xeb o-^ > ?."),
        ("cp1252", b"Zo\xeb o-^ > ?\x85"),
        ("cp437", b"Zo\x89 o\xc4^ > ?."),
    ],
)
def test_what_an_encoding_lacks_is_printed_in_ascii(streams, encoding, printed):
    out, err = streams(encoding)
    replace_what_cannot_be_encoded()
    tell("Zoë ●─▲ → 東…", end="")
    warn("Zoë ●─▲ → 東…", end="")
    sys.stdout.flush()
    sys.stderr.flush()
    assert (out.getvalue(), err.getvalue()) == (printed, printed)
