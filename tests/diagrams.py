"""The pictures of SPEC: ``python -m tests.diagrams`` draws them anew into docs/pictures."""

from __future__ import annotations

from html import escape

from tests import ROOT

FOLDER = ROOT / "docs" / "pictures"
STYLE = """
text { font: 14px system-ui, sans-serif; fill: #1c1c1c; }
.small { font-size: 12px; fill: #555; }
.bold { font-weight: 600; }
.page { fill: #ffffff; }
.box { fill: #eef3fb; stroke: #4a6fa5; }
.hot { fill: #fdf0dc; stroke: #b5771a; }
.line { stroke: #777; fill: none; }
.lane { stroke: #bbb; stroke-dasharray: 4 4; }
.head { fill: #777; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6e6e6; }
  .small { fill: #aaa; }
  .page { fill: #16181c; }
  .box { fill: #223047; stroke: #7fa3d6; }
  .hot { fill: #453516; stroke: #d9a24a; }
  .line { stroke: #999; }
  .lane { stroke: #555; }
  .head { fill: #999; }
}
""".strip()
LANES = (210, 440, 670)
"""Where the middle of each of three lanes is, on a sheet 790 wide."""


class Sheet:
    """A drawing in units of a pixel, with boxes, lines and words."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self.size, self.title, self.shapes = (width, height), title, []

    def text(self, x: float, y: float, said: str, kind: str = "", anchor: str = "middle") -> None:
        """Write words at a place."""
        self.shapes.append(
            f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" class="{kind}">{escape(said)}</text>'
        )

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        said: str = "",
        kind: str = "box",
        below: str = "",
    ) -> None:
        """Draw a box with words in its middle, and smaller ones below these."""
        self.shapes.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4" class="{kind}"/>'
        )
        self.text(x + width / 2, y + height / 2 + (-3 if below else 5), said)
        if below:
            self.text(x + width / 2, y + height / 2 + 14, below, "small")

    def line(self, x: float, y: float, to_x: float, to_y: float, kind: str = "line") -> None:
        """Draw a line."""
        self.shapes.append(f'<path d="M{x:g} {y:g}L{to_x:g} {to_y:g}" class="{kind}"/>')

    def arrow(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Draw a line with a head, straight down or to a side."""
        self.line(x, y, to_x, to_y)
        if to_x == x:
            head = f"M{to_x:g} {to_y:g}l-4 -8h8z"
        else:
            way = 1 if to_x > x else -1
            head = f"M{to_x:g} {to_y:g}l{-8 * way} -4v8z"
        self.shapes.append(f'<path d="{head}" class="head"/>')

    def svg(self) -> str:
        """Return the picture as a file."""
        width, height = self.size
        inner = "\n".join(self.shapes)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
            f' role="img">\n<title>{escape(self.title)}</title>\n<style>{STYLE}</style>\n'
            f'<rect width="{width}" height="{height}" class="page"/>\n{inner}\n</svg>\n'
        )


def record() -> Sheet:
    """What lies in what, from a link to an event."""
    sheet = Sheet(860, 388, "A frame holds a message, the message a record, the record a signed event")
    rows = (
        ("frame", "12.1", (("length", "4 bytes", 120), ("message", "", 580))),
        ("message", "12.2", (('"record"', "", 120), ("packed record", "", 580))),
        ("record", "5.1", (('"event"', "kind", 120), ("body", "bytes", 440), ("signature", "64 bytes", 140))),
        (
            "event", "6.1",
            (("round", "", 75), ("seat", "", 70), ("previous", "digest", 95), ("state", "digest", 90),
             ("in", "", 60), ("act", "", 80), ("body", "", 120), ("notes", "records", 110)),
        ),
    )  # fmt: skip
    held = None
    for number, (name, section, cells) in enumerate(rows):
        y = 24 + 84 * number
        if held:
            sheet.line(held[0], y - 36, 130, y, "lane")
            sheet.line(held[1], y - 36, 830, y, "lane")
        sheet.text(24, y + 22, name, "bold", "start")
        sheet.text(24, y + 40, f"SPEC {section}", "small", "start")
        x = 130
        for said, below, width in cells:
            holds = said in ("message", "packed record") or (said == "body" and name == "record")
            sheet.box(x, y, width, 48, said, "hot" if holds else "box", below)
            held = (x, x + width) if holds else held
            x += width
        if number == len(rows) - 1:
            held = None
    sheet.text(
        130,
        354,
        'The signature is by the key of the event\'s seat, over "event", the game id and the body (3.2).',
        "small",
        "start",
    )
    sheet.text(
        130,
        374,
        "In a file the frame is another one: length, 4 bytes; checksum, 8 bytes; record (10.1).",
        "small",
        "start",
    )
    return sheet


