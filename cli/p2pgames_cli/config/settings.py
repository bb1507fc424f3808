"""A player's permanent settings: values, and how they are read from TOML. It knows no file and no terminal.

Whatever is wrong in the text costs only the setting that is wrong: it keeps its default, and a sentence says why.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, TypeAlias

from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.i18n.prose import headed, sentence_of

Value: TypeAlias = str | bool


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing that can be settled: its name in the file, its values with the default first, and what it does."""

    name: str
    values: tuple[Value, ...]
    about: str
    check: Callable[[str], object] | None = None
    """For a text of the player's own: raises ValueError, with a sentence, if it cannot be."""

    def fits(self, value: object) -> bool:
        """Tell whether it can have this value."""
        return not self.refused(value)

    def refused(self, value: object) -> str:
        """Return why it cannot have this value, as a sentence; nothing if it can."""
        if any(type(value) is type(known) and value == known for known in self.values):
            return ""
        if self.check is None or not isinstance(value, str):
            return refusal_of(self, value)
        try:
            self.check(value)
        except ValueError as wrong:
            return headed(self.name, sentence_of(wrong))
        return ""

    @property
    def default(self) -> Value:
        """What holds where the file says nothing."""
        return self.values[0]

    @property
    def section(self) -> str:
        """The table of the file it stands in; empty for its beginning."""
        return self.name.rpartition(".")[0]

    @property
    def key(self) -> str:
        """Its name within its table."""
        return self.name.rpartition(".")[2]


def _ways(text: str) -> object:
    from p2pgames_protocol.discovery.registry import names_in

    return names_in(text)


def _relays(text: str) -> object:
    from p2pgames_protocol.transports.iroh import relays_in

    return relays_in(text.split())


def _nodes(text: str) -> object:
    from p2pgames_protocol.discovery.dht import check_node

    return [check_node(node) for node in text.split()]


STRENGTH: Final = "strength"
"""Bots that search are as strong on every computer."""
SETTINGS: Final = (
    Setting(
        "language",
        ("auto", "en", "de", "fr", "it"),
        N_(
            "your language, from the next start; auto: that of your system (LANG); P2PGAMES_LANG overrides it"
        ),
    ),
    Setting(
        "theme",
        ("auto", "default", "contrast", "colour-blind", "light"),
        N_(
            "auto: light or default, as the background of your terminal is; default: the 16 colours of your terminal; "
            "contrast: strong, on black; colour-blind: colours that everybody can tell apart; light: black on white"
        ),
    ),
    Setting(
        "color",
        ("auto", "always", "never"),
        N_("colours; auto: unless NO_COLOR is set; --color overrides it"),
    ),
    Setting("ascii", (False, True), N_("draw with ASCII characters only, like --ascii")),
    Setting(
        "wide-glyphs",
        ("auto", True, False),
        N_(
            "whether your terminal shows ● and ─ two columns wide, as some East Asian fonts do: such signs become "
            "ASCII then; auto: it is asked"
        ),
    ),
    Setting(
        "motion",
        ("on", "off"),
        N_(
            "on: when your turn comes, the board replays what the others did since you looked; off: "
            "you see the outcome at once"
        ),
    ),
    Setting(
        "bots.pace",
        (STRENGTH, "time"),
        N_(
            "on a slow computer; strength: easy, fair, strong and master think longer, and stay as strong; time: they "
            "think no longer than elsewhere, and are weaker"
        ),
    ),
    Setting("confirm.moves", (False, True), N_("ask before every move is sent, like --ask")),
    Setting(
        "confirm.final",
        (True, False),
        N_("ask before a move that ends the game, or after which chance decides and you go on"),
    ),
    Setting("notices.bell", (True, False), N_("ring the terminal's bell when it is your turn")),
    Setting(
        "notices.desktop",
        ("auto", "off", "osc9", "osc99", "osc777"),
        N_(
            "have the terminal show a message on the desktop when it is your turn; auto: osc99 where the terminal "
            "answers that it knows it, as kitty and foot do; those that know the others cannot be asked: osc9 is "
            "understood by iTerm2, WezTerm, Windows Terminal and Ghostty, osc777 by urxvt and VTE"
        ),
    ),
    Setting("notices.title", (True, False), N_("say in the title of the window whose turn it is")),
    Setting("window.open", (False, True), N_("open every table in your browser, too, like --window")),
    Setting(
        "window.theme",
        ("auto", "dark", "light", "contrast", "colour-blind"),
        N_("the colours of the table in your browser; auto: as your system has them"),
    ),
    Setting(
        "serve.vote",
        (False, True),
        N_(
            "under p2pgames serve, vote out whoever has been silent longer than the table allows; this cannot be "
            "taken back, and between two it ends the game"
        ),
    ),
    Setting(
        "network.via",
        ("",),
        N_(
            "how the others reach the tables that you open, such as tcp,iroh or auto; empty: you are asked "
            "once, programs get tcp; --via and P2PGAMES_VIA override it; whoever joins or resumes uses what the "
            "invite or the game names"
        ),
        _ways,
    ),
    Setting(
        "network.relay",
        ("",),
        N_(
            "the relays that iroh uses, as URLs separated by spaces; none for no relay; empty means "
            "those of its makers"
        ),
        _relays,
    ),
    Setting(
        "network.dht-node",
        ("",),
        N_(
            "nodes of the DHT to begin with, as HOST:PORT separated by spaces; empty means that of its library"
        ),
        _nodes,
    ),
    Setting(
        "network.map-port",
        (False, True),
        N_("ask the router for a port while you play, like --map-port"),
    ),
)
"""Everything but the keys, in the order of the file."""
CHOICES: Final = tuple(setting for setting in SETTINGS if setting.check is None)
"""Those of which one chooses a value."""

