"""``p2pgames league``: a league that anybody can recompute from its folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from p2pgames.text import whole_number
from p2pgames_cli.commands.flags import flags, pairs
from p2pgames_cli.commands.flags import show as print_report
from p2pgames_cli.commands.workers_flags import progress, workers_flags
from p2pgames_cli.config import console
from p2pgames_cli.config.context import flag, user
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import headed, named

if TYPE_CHECKING:
    from p2pgames_cli.app.league.folder import LeagueFolder
    from p2pgames_cli.app.league.founding import Wish
    from p2pgames_cli.app.league.games import LeagueGames
    from p2pgames_cli.app.workers.workers import Workers

shared = flags("home", "profile", "name", "json", "passphrase-file")
workers = workers_flags("Files checked side by side.")
folder_argument = click.argument("folder", type=click.Path(path_type=Path))


@click.group(
    epilog="""\b
Examples:
  p2pgames league new winter --title "Winter" --game linja --game bus:4
  p2pgames league join winter
  p2pgames host linja --league winter
  p2pgames league add winter *.p2pg
  p2pgames league standings winter"""
)
def command() -> None:
    """Found a league, take part in one, and see how it stands.

    A league is a folder: its file, a file for everybody who takes part, and games. Equal folders give equal standings.
    """


@command.command(
    epilog="""\b
Example:
  p2pgames league new winter --title "Winter" --game linja,bonus=any --most 2"""
)
@folder_argument
@click.option("--title", required=True, metavar="TEXT", help="What the league is called.")
@click.option(
    "--game",
    "games",
    multiple=True,
    required=True,
    metavar="GAME[:SEATS][,K=V...]",
    help="A game that counts, its seats, and its options; repeatable.",
)
@click.option("--dates", metavar="TEXT", help="When it is played, in words.")
@click.option(
    "--most",
    type=click.IntRange(0, 1000),
    default=0,
    help="How many games on the same terms between the same people count; all unless given.",
)
@click.option(
    "--by",
    type=click.Choice(("points", "rating")),
    default="points",
    help="What its standings go by: points (the default), or ratings from all games at once.",
)
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="KEY",
    help="Invite this key, 64 digits and letters, and nobody who is not named; repeatable.",
)
@shared
def new(
    folder: Path,
    title: str,
    games: tuple[str, ...],
    dates: str | None,
    most: int,
    by: str,
    players: tuple[str, ...],
) -> None:
    """Found a league in FOLDER, and sign its file."""
    from p2pgames_cli.app.league.founding import FoundRequest, found_league

    keys = tuple(map(_key, players))
    chosen = tuple(map(_wish, games))
    print_report(
        found_league(FoundRequest(user(), folder, title, chosen, dates, most, by, keys)),
        as_json=bool(flag("json")),
    )


@command.command(
    short_help="Sign that you take part in a league.",
    epilog="Example: p2pgames league join winter/league.p2pl",
)
@folder_argument
@shared
def join(folder: Path) -> None:
    """Sign that you take part in the league in FOLDER, which may be its file, too."""
    from p2pgames_cli.app.league.folder import LeagueFolder
    from p2pgames_cli.app.league.founding import enrol

    about, file = enrol(user(), folder)
    _left_out(LeagueFolder.at(folder))
    print_report(about, as_json=bool(flag("json")))
    said = _("You take part. Send {file} to the organiser and to the others.")
    console.warn(said.format(file=file))


@command.command(
    short_help="Show a league, and who takes part.",
    epilog="""\b
