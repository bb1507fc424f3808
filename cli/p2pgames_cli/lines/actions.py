"""The words a player can type instead of a move: all that others see on the screen can be asked for."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from p2pgames.contract import Illegal, Move, Why
from p2pgames_cli.config import console
from p2pgames_cli.i18n.catalogue import N_, _, phrase
from p2pgames_cli.i18n.prose import both, wrapped
from p2pgames_cli.table import absence, chat_feed, history_text, offers, plans
from p2pgames_cli.table.actions import Quit
from p2pgames_cli.table.seat import held_back, known, own_lines, seat_of, state
from p2pgames_cli.table.silence import effect
from p2pgames_cli.table.status import guarantee, sentences
from p2pgames_cli.table.whatif import take_back
from p2pgames_protocol.log.records.note import Said

if TYPE_CHECKING:
    from p2pgames_cli.lines.player import Plain


LAST: Final = 5
"""Events that are told to somebody who has made no move yet."""
MANY: Final = 40
"""Moves that are listed one by one at most, unless all are asked for."""
ALL: Final = "all"


@dataclass(frozen=True, slots=True)
class Word:
    """A word, what may follow it, what it does in a few words, and the doing: with what followed it."""

    name: str
    rest: str
    about: str
    do: Callable[[Plain, str], Awaitable[None] | None]
    also: tuple[str, ...] = ()
    """Other names; help does not list them."""


def help_lines() -> list[str]:
    """Return all words with what they do."""
    heads = [f"{word.name} {_(word.rest) if word.rest else ''}".rstrip() for word in WORDS]
    wide = max(map(len, heads))
    lines = [_("Type a move, its number after moves, or one of these words:")]
    for head, word in zip(heads, WORDS, strict=True):
        about = textwrap.wrap(_(word.about), 78 - wide - 4)
        lines += [f"  {head if at == 0 else '':<{wide}}  {part}" for at, part in enumerate(about)]
    return lines


def find(line: str) -> tuple[Word | None, str]:
    """Return the word a line begins with, if it is one, and what follows it."""
    first, _blank, rest = line.partition(" ")
    return _BY_NAME.get(first.lower()), rest.strip()


# -- what can be seen --


def board(plain: Plain, rest: str) -> None:
    """Say the position; with a text only the sentences that hold it."""
    place = plain.place
    lines = [
        plain.named(line) for line in place.ledger.rules.words(state(place), seat_of(place), known(place))
    ]
    found = [line for line in lines if rest.lower() in line.lower()]
    plain.say_all(found or [_("Nothing of the board is called {text}.").format(text=rest)])


def hand(plain: Plain, _rest: str) -> None:
    """Say what only this seat sees, or what the position says of it alone."""
    lines = [plain.named(line) for line in own_lines(plain.place)]
    plain.say_all(lines or [_("You hold nothing that the others do not see.")])


def scores(plain: Plain, _rest: str) -> None:
    """Say the points as they stand."""
    ledger = plain.place.ledger
    points = ledger.rules.scores(ledger.position.state)
    if points is None:
        plain.say(_("This game counts no points before its end."))
        return
    for name, score in zip(ledger.genesis.names, points, strict=True):
        plain.say(f"{name}: {history_text.points(score)}")


def last(plain: Plain, rest: str) -> None:
    """Say what has happened since one's own last move; with a number so many of the newest events."""
    ledger, seat = plain.place.ledger, seat_of(plain.place)
    entries = list(plain.place.history.entries())
    if rest.isascii() and rest.isdigit() and int(rest):
        entries = entries[-int(rest) :]
    else:
        own = [at for at, entry in enumerate(entries) if entry.kind == "move" and entry.seat == seat]
        entries = entries[own[-1] :] if own else entries[-LAST:]
    for entry in entries:
        plain.say_all(history_text.lines(ledger, entry))
    if not entries:
        plain.say(_("Nothing has happened yet."))


