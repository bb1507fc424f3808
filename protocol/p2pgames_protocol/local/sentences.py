"""What players at one computer, bots, what-ifs and lessons are told."""

from __future__ import annotations

from typing import Final

from p2pgames.text import message

NO_POINTS = message(
    "local.no-points", "{name:verbatim} plays on: bots agree to a draw only in games that count points."
)
AHEAD = message("local.ahead", "{name:verbatim} is ahead, and plays on.")
NOBODY_AWAY: Final = message(
    "local.nobody-away", "At one computer nobody is away: the player resigns, or you resign for them."
)()
SAY_ALOUD: Final = message("local.say-aloud", "All players sit at this computer: say it aloud.")()
KEPT_FOR_NOBODY: Final = message(
    "local.kept-for-nobody", "All players sit at this computer: nothing is kept for one of them alone."
)()
NO_TIME_RUNS: Final = message(
    "local.no-time-runs", "At one computer there is no clock, and nobody to agree with."
)()
FOR_ALL: Final = message("local.for-all", "This screen shows the table to all: each plays at their phone.")()
NEVER_ACCEPTED: Final = message("local.never-accepted", "The store holds what this game never accepted.")()
NOTHING_TO_AGREE: Final = message("local.nothing-to-agree", "In a what-if there is nothing to agree on.")()
OVER_AT_STEP: Final = message(
    "local.over-at-step", "The game is over at this step: go back to an earlier one, and try from there."
)()
NOTHING_TO_TAKE_BACK: Final = message(
    "local.nothing-to-take-back", "There is nothing to take back: this is where it began."
)()
CARD_IS_NOT = message("local.card-is-not", "The card is not {face:face}.")

# -- lessons --

NOT_ASKED = message("local.not-asked", "Legal, but this step asks for something else. {task:message}")
FIRST_STEP: Final = message("local.first-step", "This is the first step of the lesson.")()
LESSON_OVER: Final = message("local.lesson-over", "The lesson is over.")()
LEAVE_LESSON: Final = message(
    "local.leave-lesson", "There is nothing to resign in a lesson: quit leaves it."
)()
