"""SPEC 21.5 and 21.6: packs as text."""

from base64 import b64decode, b64encode

from tests.independent.basics import Wrong, digest

HEX = set("0123456789ABCDEF")


def judge_armour(given):
    """The bytes of all packs in a text."""
    if len(given["text"]) > 16777216:
        raise Wrong("too long")
    compact = "".join(c for c in given["text"] if c not in "\t\n\v\f\r >")
    before, *parts = compact.split("BEGINP2PGAMESPACK")
    found = {}
    for rest in parts:
        if not before.endswith("-----"):
            raise Wrong("no hyphens")
        n, whole, piece = read_part(rest)
        if found.setdefault(whole, {}).setdefault(n, piece) != piece:
            raise Wrong("two parts of one number")
        before = rest
    if not found:
        raise Wrong("no pack")
    return [joined(name, many, pieces).hex() for (name, many), pieces in found.items()]


def read_part(rest):
    """Number, pack and piece of a part, from its number on."""
    head, _, after = rest.partition("-----")
    numbers, name = head[:-16], head[-16:]
    n, _, m = numbers.partition("/")
    if len(name) != 16 or not set(name) <= HEX:
        raise Wrong("no name")
    if not all(one.isascii() and one.isdigit() and one[0] != "0" and len(one) < 4 for one in (n, m)):
        raise Wrong("no numbers")
    letters, end, tail = after.partition("-----ENDP2PGAMESPACK" + numbers)
    if not end or not letters or tail[8:13] != "-----":
        raise Wrong("no end")
    piece = b64decode(letters + "=" * (-len(letters) % 4), validate=True)
    if b64encode(piece).decode().rstrip("=") != letters:
        raise Wrong("not base64")
    if digest("pack part", piece)[:4].hex().upper() != tail[:8]:
        raise Wrong("a wrong check")
    return int(n), (name, int(m)), piece


def joined(name, many, pieces):
    """The pack of all its pieces."""
    whole = b"".join(pieces[at] for at in sorted(pieces))
    if sorted(pieces) != list(range(1, many + 1)) or digest("pack", whole)[:8].hex().upper() != name:
        raise Wrong("not all parts, or of another pack")
    return whole
