"""Playing in lines of text: no cursor movement, nothing repeated; for screen readers, pipes and slow lines."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import trio

from p2pgames.contract import Illegal, Seat
from p2pgames.text import Message, SeatName, as_notation, isolated
from p2pgames_cli.config import console
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.i18n.filling import filled, wrapped
from p2pgames_cli.i18n.prose import headed
from p2pgames_cli.table import not_recorded, sentences
from p2pgames_cli.table.actions import everything
from p2pgames_cli.table.actions.action import Action, Answer, Confirmation, Front, Quit, do
from p2pgames_cli.table.actions.leaving import QUIT
from p2pgames_cli.table.actions.position import moves
from p2pgames_cli.table.input import TypedLines
from p2pgames_cli.table.news import Feed
from p2pgames_cli.table.rematch import can_follow
from p2pgames_cli.table.seat_handle import SeatHandle, at_turn, known_faces, seat_of, state_of
from p2pgames_cli.table.session import TableSession
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.viewpoint import OutOfTurn
from p2pgames_cli.table.waiting import awaited_in_words

ROUNDS_AGAIN = 2
"""Rounds for each player that are told again where a game is taken up."""
SAID_AGAIN = 5
"""Messages that are."""
FEW = 12
"""So many legal moves are listed without being asked for."""
BLANK_LINES = 50
"""Between the hidden hands of players who share a screen."""


@dataclass
class LinePlayer:
    """One player at a terminal, or several in turn."""

    session: TableSession
    piped: bool
    """Whether the input is no terminal: then a line waits for its turn, and nothing is asked."""
    typed: TypedLines = field(default_factory=TypedLines)
    _asked: Confirmation | None = None
    """What waits for a yes: it cannot be undone."""
    _tasks: dict[Seat, Message] = field(default_factory=dict)
    """What the turn of every seat here was about when it was said last."""
    _passed_to: SeatHandle | None = None
    """To whom the players at this computer were told to pass it."""

    def __post_init__(self) -> None:
        # Bots may be all the others at this computer: then nobody is connected, or has words to compare.
        self.handles, self.client = self.session.handles, self.session.client
        local = self.handles[0].talk is None or self.session.what_if is not None
        self.model = TableModel(self.session, guarded=not self.piped, local=local)
        self.choices = self.model.choices
        replica = self.handles[0].replica
        since = max(0, len(replica.log) - ROUNDS_AGAIN * len(replica.names))
        self.feed = Feed(self.model, alone=not local, since=since, again=SAID_AGAIN)

    @property
    def handle(self) -> SeatHandle:
        """The seat that looks: whose turn it is of ours, else the one before."""
        return self.model.handle

    @property
    def finished(self) -> bool:
        """Whether the game is over and nothing more of it will come."""
        replica = self.handle.replica
        return replica.finished

    async def run(self) -> None:
        """Play until the game is over, or until the player quits."""
        self._greet()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.typed.listen, self.client.input)
            nursery.start_soon(self._watch)
            try:
                await self._play()
            except Quit:
                kept = _("The game is saved. To go on: p2pgames resume")
                self.say(kept if self.session.what_if is None else not_recorded.farewell(self.session))
            nursery.cancel_scope.cancel()

    async def _play(self) -> None:
        while not self.finished:
            news = self.typed.news
            await self._turn()
            if self.client.options.offline and at_turn(self.handles) is None:
                break
            if not self.finished:
                await self._wait(news)
        self._tell()
        await self._once_more()

    async def _once_more(self) -> None:
        """After the game: wait for whether there is another one; after a lesson, for whether a game follows it."""
        typed = self.typed
        rematch, said, learnt = self.session.rematch, "", self.session.course is not None
        phones = bool(self.session.phones)  # whoever plays at one says there what comes next
        read = not self.piped or phones or (learnt and self.client.window is not None)
        if not (can_follow(self.handle) or learnt) or not (rematch.wanted or read):
            return
        if not (rematch.wanted or learnt):
            self.say(_("Type rematch for another game with the same players, or quit."))
        while not rematch.decided:
            news = typed.news
            await rematch.update(self.handle)
            if rematch.line(self.handle) != said:
                said = rematch.line(self.handle)
                self.say(said)
            while typed.waiting and not rematch.decided:
                await self._take(typed.waiting.popleft())
            if rematch.decided or (typed.ended and not phones) or not (can_follow(self.handle) or learnt):
                return
            await self._wait(news)

    async def _watch(self) -> None:
        while True:
            self.typed.wake()  # first: something may have changed before this task ran
            await self.handles[0].changed()

    async def _wait(self, news: trio.Event) -> None:
        """Wait until something has happened at the table, or somebody has typed, since ``news`` was taken."""
        seconds = self.feed.until
        with trio.move_on_after(math.inf if seconds is None else seconds):
            await news.wait()

    def _pending(self) -> bool:
        """Tell whether a line can be used now: a move of a pipe waits for its turn."""
        lines = self.typed.waiting
        if not lines or self.model.mine is not None or not self.piped or self._asked is not None:
            return bool(lines)
        line = as_notation(lines[0].strip())
        return is_word(line) and line.lower() not in self.choices.words

    async def _turn(self) -> None:
        """Say what is new, ask, and take in what was typed."""
        typed = self.typed
        self._tell()
        self._ask()
        while self._pending() and not self.finished:
            await self._take(typed.waiting.popleft())
            self._tell()
            self._ask()
        if typed.ended and not typed.waiting and self.model.mine is not None:
            raise Quit

    # -- saying --

    def say(self, text: str) -> None:
        """Print a line, which is in the user's language already: a name or what a player wrote is never translated."""
        console.tell(text)

    def say_all(self, lines: Iterable[str]) -> None:
        """Print lines."""
        for line in lines:
            self.say(line)

    def _greet(self) -> None:
        replica = self.handle.replica
        genesis = replica.genesis
        names = _(" against ") if len(replica.names) == 2 else ", "
        self.say(headed(genesis.game, f"{names.join(map(isolated, replica.names))}."))
        number = genesis.game_id.hex()[:16]
        if self.session.what_if is not None:
            self.say_all(not_recorded.greeting(self.session))
        elif self.model.local:
            self.say(_("Game {number}.").format(number=number))
        else:
            self.say(
                _("Game {number}. Words to compare with the others: {words}.").format(
                    number=number, words=genesis.words
                )
            )
        for handle in self.handles:
            if (seat := seat_of(handle)) is not None:
                self.say(
                    _("You are {name}, seat {number}.").format(name=replica.names[seat], number=seat + 1)
                )
        if not self.session.passive:
            self.say(_("Type help for the words you can use."))

    def _tell(self) -> None:
        """Say what has happened since last time."""
        for one in self.feed.news(self.handle):
            self.say_all(filled(one.sentences) if one.kind in ("event", "lesson") else one.sentences)

    def _pass_to(self, handle: SeatHandle) -> None:
        """Hide the hand of the player before, and ask for the next one, once."""
        if self._passed_to is not handle:
            self._passed_to = handle
            name = handle.replica.names[seat_of(handle) or 0]
            self.say("\n" * BLANK_LINES)
            self.say(_("Pass to {name}. {name}, press Enter when only you are looking.").format(name=name))

    def _ask(self) -> None:
        """Say whose turn it is, once for every turn, and again where the seat could not be played meanwhile."""
        model = self.model
        turn, handle = model.choices, model.mine
        if handle is None:
            turn.asked = -1
            return
        replica, signer = handle.replica, handle.signer
        if turn.asked == replica.round or signer is None:
            return
        if model.visibility.awaits_player:
            self._pass_to(handle)
            return
        turn.asked, turn.numbered = replica.round, ()
        count = len(replica.rules.moves(state_of(handle), signer.seat, known_faces(handle)))
        said = ngettext(
            "Your turn, {name}. {count} legal move.", "Your turn, {name}. {count} legal moves.", count
        )
        self.say(said.format(name=replica.names[signer.seat], count=count))
        if self.piped:
            words = {word for action in everything.seen_in(Front.LINES) for word in action.typed}
            turn.note(words)
        self._say_task(handle)
        if count <= FEW and not self.piped:
            self._show(moves(self.model, ""))

    def _say_task(self, handle: SeatHandle) -> None:
        """Say what the turn is about, where that is not what it was about last time."""
        replica, seat = handle.replica, seat_of(handle) or 0
        rules, position = replica.rules, replica.position
        task = rules.words(state_of(handle), seat, known_faces(handle))[0]
        if self._tasks.get(seat) != task:
            self._tasks[seat] = task
            # With a name in it, watchers hear it without "that is you", which has just been said.
            named = any(isinstance(param, SeatName) for _name, param in task.params)
            self.say(
                self.model.named(
                    rules.words(position.state, None, position.decks_state.public)[0] if named else task
                )
            )

    # -- what is typed --

    async def _take(self, line: str) -> None:
        """Make the move that a line is, else do what its word says; where something was asked, it may be the answer."""
        model = self.model
        line = line.strip()
        word, _blank, rest = line.partition(" ")
        action = everything.action_typed(word)
        asked, self._asked = self._asked, None
        try:
            if asked is not None:
                answer, over = await _answered(asked, line)
                self._show(answer)
                if over:
                    return
            if action is not QUIT and model.visibility.awaits_player:
                model.visibility.show_hand()
                return
            if action is not None and not self.choices.is_move(line):
                await self._do(action, action.argument.parse(rest.strip()))
            elif line:
                await self._do(everything.MOVE, line)
        except OutOfTurn:
            said = _("It is not your turn. {awaited}").format(awaited=awaited_in_words(self.handle))
            self.say(_("No: {why}").format(why=said))
        except Illegal as refusal:
            words = (word for each in everything.seen_in(Front.LINES) for word in each.typed)
            near = everything.nearest_word(line, words) if action is None else ""
            self.choices.refuse(refusal.message)
            self.say(_("No: {why}").format(why=model.named(sentences.nearly_word(near, refusal.message))))

    async def _do(self, action: Action, argument: object) -> None:
        """Do an action at once, or ask before: what cannot be undone takes a yes."""
        asks = action.confirm if action.available(self.model) else None
        asked = asks(self.model, argument) if asks is not None else None
        if asked is None or asked.undoable:
            self._show(await do(action, self.model, argument))
            return
        self._asked = asked
        self.say_all((*filter(None, asked.lines), f"{asked.text} {_('Type yes or no.')}"))

    def _show(self, answer: Answer) -> None:
        self.say_all(wrapped(each) if answer.markdown else each for each in answer.sentences if each)


async def _answered(asked: Confirmation, line: str) -> tuple[Answer, bool]:
    """Do what was asked about if a line says yes; return what came of it, and whether the line was an answer at all."""
    word = line.lower()
    if word in ("y", "yes", _("yes")):
        done = asked.do()
        return done if isinstance(done, Answer) else await done, True
    return Answer([_("Not done.")]), word in ("", "n", "no", _("no"))


def is_word(line: str) -> bool:
    """Tell whether a line is no move: empty, or begun by the name of an action."""
    line = line.strip()
    return not line or everything.action_typed(line.partition(" ")[0]) is not None
