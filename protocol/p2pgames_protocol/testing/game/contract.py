"""The contract of the rules: moves, nonsense, typed words, departures, ends."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from p2pgames.contract import Event, Illegal, Left, Moved, Over, Rolled, Shuffled, Why, Wire, settle
from p2pgames.dealer import LocalDealer
from p2pgames.facts import Facts
from p2pgames.telling import forecast
from p2pgames.told import Told
from p2pgames_protocol.testing.game.broken import expect, expect_sentence, fail, refused, shown
from p2pgames_protocol.testing.game.case import Case
from p2pgames_protocol.testing.game.plain import bent, exact, nonsense, same, with_card

TRIED = 25
"""Moves of a position that are looked at."""
LEAST_RULES = 1000
"""Characters of rules in words: with fewer nobody can learn a game."""


def _listed(facts: Facts) -> tuple[object, ...]:
    return facts.name, facts.version, facts.players, facts.options, facts.decks


def complete(case: Case, _random: Random) -> None:
    """Check names, versions, bots, rules in words and options."""
    game, rules = case.game, case.rules
    expect(rules.name == game.name, f"The rules are called {rules.name!r}, the game {game.name!r}.")
    for number, version in game.versions.items():
        expect(version.version == number, f"`versions` lists version {version.version} as {number}.")
    expect(
        _listed(game.facts) == _listed(game.rules),
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
    expect(settle(rules, rules.players[0], {}) == defaults, "The options do not settle on their defaults.")


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
        expect(all(isinstance(each, Told) for each in told), f"`told` says {shown(told)} of {text!r}.")
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
    rules, options = case.rules, settle(case.rules, case.seats, case.options)
    for seat in range(case.seats):
        dealer = LocalDealer(rules, case.seats, options, Random(case.seed), seat)
        expect(dealer.turn == seat, f"With `first` seat {seat + 1} is to begin, and seat {dealer.turn} does.")
    for wrong in (-1, case.seats):
        try:
            rules.start(case.seats, options, wrong)
        except ValueError:
            continue
        fail(f"`start` takes {wrong} for the seat that begins; call `settle`, which refuses it.")
