"""What links, doors and tables across the network say."""

from __future__ import annotations

from typing import Final

from p2pgames.text import message

THE_NAMES: Final = message("net.names", "The names")()
A_NAME: Final = message("net.a-name", "A name")()
MESSAGE_COUNT: Final = message("net.message-count", "The count of messages")()
TOO_SLOW: Final = message("net.too-slow", "The other end reads too slowly.")()
UNSIGNED: Final = message("net.unsigned", "The other end keeps sending what nobody signed.")()
ADDRESS_FLOOD: Final = message("net.address-flood", "The other end floods this one with addresses.")()
CHAT_FLOOD: Final = message("net.chat-flood", "The other end floods this one with chat.")()
LINKS_FLOOD: Final = message("net.links-flood", "The other end keeps naming other links.")()
LINKS_OF_PLAYERS: Final = message(
    "net.links-of-players", "Only players name their links: each once, in the order of seats."
)()
PING_FLOOD: Final = message("net.ping-flood", "The other end floods this one with pings.")()
NOT_SWITCHED_ON = message(
    "net.not-switched-on",
    "{place:verbatim} is reached by {way:verbatim}, which is not switched on: add it to --via.",
)
CANNOT_DIAL = message("net.cannot-dial", "This client does not know how to dial {place:verbatim}; update it.")
NOT_FOR_OTHERS = message(
    "net.not-for-others",
    "{place:verbatim} is not dialled: others have named it, and it leads into this network or this computer.",
)
MANY_PORTS = message(
    "net.many-ports",
    "{place:verbatim} is not dialled: too many ports of that computer were named for this player.",
)
NO_ADDRESS_YET: Final = message(
    "net.no-address-yet", "No address of this player is known yet. Ask for a new invite."
)()
IS_IT_RUNNING: Final = message(
    "net.is-it-running", "Is the other player's client running, and can this computer reach it?"
)()
NOBODY_AT_ANY = message(
    "net.nobody-at-any",
    "Nobody we are looking for answers at any of {number:count} addresses ({places:verbatim}). {why:message}",
)
NOBODY_BY_WORDS: Final = message(
    "net.nobody-by-words",
    "Nobody is waiting under these words. The host's window must stay open; compare the words.",
)()
AN_INVITE: Final = message("net.an-invite", "The invite")()
OPENS_NOTHING: Final = message("net.opens-nothing", "What was handed over opens no table.")()
NO_RELAY: Final = message(
    "net.no-relay",
    "No relay answers: you are offline, or this network lets only browsers out. Try another network.",
)()
WRONG_DATE: Final = message("net.wrong-date", "Your computer's date is wrong: relays refuse it. Set it.")()
SILENCE = message(
    "net.silence",
    "Nothing comes back from {place:verbatim}: the computer there is asleep, or a firewall is in the "
    "way. Is the other player's window open? If not, open the table yourself.",
)
ONLY_THERE: Final = message(
    "net.only-there",
    "This invite seems to lead only inside the host's own network. If you are elsewhere, ask the host for one with "
    "--via tcp,iroh or --map-port, or open the table yourself.",
)()
NO_IROH_THERE: Final = message(
    "net.no-iroh-there",
    "The host has no iroh, which gets through routers. Install it on both sides, or ask for --map-port.",
)()
NOT_THROUGH: Final = message(
    "net.not-through",
    "Somebody has the invite but cannot get through to you. Let them open the table instead.",
)()
NOBODY_IN_TIME = message("net.nobody-in-time", "Nobody answers in time at {place:verbatim}.")
HOST_OR_PORT = message(
    "net.host-or-port", "An address to give out is HOST or HOST:PORT, not {address:typed}."
)
ADDRESS_TO_TELL: Final = message(
    "net.address-to-tell", "An address to give out is short and in ASCII: write other names as xn--..."
)()
NO_TABLE: Final = message("net.no-table", "There is no such table here. Ask the host for a new invite.")()
NO_WATCHERS: Final = message("net.no-watchers", "This table is not open to watchers.")()
MANY_WATCHERS: Final = message(
    "net.many-watchers", "This table already has as many watchers as it allows. Try again later."
)()
OTHER_TABLE: Final = message(
    "net.other-table", "The host is showing somebody else's table. Ask for a new invite."
)()
HAVE_A_SEAT: Final = message(
    "net.have-a-seat", "You have a seat at this table: go on with resume, or with join and the invite."
)()
NO_SEAT_OF_YOURS: Final = message(
    "net.no-seat-of-yours",
    "No game of yours is open there. Does the line come from a player of the game you lost, and is that game open?",
)()
OTHER_COMPUTER: Final = message(
    "net.other-computer",
    "You took your seat at this table on another computer, or with files that are gone. To play it here: "
    "p2pgames resume --fetch --at and this line",
)()
OTHER_PLAYER: Final = message(
    "net.other-player", "Somebody other than the player you look for answers at this address."
)()
HOST_GONE: Final = message("net.host-gone", "The host's client has gone.")()
FOR_WATCHING: Final = message("net.for-watching", "This invite is for watching: use it with watch.")()
GOODBYE: Final = message("net.goodbye", "The other end said goodbye.")()
TOO_LARGE = message(
    "net.too-large", "A message of {length:count} bytes was announced; at most {most:count} are allowed."
)
NO_KIND: Final = message("net.no-kind", "A message does not begin with its kind.")()
CLOSED_LINK: Final = message("net.closed-link", "The other end has closed the connection.")()
OTHER_KIND = message("net.other-kind", "A message of kind {came:verbatim} came where {due:typed} was due.")
NONE_DUE = message("net.none-due", "A message of kind {came:verbatim} came where none was due.")
NOT_HERE = message("net.not-here", "A message of kind {came:verbatim} does not belong here.")
OTHER_FORMAT = message(
    "net.other-format",
    "The other end speaks version {theirs:verbatim}, this one {ours:count}: update the older.",
)
SAME_IDENTITY: Final = message(
    "net.same-identity", "The other end uses your own identity: you cannot play against yourself."
)()
INVALID_KEY: Final = message("net.invalid-key", "The other end's key is not a valid Ed25519 key.")()
NOT_CALLED: Final = message("net.not-called", "The player we are looking for is not at this address.")()
KEY_NOT_HELD: Final = message("net.key-not-held", "The other end does not hold the key it names.")()
LINK_GONE: Final = message("net.link-gone", "The connection is gone.")()
ONE_MESSAGE: Final = message("net.one-message", "The other end takes too long over one message.")()
SILENT = message("net.silent", "The other end has been silent for {seconds:count} seconds.")
HAS_LEFT: Final = message("net.has-left", "The other end has left.")()
SLOW_HELLO: Final = message("net.slow-hello", "The other end did not finish its hello in time.")()
WRONG_TOKEN: Final = message(
    "net.wrong-token", "The invite is not for this table, or is no longer valid. Ask the host for a new one."
)()
FULL: Final = message("net.full", "The table is full already. Ask the host to open another one.")()
CLOSED: Final = message("net.closed", "The host has closed the table.")()
CONNECTED_ANEW: Final = message("net.connected-anew", "The player has connected anew.")()
OTHER_PROPOSAL: Final = message(
    "net.other-proposal", "The genesis is of another proposal than the one that was joined."
)()
OTHER_SEAT: Final = message("net.other-seat", "The genesis does not hold our seat as we signed it.")()
MANY_AT_DOOR: Final = message(
    "net.many-at-door", "Too many people are at the door of this table. Try again in a minute."
)()
OTHER_KEY: Final = message("net.other-key", "The join is signed by another key than the hello.")()
NOT_LET_IN: Final = message("net.not-let-in", "The host did not let you in.")()
NOT_THE_HOST: Final = message("net.not-the-host", "The proposal is not from the host of the invite.")()
PLAYERS_REMATCH: Final = message("net.players-rematch", "Only players offer a rematch.")()
PLAYERS_CHAT: Final = message("net.players-chat", "Only the players at a table can chat there.")()
NEVER_ACCEPTED = message("net.never-accepted", "The store holds what this game never accepted: {why:message}")
REMATCH_TABLE: Final = message("net.rematch-table", "The invite to a rematch opens no table.")()
REMATCH_INVITE: Final = message("net.rematch-invite", "A rematch gives one invite, or none.")()
REMATCH_HOST: Final = message("net.rematch-host", "A rematch is offered by the player who opens the table.")()
BREAKS_OFF = message("net.breaks-off", "The host answers, then breaks off: {why:message}")
OWN_INVITE: Final = message(
    "net.own-invite",
    "This is your own invite: send it to somebody else. To go on with the game yourself: p2pgames resume",
)()
OWN_TABLE: Final = message("net.own-table", "This is your own table: open it with resume.")()

# -- handing a seat over --

LINE_USED: Final = message(
    "net.line-used", "This line has already been used, or is no longer valid: ask for another one."
)()
NOT_THAT_SEAT: Final = message("net.not-that-seat", "This is not the seat that the line names.")()
PARTS: Final = message("net.parts", "The parts of the seat")()
NOT_TO_HAND_OVER: Final = message(
    "net.not-to-hand-over",
    "This copy of the game may not sign now, so its seat cannot be handed over either.",
)()
HANDED_OVER: Final = message(
    "net.handed-over", "You have handed this seat over: nothing is signed for it here any more."
)()

BY_TEXT: Final = {
    str(said): said
    for said in (
        NO_TABLE,
        NO_WATCHERS,
        MANY_WATCHERS,
        FOR_WATCHING,
        WRONG_TOKEN,
        FULL,
        OTHER_COMPUTER,
        CLOSED,
        MANY_AT_DOOR,
        NOT_LET_IN,
        OTHER_KEY,
        NOT_CALLED,
        LINE_USED,
    )
}
"""By their English, as it stands on a link: why a host says goodbye."""
