"""The next game of a series: what is proposed after a game, and what of that is checked before one joins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from p2pgames import registry
from p2pgames.text import Verbatim
from p2pgames_cli.app import messages
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.library.stored_games import Unreadable, stored
from p2pgames_protocol.audit import series
from p2pgames_protocol.audit.series import Played, played
from p2pgames_protocol.log.proposal import Proposal, check_proposal
from p2pgames_protocol.log.table_options import Refused
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player


@dataclass
class RematchCheck:
    """Looks at what a host proposes before this player joins, and says what it is."""

    player: Player
    tell: Callable[[str], None]

    async def __call__(self, proposal: Proposal) -> None:
        """Tell what is proposed; raise `Refused` if that cannot be played here, or is not what it says."""
        try:
            rules = registry.rules(proposal.rules, proposal.version)
        except registry.Unknown as unknown:
            raise Refused(unknown.message) from None
        check_proposal(proposal, rules)
        follows = check(self.player.home, proposal)
        options = " ".join(f"{name}={value}" for name, value in proposal.settled.items())
        said = _("The table plays {game} with {seats} seats; {options}.")
        self.tell(said.format(game=proposal.rules, seats=proposal.seats, options=options))
        for said in filter(None, (_brings(proposal), _counts(proposal), follows)):
            self.tell(said)


def _brings(proposal: Proposal) -> str:
    """Return who else sits on the host's side, and what that means; nothing if the host brings no bots."""
    count = proposal.bots
    if not count:
        return ""
    if not proposal.decks:
        return ngettext("The host brings {count} bot.", "The host brings {count} bots.", count).format(
            count=count
        )
    return ngettext(
        "The host brings {count} bot; the host's computer knows its cards.",
        "The host brings {count} bots; the host's computer knows their cards.",
        count,
    ).format(count=count)


def _counts(proposal: Proposal) -> str:
    """Return where the game counts; nothing if it is of no league."""
    if proposal.league is None:
        return ""
    return _("It counts in league {number}, and nowhere else.").format(number=proposal.league.hex()[:16])


def game_before(home: Home, game_id: bytes) -> Played | None:
    """Return a game of this home that is over; None if it is not here, or not over."""
    for game in stored(home):
        if game.genesis.game_id == game_id:
            try:
                return played(game.replica())
            except Unreadable:
                return None
    return None


def proposal_after(before: Played, host: bytes, nonce: bytes) -> Proposal:
    """Return the proposal of the next game, with the options of the one before; raises ValueError if it is not one."""
    old = before.genesis
    proposal = Proposal.of(
        host,
        registry.game(old.proposal.rules).rules,
        old.proposal.seats,
        nonce,
        {**old.table, **old.options},
        (old.game_id, before.end),
        series.first_seat(before, host),
    )
    return replace(proposal, bots=old.proposal.bots)


def check(home: Home, proposal: Proposal) -> str:
    """Return what to tell of a table that continues a series, or nothing; raise `Refused` if it does not continue it.

    Who begins is left to the coin, or follows from the game before: a host who chose it would have an advantage.
    """
    if proposal.previous is None:
        if proposal.first is not None:
            raise Refused(messages.BEGINS_ALONE)
        return ""
    number = proposal.previous[0].hex()[:16]
    before = game_before(home, proposal.previous[0])
    if before is None:
        if proposal.first is not None:
            raise Refused(messages.BEGINS_AFTER(number=Verbatim(number)))
        return _("It says that it follows game {number}, which is not here: that was not checked.").format(
            number=number
        )
    if wrong := series.unfit(proposal, before):
        raise Refused(messages.DOES_NOT_FOLLOW(number=Verbatim(number), why=wrong))
    beginner = ""
    if before.begins is not None and proposal.first is not None:
        name = before.genesis.names[before.genesis.identities.index(before.begins)]
        beginner = " " + _("{name} begins.").format(name=name)
    return _("It follows game {number}, as your copy of that shows.").format(number=number) + beginner
