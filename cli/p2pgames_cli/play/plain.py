"""Playing in lines of text: no cursor movement, nothing repeated; for screen readers, pipes and slow lines."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import click
import trio

from p2pgames.contract import Illegal, Move
from p2pgames_cli.play import story
from p2pgames_cli.play.manner import Manner
from p2pgames_cli.play.place import Place, Telling, at_turn, held_back, known, seat_of, state
from p2pgames_cli.play.silence import Silence, effect
from p2pgames_cli.prose import named, wrapped
from p2pgames_protocol.table import Table

FEW = 12
"""So many legal moves are listed without being asked for."""
BLANK_LINES = 50
"""Between the hidden hands of players who share a screen."""

HELP = """\
Type a move, or the number of one after `moves`. The words:
  board     the position in words            moves TEXT  the legal moves (beginning with TEXT), numbered
  scores    points as they stand             why MOVE    why a move is not allowed, or what it does
  last      what happened last               who         who is connected, and whom the table awaits
  hand      what only you see                rules       how the game is played
  resign    leave the game                   claim       end it when the other is silent too long
  vote 2    call seat 2 absent, among three and more, when it is silent too long
  help      this                             quit        close the client; the game is kept"""


class Quit(Exception):
    """The player closes the client; the game is kept."""


@dataclass
class Plain:
    """One player at a terminal, or several in turn."""

    places: Sequence[Place]
    manner: Manner
    rules_text: str
    piped: bool
    """Whether the input is no terminal: then a line waits for its turn, and nothing is asked."""
    passive: bool = False
    """Whether there is nobody here to move: the seats are bots' or others'."""
    numbered: tuple[Move, ...] = ()
    waiting: deque[str] = field(default_factory=deque)
    ended: bool = False
    _told: int = 0
    _telling: Telling = field(default_factory=Telling)
    _asked: int = -1
    _over: bool = False
    _shown: Place | None = None
    _present: frozenset[bytes] = frozenset()
    _faults: int = 0
    _held: bool = False
    _progress: str = ""
    _veiled: Place | None = None
    """Whose hand waits until its player alone looks."""
    _looked: Place | None = None
    """Who looked last."""
    _nudge: trio.Event = field(default_factory=trio.Event)

    def __post_init__(self) -> None:
        self.silence = Silence(self.places[0])
        self._words: dict[str, Callable[[str], None]] = {
            "board": self._board,
            "read": self._board,
            "hand": self._hand,
            "scores": self._scores,
            "last": self._last,
            "moves": self._moves,
            "why": self._why,
            "who": self._who,
            "rules": self._rules,
            "help": self._help,
            "?": self._help,
        }

    @property
    def place(self) -> Place:
        """The place that looks: whose turn it is of ours, else the one before."""
        self._shown = self._mine() or self._shown or self.places[0]
        return self._shown

    async def run(self) -> None:
        """Play until the game is over, or until the player quits."""
        self._greet()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._listen)
            try:
                await self._play()
            except Quit:
                self.say("The game is kept: go on with p2pgames resume.")
            nursery.cancel_scope.cancel()

    def replay(self, since: int) -> None:
        """Print everything that has happened since a round, and the position then."""
        self._greet()
        self._told = since
        self._tell()
        self._board("")

    async def _play(self) -> None:
        while not self.place.ledger.finished:
            await self._turn()
            if self.manner.offline and at_turn(self.places) is None:
                break
            if not self.place.ledger.finished:
                await self._news()
        self._tell()

    async def _listen(self) -> None:
        async for line in self.manner.input:
            self.waiting.append(line.strip())
            self._poke()
        self.ended = True
        self._poke()

    def _poke(self) -> None:
        self._nudge.set()
        self._nudge = trio.Event()

    async def _news(self) -> None:
        """Wait until something has happened at the table, or somebody has typed."""
        nudge = self._nudge
        if self._pending():
            return
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._until, nudge.wait, nursery.cancel_scope)
            nursery.start_soon(self._until, self.place.changed, nursery.cancel_scope)

    @staticmethod
    async def _until(what: Callable[[], object], scope: trio.CancelScope) -> None:
        await what()  # type: ignore[misc]
        scope.cancel()

    def _pending(self) -> bool:
        """Tell whether a line can be used now: a move of a pipe waits for its turn."""
        mine = self._mine() is not None
        return bool(self.waiting) and (mine or not self.piped or self._is_word(self.waiting[0]))

    async def _turn(self) -> None:
        """Say what is new, ask, and take in what was typed."""
        self._tell()
        mine = self._mine()
        if mine is not None:
            self._ask(mine)
        while self._pending() and not self.place.ledger.finished:
            await self._take(self.waiting.popleft())
            self._tell()
            if (mine := self._mine()) is not None:
                self._ask(mine)
        if self.ended and not self.waiting and self._mine() is not None:
            raise Quit

    def _mine(self) -> Place | None:
        """Return the place here whose player is to move."""
        return None if self.passive else at_turn(self.places)

    # -- saying --

    def say(self, text: str) -> None:
        """Print a line, with names for seats."""
        click.echo(named(text, self.place.ledger.genesis.names))

    def _greet(self) -> None:
        ledger = self.place.ledger
        genesis = ledger.genesis
        names = " against " if len(genesis.names) == 2 else ", "
        self.say(f"{genesis.proposal.rules}: {names.join(genesis.names)}.")
        self.say(f"Game {genesis.game_id.hex()[:16]}. Words to compare with the others: {genesis.words}.")
        for place in self.places:
            if (seat := seat_of(place)) is not None:
                self.say(f"You are {genesis.names[seat]}, seat {seat + 1}.")
        if not self.passive:
            self.say("Type help for the words you can use.")
        if ledger.log:
            self._told = max(0, len(ledger.log) - 2 * len(genesis.names))

    def _tell(self) -> None:
        """Say what has happened since last time."""
        ledger = self.place.ledger
        self._told = self._telling.from_round(ledger, self._told)
        for entry in story.entries(ledger, self._told):
            self._tell_entry(entry)
        self._told = len(ledger.log)
        for verdict in ledger.faults[self._faults :]:
            self.say(f"Fault: {verdict.why}")
        self._faults = len(ledger.faults)
        self._tell_presence()
        self._tell_progress()
        self._tell_doubts()
        if ledger.verdict is not None and not self._over:
            self._over = True
            self.say("The game has ended: one key signed twice.")

    def _tell_doubts(self) -> None:
        """Say once why nothing is sent, and once when that is over."""
        if bool(self.place.doubts) != self._held:
            self._held = not self._held
            self.say(held_back(self.place) or "Everybody has shown what they know: the game goes on here.")

    def _tell_entry(self, entry: story.Entry) -> None:
        names = self.place.ledger.genesis.names
        match entry.kind:
            case "move":
                self.say(f"{names[entry.seat or 0]}: {entry.text}")
            case "roll" if entry.seat is not None:
                self.say(f"{names[entry.seat]}: {entry.text}")
            case "left":
                self.say(f"{names[entry.seat or 0]} {entry.text}.")
            case "over":
                self._over = True
                self.say(f"The game is over. {story.outcome_of(self.place.ledger)}")
                ending = self.place.ledger.position.ending
                if ending is not None and ending.result is not None:
                    for line in story.standings(self.place.ledger, ending.result):
                        self.say(line)
            case _:
                self.say(f"{entry.text[0].upper()}{entry.text[1:]}.")

    def _tell_presence(self) -> None:
        genesis = self.place.ledger.genesis
        present = frozenset(self.place.connected) & frozenset(genesis.keys)
        for key in sorted(present ^ self._present):
            name = genesis.names[genesis.keys.index(key)]
            if len(self.places) == 1:
                self.say(f"{name} is {'connected' if key in present else 'away'}.")
        self._present = present

    def _tell_progress(self) -> None:
        """Say what the clients are at by themselves, whenever that has changed."""
        doing = story.progress(self.place.ledger)
        if doing != self._progress and doing.startswith("shuffling"):
            self.say(f"{doing[0].upper()}{doing[1:]}.")
        self._progress = doing

    def _hide(self, place: Place) -> bool:
        """Hide the hand of the player before, where several share a screen; tell whether to wait with the next."""
        if self._veiled is not place and place is not self._looked:
            self._veiled, self._looked = place, place
            name = place.ledger.genesis.names[seat_of(place) or 0]
            self.say("\n" * BLANK_LINES)
            self.say(f"Pass to {name}. {name}, press Enter when only you look.")
        return self._veiled is place

    def _ask(self, place: Place) -> None:
        """Say whose turn it is, once for every turn."""
        number, table = place.ledger.position.round, place.ledger
        if self._asked == number or not isinstance(table, Table):
            return
        if len(self.places) > 1 and table.rules.decks and not self.piped and self._hide(place):
            return
        self._asked, self.numbered = number, ()
        legal = table.rules.moves(state(place), table.seat, known(place))
        name = table.genesis.names[table.seat]
        self.say(f"Your turn, {name}. {len(legal)} legal {'move' if len(legal) == 1 else 'moves'}.")
        if len(legal) <= FEW and not self.piped:
            self._moves("")

    # -- words --

    def _is_word(self, line: str) -> bool:
        word = line.split(maxsplit=1)[0].lower() if line else ""
        return not line or word in self._words or word in ("resign", "claim", "vote", "quit", "exit")

    async def _take(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        word = word.lower()
        try:
            if self._veiled is not None and word not in ("quit", "exit"):
                self._veiled = None
                return
            if not line:
                return
            if word in ("quit", "exit"):
                raise Quit
            if word == "resign":
                await self.place.resign()
            elif word == "claim":
                self.silence.check_claim()
                await self.place.claim()
            elif word == "vote":
                await self._vote(rest.strip())
            elif word in self._words:
                self._words[word](rest.strip())
            else:
                await self._move(line)
        except Illegal as refusal:
            self.say(f"No: {refusal}")

    async def _vote(self, rest: str) -> None:
        """Vote a silent seat absent: its number as people count, or nothing where only one is awaited."""
        number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 3 else None
        if number is None and rest:
            raise Illegal("A vote names a seat by its number, as in vote 2.")
        seat = self.silence.check_vote(None if number is None else number - 1)
        said = effect(self.place.ledger, seat)
        await self.place.vote(seat)
        self.say(f"You have voted: {said}")

    async def _move(self, line: str) -> None:
        place = self._mine()
        if place is None:
            raise Illegal(f"It is not your turn. {self._awaited()}")
        await place.act(self._meant(place, line))

    def _meant(self, place: Place, line: str) -> Move:
        """Return the move that a line means: its notation, or its number in the newest list."""
        table = place.ledger
        try:
            return table.rules.parse(state(place), seat_of(place) or 0, known(place), line)
        except Illegal:
            if line.isascii() and line.isdigit() and 0 < int(line) <= len(self.numbered):
                return self.numbered[int(line) - 1]
            raise

    def _board(self, _rest: str) -> None:
        place = self.place
        for line in place.ledger.rules.words(state(place), seat_of(place), known(place)):
            self.say(line)

    def _hand(self, _rest: str) -> None:
        faces = known(self.place)
        if not faces:
            self.say("You hold nothing that the others do not see.")
        else:
            self._board("")

    def _scores(self, _rest: str) -> None:
        ledger = self.place.ledger
        scores = ledger.rules.scores(ledger.position.state)
        if scores is None:
            self.say("This game counts no points before its end.")
            return
        for name, score in zip(ledger.genesis.names, scores, strict=True):
            self.say(f"{name}: {story.points(score)}")

    def _last(self, rest: str) -> None:
        count = int(rest) if rest.isascii() and rest.isdigit() else 5
        for entry in list(story.entries(self.place.ledger))[-count:]:
            self._tell_entry(entry)

    def _moves(self, rest: str) -> None:
        place = self._mine()
        if place is None:
            self.say(f"It is not your turn. {self._awaited()}")
            return
        rules, seat = place.ledger.rules, seat_of(place) or 0
        legal = rules.moves(state(place), seat, known(place))
        texts = [(rules.text(state(place), seat, move), move) for move in legal]
        chosen = [(text, move) for text, move in texts if text.startswith(rest)]
        self.numbered = tuple(move for _, move in chosen)
        for number, (text, move) in enumerate(chosen, 1):
            effect = rules.effect(state(place), seat, move)
            self.say(f"{number} {text}" + (f": {effect}" if effect else ""))
        if not chosen:
            self.say(f"No legal move begins with {rest!r}.")

    def _why(self, rest: str) -> None:
        place = self._mine()
        if place is None:
            self.say(f"It is not your turn. {self._awaited()}")
            return
        rules, seat = place.ledger.rules, seat_of(place) or 0
        move = self._meant(place, rest)
        effect = rules.effect(state(place), seat, move)
        self.say(f"It is allowed{f': {effect}' if effect else '.'}")

    def _who(self, _rest: str) -> None:
        genesis = self.place.ledger.genesis
        here = set(self.place.connected)
        own = {seat_of(place) for place in self.places}
        for seat, (name, key) in enumerate(zip(genesis.names, genesis.keys, strict=True)):
            how = "here" if seat in own else "connected" if key in here else "away"
            self.say(f"{name}, seat {seat + 1}: {how}")
        self.say(self._awaited())

    def _awaited(self) -> str:
        ledger = self.place.ledger
        names = [ledger.genesis.names[seat] for seat in ledger.waiting_for]
        waits = f"The table waits for {' and '.join(names)}." if names else "The table waits for nobody."
        return f"{waits} {held_back(self.place)}".rstrip()

    def _rules(self, _rest: str) -> None:
        self.say(wrapped(self.rules_text))

    def _help(self, _rest: str) -> None:
        self.say(HELP)