def moves(plain: Plain, rest: str) -> None:
    """List the legal moves that begin so, numbered; where they are many, say how they go on instead."""
    place = plain.at_turn()
    rules, seat = place.ledger.rules, seat_of(place) or 0
    legal = rules.moves(state(place), seat, known(place))
    texts = [(rules.text(state(place), seat, move), move) for move in legal]
    chosen = _beginning(texts, "" if rest.lower() == ALL else rest)
    plain.numbered = tuple(move for _text, move in chosen)
    if len(chosen) > MANY and rest.lower() != ALL:
        plain.say_all(beginnings([text for text, _move in chosen]))
        return
    for number, (text, move) in enumerate(chosen, 1):
        brought = plain.named(rules.effect(state(place), seat, move))
        plain.say(f"{number} {text}" + (f": {brought}" if brought else ""))
    if not chosen:
        plain.say(_("No legal move begins with {text}.").format(text=rest))


def _beginning(texts: list[tuple[str, Move]], rest: str) -> list[tuple[str, Move]]:
    """Return the moves that begin with the words typed; where none has them whole, with the letters."""
    typed = " ".join(rest.lower().split())
    whole = [(text, move) for text, move in texts if f"{text.lower()} ".startswith(f"{typed} ")]
    if whole and typed:
        return whole
    return [(text, move) for text, move in texts if text.lower().startswith(typed)]


def beginnings(texts: list[str]) -> list[str]:
    """Return how many moves go on: what they share, then each next word with the number of moves it leads to."""
    words = [text.split() for text in texts]
    deep = 0
    while len({tuple(each[: deep + 1]) for each in words}) == 1:
        deep += 1
    shared = " ".join(words[0][:deep])
    nexts = Counter(" ".join(each[deep : deep + 1]) or _("(nothing more)") for each in words)
    said = (
        _("{count} moves. They begin: {words}.") if not deep else _("{count} moves. After {shared}: {words}.")
    )
    listed = ", ".join(f"{word} ({count})" if count > 1 else word for word, count in nexts.items())
    return [
        said.format(count=len(texts), shared=shared, words=listed),
        _("Say more, as in moves {words}; moves all lists everything.").format(words=_first(shared, nexts)),
    ]


def _first(shared: str, nexts: Counter[str]) -> str:
    """Return an example of a longer beginning."""
    return f"{shared} {next(iter(nexts))}".strip()


def why(plain: Plain, rest: str) -> None:
    """Say why a move is not allowed, or what it does; with nothing typed, what the table waits for."""
    if not rest:
        _say_awaited(plain)
        return
    place = plain.at_turn()
    rules, seat = place.ledger.rules, seat_of(place) or 0
    move = plain.meant(place, rest)
    brought = plain.named(rules.effect(state(place), seat, move))
    plain.say(_("It is allowed: {effect}").format(effect=brought) if brought else _("It is allowed."))


def who(plain: Plain, _rest: str) -> None:
    """Say who is here, and whom the table awaits."""
    genesis = plain.place.ledger.genesis
    routes = plain.place.routes
    own = {seat_of(place) for place in plain.places}
    for seat, (name, key) in enumerate(zip(genesis.names, genesis.keys, strict=True)):
        linked = key in routes
        by = _("connected by {way}").format(way=phrase(routes[key].text())) if linked else _("away")
        if others := absence.bridges(plain.place, seat):
            by = _("not connected, heard of through {others}").format(others=both(others))
        how = _("here") if seat in own else by
        plain.say(_("{name}, seat {number}: {how}").format(name=name, number=seat + 1, how=how))
    _say_awaited(plain)


def _say_awaited(plain: Plain) -> None:
    """Say whom the table waits for: once, with all that is known of their absence where there is something."""
    lines = list(absence.lines(plain.place, plain.silence))
    plain.say_all(lines if lines and not held_back(plain.place) else [plain.awaited(), *lines])