KEYS: Final = "keys"
"""The table of the file that names keys."""
BY_NAME: Final = MappingProxyType({setting.name: setting for setting in SETTINGS})


@dataclass(frozen=True, slots=True)
class Settings:
    """What holds: a value for every setting, and the keys that were chosen, by action."""

    values: Mapping[str, Value] = field(default_factory=lambda: {s.name: s.default for s in SETTINGS})
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """As they stand in the file; `p2pgames_cli.config.keymap` says which of them can be."""

    def __getitem__(self, name: str) -> Value:
        """Return the value of a setting."""
        return self.values[name]


def capitalised(sentence: str) -> str:
    """Return a sentence with a capital letter, so that it can stand alone."""
    return sentence[:1].upper() + sentence[1:]


def refusal_of(setting: Setting, value: object) -> str:
    """Return the sentence for a value that a setting cannot have."""
    if setting.check is not None:
        return _("{name} is a text in quotes, not {value}.").format(name=setting.name, value=as_toml(value))
    possible = [as_toml(known) for known in setting.values]
    said = _("{name} is {values} or {last}, not {value}.")
    return said.format(
        name=setting.name, values=", ".join(possible[:-1]), last=possible[-1], value=as_toml(value)
    )


def as_toml(value: object, *, quoted: bool = True) -> str:
    """Return a value as it stands in the file; whatever else as short text without control characters."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        text = f'"{value}"' if quoted and isinstance(value, str) else str(value)
    except (ValueError, RecursionError):  # Python writes no number of more than 4300 digits
        text = "..."
    clean = "".join(c if c.isprintable() else "?" for c in text)
    return clean if len(clean) <= 40 else f"{clean[:37]}..."


def as_offered(value: Value) -> str:
    """Return a value as people are offered it."""
    return (_("yes") if value else _("no")) if isinstance(value, bool) else value


def line_of(text: str, name: str) -> str:
    """Return ``line N: `` for where a setting is written; nothing if that cannot be told."""
    section, _dot, key = name.rpartition(".")
    here = ""
    for number, line in enumerate(text.splitlines(), 1):
        if table := re.match(r"\s*\[\s*([^\[\]]+?)\s*\]", line):
            here = table[1].strip("\"'")
            if here == name:
                return _("line {number}: ").format(number=number)
        elif (at := re.match(r"""\s*("[^"]*"|'[^']*'|[^=#\s]+)\s*=""", line)) is not None:
            written = at[1].strip("\"'")
            if (here, written) == (section, key) or (not here and written == name):
                return _("line {number}: ").format(number=number)
            if here == "" and section and written == section:
                return _("line {number}: ").format(number=number)
    return ""
