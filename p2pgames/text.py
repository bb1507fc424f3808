"""Sentences as values: what rules and protocol say before it is in any language.

A sentence is declared once, as a `Template` with an id and named holes, and used as a `Message`, a template with its
holes filled by typed parameters. ``str(message)`` is English and knows no names; a `Speaker` says the same in another
language and with the players' names. So nothing that is said is ever matched to be understood, and what a player is
called or types is never taken for a word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from string import Formatter
from types import MappingProxyType
from typing import Any, Final, TypeAlias

_declared: dict[str, Template] = {}
TEMPLATES: Final[Mapping[str, Template]] = MappingProxyType(_declared)
"""Every sentence declared so far, by its id."""

_STEERING: Final = "\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066\u2067\ud800-\udfff"
_ISOLATE, _ISOLATED = "\u2068", "\u2069"
_STEERS: Final = re.compile(f"[{_STEERING}]")
_STEERS_OR_ISOLATES: Final = re.compile(f"[{_STEERING}{_ISOLATE}{_ISOLATED}]")

_RIGHT_TO_LEFT: Final = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
"""The blocks of scripts that run from right to left (Unicode, DerivedBidiClass)."""
_TURNS: Final = re.compile(f"[{_ISOLATE}{_ISOLATED}{_RIGHT_TO_LEFT}]")

MOST_DIGITS: Final = 9
"""More has no number that anybody means here, and Python itself refuses to read more than 4300."""


def whole_number(text: str) -> int | None:
    """Return the number that a text is in plain digits, at most `MOST_DIGITS`; None for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None


COUNT: Final = "count"
"""The parameter that chooses between singular and plural."""


@dataclass(frozen=True, slots=True)
class SeatName:
    """A player by seat: ``Seat 1`` where no names are known, else the player's name."""

    seat: int


@dataclass(frozen=True, slots=True)
class FaceName:
    """What is printed on a card or tile, in the game's own code."""

    code: str


@dataclass(frozen=True, slots=True)
class PlaceName:
    """A place of the board in the game's notation."""

    name: str


@dataclass(frozen=True, slots=True)
class Count:
    """A number."""

    number: int


@dataclass(frozen=True, slots=True)
class Typed:
    """What somebody typed: shown in quotes, never translated."""

    text: str


@dataclass(frozen=True, slots=True)
class Verbatim:
    """A file, command, option or code: shown as it is, never translated."""

    text: str


class Joint(StrEnum):
    """What stands before the last of several things; between the others there are commas."""

    AND = " and "
    OR = " or "
    COMMA = ", "


@dataclass(frozen=True, slots=True)
class Every:
    """Several parameters, listed as the language lists things."""

    items: tuple[Param, ...]
    joint: Joint = Joint.AND


