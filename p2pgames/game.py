"""A game as it is installed: its rules by version, its bots, its painter, its lesson and its rules in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from p2pgames.contract import Face, RulesInfo, Seat, Slot
from p2pgames.text import Message

if TYPE_CHECKING:
    from p2pgames.contract import AnyRules, Known, Move
    from p2pgames.picture.picture import Painter
    from p2pgames.rules_text import RulesText

K = TypeVar("K")
V = TypeVar("V")

LEVELS: Final = ("easy", "fair", "strong", "master")
"""What the bots that search are called, from the weakest on."""


@dataclass(frozen=True, slots=True)
class SearchCost:
    """What the bots of `LEVELS` cost: how many positions they look at in a decision, and a usual core in a second.

    Strong answers in about a quarter of a second and master in about one, so that a table of bots goes on by itself;
    easy and fair look at so few that a beginner wins now and then. docs/bots.md has what was measured of each.
    """

    nodes: tuple[int, int, int, int]
    pace: int

    @property
    def levels(self) -> Mapping[str, int]:
        """The positions by level."""
        return dict(zip(LEVELS, self.nodes, strict=True))

    def seconds(self, level: str) -> float:
        """Return about how long a level thinks where the matter is not decided before."""
        return self.levels[level] / self.pace


class Bot(Protocol):
    """A player made of code: chooses one of the legal moves, knowing no more than its seat knows."""

    def __call__(self, rules: AnyRules, state: Any, seat: Seat, known: Known, random: Random) -> Move:
        """Return a legal move; the same for the same arguments and the same state of ``random``."""


class LazyMapping(Mapping[K, V]):
    """A mapping whose keys are known, and whose values are loaded when one is asked for.

    Rules take longer to load than it takes to list a game; evaluators and search take longer than rules.
    """

    def __init__(self, keys: Sequence[K], load: Callable[[], Mapping[K, V]]) -> None:
        """Know the keys; ``load`` returns all values, in this order."""
        self._keys, self._load = tuple(keys), load

    @cached_property
    def _loaded(self) -> Mapping[K, V]:
        return self._load()

    def __getitem__(self, key: K) -> V:
        """Return the value of this key."""
        return self._loaded[key]

    def __contains__(self, key: object) -> bool:
        """Tell whether there is such a key."""
        return key in self._keys

    def __iter__(self) -> Iterator[K]:
        """Yield the keys."""
        return iter(self._keys)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._keys)


# A lesson as data: steps that say what is to be learnt, set up a position, and ask for a certain move.


def translated(package: str, *languages: str) -> Mapping[str, str]:
    """Return the rules of a game in words from the data of its package, by language; they are read when asked for."""
    data = files(package) / "data"
    return LazyMapping(
        languages,
        lambda: {each: (data / f"rules.{each}.md").read_text(encoding="utf-8") for each in languages},
    )


@dataclass(frozen=True, slots=True)
class LessonPosition:
    """A position that a step begins with, and every card of its decks where it lies."""

    state: Any
    cards: Mapping[Slot, Face] = field(default_factory=dict)
    held: Mapping[Slot, Seat] = field(default_factory=dict)
    """The slots that one seat alone has seen; what nobody has seen is not in it."""
    public: Mapping[Slot, Face] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Exercise:
    """One thing to learn, by one move."""

    learn: Message
    """What is to be learnt."""
    task: Message
    """What is to be done for it now."""
    moves: tuple[str, ...] = ()
    """The moves that are asked for, in notation: any of them will do; empty if every legal one does."""
    why: Message | None = None
    """Why another legal move is not what is asked for, where that needs to be said."""
    replies: tuple[str, ...] = ()
    """The moves that the others make after it."""
    rolls: tuple[tuple[int, ...], ...] = ()
    """What is rolled after it, one after the other; what more is rolled is left to chance."""
    at: Callable[[], LessonPosition] | None = None
    """Makes the position the step begins with; None if it goes on from the step before."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """How a game is learnt by playing: the pupil sits at ``seat``, and the last step ends the game."""

    steps: tuple[Exercise, ...]
    seats: int = 2
    seat: Seat = 0
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Game:
    """A game as it is listed and found: all versions of its rules, its bots, and its rules in words.

    ``bots`` holds quick ones from the weakest to the strongest, then those that search, also from the weakest on.
    ``usual`` names the quick one that plays where nobody chooses: in demos and tests; the last one unless given.
    ``text`` is Markdown as `p2pgames.rules_text` reads it, complete enough to play from, and
    ``translations`` are the same in other languages, as ``de``, with the same sections and blocks.
    ``painting`` makes the painter, when one is needed: drawing takes longer to load than rules do.
    Without it the game is shown in words alone. ``teaching`` makes its lesson.
    ``thought`` says what the levels of its search cost, if it has one.
    ``about`` says in a line what it is about.
    ``outline`` is what is listed of its newest version where the rules themselves are loaded `LazyMapping`.
    ``other_names`` are those under which it was published, too.
    """

    name: str
    title: str
    versions: Mapping[int, AnyRules]
    bots: Mapping[str, Bot]
    text: str
    painting: Callable[[], Painter] | None = None
    usual: str = ""
    teaching: Callable[[], Lesson] | None = None
    thought: SearchCost | None = None
    about: Message | None = None
    outline: RulesInfo | None = None
    other_names: tuple[str, ...] = ()
    translations: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "usual", self.usual or list(self.bots)[-1])

    @cached_property
    def painter(self) -> Painter | None:
        """What draws the game, if it can be drawn."""
        return self.painting() if self.painting is not None else None

    @cached_property
    def lesson(self) -> Lesson | None:
        """How the game is learnt by playing, if it has a lesson."""
        return self.teaching() if self.teaching is not None else None

    @property
    def in_words(self) -> RulesText:
        """Its rules in words, as sections and blocks."""
        from p2pgames import rules_text

        return rules_text.read(self.text)

    def text_in(self, language: str) -> str:
        """Return the rules in words in a language; in English where they are not translated."""
        return self.translations.get(language, self.text)

    @property
    def info(self) -> RulesInfo:
        """What is known of the newest version; its rules need not be loaded for it."""
        return self.outline if self.outline is not None else self.rules

    @property
    def rules(self) -> AnyRules:
        """The newest version: what new tables play."""
        return self.versions[max(self.versions)]
