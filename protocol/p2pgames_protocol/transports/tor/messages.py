"""What is said of Tor."""

from __future__ import annotations

from typing import Final

from p2pgames.text import Count, Message, Verbatim, counted, message

ENDED: Final = message("tor.ended", "Tor has ended. Start the client again.")()
ADVICE: Final = message(
    "tor.advice",
    "Is this computer online, and is its clock right? Where Tor is blocked, choose another way to connect.",
)()
STUCK = message("tor.stuck", "Tor is stuck at {percent} %: {why}.", percent=Count, why=Message)
FIRST_RELAY = message("tor.first-relay", "Tor is looking for a first relay: {percent} %.", percent=Count)
READS_LIST = message("tor.reads-list", "Tor is reading the list of its relays: {percent} %.", percent=Count)
BUILDS_WAY = message(
    "tor.builds-way", "Tor is building a path through its relays: {percent} %.", percent=Count
)
CONNECTED: Final = message("tor.connected", "Tor is connected.")()
REFUSES = message("tor.refuses", "Tor refuses {question}: {answer}", question=Verbatim, answer=Verbatim)
INSTALL: Final = message(
    "tor.install",
    "For Tor, install the program tor: apt install tor, brew install tor, or from torproject.org.",
)()
STARTING: Final = message("tor.starting", "Tor is starting.")()
HAS_ENDED: Final = message("tor.has-ended", "Tor has ended.")()
STARTS_AGAIN = counted(
    "tor.starts-again",
    "Tor has ended ({why}). It starts again in {count} second.",
    "Tor has ended ({why}). It starts again in {count} seconds.",
    why=Message,
)
DOES_NOT_START = message("tor.does-not-start", "Tor does not start: {why}", why=Message)
SAYS_NOTHING: Final = message("tor.says-nothing", "it says nothing")()
SIGNAL = message("tor.signal", "signal {number}", number=Count)
EXIT_CODE = message("tor.exit-code", "exit code {code}", code=Count)
KNOWN: Final = message("tor.known", "Tor is connected, and others can find you through it.")()
NOTHING_HAS_COME = message("tor.nothing-has-come", "nothing has arrived for {seconds} seconds", seconds=Count)
NOBODY_BY_TOR = message(
    "tor.nobody-by-tor",
    "Nobody answers through Tor at {host}... Has the other client been running for a minute or more?",
    host=Verbatim,
)
NOT_SOCKS: Final = message("tor.not-socks", "What should be Tor's SOCKS port does not speak SOCKS 5.")()
TOR_CLOSED: Final = message("tor.closed", "Tor closed the connection. Is it still running?")()
ABOUT: Final = message(
    "tor.about",
    "Tor: an onion service. Its first minutes are slow. Nobody learns your address through it, but they "
    "do through any other ways that are switched on.",
)()
TOR_ADDRESS: Final = message("tor.address", "An address of Tor is damaged. Ask for a new invite.")()
