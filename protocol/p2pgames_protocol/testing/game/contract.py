"""The contract of the rules: moves, nonsense, typed words, departures, ends."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Any, Final

from p2pgames import registry
from p2pgames.contract import (
    AnyRules,
    Ask,
    Effect,
    Event,
    Face,
    Illegal,
    Left,
    Move,
    Moved,
    Open,
    Opened,
    Over,
    Roll,
    Rolled,
    RulesInfo,
    Seat,
    Shuffle,
    Shuffled,
    Slot,
    Why,
    Wire,
    forecast,
    resolve_options,
    set_up_effects,
)
from p2pgames.dealer import LocalDealer
from p2pgames.game import LEVELS, Game
from p2pgames.picture.picture import Drawer, View
from p2pgames.text import Every, FaceName, Message
from p2pgames_protocol.chance.deck import MAX_DECKS
from p2pgames_protocol.chance.elgamal import MAX_CARDS
from p2pgames_protocol.local.course import Course
from p2pgames_protocol.testing.game.case import (
    NAMES,
    Case,
    expect,
    expect_sentence,
    fail,
    playing,
    refused,
    shown,
)

TRIED = 25
"""Moves of a position that are looked at."""
LEAST_RULES = 1000
"""Characters of rules in words: with fewer nobody can learn a game."""


def _listed(facts: RulesInfo) -> tuple[object, ...]:
    return facts.name, facts.version, facts.players, facts.options, facts.decks


def complete(case: Case, _random: Random) -> None:
    """Check names, versions, bots, rules in words and options."""
    game, rules = case.game, case.rules
    expect(rules.name == game.name, f"The rules are called {rules.name!r}, the game {game.name!r}.")
    for number, version in game.versions.items():
        expect(version.version == number, f"`versions` lists version {version.version} as {number}.")
    expect(
        _listed(game.info) == _listed(game.rules),
        "`outline` is not what the newest rules say of themselves.",
    )
    expect(game.bots, "The game has no bot; `random_bot` of p2pgames.dealer plays any game.")
    expect(all(map(callable, game.bots.values())), "A bot cannot be called.")
    expect(game.usual in game.bots, f"`usual` names the bot {game.usual!r}, which there is not.")
    expect(
        len(game.text) > LEAST_RULES,
        f"The rules in words have {len(game.text)} characters: nobody learns it from these.",
    )
    expect(game.in_words.title, "The rules in words begin with no title, `# ...`.")
    expect(rules.data, "`data` is empty: its hash is to tell games with other data apart.")
    for option in rules.options:
        expect(len(set(option.values)) == len(option.values) > 1, f"Option {option.name} gives no choice.")
    defaults = {option.name: option.default for option in rules.options}
    expect(
        resolve_options(rules, rules.players[0], {}) == defaults,
        "The options do not settle on their defaults.",
    )


def whole_game(case: Case, _random: Random) -> None:
    """Check that a game ends, with a place for every seat, and that the same seed gives the same game."""
    once, again = case.whole(), case.whole()
    result = once.result
    if result is None:
        fail("The game does not end.")
    expect(
        len(result.places) == case.seats and min(result.places) == 1,
        f"The places are {result.places}: there is one for each of {case.seats} seats, and 1 is the best.",
    )
    expect(
        once.events == again.events,
        "The same moves gave other events the second time: the rules are not pure.",
    )
    rules = case.rules
    expect(
        exact(rules.wire(once.state)) == exact(rules.wire(again.state)),
        "The same events gave another state the second time: the rules are not pure.",
    )
    scores = rules.scores(once.state)
    expect(scores == result.scores, f"`scores` says {scores}, the result {result.scores}.")
    expect_sentence(result.why)
    expect(once.moves() == (), "Moves are listed although the game is over.")


def states(case: Case, _random: Random) -> None:
    """Check that states are frozen values whose wire form leaves nothing out."""
    rules, dealer = case.rules, case.whole()
    state = rules.start(case.seats, case.options)
    seen = {exact(rules.wire(state)): state}
    for event in dealer.events:
        before = exact(rules.wire(state))
        after = rules.apply(state, event)
        expect(
            exact(rules.wire(state)) == before, f"`apply` changed the state it was given, by {shown(event)}."
        )
        state = after
        wire = exact(rules.wire(state))
        expect(
            seen.setdefault(wire, state) == state,
            f"After {shown(event)} a state differs from an earlier one, and `wire` does not show it.",
        )


def moves(case: Case, random: Random) -> None:
    """Check that listed moves are legal and can be typed, and that nobody else is to move."""
    dealer = case.played()
    rules, state, seat = dealer.rules, dealer.state, dealer.turn
    if seat is None:
        return
    known, listed = dealer.known[seat], dealer.moves()
    expect(listed, f"Seat {seat + 1} is to move and has no move; offer one that passes, or do not ask.")
    expect(len(set(listed)) == len(listed), "A move is listed twice.")
    texts = [rules.text(state, seat, move) for move in listed]
    expect(len(set(texts)) == len(texts), "Two moves have the same text.")
    before = exact(rules.wire(state))
    pairs = list(zip(listed, texts, strict=True))
    for move, text in random.sample(pairs, min(len(pairs), TRIED)):
        exact(move)
        why = rules.why_not(state, seat, known, move)
        expect(why is None, f"{text!r} is listed, and refused: {why}")
        read = _parsed(dealer, text)
        expect(same(read, move), f"{text!r} means {shown(move)} when shown and {shown(read)} when typed.")
        told = forecast(rules, state, seat, move)
        expect(all(isinstance(each, Effect) for each in told), f"`effects` says {shown(told)} of {text!r}.")
    for other in {*range(dealer.seats)} - {seat}:
        theirs = rules.moves(state, other, dealer.known[other])
        expect(len(theirs) == 0, f"Seat {other + 1} has moves while seat {seat + 1} is to move.")
    expect(exact(rules.wire(state)) == before, "Asking for moves changed the state.")


def _parsed(dealer: LocalDealer, text: str) -> object:
    seat = dealer.turn or 0
    try:
        return dealer.rules.parse(dealer.state, seat, dealer.known[seat], text)
    except Illegal as refusal:
        fail(f"{text!r} is listed, and refused when it is typed: {refusal}")


def words(case: Case, _random: Random) -> None:
    """Check that players and spectators are told the position in sentences."""
    dealer = case.played()
    for who in (None, *range(dealer.seats)):
        known = {} if who is None else dealer.known[who]
        lines = [str(line) for line in dealer.rules.words(dealer.state, who, known)]
        expect(lines, "`words` says nothing of a position.")
        expect(
            all(line and "\n" not in line for line in lines), f"`words` says {shown(lines)}: no line break."
        )


def fuzz(case: Case, random: Random) -> None:
    """Check that nonsense, and what is nearly a move, is refused with a sentence by `apply` and nothing worse."""
    dealer = case.played()
    listed = dealer.moves()
    near = [bent(random.choice(listed), random) for _ in range(TRIED)] if listed else []
    cards = [(place, face) for known in dealer.known for (_deck, place), face in known.items()]
    near += [
        with_card(random.choice(listed), *random.choice(cards)) for _ in range(TRIED) if listed and cards
    ]
    nonsensical(dealer, [*near, *(nonsense(random) for _ in range(TRIED // 3))])


def nonsensical(dealer: LocalDealer, moves: Sequence[Wire]) -> None:
    """Check that plain values are moves exactly where they are listed, and that no event comes uncalled."""
    rules, state = dealer.rules, dealer.state
    for seat in range(dealer.seats):
        known = dealer.known[seat]
        listed = {exact(move) for move in rules.moves(state, seat, known)}
        for move in moves:
            reason = rules.why_not(state, seat, known, move)
            found = "listed, and refused" if exact(move) in listed else "legal, and not listed"
            expect(
                (reason is None) == (exact(move) in listed),
                f"The move {shown(move)} of seat {seat + 1} is {found}.",
            )
            if reason is not None:
                expect_sentence(reason)
    uncalled: list[Event] = [Moved(seat, move) for seat in (-1, dealer.seats) for move in moves]
    for event in (Shuffled(), Rolled(()), Rolled((10**9,)), *uncalled):
        with refused(shown(event)):
            rules.apply(state, event)


def typed(case: Case, random: Random) -> None:
    """Check that whatever is typed is a legal move or refused with a sentence."""
    dealer = case.played()
    if (seat := dealer.turn) is None:
        return
    texts = [dealer.rules.text(dealer.state, seat, move) for move in dealer.moves()]
    for _ in range(TRIED):
        near = bent(random.choice(texts), random)
        typing(
            dealer,
            near if isinstance(near, str) else "".join(random.choices("a1 -+?é\t", k=random.randrange(9))),
        )


def typing(dealer: LocalDealer, text: str) -> None:
    """Check one text."""
    seat = dealer.turn or 0
    try:
        move = dealer.rules.parse(dealer.state, seat, dealer.known[seat], text)
    except Illegal as refusal:
        expect_sentence(refusal)
    else:
        expect(move in dealer.moves(), f"{text!r} means {shown(move)}, which is not listed.")


def leaving(case: Case, random: Random) -> None:
    """Check that any seats may leave at any time, and that the others go on or have won."""
    dealer = case.played()
    if _over(dealer):
        with refused("A departure after the end"):
            dealer.rules.apply(dealer.state, Left(0, Why.RESIGNED))
        return
    gone = random.sample(range(dealer.seats), dealer.seats)[:-1]
    for number, seat in enumerate(gone):
        if not _over(dealer):
            dealer.leave(seat, random.choice([*Why]), open=random.random() < 0.3)
            expect(dealer.turn not in gone[: number + 1], f"Seat {seat + 1} has left, and is to move.")
            _go_on(dealer, random)
    left = {event.seat for event in dealer.events if isinstance(event, Left)}
    ask = dealer.rules.ask(dealer.state)
    if isinstance(ask, Over):
        expect(not {*ask.result.winners} & left, "Somebody who had left has won.")
    with refused("A second departure of a seat"):
        dealer.rules.apply(dealer.state, Left(gone[0], Why.RESIGNED))


def _over(dealer: LocalDealer) -> bool:
    return dealer.result is not None


def _go_on(dealer: LocalDealer, random: Random) -> None:
    """Make a move for whoever is to move after a departure."""
    if (seat := dealer.turn) is not None:
        listed = dealer.moves()
        expect(listed, f"Seat {seat + 1} has no move after somebody has left.")
        dealer.play(random.choice(listed))


def first(case: Case, _random: Random) -> None:
    """Check that any seat can be made to begin, and that no other number can."""
    rules, options = case.rules, resolve_options(case.rules, case.seats, case.options)
    for seat in range(case.seats):
        dealer = LocalDealer(rules, case.seats, options, Random(case.seed), seat)
        expect(dealer.turn == seat, f"With `first` seat {seat + 1} is to begin, and seat {dealer.turn} does.")
    for wrong in (-1, case.seats):
        try:
            rules.start(case.seats, options, wrong)
        except ValueError:
            continue
        fail(f"`start` takes {wrong} for the seat that begins; call `settle`, which refuses it.")


# Bots: they make legal moves, the same from the same seed, and change nothing.


def quick(case: Case, random: Random) -> None:
    """Check the bots that do not search."""
    check_bots(case, random, (name for name in case.game.bots if name not in LEVELS))


def thinking(case: Case, random: Random) -> None:
    """Check the bots that search."""
    check_bots(case, random, (name for name in case.game.bots if name in LEVELS))


def check_bots(case: Case, random: Random, names: Iterable[str]) -> None:
    """Ask these bots for a move in a position, twice."""
    dealer = case.played()
    if (seat := dealer.turn) is None:
        return
    before, known = exact(case.rules.wire(dealer.state)), dealer.known[seat]
    for name in names:
        seed = random.random()
        once, again = (
            case.game.bots[name](case.rules, dealer.state, seat, dict(known), Random(seed)) for _ in range(2)
        )
        legal = any(same(once, move) for move in dealer.moves())
        expect(legal, f"The bot {name} makes the move {shown(once)}, which is not listed.")
        expect(
            same(once, again),
            f"The bot {name} makes other moves from the same seed: it reads a clock, or `random`.",
        )
        expect(
            exact(case.rules.wire(dealer.state)) == before, f"The bot {name} changes the state it is shown."
        )


# What rules ask of chance: decks that are sealed once, slots that are there and still shut, dice with sides.


def asks(case: Case, _random: Random) -> None:
    """Check everything that a whole game asks for before it happens."""
    rules, table = case.rules, Decks()
    state = rules.start(case.seats, case.options)
    for event in case.whole().events:
        table.asked(rules.ask(state), case)
        state = rules.apply(state, event)


@dataclass
class Decks:
    """The decks of a game that are sealed, and who has seen what of them."""

    sizes: dict[str, int] = field(default_factory=dict)
    seen: dict[Slot, Seat | None] = field(default_factory=dict)

    def asked(self, ask: Ask, case: Case) -> None:
        """Check one question."""
        match ask:
            case Shuffle(decks):
                self._shuffled(decks, case)
            case Open(slots):
                expect(slots, "The rules ask to open no slot at all.")
                for slot, seat in slots:
                    self._opened(slot, seat, case)
            case Roll(sides, seat):
                expect(sides and min(sides) > 0, f"The rules ask to roll {shown(sides)}.")
                expect(seat is None or seat in range(case.seats), f"The rules ask seat {seat} to roll.")

    def _shuffled(self, decks: tuple[tuple[str, tuple[str, ...]], ...], case: Case) -> None:
        expect(case.rules.decks, "The rules ask for a shuffle, and do not say `decks = True`.")
        for name, faces in decks:
            expect(name not in self.sizes, f"The deck {name!r} is sealed twice: a name serves once.")
            expect(faces, f"The deck {name!r} is empty.")
            self.sizes[name] = len(faces)
        many, cards = len(decks), sum(len(faces) for _name, faces in decks)
        expect(
            many <= MAX_DECKS and cards <= MAX_CARDS,
            f"{many} decks with {cards} cards: at most {MAX_DECKS} with {MAX_CARDS} go in one.",
        )

    def _opened(self, slot: Slot, seat: Seat | None, case: Case) -> None:
        name, place = slot
        expect(name in self.sizes, f"A card of {name!r} is to be opened, and no such deck is sealed.")
        expect(
            place in range(self.sizes[name]),
            f"Card {place} of {name!r} is to be opened, which has {self.sizes[name]}.",
        )
        expect(seat is None or seat in range(case.seats), f"Card {place} of {name!r} is for seat {seat}.")
        if slot in self.seen:
            before = self.seen[slot]
            expect(
                before is not None and seat is None,
                f"Card {place} of {name!r} is open already. What a seat has seen can be opened to all, not to another.",
            )
        self.seen[slot] = seat


# The same game in processes that hash differently: what comes out of a set in its order gives another one.
#
# ``python -m p2pgames_protocol.testing.game.contract NAME SEATS SEED`` prints the fingerprint of one random game.


def elsewhere(case: Case, _random: Random) -> None:
    """Check that a game goes the same in processes of their own; the game has to be installed."""
    prints = {_asked(case, hashing) for hashing in ("1", "2")}
    expect(
        len(prints) == 1,
        "The same seed gives another game in another process: sort what comes out of a set, and read no clock.",
    )


def _asked(case: Case, hashing: str) -> str:
    words = [case.game.name, str(case.seats), case.seed]
    done = subprocess.run(  # noqa: S603  # this very module
        [sys.executable, "-m", __name__, *words],
        env={**os.environ, "PYTHONHASHSEED": hashing, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        fail(f"In a process of its own the game fails: {done.stderr.strip().splitlines()[-1:]}")
    return done.stdout


def fingerprint(name: str, seats: int, seed: str) -> str:
    """Return a digest of all positions of a random game, of what is listed there, and of what is said of it."""
    game, digest = registry.game(name), sha256()
    for position in playing(game, seats, seed, {}):
        state, turn = position.dealer.state, position.dealer.turn
        known = position.dealer.known[turn] if turn is not None else {}
        said = [str(line) for line in game.rules.words(state, turn, known)]
        moves = tuple(position.dealer.moves())
        digest.update(exact((game.rules.wire(state), moves, *said)).encode())
    return digest.hexdigest()


# What is told of events: it adds up to the scores, betrays nothing, and lies on the board.


def retold(
    rules: AnyRules, seats: int, options: Mapping[str, str], events: Iterable[Event]
) -> Iterator[tuple[Event | None, Any, Any, tuple[Effect, ...]]]:
    """Yield what is told of the set-up and of each event after it, with the states before and after."""
    state = rules.start(seats, options)
    yield None, state, state, set_up_effects(rules, state)
    for event in events:
        before, state = state, rules.apply(state, event)
        yield event, before, state, rules.effects(before, event, state)


def adds_up(case: Case, random: Random) -> None:
    """Check that all that is told adds up to the scores, whoever leaves."""
    dealer, rules = case.played(), case.rules
    if dealer.result is None and random.random() < 0.5:
        dealer.leave(random.randrange(case.seats))
    while dealer.turn is not None:
        dealer.play(dealer.random.choice(dealer.moves()))
    points = [0] * case.seats
    for event, before, after, told in retold(rules, case.seats, case.options, dealer.events):
        if event is not None:
            expect(
                told == rules.effects(before, event, after),
                f"`effects` tells another story of {shown(event)} twice.",
            )
        for each in told:
            text = str(each.what)
            expect(text and "\n" not in text, f"`effects` says {text!r}.")
            expect(each.points == 0 or each.seat is not None, f"Nobody gets the points of {text!r}.")
            points[each.seat or 0] += each.points
        scores, made = rules.scores(after), rules.score_breakdown(after)
        expect(
            scores in (None, tuple(points)),
            f"After {shown(event)} the scores are {scores}, and what was told adds up to {tuple(points)}.",
        )
        if made is not None:
            sums = [sum(each.points for each in made if each.seat == seat) for seat in range(case.seats)]
            expect(sums == points, f"`score_breakdown` adds up to {sums}, what was told to {points}.")
    expect(
        rules.scores(dealer.state) is not None or not any(points), "Points are told in a game without scores."
    )


def keeps_secrets(case: Case, _random: Random) -> None:
    """Check that what is told names no face that only one seat has seen."""
    dealer, rules = case.played(), case.rules
    hidden = {face for known in dealer.known for face in known.values()}
    shown_faces: set[Face] = set()
    for event, before, _after, told in retold(rules, case.seats, case.options, dealer.events):
        if isinstance(event, Moved):
            shown_faces |= {face for _slot, face in rules.reveals(before, event.seat, event.move)}
        if isinstance(event, Opened):
            shown_faces |= {face for _slot, face in event.faces if face is not None}
        betrayed = {face for each in told for face in _faces(each.what)} & hidden - shown_faces
        expect(not betrayed, f"`effects` names {sorted(betrayed)} to all, which only one seat has seen.")


def _faces(param: object) -> Iterator[Face]:
    """Yield every face that a message names."""
    match param:
        case FaceName(code):
            yield code
        case Message(_, params):
            for _name, each in params:
                yield from _faces(each)
        case Every(items):
            for each in items:
                yield from _faces(each)


def lies_on_the_board(case: Case, _random: Random) -> None:
    """Check that what is told of a place names a spot of the drawing."""
    dealer, painter = case.played(), case.game.painter
    if not isinstance(painter, Drawer):
        return
    *_rest, (_event, before, after, told) = retold(case.rules, case.seats, case.options, dealer.events)
    spots = {spot.name for state in (before, after) for spot in painter.drawing(state, View()).spots}
    lost = {each.where for each in told if each.where is not None} - spots
    expect(
        not lost, f"`effects` says that something lies at {sorted(lost)}, and the drawing has no such spot."
    )


# Lessons: each step can be done, every other move is answered, and the last one ends the game.

FEW: Final = 40
"""Moves that are tried at a step beside those it asks for."""


def taught(case: Case, _random: Random) -> None:
    """Check the lesson of a game from its first step to its last."""
    done(case.game)


def done(game: Game) -> Course:
    """Do the lesson, and try what it does not ask for; return it at its end."""
    if game.lesson is None:
        fail("The game has no lesson.")
    course = Course(game.rules, game.lesson, NAMES[: game.lesson.seats])
    while course.step is not None:
        number, right = course.at + 1, asked_moves(course)
        others = [move for move in legal(course) if move not in right] if right else []
        for move in others[:: max(1, len(others) // FEW)]:
            answered(course, move)
        _act(course, right[0] if right else legal(course)[0])
        expect(course.at == number, f"Step {number} is done, and the next one does not begin.")
    expect(course.handle.replica.finished, "The last step of the lesson does not end the game.")
    return course


def _act(course: Course, move: Move) -> None:
    try:
        course.handle.signer.act(move)
    except Illegal as refusal:
        fail(f"Step {course.at + 1} cannot be done as it is written: {refusal}")


def asked_moves(course: Course) -> list[Move]:
    """Return the moves that the step asks for; none if every legal one will do."""
    return [read(course, text) for text in course.step.moves] if course.step is not None else []


def legal(course: Course) -> Sequence[Move]:
    """Return the legal moves where the lesson is."""
    replica = course.handle.replica
    listed = replica.rules.moves(replica.position.state, course.lesson.seat, replica.known)
    expect(listed, f"At step {course.at + 1} the pupil has no move.")
    return listed


def read(course: Course, text: str) -> Move:
    """Return the move that a text means where the lesson is; raise `Broken` if it means none."""
    replica, seat = course.handle.replica, course.lesson.seat
    try:
        return replica.rules.parse(replica.position.state, seat, replica.known, text)
    except Illegal as refusal:
        fail(f"Step {course.at + 1} asks for {text!r}, which is refused: {refusal}")


def answered(course: Course, move: Move) -> None:
    """Check that a move that is not asked for changes nothing, and is told why."""
    step, before = course.step, course.handle.replica.position
    try:
        course.handle.signer.act(move)
    except Illegal as refusal:
        said = "" if step is None else str(step.why or step.task)
        expect(said in str(refusal), f"Step {course.at + 1} does not say why {move!r} will not do.")
        expect(
            course.handle.replica.position is before,
            f"At step {course.at + 1} a refused move changed something.",
        )
        return
    fail(f"Step {course.at + 1} takes {move!r}, which it does not ask for.")


# Plain values: whether something is one, whether two are the same, and any that a hostile peer may send.

_SCALARS: tuple[Wire, ...] = (
    -1,
    0,
    1,
    2,
    70,
    -(2**63),
    2**64 - 1,
    True,
    False,
    b"",
    b"\0" * 40,
    "",
    "a",
    "é",
    "9",
)


def exact(value: object) -> str:
    """Return a plain value so that no two different ones give the same text; raise `Broken` if it is not plain."""
    if isinstance(value, tuple):
        return f"({','.join(map(exact, value))})"
    if not isinstance(value, bool | int | str | bytes):
        fail(f"{shown(value)} is no plain value, but a {type(value).__name__}.")
    return f"{type(value).__name__}:{value!r}"


def same(one: object, other: object) -> bool:
    """Tell whether two plain values are equal and of equal types: True is not 1 on the wire."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other