@dataclass(frozen=True, slots=True)
class Template:
    """One sentence with named holes; ``many`` is its plural, or empty.

    The id is what a catalogue knows it by: it stays when the wording changes.
    """

    id: str
    one: str
    many: str
    fields: tuple[tuple[str, type], ...]

    def __hash__(self) -> int:
        """Return a number that follows from the id alone: messages are keys of caches, and each id has one template."""
        return hash(self.id)

    def __call__(self, **params: Param) -> Message:
        """Return the sentence with its holes filled; raise TypeError for other names or types than declared."""
        if tuple(zip(params, map(type, params.values()), strict=True)) == self.fields:
            return Message(self, tuple(params.items()))
        given = {name: type(value) for name, value in params.items()}
        if given != dict(self.fields):
            raise TypeError(f"{self.id} takes {dict(self.fields)}, not {given}.")
        return Message(self, tuple((name, params[name]) for name, _kind in self.fields))


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence that is not yet in any language; ``str()`` of it is English."""

    template: Template
    params: tuple[tuple[str, Param], ...] = ()

    def __str__(self) -> str:
        """Return it in English, seats by number."""
        return ENGLISH.say(self)

    def as_data(self) -> dict[str, Any]:
        """Return what stands in JSON: the id, and each parameter with its kind."""
        return {"id": self.template.id, "params": {name: typed(value) for name, value in self.params}}


KINDS: Final[Mapping[str, type]] = {
    "seat": SeatName,
    "face": FaceName,
    "place": PlaceName,
    "count": Count,
    "typed": Typed,
    "verbatim": Verbatim,
    "every": Every,
    "message": Message,
}
"""What may fill a hole, by the word that stands for it in a sentence and in JSON."""
_HOLE: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")

Param: TypeAlias = SeatName | FaceName | PlaceName | Count | Typed | Verbatim | Every | Message


class Refusal(Exception):
    """Something was refused, with a sentence that says why and what to do next."""

    def __init__(self, message: Message) -> None:
        """Keep the sentence; ``str()`` of the exception is its English."""
        super().__init__(message)
        self.message = message


class BadValue(Refusal, ValueError):
    """What was given cannot be used; the sentence says what is expected."""


def message(id: str, english: str) -> Template:  # noqa: A002  # it is the id
    """Declare a sentence whose holes say what fills them, as in ``{row:place}``; again the name is enough.

    Raises ValueError for a hole without a kind, or if the id is taken.
    """
    return _declare(id, english, "")


def counted(id: str, one: str, many: str) -> Template:  # noqa: A002  # it is the id
    """Declare a sentence with a plural, chosen by its hole ``{count}``, which needs no kind; otherwise as `message`.

    The singular may leave the number out.
    """
    return _declare(id, one, many)


def without_kinds(text: str) -> str:
    """Return a sentence as it stands in catalogues: its holes are names alone."""
    return _HOLE.sub(r"{\1}", text)


def inert(text: str) -> str:
    """Return what somebody else wrote, on one line and with everything escaped that would steer a terminal.

    That is control characters, line ends, and what turns words round: a file may have such a name. Isolates stay where
    each is closed.
    """
    steers = _STEERS if _closes_isolates(text) else _STEERS_OR_ISOLATES
    return steers.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def isolated(text: str) -> str:
    """Return a text so that right-to-left letters in it turn nothing round in the sentence that it is put into (UAX 9).

    It stands between U+2068 and U+2069 then; any other text stays as it is.
    """
    depth = 0
    for found in () if text.isascii() else _TURNS.finditer(text):
        depth += (found[0] == _ISOLATE) - (found[0] == _ISOLATED)
        if depth == 0 and found[0] not in (_ISOLATE, _ISOLATED):
            return f"{_ISOLATE}{text}{_ISOLATED}"
    return text


def _closes_isolates(text: str) -> bool:
    depth = 0
    for sign in text if _ISOLATED in text or _ISOLATE in text else "":
        depth += (sign == _ISOLATE) - (sign == _ISOLATED)
        if depth < 0:
            return False
    return depth == 0


def holes(text: str) -> frozenset[str]:
    """Return the names of the holes in a sentence."""
    return frozenset(
        name for _before, name, _form, _conversion in Formatter().parse(text) if name is not None
    )


def listed(items: Sequence[str], joint: str) -> str:
    """Return things one after the other: ``a, b and c``."""
    *most, last = items or ("",)
    return f"{', '.join(most)}{joint}{last}" if most else last


def typed(param: Param) -> dict[str, Any]:
    """Return a parameter as it stands in JSON: an object whose one name is the kind, seats counted from 0."""
    match param:
        case SeatName(seat):
            return {"seat": seat}
        case FaceName(code):
            return {"face": code}
        case PlaceName(name):
            return {"place": name}
        case Count(number):
            return {"count": number}
        case Typed(text):
            return {"typed": text}
        case Verbatim(text):
            return {"verbatim": text}
        case Every(items, joint):
            return {"every": [typed(item) for item in items], "joint": joint.name.lower()}
        case Message():
            return {"message": param.as_data()}


def with_message(field: str, said: Message | Sequence[Message] | None, absent: Any = None) -> dict[str, Any]:
    """Return a sentence, or a list of them, as fields for JSON: in English, and as ``..._message`` for who translates.

    ``absent`` stands in the first where nothing is said, and null in the second.
    """
    beside = f"{field}_message"
    if said is None:
        return {field: absent, beside: None}
    if isinstance(said, Message):
        return {field: str(said), beside: said.as_data()}
    return {field: list(map(str, said)), beside: [each.as_data() for each in said]}


def as_it_is(text: str) -> Message:
    """Return what others wrote as a message, which is the same in every language."""
    return AS_IT_IS(text=Verbatim(text))


class Speaker:
    """Says messages in English, seats by number; other speakers say words, seats and lists otherwise."""

    def say(self, message: Message) -> str:
        """Return the sentence."""
        params = dict(message.params)
        form = self.form(message.template, _number(params.get(COUNT)))
        return form.format_map({name: self.param(value) for name, value in params.items()})

    def form(self, template: Template, number: int | None) -> str:
        """Return the sentence with open holes, in the form for a number; None if none chooses."""
        return template.many if template.many and number != 1 else template.one

    def param(self, param: Param) -> str:
        """Return what stands in a hole; nothing in it steers a terminal, or turns round what stands beside it."""
        match param:
            case Message():
                return self.say(param)
            case SeatName(seat):
                return self.seat(seat)
            case Typed(text):
                return isolated(repr(text))
            case Every(items, joint):
                return listed([self.param(item) for item in items], self.joint(joint))
            case Count(number):
                return str(number)
            case FaceName(shown) | PlaceName(shown) | Verbatim(shown):
                return isolated(inert(shown))

    def seat(self, seat: int) -> str:
        """Return how a player is called."""
        return f"Seat {seat + 1}"

    def joint(self, joint: Joint) -> str:
        """Return what stands before the last of several things."""
        return joint


class English(Speaker):
    """Says messages in English with the players' names, for reports that are read by strangers."""

    def __init__(self, names: Iterable[str]) -> None:
        """Know the players by seat."""
        self.names = tuple(names)

    def seat(self, seat: int) -> str:
        """Return name and seat: a name may be anything, also another's seat."""
        return (
            f"{isolated(self.names[seat])} (seat {seat + 1})"
            if seat < len(self.names)
            else super().seat(seat)
        )


