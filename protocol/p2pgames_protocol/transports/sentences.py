"""What transports say."""

from __future__ import annotations

from typing import Final

from p2pgames.text import counted, message

NEEDS_PACKAGE = message(
    "transports.needs-package",
    "{what:message} needs the package {package:verbatim}. To install it, type: {typed:verbatim}",
)
NOT_IN_ONE_FILE = message(
    "transports.not-in-one-file",
    "{what:message} needs the package {package:verbatim}, which is not in this one-file program. Install p2pgames "
    "with pip to use it.",
)
NOT_MADE_FOR_HERE = message(
    "transports.not-made-for-here",
    "{what:message} needs the package {package:verbatim}, of which there is none for this system. Let "
    "another player host, or use "
    "--map-port.",
)
CANNOT_LISTEN_IROH = message(
    "transports.cannot-listen-iroh",
    "iroh cannot listen at {place:message}. Choose another port with --listen iroh:HOST:PORT.",
)
ANY_PORT: Final = message("transports.any-port", "any port")()
NO_RELAY: Final = message("transports.no-relay", "iroh: without a relay.")()
ITS_MAKERS: Final = message("transports.its-makers", "iroh's makers (n0)")()
RELAYS_OF = message(
    "transports.relays-of",
    "iroh: with the relays of {whose:message}. They learn your address, whom you are linked with, when, and how "
    "much you send, but not what.",
)
IROH_ADDRESS: Final = message(
    "transports.iroh-address", "An address of iroh is damaged. Ask for a new invite."
)()
NOBODY_BY_IROH = message(
    "transports.nobody-by-iroh",
    "Nobody answers through iroh at {place:verbatim}. Is the other player's client running?",
)
NOT_A_RELAY = message("transports.not-a-relay", "A relay is https://HOST, not {url:typed}.")
RELAY_NONE: Final = message("transports.relay-none", "Give either --relay none or relays, not both.")()
FORWARDED = message(
    "transports.forwarded",
    "The router forwards {place:verbatim} to this computer until you leave: anybody can knock there.",
)
NOT_FORWARDED = message(
    "transports.not-forwarded",
    "The router does not forward port {port:count} to this computer. {by_hand:message}",
)
BY_HAND: Final = message(
    "transports.by-hand",
    "Forward a TCP port to this computer by hand, and give it with --listen and --address.",
)()
NO_NETWORK: Final = message(
    "transports.no-network", "This computer is not on any network, so there is no router to ask."
)()
NO_ROUTER = message(
    "transports.no-router", "No router here forwards ports when asked (UPnP, NAT-PMP). {by_hand:message}"
)
SHARED_ADDRESS = message(
    "transports.shared-address",
    "The router has no address of its own on the internet (it has {outside:verbatim}): the provider shares one, so "
    "no port leads here. {helps:message}",
)
BEHIND_ROUTER = message(
    "transports.behind-router",
    "The router is behind another one (its own address is {outside:verbatim}): a port leads here only if "
    "that one forwards it "
    "too, which those of providers do not. {helps:message}",
)
USE_IROH: Final = message("transports.use-iroh", "Use --via tcp,iroh, or let somebody else host.")()
IROH_IS_ON: Final = message("transports.iroh-is-on", "iroh, which is on, leads here all the same.")()
PORT_IN_USE = message(
    "transports.port-in-use",
    "Port {port:count} is in use at {host:verbatim}. Close the other program, or choose another port with --listen.",
)
NOT_ALLOWED = message(
    "transports.not-allowed",
    "This system does not let you listen at {place:verbatim}. Choose a port above 1023 with --listen.",
)
CANNOT_LISTEN = message(
    "transports.cannot-listen",
    "Cannot listen at {place:verbatim}: {why:message}. Choose an address of this computer with --listen.",
)
NOBODY_ANSWERS = message(
    "transports.nobody-answers", "Nobody answers at {place:verbatim}. Is the other player's client running?"
)
REFUSED = message(
    "transports.refused",
    "The computer at {place:verbatim} answers, but no p2pgames is open there. Ask the other player to open it.",
)
SOMEBODY_ELSE = message(
    "transports.somebody-else",
    "Somebody else answers at {place:verbatim}: the key is not that of the address. Ask for a new invite.",
)
OTHER_PROGRAM = message(
    "transports.other-program",
    "At {place:verbatim} another program answers, not p2pgames. Ask for a new invite.",
)
SILENT = message(
    "transports.silent",
    "At {place:verbatim} something takes the connection but says nothing: another program, a client that "
    "has stopped, or a "
    "firewall. Ask the other player whether p2pgames is open there, and for a new invite.",
)
HUNG_UP = message(
    "transports.hung-up",
    "At {place:verbatim} the connection is closed at once: another program, or a firewall on the way. Ask "
    "for a new invite, or "
    "try from another network.",
)
WEB_SERVER = message(
    "transports.web-server",
    "At {place:verbatim} a web server answers, not p2pgames. If this network has a sign-in page, sign in "
    "first in your browser; "
    "if it has none, ask for a new invite.",
)
RELAYED = message("transports.relayed", "iroh, relayed by {relay:verbatim}")
DIRECT: Final = message("transports.direct", "iroh, direct")()
NOT_ENCRYPTED: Final = message("transports.not-encrypted", "TCP, not encrypted")()
WITH_HELP = message("transports.with-help", "{text:message} {help:message}")


