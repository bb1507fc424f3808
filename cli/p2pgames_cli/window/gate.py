"""What a request gets: decided from its first lines alone, before anything is done for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from p2pgames_cli.window.admission import Admission

Headers: TypeAlias = Sequence[tuple[bytes, bytes]]

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' {socket};"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
STREAM: Final = "stream"
"""The name below which pages listen."""
COOKIE: Final = "p2pgames"


@dataclass(frozen=True, slots=True)
class Reply:
    """What is sent back; a refusal says nothing but its number."""

    status: int
    kind: str = ""
    body: bytes = b""
    cookie: str = ""
    file: str = ""
    """What it is called where it is to be saved."""


@dataclass(frozen=True, slots=True)
class Upgrade:
    """The request begins a stream."""


@dataclass(frozen=True, slots=True)
class File:
    """Something of the page, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Entered:
    """Somebody has come with the link: their browser keeps this session, and goes to the page."""

    session: str


REFUSED: Final = Reply(403)
UNKNOWN: Final = Reply(404)


def judged(
    method: bytes, target: bytes, headers: Headers, own: str, admission: Admission
) -> Reply | Upgrade | File | Entered:
    """Return what a request is given at the server ``own``, as 127.0.0.1:4711.

    Whoever calls it by another name, comes from a page that is not its own, or has no session, is refused.
    """
    named = [value for name, value in headers if name == b"host"]
    origins = [value for name, value in headers if name == b"origin"]
    if named != [own.encode()] or any(origin != f"http://{own}".encode() for origin in origins):
        return REFUSED
    if _has_body(headers):
        return REFUSED
    parts = target.decode("ascii", "replace").split("/")
    if method != b"GET" or parts[0] or len(parts) < 3:
        return REFUSED
    _root, folder, *rest = parts
    known = admission.admits(session_in(headers))
    if folder == admission.place and rest[0] == "open" and len(rest) == 2:
        return _entered(rest[1], admission, known=known)
    if not known:
        return REFUSED
    if folder != admission.place or len(rest) > 1:
        return UNKNOWN
    return File(rest[0]) if rest[0] != STREAM else _stream(headers, origins)


def _entered(secret: str, admission: Admission, *, known: bool) -> Reply | Entered:
    if known:
        return Entered("")  # the browser came back to the link that it followed
    session = admission.enter(secret)
    return REFUSED if session is None else Entered(session)


def _stream(headers: Headers, origins: Sequence[bytes]) -> Reply | Upgrade:
    """Browsers name the origin of every stream; what names none is no browser."""
    return Upgrade() if origins and _upgrades(headers) else REFUSED


def _has_body(headers: Headers) -> bool:
    return any(
        name == b"transfer-encoding" or (name == b"content-length" and value != b"0")
        for name, value in headers
    )


def _upgrades(headers: Headers) -> bool:
    return any(name == b"upgrade" and value.lower() == b"websocket" for name, value in headers)


def session_in(headers: Headers) -> str:
    """Return the session that a request names, empty if it names none."""
    for name, value in headers:
        if name == b"cookie":
            for pair in value.decode("latin-1").split(";"):
                key, _equals, given = pair.strip().partition("=")
                if key == COOKIE:
                    return given
    return ""


def heading(reply: Reply, own: str, place: str) -> list[tuple[str, str]]:
    """Return the headers of a reply: it is kept nowhere, shown in no frame, and loads nothing from elsewhere."""
    said: Mapping[str, str] = {
        "Content-Length": str(len(reply.body)),
        "Cache-Control": "no-store",
        "Connection": "close",
        "Content-Security-Policy": POLICY.format(socket=f"ws://{own}"),
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
    }
    more = [("Content-Type", reply.kind)] if reply.kind else []
    if reply.file:
        more.append(("Content-Disposition", f'attachment; filename="{reply.file}"'))
    if reply.cookie:
        more.append(("Set-Cookie", f"{COOKIE}={reply.cookie}; Path=/{place}/; HttpOnly; SameSite=Strict"))
    return [*said.items(), *more]