def status(plain: Plain, _rest: str) -> None:
    """Say what holds at the table: who has signed what, who is linked and by what, what a departure does."""
    plain.say_all(sentences(guarantee(plain.place, local=len(plain.places) > 1)))


def rules(plain: Plain, _rest: str) -> None:
    """Say how the game is played."""
    plain.say(wrapped(plain.rules_text))


def help_(plain: Plain, _rest: str) -> None:
    """List the words."""
    plain.say_all(help_lines())


# -- what can be done --


async def resign(plain: Plain, _rest: str) -> None:
    """Leave the game."""
    await plain.place.resign()


async def claim(plain: Plain, _rest: str) -> None:
    """Claim the game against a silent other."""
    plain.silence.check_claim()
    await plain.place.claim()


async def vote(plain: Plain, rest: str) -> None:
    """Vote a silent seat absent: its number as people count, or nothing where only one is awaited."""
    number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 3 else None
    if number is None and rest:
        raise Illegal(_("A vote names a seat by its number, as in vote 2."))
    seat = plain.silence.check_vote(None if number is None else number - 1)
    said = f"{effect(plain.place.ledger, seat)} {absence.consequence(plain.place.ledger, seat, Why.VOTED)}"
    await plain.place.vote(seat)
    plain.say(_("You have voted: {effect}").format(effect=said))


async def take_over(plain: Plain, _rest: str) -> None:
    """Play on with a copied game at once."""
    if not plain.place.doubts:
        raise Illegal(_("Nothing is held back here."))
    await plain.place.take_over()


async def say(plain: Plain, rest: str) -> None:
    """Say something to everybody at the table."""
    await plain.place.say(rest)


def chat(plain: Plain, rest: str) -> None:
    """Print what was said, or the last so many messages of it."""
    said = chat_feed.heard(plain.place)
    if rest.isascii() and rest.isdigit() and int(rest):
        said = said[-int(rest) :]
    plain.quote(said)
    if not said:
        plain.say(_("Nothing has been said. Say something: say Hello"))


async def mute(plain: Plain, rest: str) -> None:
    """Hide what a seat says; with nothing typed, say who is muted."""
    if rest:
        await chat_feed.mute(plain.place, chat_feed.seat_named(rest))
    plain.say(chat_feed.deaf_to(plain.place))


async def unmute(plain: Plain, rest: str) -> None:
    """Show again what a seat says."""
    await chat_feed.mute(plain.place, chat_feed.seat_named(rest), on=False)
    plain.say(chat_feed.deaf_to(plain.place))


async def back(plain: Plain, rest: str) -> None:
    """Offer to take back one's last move, or so many; in a what-if do it."""
    if plain.manner.trial is None:
        await plain.place.offer(Said.TAKEBACK, offers.back_to(plain.places, rest))
        return
    await take_back(plain.manner.trial, plain.places)
    plain.ask_again()
    plain.say(_("Taken back."))


async def draw(plain: Plain, _rest: str) -> None:
    """Offer a draw."""
    await plain.place.offer(Said.DRAW)


async def pause(plain: Plain, _rest: str) -> None:
    """Offer a pause."""
    await plain.place.offer(Said.PAUSE)


async def accept(plain: Plain, rest: str) -> None:
    """Agree to what is offered; with a word, to that of several."""
    offer = offers.meant(plain.place, rest)
    await plain.place.offer(offer.says, offer.to)


async def decline(plain: Plain, _rest: str) -> None:
    """Agree to nothing that is offered."""
    await offers.decline(plain.place)


def watchers(plain: Plain, _rest: str) -> None:
    """Say how many people watch, and print the line that lets somebody watch."""
    plain.say(history_text.watchers(plain.place.ledger, plain.place.connected))
    if plain.manner.watch:
        plain.say(_("Who only wants to watch types p2pgames watch and this line:"))
        console.tell(plain.manner.watch)


