"""What is proposed after a game, and what is checked of a table before one sits down there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from p2pgames import registry
from p2pgames.text import Count, Message, Verbatim, message
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.library.stored_games import Stored, Unreadable, find_readable
from p2pgames_cli.table.waiting import seconds_allowed, spoken_duration
from p2pgames_protocol.audit import series
from p2pgames_protocol.audit.series import SeriesGame, ended_game
from p2pgames_protocol.log.genesis import TABLE_OPTIONS, Proposal, Refused, check_proposal
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player


@dataclass(frozen=True, slots=True)
class Said:
    """What a player was told of a table before its proposal came: of no bots, no foreign league and no short time."""

    game: str
    seats: int | None = None
    leagues: frozenset[bytes] = frozenset()
    """Those in which the player takes part: that a game counts there is no surprise."""


# Why the client takes no seat at a table, and how one differs from what was said of it.

BEGINS_ALONE: Final = message(
    "app.begins-alone",
    "The table says who begins but is not part of a series: outside a series the coin decides.",
)()
BEGINS_AFTER = message(
    "app.begins-after",
    "Who begins at this table depends on game {number:verbatim}, which is not here, or not over: ask for "
    "a table outside"
    " the series.",
)
DOES_NOT_FOLLOW = message(
    "app.does-not-follow", "The table does not follow game {number:verbatim}: {why:message}"
)
OTHER_REMATCH = message(
    "app.other-rematch",
    "This is no rematch of game {number:verbatim}: the game before had {before:verbatim}, this table has "
    "{now:verbatim}. No seat was taken.",
)
NOT_AGREED: Final = message("app.not-agreed", "You did not agree to this table. No seat was taken.")()
OTHER_GAME = message(
    "app.other-game", "The invite was to a game of {said:verbatim}, but the table plays {game:verbatim}."
)
OTHER_SEATS = message(
    "app.other-seats", "The table was shown with {said:count} seats, but it has {seats:count}."
)
BRINGS_BOTS = message("app.brings-bots", "Bots that the host brings: {count:count}.")
COUNTS_IN = message("app.counts-in", "The game counts in league {number:verbatim}.")
SHORT_TIME = message(
    "app.short-time",
    "Each move has to come within {time:verbatim}; after that the others can vote a player out.",
)


@dataclass
class RematchCheck:
    """Looks at what a host proposes before this player joins, and says what it is."""

    player: Player
    tell: Callable[[str], None]
    after: SeriesGame | None = None
    """The game of which the table is to be a rematch."""
    said: Said | None = None
    agrees: Callable[[tuple[Message, ...]], Awaitable[bool]] | None = None
    """Asks the player about what differs from what was said; None if they have seen the proposal, or agree to all."""

    async def __call__(self, proposal: Proposal) -> None:
        """Tell what is proposed.

        Raises `Refused` if that cannot be played here, is not what it says it is, or the player does not agree to it.
        """
        try:
            rules = registry.rules(proposal.rules, proposal.version)
        except registry.Unknown as unknown:
            raise Refused(unknown.message) from None
        check_proposal(proposal, rules)
        follows = check_series(self.player.home, proposal)
        if self.after is not None:
            check_rematch(proposal, self.after)
        options = " ".join(f"{name}={value}" for name, value in proposal.resolved_options.items())
        said = _("The table plays {game} with {seats} seats; {options}.")
        self.tell(said.format(game=proposal.rules, seats=proposal.seats, options=options))
        for said in filter(None, (_brings(proposal), _counts(proposal), follows)):
            self.tell(said)
        if self.said is None or self.agrees is None:
            return
        differs = tuple(differences(proposal, self.said))
        if differs and not await self.agrees(differs):
            raise Refused(NOT_AGREED)


def differences(proposal: Proposal, said: Said) -> Iterator[Message]:
    """Yield in what a table differs from what was said of it, or surprises somebody who was told nothing of it."""
    if proposal.rules != said.game:
        yield OTHER_GAME(said=Verbatim(said.game), game=Verbatim(proposal.rules))
    if said.seats not in (None, proposal.seats):
        yield OTHER_SEATS(said=Count(said.seats or 0), seats=Count(proposal.seats))
    if proposal.bots:
        yield BRINGS_BOTS(count=Count(proposal.bots))
    if proposal.league is not None and proposal.league not in said.leagues:
        yield COUNTS_IN(number=Verbatim(proposal.league.hex()[:16]))
    limit, usual = seconds_allowed(dict(proposal.table)["time"]), seconds_allowed(TABLE_OPTIONS[0].default)
    if limit is not None and usual is not None and limit < usual:
        yield SHORT_TIME(time=Verbatim(spoken_duration(limit)))


def check_rematch(proposal: Proposal, before: SeriesGame) -> None:
    """Raise `Refused`, saying what differs, unless a table is what its host would open as a rematch of this game."""
    number = Verbatim(before.genesis.game_id.hex()[:16])
    if wrong := series.why_unfit(proposal, before):
        raise Refused(DOES_NOT_FOLLOW(number=number, why=wrong))
    due, now = _terms(proposal_after(before, proposal.host, proposal.nonce)), _terms(proposal)
    differs = [name for name in {**due, **now} if due.get(name) != now.get(name)]
    if differs:
        had, has = (
            Verbatim(", ".join(f"{name}={terms.get(name, '-')}" for name in differs)) for terms in (due, now)
        )
        raise Refused(OTHER_REMATCH(number=number, before=had, now=has))


def _terms(proposal: Proposal) -> dict[str, str]:
    return {"game": proposal.rules, "seats": str(proposal.seats), **proposal.resolved_options}


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


def game_before(home: Home, game_id: bytes) -> SeriesGame | None:
    """Return a game of this home that is over; None if it is not here, or not over. Only its own file is read."""
    game = find_readable(home, game_id.hex())
    try:
        return ended_game(game.replica()) if isinstance(game, Stored) else None
    except Unreadable:
        return None


def proposal_after(before: SeriesGame, host: bytes, nonce: bytes) -> Proposal:
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
    return replace(proposal, bots=old.proposal.bots, league=old.proposal.league)


def check_series(home: Home, proposal: Proposal) -> str:
    """Return what to tell of a table that continues a series, or nothing; raise `Refused` if it does not continue it.

    Who begins is left to the coin, or follows from the game before: a host who chose it would have an advantage.
    """
    if proposal.previous is None:
        if proposal.first is not None:
            raise Refused(BEGINS_ALONE)
        return ""
    number = proposal.previous[0].hex()[:16]
    before = game_before(home, proposal.previous[0])
    if before is None:
        if proposal.first is not None:
            raise Refused(BEGINS_AFTER(number=Verbatim(number)))
        return _("It says that it follows game {number}, which is not here: that was not checked.").format(
            number=number
        )
    if wrong := series.why_unfit(proposal, before):
        raise Refused(DOES_NOT_FOLLOW(number=Verbatim(number), why=wrong))
    beginner = ""
    if before.begins is not None and proposal.first is not None:
        genesis = before.genesis
        name = genesis.names[genesis.identities.index(before.begins)]
        beginner = " " + _("{name} begins.").format(name=name)
    return _("It follows game {number}, as your copy of that shows.").format(number=number) + beginner
