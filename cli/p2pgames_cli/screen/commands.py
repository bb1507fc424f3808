"""Everything a player can do at the desk besides moving, by name and by key."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from p2pgames.contract import Illegal
from p2pgames_cli.play import story
from p2pgames_cli.play.silence import effect
from p2pgames_cli.prose import wrapped
from p2pgames_cli.screen.desk import Desk
from p2pgames_cli.screen.overlay import Item, Palette, Panels, Question, Sheet
from p2pgames_protocol.table import Table


def items(desk: Desk) -> Iterator[Item]:
    """Yield what can be done now, most used first; then every legal move."""
    if desk.mine is not None:
        yield Item("send", "Enter", "send the move in the line", desk.send)
        yield Item("next legal", "Tab", "go to the next place that leads on to a move", desk.next_legal)
        yield Item(
            "take back a step", "Ctrl-U", "take back a step of the line, or a move of the draft", desk.undo
        )
    yield Item("rules", "F1", "how the game is played", lambda: rules(desk))
    yield Item("panels", "F2", "players and events over the board", lambda: desk.open(Panels()))
    yield Item("read", "F3", "the position in words", desk.read)
    yield Item("history", "F4", "everything that has happened", lambda: history(desk))
    yield Item("trace", "F5", "draw heavy what belongs together under the cursor", lambda: trace(desk))
    if desk.game.rules.decks and desk.seated:
        yield Item("hand", "F6", "hide your hand, or show it again", lambda: cover(desk))
    yield Item("look back", "PgUp", "show the position before", lambda: desk.rewind(-1))
    if desk.step is not None:
        yield Item("look forward", "PgDn", "show the position after", lambda: desk.rewind(1))
        yield Item("now", "End", "show the newest position", lambda: desk.show_step(len(desk.ledger.log)))
    if desk.passive:
        yield Item("eyes", "s", "look with the eyes of another seat, or at all cards", desk.next_eyes)
    yield Item("who", "", "whom the table waits for, and the words to compare", lambda: who(desk))
    if desk.seated:
        yield Item("resign", "", "leave the game", lambda: resign(desk))
    if desk.seated and not desk.local:
        yield Item("claim", "", "end the game when the other is silent too long", lambda: claim(desk))
        yield Item(
            "vote",
            "",
            "call a player absent who is silent too long, among three and more",
            lambda: vote(desk),
        )
    yield Item("quit", "Ctrl-C", "close the client; the game is kept", lambda: leave(desk))
    if desk.choices is not None:
        for text, move in desk.choices.moves[:500]:
            about = desk.named(desk.choices.effect(move))
            yield Item(text, "", about, partial(desk.line.write, text))


def palette(desk: Desk) -> None:
    """Open the list of all that can be done."""
    desk.overlay = Palette(list(items(desk)))


def rules(desk: Desk) -> None:
    """Show the rules of the game."""
    desk.overlay = Sheet(f"the rules of {desk.game.title}", wrapped(desk.game.text, 76).splitlines())


def history(desk: Desk) -> None:
    """Show everything that has happened, the newest in view."""
    names = desk.ledger.genesis.names
    lines = []
    for entry in story.entries(desk.ledger):
        name = names[entry.seat] + " " if entry.seat is not None else ""
        lines.append(f"{entry.round:4d}  {name}{entry.text}")
    desk.overlay = Sheet("what has happened", lines or ["Nothing yet."], top=len(lines))


def trace(desk: Desk) -> None:
    """Begin or end drawing heavy what belongs together."""
    desk.trace = not desk.trace


def cover(desk: Desk) -> None:
    """Hide the player's own hand, or show it again; others' hands are never shown."""
    desk.covered = not desk.covered


def who(desk: Desk) -> None:
    """Show whom the table waits for, who is connected, and the words to compare."""
    genesis = desk.ledger.genesis
    here = set(desk.place.connected)
    own = {place.ledger.genesis.keys.index(key) for place in desk.places for key in [_key(place)] if key}
    lines = [
        f"{name}, seat {seat + 1}: {'here' if seat in own else 'connected' if key in here else 'away'}"
        for seat, (name, key) in enumerate(zip(genesis.names, genesis.keys, strict=True))
    ]
    words = f"Words to compare with the others: {genesis.words}."
    desk.overlay = Sheet(
        "who is here", [*lines, "", desk.awaited(), words, f"Game {genesis.game_id.hex()[:16]}."]
    )


def _key(place: object) -> bytes:
    table = place.ledger  # type: ignore[attr-defined]
    return table.genesis.keys[table.seat] if hasattr(table, "seat") else b""


def resign(desk: Desk) -> None:
    """Ask, and leave the game."""
    names = desk.ledger.genesis.names
    seat = getattr(desk.ledger, "seat", 0)
    place = desk.place
    desk.overlay = Question(f"{names[seat]} leaves the game for good", lambda: desk.start(place.resign))


def claim(desk: Desk) -> None:
    """Ask, and claim the game against a silent other, where the table allows it."""
    try:
        desk.silence.check_claim()
    except Illegal as refusal:
        desk.refuse(refusal)
        return
    place = desk.place
    desk.overlay = Question(
        "Claim the game: the other has been silent too long", lambda: desk.start(place.claim)
    )


def vote(desk: Desk) -> None:
    """Ask, and vote absent whom the table waits for, where it allows that."""
    place = desk.place
    votable = place.ledger.votable() if isinstance(place.ledger, Table) else ()
    try:
        seat = desk.silence.check_vote(votable[0] if votable else None)
    except Illegal as refusal:
        desk.refuse(refusal)
        return
    desk.overlay = Question(effect(desk.ledger, seat), lambda: desk.start(partial(place.vote, seat)))


def leave(desk: Desk) -> None:
    """Ask, unless the game is over, and close the screen."""

    def close() -> None:
        desk.closed = True

    if desk.ledger.finished or desk.passive:
        close()
    else:
        what = "Leave the table" if desk.manner.within else "Close the client"
        desk.overlay = Question(f"{what}; the game is kept", close)