async def plan(plain: Plain, rest: str) -> None:
    """Plan an answer."""
    made = await plain.planning.add(plans.typed(rest))
    plain.say(_("Planned: {plan}").format(plan=made.text))


def list_plans(plain: Plain, _rest: str) -> None:
    """List the plans, numbered."""
    kept = plain.planning.plans
    plain.say_all(f"{number} {one.text}" for number, one in enumerate(kept, 1))
    if not kept:
        plain.say(_("Nothing is planned. Plan an answer: if THEIR MOVE then YOUR MOVE"))


async def forget(plain: Plain, rest: str) -> None:
    """Forget a plan by its number, or all."""
    await plain.planning.forget(plans.numbered(rest))
    list_plans(plain, "")


async def rematch(plain: Plain, _rest: str) -> None:
    """Ask for another game with the same players, once this one is over, or go where one is offered."""
    await plain.manner.rematch.want(plain.place)
    if not plain.place.ledger.finished:
        plain.say(_("When this game is over, the others are asked for another one."))


def leave(_plain: Plain, _rest: str) -> None:
    """Close the client."""
    raise Quit


WORDS: Final[tuple[Word, ...]] = (
    Word("moves", N_("TEXT"), N_("the legal moves (beginning with TEXT), numbered"), moves),
    Word("board", N_("TEXT"), N_("the position in words (only what holds TEXT)"), board, ("read",)),
    Word("hand", "", N_("what only you see"), hand),
    Word("scores", "", N_("points as they stand"), scores),
    Word("last", N_("NUMBER"), N_("what has happened since your last move (the last NUMBER events)"), last),
    Word("why", N_("MOVE"), N_("why a move is not allowed, or what it does; alone: why the game waits"), why),
    Word("who", "", N_("who is connected, and whom the table awaits"), who),
    Word("status", "", N_("what all have signed, by what each is linked, and what a departure does"), status),
    Word("rules", "", N_("how the game is played"), rules),
    Word("resign", "", N_("leave the game for good"), resign),
    Word("rematch", "", N_("after the game: another one with the same players"), rematch),
    Word("claim", "", N_("end a game of two when the other is silent too long"), claim),
    Word(
        "vote",
        N_("SEAT"),
        N_("among three and more: call the player at SEAT absent, who is silent too long"),
        vote,
    ),
    Word(
        "takeback",
        N_("NUMBER"),
        N_("offer to take your last move back (the last NUMBER moves); in a what-if it is done at once"),
        back,
        ("back",),
    ),
    Word("draw", "", N_("offer to end the game as a draw"), draw),
    Word("pause", "", N_("offer that no time runs until the next move"), pause),
    Word("accept", N_("OFFER"), N_("agree to what is offered (to OFFER, where there are several)"), accept),
    Word("decline", "", N_("tell the others that you do not agree"), decline),
    Word(
        "if",
        N_("MOVE then MOVE"),
        N_("answer a move of the others the moment it comes; it may go on: if ... then ..."),
        plan,
    ),
    Word("plans", "", N_("what you have planned"), list_plans),
    Word("forget", N_("NUMBER"), N_("drop one of your plans; alone: all of them"), forget),
    Word("watchers", "", N_("who watches, and what lets somebody watch"), watchers),
    Word("take-over", "", N_("with a copied or restored game that is held back: play on at once"), take_over),
    Word("say", N_("WORDS"), N_("say something to everybody at the table"), say),
    Word("chat", N_("NUMBER"), N_("what was said (the last NUMBER messages)"), chat),
    Word("mute", N_("SEAT"), N_("hide what the player at SEAT says; alone: who is muted"), mute),
    Word("unmute", N_("SEAT"), N_("show again what the player at SEAT says"), unmute),
    Word("help", "", N_("this list"), help_, ("?",)),
    Word("quit", "", N_("close the client; the game is kept"), leave, ("exit",)),
)
"""All words, in the order in which help lists them."""
_BY_NAME: Final = {name: word for word in WORDS for name in (word.name, *word.also)}
