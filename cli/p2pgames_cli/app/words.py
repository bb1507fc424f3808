"""Words of a table: drawn for one that is opened, and looked for by those who typed them."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from functools import partial

from p2pgames import registry
from p2pgames.text import Message
from p2pgames_cli.app.network import NetworkOptions
from p2pgames_cli.app.run import run_aside
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named, sentence_of
from p2pgames_cli.table.lobby import LobbyFrontEnd, unless_left
from p2pgames_cli.table.session import Client
from p2pgames_protocol.discovery.registry import Enabled, for_guest, for_host, leading_ways
from p2pgames_protocol.net.lobby import Turned
from p2pgames_protocol.net.meeting import Meeting, find_invite
from p2pgames_protocol.net.network import no_relay
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.transports.transport import Unreachable
from p2pgames_protocol.wire.identity import SEED_SIZE, Identity
from p2pgames_protocol.wire.invite import SECRET_SIZE, Invite, NoMemory, Words

SOUGHT_BY = ("iroh", "lan")
"""By what words are looked for where nothing was chosen."""


def draw_words(network: NetworkOptions, ways: Enabled, words: Words | None = None) -> Meeting:
    """Return the words of a table that is opened, new ones unless it has some, and by what they lead there."""
    options = network.options
    names = *(one.name for one in ways.transports), *(one.name for one in ways.discoveries)
    by = leading_ways(names, options)
    words = words or Words(secrets.token_bytes(SECRET_SIZE))
    return Meeting(words, lambda own: for_host(own, by, options, secrets.token_bytes), by, why_no_relay())


def why_no_relay() -> Message:
    """Return what is said where no relay answers, by the date of this computer."""
    return no_relay(datetime.now(UTC).date())


def invite_of(
    given: Invite | Words,
    user: User,
    network: NetworkOptions,
    opening: LobbyFrontEnd | None,
    client: Client | None = None,
    *,
    watches: bool = False,
) -> Invite:
    """Return an invite as it is, or the one that words stand for, to a seat or for watchers.

    Raises `Stop` if nobody hands it out in time. The host learns nothing of the player yet: who asks shows a key
    made for this alone.
    """
    if isinstance(given, Invite):
        return given
    by = leading_ways(network.via or network.usual or SOUGHT_BY, network.options)
    if not by:
        said = _(
            "Words work over iroh, on the local network, or through the DHT: none of them is switched on. "
            "Add --via tcp,iroh,lan, or ask for the long line."
        )
        raise Stop(Code.USAGE, said)
    tell = opening.tell if opening is not None else lambda _text: None
    tell(_("Looking for the host by the words ..."))
    nobody = Identity(secrets.token_bytes(SEED_SIZE))
    guest = Player(nobody, "", user.home, secrets.token_bytes, registry.rules)
    ways = partial(for_guest, nobody, names=by, options=network.options, entropy=secrets.token_bytes)
    meeting = Meeting(given, ways, by, why_no_relay())
    seek = partial(find_invite, watches=watches, tell=lambda why: tell(named(why)))
    try:
        patience = client.options.timeout if client is not None else None
        search = partial(seek, guest, meeting, patience)
        return run_aside(client, search if opening is None else partial(unless_left, opening.hear, search))
    except Unreachable as wrong:
        raise Stop(Code.NO_CONTACT, sentence_of(wrong)) from None
    except (NoMemory, Turned) as wrong:
        raise Stop(Code.FAILURE, sentence_of(wrong)) from None