ENGLISH: Final = Speaker()


def _declare(id: str, one: str, many: str) -> Template:  # noqa: A002  # it is the id
    if id in _declared:
        raise ValueError(f"Two sentences have the id {id}.")
    kinds = {COUNT: Count} if many else {}
    kinds |= {name: KINDS[kind] for name, kind in _HOLE.findall(one + many) if kind in KINDS}
    one, many = without_kinds(one), without_kinds(many)
    fits = holes(many or one) == kinds.keys() and holes(one) >= kinds.keys() - {COUNT}
    if not fits or not holes(one) <= kinds.keys():
        raise ValueError(f"Not all holes of {id} have a kind, or its two forms have other ones.")
    template = _declared[id] = Template(id, one, many, tuple(kinds.items()))
    return template


def _number(param: Param | None) -> int | None:
    return param.number if isinstance(param, Count) else None


AS_IT_IS: Final = message("text.as-it-is", "{text:verbatim}")


# -- what is typed --

OTHER_DASHES: Final = "\N{MINUS SIGN}\N{KATAKANA-HIRAGANA PROLONGED SOUND MARK}"
"""Signs that keyboards give for a hyphen, and that Unicode counts among others than dashes."""


def as_notation(typed: str) -> str:
    """Return a typed move, word or number in ASCII, where a phone has made other digits, dashes or letters of it.

    Signs that nobody sees are left out. What people say to each other is no notation, and stays as it is.
    """
    return "".join(map(_plain, typed))


def _plain(sign: str) -> str:
    match unicodedata.category(sign):
        case "Nd":
            return str(unicodedata.decimal(sign))
        case "Cf":
            return ""
        case "Pd":
            return "-"
    if sign in OTHER_DASHES:
        return "-"
    # Full-width and half-width forms alone: a superscript is no digit that somebody meant.
    is_wide = unicodedata.decomposition(sign).startswith(("<wide>", "<narrow>"))
    return unicodedata.normalize("NFKC", sign) if is_wide else sign
