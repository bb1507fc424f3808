"""What stands on Bus's board and beside it."""

from __future__ import annotations

from typing import Final

from p2pgames.games.bus.state import Task
from p2pgames.text import Count, Message, message

TALLY = message("bus.tally", "{buses}b {markers}m {sticks}s", buses=Count, markers=Count, sticks=Count)
HOLDINGS = message(
    "bus.holdings", "{buses}, {markers}, {sticks}", buses=Message, markers=Message, sticks=Message
)
ROUND = message("bus.round", "round {round}", round=Count)
NOW = message("bus.task-now", "{when}: {task}", when=Message, task=Message)
SET_UP = message("bus.set-up", "set-up")
YOU = message("bus.you", "you")
ACTIONS = message("bus.actions", "actions")
WHAT_EACH_GIVES = message("bus.what-each-gives", "and what each gives")
FULL = message("bus.full", "full")
NEXT = message("bus.next", "next {count}", count=Count)
FREE_BUT_FIVE = message("bus.free-but-five", "free, you have five")
ON_THE_MAP = message("bus.on-the-map", "on the map")
LEGEND: Final = (
    message("bus.legend-crossing", "12☻2 crossing 12, 2 want to go")(),
    message("bus.legend-head", "12:■ the line of ■ ends here")(),
    message("bus.legend-sites", "[H☻C] passenger in, C is free")(),
    message("bus.legend-reversed", "reversed: takes passengers now")(),
    message("bus.legend-newest", "◄     the newest move led here")(),
)
SIGNS: Final = (
    message("bus.sign-crossing", "a crossing; two there want to go")(),
    message("bus.sign-head", "an end of this player's line")(),
    message("bus.sign-sites", "an office with a passenger; site C is free")(),
    message("bus.sign-hour", "yellow: takes passengers now")(),
    message("bus.sign-newest", "the newest move led here")(),
)
"""What the signs of the drawn map mean."""
LINE_OF = message("bus.line-of", "line of {streets}", streets=Message)
STONES = message("bus.stones-there", "stones {count}", count=Count)
FLEET = message("bus.fleet", "fleet {count}", count=Count)
OUTSIDE = message("bus.outside", "outside ☻{count}", count=Count)
STATION = message("bus.station", "STN")
HOURS: Final = (
    message("bus.house-office", "house→office")(),
    message("bus.office-pub", "office→pub")(),
    message("bus.pub-house", "pub→house")(),
)
"""What the clock shows and what comes next, by type of building."""
MARKER = message("bus.marker", "marker {number}", number=Count)
FIRST_STICK = message("bus.first-stick", "first stick")
STOP_OR_RUN = message("bus.ask-stop", "stop or run")
PIECES: Final = {
    Task.LINE: message("bus.task-sticks", "sticks: {count}", count=Count),
    Task.RIDERS: message("bus.task-riders", "riders: {count}", count=Count),
    Task.BUILD: message("bus.task-buildings", "buildings: {count}", count=Count),
    Task.VROOMM: message("bus.task-rides", "rides: {count}", count=Count),
}
LAY_STICK = message("bus.lay-stick", "lay a stick here")
NO_STICK = message("bus.no-stick", "no stick can lie here")
ANSWERS: Final = {
    "pass": message("bus.answer-pass", "pass: no more markers this round")(),
    "stop": message("bus.answer-stop", "stop: keep the clock for a stone")(),
    "run": message("bus.answer-run", "run: let the clock go on")(),
}
"""What each word that can be pointed at means."""