# What is said of Tor.

ENDED: Final = message("tor.ended", "Tor has ended. Start the client again.")()
ADVICE: Final = message(
    "tor.advice",
    "Is this computer online, and is its clock right? Where Tor is blocked, choose another way to connect.",
)()
STUCK = message("tor.stuck", "Tor is stuck at {percent:count} %: {why:message}.")
FIRST_RELAY = message("tor.first-relay", "Tor is looking for a first relay: {percent:count} %.")
READS_LIST = message("tor.reads-list", "Tor is reading the list of its relays: {percent:count} %.")
BUILDS_WAY = message("tor.builds-way", "Tor is building a path through its relays: {percent:count} %.")
CONNECTED: Final = message("tor.connected", "Tor is connected.")()
REFUSES = message("tor.refuses", "Tor refuses {question:verbatim}: {answer:verbatim}")
INSTALL: Final = message(
    "tor.install",
    "For Tor, install the program tor: apt install tor, brew install tor, or from torproject.org.",
)()
STARTING: Final = message("tor.starting", "Tor is starting.")()
HAS_ENDED: Final = message("tor.has-ended", "Tor has ended.")()
STARTS_AGAIN = counted(
    "tor.starts-again",
    "Tor has ended ({why:message}). It starts again in {count} second.",
    "Tor has ended ({why}). It starts again in {count} seconds.",
)
DOES_NOT_START = message("tor.does-not-start", "Tor does not start: {why:message}")
SAYS_NOTHING: Final = message("tor.says-nothing", "it says nothing")()
SIGNAL = message("tor.signal", "signal {number:count}")
EXIT_CODE = message("tor.exit-code", "exit code {code:count}")
KNOWN: Final = message("tor.known", "Tor is connected, and others can find you through it.")()
NOTHING_HAS_COME = message("tor.nothing-has-come", "nothing has arrived for {seconds:count} seconds")
NOBODY_BY_TOR = message(
    "tor.nobody-by-tor",
    "Nobody answers through Tor at {host:verbatim}... Has the other client been running for a minute or more?",
)
NOT_SOCKS: Final = message("tor.not-socks", "What should be Tor's SOCKS port does not speak SOCKS 5.")()
TOR_CLOSED: Final = message("tor.closed", "Tor closed the connection. Is it still running?")()
ABOUT: Final = message(
    "tor.about",
    "Tor: an onion service. Its first minutes are slow. Nobody learns your address through it, but they "
    "do through any other ways that are switched on.",
)()
TOR_ADDRESS: Final = message("tor.address", "An address of Tor is damaged. Ask for a new invite.")()
