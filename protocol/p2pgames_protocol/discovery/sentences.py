"""What discoveries say."""

from __future__ import annotations

from typing import Final

from p2pgames.text import message

A_VALUE: Final = message("discovery.a-value", "A value")()
FIELD = message("discovery.field", "{name:verbatim}")
DHT_ABOUT: Final = message(
    "discovery.dht-about",
    "DHT: where you can be reached is kept, encrypted, in the BitTorrent DHT, for the players of "
    "this table. Its nodes learn your address, and that you keep a record there.",
)()
NOT_A_NODE = message("discovery.not-a-node", "A node of the DHT is HOST:PORT, not {node:typed}.")
DHT_NOT_RUNNING: Final = message("discovery.dht-not-running", "The DHT is not running.")()
THE_DHT: Final = message("discovery.the-dht", "The DHT")()
DHT_ADDRESS: Final = message("discovery.dht-address", "An address of the DHT is damaged.")()
NOT_IN_DHT: Final = message("discovery.not-in-dht", "The player was not found in the DHT.")()
DHT_LENGTH: Final = message("discovery.dht-length", "A record of the DHT has the wrong length.")()
DHT_ENCRYPTED: Final = message(
    "discovery.dht-encrypted", "A record of the DHT is not encrypted for this table."
)()
MISSING_OR_LONG = message("discovery.missing-or-long", "{name:verbatim} is missing, or too long.")
NO_NUMBER = message("discovery.no-number", "{name:verbatim} is not a number.")
OTHER_VERSION: Final = message("discovery.other-version", "The table is of another version.")()
PIN_WRITTEN: Final = message("discovery.pin-written", "This is not how a pin is written.")()
NO_HOST_KEY: Final = message("discovery.no-host-key", "The host's key is not a key.")()
NOT_BASE32: Final = message("discovery.not-base32", "A value is not base32.")()
NOT_UTF_8 = message("discovery.not-utf-8", "{name:verbatim} is not UTF-8.")
LAN_ABOUT: Final = message(
    "discovery.lan-about",
    "People on this network see that somebody here is playing, but not who or what. They see your open "
    "table with p2pgames join --lan, and you are asked about everybody who wants to join.",
)()
NOT_ON_NETWORK: Final = message("discovery.not-on-network", "The player is not on this network.")()
NO_MULTICAST: Final = message(
    "discovery.no-multicast",
    "No network here carries multicast, so neighbours cannot be found: use an invite.",
)()
NO_SUCH_WAY = message(
    "discovery.no-such-way", "{name:typed} is not a way to connect: choose from {names:verbatim}."
)
TCP_TELLS: Final = message(
    "discovery.tcp-tells",
    "Straight from one computer to the other. Players learn each other's addresses, and one of you "
    "must be reachable from outside.",
)()
IROH_TELLS: Final = message(
    "discovery.iroh-tells",
    "Works through routers that let nobody in. Players learn each other's addresses; the relays learn "
    "them too, and whom you are linked with, when, and how much you send, but not what.",
)()
TOR_TELLS: Final = message(
    "discovery.tor-tells",
    "Slow at first. Nobody learns your address through it, but they do through any other ways that are "
    "switched on.",
)()
TOR_STARTS: Final = message(
    "discovery.tor-starts",
    "It starts the program tor on this computer: your provider sees that you use Tor, and the "
    "first relay learns your address.",
)()
LAN_TELLS: Final = message(
    "discovery.lan-tells",
    "People on this network see your open table under Nearby, with your name and key, and you are asked "
    "about everybody who wants to join. Afterwards they see that somebody here is playing.",
)()
DHT_TELLS: Final = message(
    "discovery.dht-tells",
    "Finds the others again when all have new addresses. Where you can be reached is kept in the "
    "BitTorrent DHT, encrypted; its nodes learn your address, and that you keep a record there.",
)()
DHT_STARTS: Final = message(
    "discovery.dht-starts",
    "It asks strangers' computers in the BitTorrent DHT where the others are, and tells them where "
    "you are, encrypted: they learn your address, and which record you look for.",
)()