def lanes(sheet: Sheet, names: tuple[str, ...], top: int, bottom: int) -> None:
    """Draw a lane for each name."""
    for x, name in zip(LANES, names, strict=False):
        sheet.text(x, top - 8, name, "bold")
        sheet.line(x, top, x, bottom, "lane")


def step(
    sheet: Sheet, y: float, name: str, cells: tuple[str, ...], below: tuple[str, ...] = ("", "", "")
) -> None:
    """Draw what each seat gives in one round, and the name of the round's step."""
    sheet.text(14, y + 24, name, "bold", "start")
    for x, said, small in zip(LANES, cells, below, strict=True):
        if said:
            sheet.box(x - 95, y, 190, 40, said, "box", small)


def steps() -> Sheet:
    """What a round may be for, and what follows it."""
    sheet = Sheet(860, 364, "The steps: keys, then whatever the rules ask for, then reveal")
    sheet.box(20, 130, 110, 48, "KEYS", "box", "round 0")
    sheet.arrow(130, 154, 180, 154)
    sheet.box(180, 130, 150, 48, "the rules", "hot", "what is asked for next?")
    asks = (
        ("a choice", "TURN", "", "who is to move"),
        ("a roll", "COIN", "REST", "of a seat: then the others"),
        ("a shuffle", "REKEY", "SHUFFLE", "keys, if need be; each in turn"),
        ("an opening", "SHARE", "", "all who owe a share"),
    )
    for number, (asked, first, then, small) in enumerate(asks):
        y = 14 + 72 * number
        sheet.line(330, 154, 360, y + 20)
        sheet.text(366, y + 24, asked, "", "start")
        sheet.box(450, y, 90, 40, first)
        if then:
            sheet.arrow(540, y + 20, 566, y + 20)
            sheet.box(566, y, 90, 40, then)
        sheet.text(450, y + 56, small, "small", "start")
    sheet.line(680, 14, 680, 270)
    sheet.text(692, 136, "back to the rules,", "small", "start")
    sheet.text(692, 152, "after every round", "small", "start")
    sheet.line(255, 178, 255, 326)
    sheet.text(262, 318, "the game is over", "small", "start")
    sheet.arrow(255, 326, 450, 326)
    sheet.box(450, 310, 90, 32, "REVEAL")
    sheet.arrow(540, 326, 566, 326)
    sheet.box(566, 310, 90, 32, "DONE")
    return sheet


def roll() -> Sheet:
    """How a number comes about that nobody can choose."""
    sheet = Sheet(
        790, 420, "A roll: each seat gives the next value of its chain, and their hash is the outcome"
    )
    lanes(sheet, ("seat 0", "seat 1", "seat 2"), 34, 336)
    step(sheet, 46, "KEYS", ("tip v(0)",) * 3, ("hashed from the secret",) * 3)
    sheet.text(
        440,
        112,
        "Every value hashes to the one before it: nobody can give another than the next one (8.1, 8.3).",
        "small",
    )
    step(sheet, 126, "COIN", ("", "v(k)", ""), ("", "for whom the roll is", ""))
    sheet.text(
        440,
        192,
        "The others give theirs only now, so that it cannot stop when it knows the outcome (7.1).",
        "small",
    )
    step(sheet, 206, "REST", ("v(k)", "", "v(k)"))
    sheet.box(220, 270, 440, 40, 'seed = H("roll", game id, k, every seat and its value)', "hot")
    sheet.arrow(440, 310, 440, 340)
    sheet.box(220, 342, 440, 40, "a number for each of the sides (8.4)", "hot")
    sheet.text(
        440, 406, "A roll that is for nobody has COIN alone: all seats give their values at once.", "small"
    )
    return sheet


