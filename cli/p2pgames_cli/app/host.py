"""Opening a table over the network."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from p2pgames.text import BadValue, Message, as_it_is
from p2pgames_cli.app.bots import check_bots
from p2pgames_cli.app.host_bots import bots_at, check_host_bots, play_bots
from p2pgames_cli.app.network import NetworkOptions, as_written, network_of
from p2pgames_cli.app.parent_folder import check_parent
from p2pgames_cli.app.player import player
from p2pgames_cli.app.rematch import Next, Series
from p2pgames_cli.app.run import run_table
from p2pgames_cli.app.stderr_capture import capture_stderr
from p2pgames_cli.app.table_request import TableRequest, propose
from p2pgames_cli.app.words import draw_words
from p2pgames_cli.config.exit_codes import Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named, reason
from p2pgames_cli.table.actions.everything import usual_keys
from p2pgames_cli.table.lobby import LobbyFrontEnd, Openings, at_open_table
from p2pgames_cli.table.session import Client, Mode
from p2pgames_cli.table.transport_choice import TransportChange, TransportChoice, TransportsChanged
from p2pgames_cli.table.trouble import About, Trouble
from p2pgames_protocol.discovery.registry import Enabled
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.net.session import LeftOpen, Session, host_table, leave_open, make_token
from p2pgames_protocol.transports.transport import DependencyMissing, PortTaken, hint
from p2pgames_protocol.wire.invite import Words

IROH: Final = "iroh"
"""The transport that is another one with other relays."""


@dataclass(frozen=True, slots=True)
class HostRequest:
    """A table that is to be opened, and how one plays at it."""

    user: User
    table: TableRequest
    client: Client
    network: NetworkOptions
    asked: bool = False
    """Whether the host is asked before somebody sits down."""
    invite_file: Path | None = None


# The ways of the tables that a player opens, where nothing is settled: asked once, and kept in the settings.


def with_usual(network: NetworkOptions, client: Client, opening: LobbyFrontEnd) -> NetworkOptions:
    """Return the ways to a table that is opened; a person whose settings do not name any is asked, once.

    Programs, and whoever has no terminal, are not asked and get TCP. The answer is kept as ``network.via``.
    """
    from p2pgames_protocol.discovery.registry import AUTO, NEARBY, names_in

    if network.via or network.usual or not _is_answered(client):
        return replace(network, quiet_port=network.auto)
    via = AUTO if opening.asks(_question(network), usual=True) else ",".join(NEARBY)
    try:
        client.settings.change({"network.via": via}, usual_keys())
    except Stop as stop:
        opening.warn(str(stop))
    else:
        said = _("Kept as network.via={via}. To change it: p2pgames settings network.via=...")
        opening.tell(said.format(via=via))
    if via == AUTO and find_spec("iroh") is None:
        opening.tell(named(hint(as_it_is("iroh"), "iroh")))
    return replace(network, usual=names_in(via), quiet_port=via == AUTO)


def _is_answered(client: Client) -> bool:
    """Tell whether a person reads the question: in a terminal, or on the page of the home."""
    return (client.options.mode is Mode.WINDOW and client.within) or (
        client.options.mode is not Mode.JSON and sys.stdin.isatty()
    )


def _question(network: NetworkOptions) -> str:
    """Return the question, with all that a yes tells to whom."""
    whose = ", ".join((_("n0, the makers of iroh"),) if network.relays is None else network.relays)
    relayed = _(
        "So that friends can join from anywhere, p2pgames uses relays ({whose}). They learn your address and whom "
        "you play with and when, never your moves or messages."
    )
    told = [relayed.format(whose=whose)] if whose else []
    told.append(_("Your router is asked to let the others in. People on your network see your open tables."))
    told.append(
        _("Is that all right? With no, friends can join on your own network only, with words as well.")
    )
    return " ".join(told)


def host(request: HostRequest, ui: Openings) -> int:
    """Open a table, wait until it is full and play; return the exit code."""
    options = request.client.options
    check_bots(request.table.game, options.bots)
    check_host_bots(request.table.game, request.table.bots)
    check_parent(request.invite_file)
    user = request.user
    request = replace(request, network=with_usual(request.network, request.client, ui(request.client)))
    with ExitStack() as held:
        tables = held.enter_context(user.home.at_tables())
        own = player(user)
        own.home.device(own.entropy)
        proposal = propose(own, request.table)
        tables.acquire(proposal.nonce)
        series = Series(own, request.network, ui, tables, make_token(own.identity, proposal))
        held.enter_context(capture_stderr(user.home))
        return run_table(request.client, held.pop_all(), _play, series, proposal, request)


async def _play(series: Series, proposal: Proposal, request: HostRequest) -> int:
    return await _Table(series, proposal, request, series.ui(request.client)).play()


@dataclass
class _Table:
    """A table that is opened, and again as often as its host wants it in other ways while it fills up."""

    series: Series
    proposal: Proposal
    request: HostRequest
    opening: LobbyFrontEnd
    words: Words | None = None
    listen: tuple[str, ...] = ()
    left: LeftOpen | None = None
    """What stays of it as it was open before."""
    wrong: Message | None = None
    """Why the ways that were wanted last could not be had."""
    before: NetworkOptions | None = None
    """How it was open before, until it is again: others may not be had."""

    async def play(self) -> int:
        """Open the table and play; return the exit code."""
        self.listen = self.series.network.listen
        while True:
            try:
                return await self._once()
            except TransportsChanged:
                self.opening.tell(_("Opening the table in other ways ..."))
            except (PortTaken, DependencyMissing, BadValue) as wrong:
                if self.before is None:
                    raise
                self.wrong = reason(wrong)
                self.series, self.before = replace(self.series, network=self.before), None
                self.listen = ()  # where it was: the new places may be what could not be had

    async def _once(self) -> int:
        request, series, opening = self.request, self.series, self.opening
        network, client = series.network, request.client
        self._tell(network)
        ways = network.ways(series.player, table=series.token)
        meeting = draw_words(network, ways, self.words)
        self.words = meeting.words
        change = opening.change = TransportChange(as_written(network, ways), self._ways)

        async def use(session: Session) -> tuple[int, Next | None]:
            self.before = None
            watch = session.watch_invite.text() if session.watch_invite is not None else ""
            opening.news(session)  # first: the invite is shown together with the seats
            if session.invite is not None:
                opening.invite(session.invite, request.invite_file, watch, meeting)
                # What came of the router is said by itself.
                mapper = session.network.mapper
                asked = mapper is not None and mapper.said is not None
                opening.reach(session.invite, near=asked or session.network.sharing.shows)
            opening.ways(session.network)
            if self.wrong is not None:
                opening.warn(Trouble(About.WAYS, self.wrong))
                self.wrong = None
            opening.can_change(change)
            try:
                peer = await opening.begun(session)
            except TransportsChanged as other:
                self._leave_open(session, other.ways)
                raise
            return await series.play(session, peer, client, watch)

        table = host_table(
            series.player,
            self.proposal,
            listen=self.listen,
            addresses=network.addresses,
            confirm=opening.confirm if request.asked else None,
            knock=opening.confirm,
            ways=ways,
            meeting=meeting,
            bots=bots_at(series.player, self.proposal, request.table),
            beside=partial(play_bots, series.player, request.table.game, client.settings),
            before=self.left,
        )
        code, after = await at_open_table(opening, table, use)
        return await series.go_on(after, client, code)

    def _tell(self, network: NetworkOptions) -> None:
        client = self.request.client
        if network.maps:
            self.opening.tell(_("Asking the router to forward a port ..."))
        elif client.within:
            self.opening.tell(_("Opening the table ..."))

    def _network(self, ways: TransportChoice) -> NetworkOptions:
        client = self.request.client
        network = network_of(client.settings, ways)
        return replace(network, quiet_port=network.auto)

    def _ways(self, chosen: TransportChoice) -> Enabled:
        """Return the ways that are written so; raise `Stop` or `DependencyMissing` if they cannot be had."""
        return self._network(chosen).ways(self.series.player, table=self.series.token)

    def _leave_open(self, session: Session, chosen: TransportChoice) -> None:
        """Leave the table open, to be opened in other ways: what they have in common with these goes on."""
        before, network = self.series.network, self._network(chosen)
        kept = {one.name for one in self._ways(chosen).transports}
        if network.relays != before.relays:
            kept.discard(IROH)
        self.left, self.before = leave_open(session, kept, self.left), before
        self.listen = () if network.listen == before.listen else network.listen
        self.series = replace(self.series, network=network)
