"""Why the client refuses what is asked of it at a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from p2pgames.text import Every, Joint, Message, Verbatim, counted, message

HOLDS = message("client.seat-holds", "{player:seat}: {what:message}")

# -- offers and taking back --

CAN_TAKE_BACK = counted(
    "client.can-take-back", "{count} move can be taken back.", "{count} moves can be taken back."
)
NOTHING_TO_TAKE_BACK: Final = message(
    "client.nothing-to-take-back",
    "There is no move of yours to take back: it must have shown no hidden card, and nothing may have been"
    " rolled, dealt or shuffled since, and nobody have left.",
)()
NOTHING_OFFERED: Final = message(
    "client.nothing-offered", "There is no offer for you to accept or decline."
)()
SAY_WHICH = message("client.say-which", "Say which, as in accept draw; on offer: {names:every}.")
ONLY_WHAT_IF: Final = message(
    "client.only-what-if", "Only in a what-if can you take moves back by yourself: see takeback."
)()
LOOKED_AT: Final = message("client.looked-at", "This game file is only being shown: nobody plays here.")()

# -- handing over --

GIVE_BY_MAIL: Final = message(
    "client.give-by-mail",
    "Without a connection a seat is handed over as a file: close this, then p2pgames give",
)()
NOTHING_TO_HAND_OVER: Final = message(
    "client.nothing-to-hand-over", "There is no seat of yours here that somebody else could play on."
)()

# -- hints --

NO_EVALUATOR: Final = message(
    "client.no-mind", "This game has no bot that searches, so there are no hints."
)()
NOT_FINISHED: Final = message("client.not-finished", "Only a finished game can be analysed.")()
NO_HINT: Final = message(
    "client.no-hint", "People at other computers are playing this game: there are no hints before it is over."
)()
HAND_HIDDEN: Final = message(
    "client.hand-hidden", "Show your hand first: until then nothing that it tells is shown."
)()
HINT_AT_TURN: Final = message(
    "client.hint-at-turn",
    "Before the game is over there are hints only for the player to move at this computer.",
)()
NOTHING_TO_CHOOSE: Final = message(
    "client.nothing-to-choose", "Nobody is to move in this position; go a step on or back."
)()
HINT_UNSEEN: Final = message(
    "client.hint-unseen", "The cards of the seat to move were never revealed, so there is no hint."
)()

# -- words --

NEARLY = message("client.nearly", "Did you mean {word:verbatim}? {why:message}")

# -- places --

NO_PLACE = message(
    "client.no-place",
    "No place on this board is called {typed:typed}. Type look and a place, named as in moves.",
)
NOT_IN_RULES = message("client.not-in-rules", "Nothing in the rules contains {typed:typed}.")
NOTHING_EXPLAINED: Final = message(
    "client.nothing-explained", "Nothing was refused, or the rules say no more about it: type rules."
)()
ASK_RULES = message("client.ask-rules", "Say what to look for, as in {example:verbatim}.")
ASK_LOOK = message("client.ask-look", "Name a place, as in {example:verbatim}.")

# -- seats --

NUMBER_OF_SEAT: Final = message(
    "client.number-of-seat", "A seat is named by its number, as in mute 2; who lists the seats."
)()
OTHER_SEAT: Final = message(
    "client.other-seat", "Name the seat of another player, as in mute 2; who lists the seats."
)()
NOT_AN_OBJECT: Final = message(
    "client.not-an-object", "A line is an object such as {example:verbatim} or {other:verbatim}."
)(example=Verbatim('{"move": "0-1"}'), other=Verbatim('{"do": "resign"}'))
NONE_SHOWN: Final = message(
    "client.none-shown",
    "All games are kept open here, and none is shown: a program can only say {quits:verbatim}.",
)(quits=Verbatim('{"do": "quit"}'))
NO_CHAT: Final = message("client.no-chat", "All players sit at this computer: there is no chat.")()
SEAT_TO_VOTE: Final = message("client.seat-to-vote", "A vote names a seat by its number, as in vote 2.")()

# -- the end --

NO_RESULT: Final = message(
    "client.no-result",
    "The game has no result: somebody left, and this table does not go on without them.",
)()
ABANDONED: Final = message(
    "client.abandoned", "The game is abandoned: somebody left before anybody could move."
)()

# -- silence --

PAUSED = message(
    "client.paused", "All have agreed to pause until {names:every} moves; the clock is stopped until then."
)
VOTE_NEEDS: Final = message(
    "client.vote-needs",
    "You can vote only on others whom the table is waiting for, once on each.",
)()
SEVERAL_SILENT = message(
    "client.several-silent",
    "Waiting for {names:every}. Nobody can be voted out while more than one is silent; when only one is, you can vote.",
)
NO_TIME_LIMIT: Final = message(
    "client.no-vote", "This table has no time limit: silence never allows a vote."
)()
VOTE_LISTENS = message(
    "client.vote-listens",
    "You have only just come back: a move sent while you were away may still arrive. You can vote in {time:verbatim}.",
)
VOTE_LATER = message(
    "client.vote-later",
    "The table has waited for {name:verbatim} for {waited:verbatim}; a vote is allowed after {limit:verbatim}.",
)

# -- plans --

PLAN_READS: Final = message(
    "client.plan-reads",
    "A plan reads: if THEIR MOVE then YOUR MOVE; and it may go on: if ... then ...",
)()
NUMBER_OF_PLAN: Final = message(
    "client.number-of-plan", "A plan is named by its number, as in forget 1; plans lists them."
)()
YOUR_TURN: Final = message(
    "client.your-turn", "It is your turn: make your move. A plan is for what the others do next."
)()
THEIR_TURN = message("client.their-turn", "At {move:verbatim} in the plan it is {name:verbatim}'s turn.")
NO_SUCH_MOVE = message("client.no-such-move", "{move:verbatim}: {why:message}")
ENDS_WITH_OWN: Final = message(
    "client.ends-with-own", "A plan ends with a move of your own: if THEIR MOVE then YOUR MOVE."
)()
PLANNED_ALREADY = message(
    "client.planned-already", "You have planned {move:verbatim} there already; forget that plan first."
)
MANY_PLANS = message("client.many-plans", "You have {number:count} plans, the most that are kept.")
OVER_AFTER = message("client.over-after", "After {move:verbatim} the game is over.")
CHANCE_NOW: Final = message("client.chance-now", "Dice or cards decide now: nobody can plan past that.")()
CHANCE_AFTER = message(
    "client.chance-after", "After {move:verbatim} dice or cards decide: nobody can plan past that."
)
ONLY_BETWEEN: Final = message(
    "client.only-between", "Moves can be planned only in a game between computers."
)()
NO_PLAN = message("client.no-plan", "There is no plan {number:count}; plans lists them.")
PLANS_TOO_LONG: Final = message(
    "client.plans-too-long", "These plans are too long to be kept; forget some."
)()

# -- rematches --

NO_REMATCH: Final = message(
    "client.no-rematch",
    "A rematch is for players: here somebody only watches, or tries moves out.",
)()
SIGNED_TWICE: Final = message(
    "client.signed-twice", "After a game in which somebody signed twice there is no rematch."
)()
NOBODY_HERE = message(
    "client.nobody-here",
    "Nobody else is here any more: open the next table with p2pgames host {game:verbatim} --after {number:verbatim}",
)

# -- what programs ask --

ASK_MOVES = message("client.ask-moves", "Ask for moves by how they begin, as in {example:verbatim}.")
ASK_WHY = message("client.ask-why", "Ask why with a move, as in {example:verbatim}.")
ASK_EVENTS = message("client.ask-events", "Ask for events from a round on, as in {example:verbatim}.")
FAILED: Final = message("client.failed", "{kind:verbatim}: {text:verbatim}")
NO_PHONE = message("client.no-phone", "{text:verbatim}")
NOT_AT_A_PHONE: Final = message("client.not-at-a-phone", "Nobody plays that seat at a phone.")()
NO_WINDOW: Final = message("client.no-window", "Nothing here can be shown in a browser.")()
NO_PICTURE: Final = message("client.no-picture", "This game has no picture; ask for its words.")()
PICTURE_SIZE = message(
    "client.picture-size", "A picture has from {least:count} to {most:count} {what:verbatim}."
)

# -- a game that is told again --

NO_SUCH_WORD: Final = message("client.no-such-word", "There is no such word here. Type help for the list.")()
THE_END: Final = message("client.the-end", "This is the end.")()
SO_FAR: Final = message("client.so-far", "The game has come this far; it is not over.")()
STEPS = message("client.steps", "The game has {number:count} steps.")
SEAT_IS = message("client.seat-is", "A seat is a number from 1 to {most:count}.")
NOTHING_REVEALED: Final = message(
    "client.nothing-revealed", "Hidden cards are revealed after the end, where a game has any."
)()
NO_POINTS: Final = message("client.no-points", "This game counts no points before its end.")()
NO_BOT = message("client.no-bot", "{title:verbatim} has the bots {names:every}, not {typed:typed}.")


def listed_names(words: Iterable[str], joint: Joint = Joint.AND) -> Every:
    """Return names or words as a parameter."""
    return Every(tuple(map(Verbatim, words)), joint)


# -- lessons --

NO_LESSON: Final = message("client.no-lesson", "This is not a lesson: p2pgames learn begins one.")()
NOT_LEARNT: Final = message("client.not-learnt", "That follows a lesson once all its steps are done.")()
TRY = message("client.try", "Try {move:verbatim}.")
AS_YOU_LIKE: Final = message("client.as-you-like", "Any move will do here.")()
LEARNT: Final = message("client.learnt", "That was the lesson: you know all you need for a first game.")()
NOW_PLAY: Final = message("client.now-play", "Now play it against a bot. More is in the rules.")()
PLAY_NEXT = message(
    "client.play-next",
    "Now play it against a bot: type play. Later, p2pgames hotseat {game:verbatim} {bots:verbatim} does the same."
    " More is in the rules.",
)


def nearly_word(word: str, why: Message) -> Message:
    """Return a refusal of what was typed, with the word that it nearly is, if it is nearly one."""
    return NEARLY(word=Verbatim(word), why=why) if word else why