def nonsense(random: Random, deep: int = 3) -> Wire:
    """Return any plain value."""
    if deep and random.random() < 0.4:
        return tuple(nonsense(random, deep - 1) for _ in range(random.randrange(5)))
    return random.choice(_SCALARS)


def bent(value: Wire, random: Random) -> Wire:
    """Return the value with one part of it changed: what is nearly a move is the likeliest to slip through."""
    if isinstance(value, tuple) and value and random.random() < 0.8:
        at = random.randrange(len(value))
        return random.choice(
            [
                (*value[:at], bent(value[at], random), *value[at + 1 :]),
                (*value[:at], *value[at + 1 :]),
                (*value, value[at]),
                (*value[:at], value[-1 - at], *value[at + 1 :]),
            ]
        )
    return random.choice([*_near(value), nonsense(random, 1)])


def with_card(value: Wire, place: int, face: str) -> Wire:
    """Return the value with another card, where it names one by its place and its face."""
    match value:
        case (int(), str(), *rest):
            return (place, face, *rest)
        case (one, *rest):
            return (with_card(one, place, face), *rest)
    return face if isinstance(value, str) else value


def _near(value: Any) -> Iterator[Wire]:
    match value:
        case bool():
            yield from (not value, int(value))
        case int():
            yield from (value - 1, value + 1, -value, str(value))
            yield from (bool(value),) if value in (0, 1) else ()
        case str():
            yield from (value + " ", value.upper(), value[1:], value.encode())
        case _:
            yield from ((value,), b"")


if __name__ == "__main__":
    sys.stdout.write(fingerprint(sys.argv[1], int(sys.argv[2]), sys.argv[3]))