Examples:
  p2pgames league show winter
  p2pgames league show winter --html winter.html""",
)
@folder_argument
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a page there with the table and every game, and the pages of the games in a folder beside it.",
)
@workers
@flags("home", "profile", "json")
def show(folder: Path, html: Path | None, workers: Workers) -> None:
    """Show what the league in FOLDER says of itself, and who takes part."""
    if html is not None:
        from p2pgames_cli.app.league.page import write_page

        opened = _opened(folder, workers)
        with progress() as told:
            written = write_page(*opened, html, workers, told)
        print_report(written, as_json=bool(flag("json")))
        return
    from p2pgames_cli.app.league.about import LeagueSummary
    from p2pgames_cli.app.league.folder import LeagueFolder

    league = LeagueFolder.at(folder)
    _left_out(league)
    print_report(LeagueSummary.from_folder(league), as_json=bool(flag("json")))


@command.command(
    short_help="Take games and enrolments into a league.",
    epilog="Exit codes: 0 all taken in, 3 something was refused.",
)
@folder_argument
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@workers
@flags("home", "profile", "json")
def add(folder: Path, files: tuple[Path, ...], workers: Workers) -> int:
    """Audit finished games in full, and take those of the league into FOLDER; enrolments, too.

    Of each file it says whether it counts, or why not.
    """
    from p2pgames_cli.app.league.adding import add_files as take_in
    from p2pgames_cli.app.league.folder import LeagueFolder
    from p2pgames_cli.app.league.kept_audits import KeptAudits

    league = LeagueFolder.at(folder)
    _left_out(league)
    with progress() as told:
        added = take_in(league, KeptAudits.at(user().home.state), files, workers, told)
    print_report(added, as_json=bool(flag("json")))
    return added.code


@command.command(short_help="Show how everybody stands.", epilog="Example: p2pgames league standings winter")
@folder_argument
@workers
@flags("home", "profile", "json")
def standings(folder: Path, workers: Workers) -> None:
    """Compute the standings of the league in FOLDER from its games, and show what looks doubtful.

    Points are 2 for each player you are ahead of, 1 for each who shares your place. Ratings need the package choix.
    """
    from p2pgames_cli.app.league.standings import LeagueTable

    print_report(LeagueTable.from_folder(*_opened(folder, workers)), as_json=bool(flag("json")))


@command.command(short_help="Show who plays whom next.", epilog="Example: p2pgames league pair winter")
@folder_argument
@workers
@flags("home", "profile", "json")
def pair(folder: Path, workers: Workers) -> None:
    """Pair the players of the league in FOLDER for a round of games for two, from its standings and its games.

    Everybody with the same files gets the same pairs, and nobody meets anybody again before having met all.
    """
    from p2pgames_cli.app.league.standings import Round

    print_report(Round.from_folder(*_opened(folder, workers)), as_json=bool(flag("json")))


def _opened(folder: Path, workers: Workers) -> tuple[LeagueFolder, LeagueGames]:
    """Return a league with its games; say on standard error which files hold none, and which games are none of its."""
    from p2pgames_cli.app.league.folder import LeagueFolder
    from p2pgames_cli.app.league.games import league_games
    from p2pgames_cli.app.league.kept_audits import KeptAudits

    league = LeagueFolder.at(folder)
    with progress() as told:
        found = league_games(league, KeptAudits.at(user().home.state), workers, told)
    _left_out(league, found)
    for game, reason in found.counted(league).foreign:
        console.warn(headed(game.id.hex()[:16], named(reason)))
    return league, found


def _left_out(league: LeagueFolder, games: LeagueGames | None = None) -> None:
    """Say on standard error which files are left out since they cannot be read, and which hold a game once more."""
    for path, why in [*league.unread, *(games.unread if games else ())]:
        console.warn(headed(path, why))
    for path in games.copies if games else ():
        console.warn(headed(path, _("another copy of a game here; what they hold is joined.")))


def _wish(text: str) -> Wish:
    from p2pgames_cli.app.league.founding import Wish

    head, *options = text.split(",")
    game, colon, seats = head.partition(":")
    number = whole_number(seats)
    if colon and number is None:
        raise click.UsageError(_("A game is written GAME:SEATS,NAME=VALUE, not {text}.").format(text=text))
    return Wish(game, number, pairs(tuple(options)))


def _key(text: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != 32:
        said = _("A key has 64 digits and letters, as p2pgames id shows it, not {text}.")
        raise click.UsageError(said.format(text=text))
    return key