def deck() -> Sheet:
    """How cards are dealt that nobody can see or choose."""
    sheet = Sheet(
        790, 560, "A deck: all seats give keys, each shuffles in turn, and all give shares to open a card"
    )
    lanes(sheet, ("seat 0", "seat 1", "seat 2"), 34, 520)
    step(sheet, 46, "KEYS", ("deck key",) * 3, ("REKEY later on",) * 3)
    sheet.text(440, 108, "Cards are encrypted under the sum of all keys (B.3, B.4).", "small")
    for number in range(3):
        cells = tuple("masks and shuffles" if seat == number else "" for seat in range(3))
        step(sheet, 122 + 56 * number, "SHUFFLE" if not number else "", cells, ("with a proof (B.5)",) * 3)
        if number < 2:
            sheet.arrow(LANES[number] + 95, 142 + 56 * number, LANES[number + 1], 142 + 56 * number)
            sheet.arrow(LANES[number + 1], 142 + 56 * number, LANES[number + 1], 178 + 56 * number)
    sheet.box(220, 296, 440, 34, "The deck is sealed: nobody knows its order (13.6).", "hot")
    sheet.text(
        440, 356, "A card for seat 1 alone: all the others take their layer off, with a proof (B.6).", "small"
    )
    step(sheet, 368, "SHARE", ("share", "", "share"))
    sheet.arrow(LANES[0] + 95, 388, LANES[1] - 60, 388)
    sheet.arrow(LANES[2] - 95, 388, LANES[1] + 60, 388)
    sheet.text(440, 393, "sees its card")
    step(sheet, 432, "TURN", ("", "shows the card", ""), ("", "adds its own share (13.7)", ""))
    step(sheet, 488, "REVEAL", ("game secret",) * 3, ("all follows from it (B.8)",) * 3)
    return sheet


def link() -> Sheet:
    """From the connection to the first move."""
    said = (
        (1, '"hello": version, own key, nonce, key looked for', "15.1"),
        (-1, '"hello": version, own key, nonce', "15.1"),
        (1, '"proof"', "15.3"),
        (-1, '"proof"', "15.3"),
        (1, '"table": the token of the invite', "17.1"),
        (-1, '"proposal"', "17.1"),
        (1, '"join"', "17.2"),
        (-1, '"lobby": names, until all seats are taken', "17.5"),
        (-1, '"genesis"', "17.5"),
        (0, '"want" 0, "address", "chats", "links"', "18.2"),
        (0, '"record": key event of each', "18.3"),
        (0, '"record": the values of the roll that says who begins', "8"),
        (1, '"record": the first move', "6.3"),
    )
    sheet = Sheet(760, 92 + 34 * len(said), "From the connection to the first move")
    left, right = 170, 590
    for x, name in ((left, "guest, dials"), (right, "host, listens")):
        sheet.text(x, 24, name, "bold")
        sheet.line(x, 34, x, 80 + 34 * len(said), "lane")
    sheet.box(
        left - 60,
        40,
        right - left + 120,
        26,
        "the transport connects; the guest compares the pin (14.4)",
        "hot",
    )
    for number, (way, text, section) in enumerate(said):
        y = 100 + 34 * number
        sheet.text((left + right) / 2, y - 6, text)
        sheet.text(right + 20, y + 3, f"SPEC {section}", "small", "start")
        if way >= 0:
            sheet.arrow(left, y, right, y)
        else:
            sheet.arrow(right, y, left, y)
        if not way:
            sheet.arrow(right - 1, y, left, y)
    return sheet


PICTURES = {"record": record, "steps": steps, "roll": roll, "deck": deck, "link": link}


def files():
    """Return every file with its text."""
    return {FOLDER / f"spec-{name}.svg": draw().svg() for name, draw in PICTURES.items()}


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, encoding="utf-8", newline="\n")
