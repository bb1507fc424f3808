"""The games of this player and what came of them, as lines and as data."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from p2pgames.contract import Seat, Why
from p2pgames.text import Verbatim, with_message
from p2pgames_cli.config import console
from p2pgames_cli.i18n.catalogue import _, ngettext, pgettext
from p2pgames_cli.i18n.prose import both, named
from p2pgames_cli.library.report import show_series
from p2pgames_cli.library.results import Results, count_results
from p2pgames_cli.library.stored_games import CANNOT_READ, GONE, Stored, Unreadable, remedy
from p2pgames_cli.table import history_text
from p2pgames_cli.table.sentences import FAILED
from p2pgames_cli.table.waiting import spoken_duration
from p2pgames_protocol.audit.series import Scored, chains, ended_game
from p2pgames_protocol.local.hotseat import is_local
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.position import Basis
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.store.disk import os_error
from p2pgames_protocol.wire.identity import Identity, short
from p2pgames_protocol.wire.names import shown

SENTENCES: Final[Mapping[str, str | None]] = {"how": None, "problem": "", "help": ""}
"""The sentences of an entry, and what stands in JSON where there is none."""


INNER: Final = frozenset(("complete", "keys", "table", "previous", "league", "end", "departures", "cheated"))
"""What an entry holds for results, series and leagues; the list of games does not say it."""
Entries: TypeAlias = Iterable[tuple[Path, Mapping[str, Any]]]
"""Files of games, and their entries."""


def result_lines(games: Entries, identity: Identity | None) -> list[str]:
    """Return what came of the games with others that are over, for people; nothing if there are none."""
    return [line for one in results_of(games, identity) for line in _lines(one)]


def series_lines(games: Entries) -> list[str]:
    """Return the series among these games and how everybody stands in them, the one that changed last first."""
    return [line for chain in series_of(games) for line in show_series(chain).splitlines()]


def results_of(games: Entries, identity: Identity | None) -> list[Results]:
    """Return the results of this player, by game; nothing for a player without a key."""
    if identity is None:
        return []
    others = ((file, row) for file, row in games if not row.get("hotseat"))
    return count_results(
        row for row in _usable(others) if (row["over"] or row["cheated"]) and row["you"] is not None
    )


def series_of(games: Entries) -> list[list[Scored]]:
    """Return the series among the games that can be used, also where the second game of one is not over yet."""
    over, following = [], set()
    for row in _usable(games):
        before = row["previous"] and (bytes.fromhex(row["previous"][0]), bytes.fromhex(row["previous"][1]))
        if row["end"] is not None:
            over.append(
                Scored(
                    bytes.fromhex(row["game_id"]),
                    bytes.fromhex(row["end"]),
                    before,
                    row["game"],
                    tuple(zip(map(bytes.fromhex, row["keys"]), row["names"], strict=True)),
                    row["result"] and tuple(row["result"]),
                    row["scores"] and tuple(row["scores"]),
                    {*row["departures"]} <= {Why.RESIGNED},
                )
            )
        elif before is not None:
            following.add(before[0])
    return chains(over, following)


def _usable(games: Entries) -> Iterator[Mapping[str, Any]]:
    """Yield entries; of games that cannot be used it is said that they are left out."""
    for file, row in games:
        if "problem" not in row:
            yield row
        else:
            said = _("Left out, because it cannot be used: {file}: {why}")
            console.warn(said.format(file=file, why=named(row["problem"])))


def results_as_data(one: Results) -> dict[str, Any]:
    """Return the results of one game as plain data."""
    return {
        "game": one.game,
        "games": one.games,
        "won": one.won,
        "drawn": one.drawn,
        "places": {str(place): times for place, times in sorted(one.places.items())},
        "points": one.points,
        "opponents": [
            {
                "key": r.key.hex(),
                "name": r.name,
                "shown": shown(r.name),
                "games": r.games,
                "ahead": r.ahead,
                "behind": r.behind,
            }
            for r in one.rivals.values()
        ],
        "apart": dict(sorted(one.apart.items())),
    }


def _lines(one: Results) -> Iterator[str]:
    """Yield the results of one game for people."""
    named = (
        pgettext("place", "first"),
        pgettext("place", "second"),
        pgettext("place", "third"),
        pgettext("place", "fourth"),
        pgettext("place", "fifth"),
        pgettext("place", "sixth"),
    )
    often = {1: _("once"), 2: _("twice")}
    places = ", ".join(
        _("{place} {times}").format(
            place=named[place - 1] if place <= len(named) else f"{place}.",
            times=often.get(times) or _("{count} times").format(count=times),
        )
        for place, times in sorted(one.places.items())
    )
    if one.points:
        places += _("; {n:g} points on average").format(n=round(sum(one.points) / len(one.points), 1))
    games = ngettext("{count} game", "{count} games", one.games).format(count=one.games)
    won = ngettext("{count} win", "{count} wins", one.won).format(count=one.won) if one.won else _("no win")
    drawn = _(", {count} drawn").format(count=one.drawn) if one.drawn else ""
    said = _("{game}: {won} in {games}").format(game=one.game, won=won, games=games)
    yield f"{said}{drawn} ({places})" if places else f"{said}{drawn}"
    for rival in sorted(one.rivals.values(), key=lambda rival: -rival.games):
        level = rival.games - rival.ahead - rival.behind
        even = _(", level {level}").format(level=level) if level else ""
        yield (
            _("  against {name} (key {key}): {games}, ahead {ahead}, behind {behind}{even}").format(
                name=shown(rival.name),
                key=short(rival.key),
                games=ngettext("{count} game", "{count} games", rival.games).format(count=rival.games),
                ahead=rival.ahead,
                behind=rival.behind,
                even=even,
            )
        )
    if one.apart:
        how = ", ".join(f"{times} {basis}" for basis, times in sorted(one.apart.items()))
        yield _("  not counted, since somebody was put out of them: {how}").format(how=how)


def game_as_data(game: Stored, identity: Identity | None) -> dict[str, Any]:
    """Return one game as plain data but for its sentences; one that is not valid says why under ``problem``."""
    genesis = game.genesis
    here = identity is not None and is_local(identity, genesis)
    seat = game.seat(identity)
    row: dict[str, Any] = {
        "game_id": game.id,
        **genesis_as_data(genesis),
        "you": seat,
        "hotseat": here,
        "handed_over": game.taken.is_given,
        "changed": int(game.changed_at),
    }
    try:
        replica, wrong = game.judged()
    except Unreadable as problem:
        helps = remedy(game, here=here) if problem.damaged else None
        return row | {"problem": problem.message, "help": helps}
    except OSError as failed:  # whoever else uses the folder may take a file away while the games are listed
        why = GONE if isinstance(failed, FileNotFoundError) else CANNOT_READ(why=os_error(failed))
        return row | {"problem": why, "help": None}
    except Exception as failed:  # noqa: BLE001  # a game is somebody's package: it may fail in any way
        why = FAILED(kind=Verbatim(type(failed).__name__), text=Verbatim(str(failed)))
        return row | {"problem": why, "help": None}
    if wrong is not None and replica.finished:
        return row | {"problem": wrong, "help": None}
    return row | state_as_data(replica, seat, int(game.changed_at), here=here)


def as_data(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry as plain data: each sentence in English, and as a message beside it."""
    said = {name: row[name] for name in SENTENCES if name in row}
    data = {name: value for name, value in row.items() if name not in INNER}
    for name, sentence in said.items():
        data |= with_message(name, sentence, SENTENCES[name])
    return data


def genesis_as_data(genesis: Genesis) -> dict[str, Any]:
    """Return what an entry says of how a game began."""
    previous, league = genesis.proposal.previous, genesis.proposal.league
    return {
        "game": genesis.game,
        "words": genesis.words,
        "names": list(genesis.given),
        "shown": list(genesis.names),
        "keys": [key.hex() for key in genesis.identities],
        "table": genesis.joins[0].proposal.hex(),
        "previous": None if previous is None else [one.hex() for one in previous],
        "league": None if league is None else league.hex(),
    }


def state_as_data(replica: Replica, seat: Seat | None, since: int, *, here: bool) -> dict[str, Any]:
    """Return what an entry says of how a game stands."""
    ending, ended = replica.position.ending, ended_game(replica)
    waiting = list(replica.waiting_for)
    return {
        "round": len(replica.log),
        "since": None if replica.finished else since,
        "over": replica.position.over,
        "complete": replica.complete,
        "waiting_for": waiting,
        "your_turn": not replica.position.over and (seat in waiting or (here and bool(waiting))),
        "result": None if ending is None or ending.result is None else list(ending.result.places),
        "scores": None if ending is None or ending.result is None else ending.result.scores,
        "basis": None if ending is None else ending.basis.value,
        "how": history_text.why_ended(replica.position),
        "end": None if ended is None else ended.end.hex(),
        "departures": [left.why.value for left in replica.position.departures],
        "cheated": replica.accusations.verdict is not None,
    }


def game_line(row: dict[str, Any], room: int) -> str:
    """Return one game of the list as a line for people; ``room``: columns for the names."""
    others = [name for seat, name in enumerate(row["shown"]) if row["hotseat"] or seat != row["you"]]
    about = f"{row['game_id'][:8]}  {row['game']:<6} {', '.join(others):<{room}}"
    return f"{about}  {standing_in_words(row)}  ({age_in_words(row, row['changed'])})"


def age_in_words(row: dict[str, Any], changed: float, words: Callable[[float], str] = spoken_duration) -> str:
    """Return, in words, how long a game has been as it is.

    It is the file's own time: the last that came here, or was done here; what others have done since is not known.
    """
    running = "problem" not in row and not row["over"]
    said = _("last news {time} ago") if running else _("{time} ago")
    return said.format(time=words(max(0.0, time.time() - changed)))


def status_in_words(row: dict[str, Any]) -> str:
    """Return how a game stands, in words."""
    if "problem" in row:
        return _("cannot be used: {why}").format(why=named(row["problem"]))
    if row["over"]:
        return _("over: {how}").format(how=named(row["how"], row["shown"]))
    if row["handed_over"]:
        return _("handed over, step {step}").format(step=row["round"])
    return _("{who}, step {step}").format(who=whose_turn(row), step=row["round"])


def in_brief(row: dict[str, Any]) -> str:
    """Return how a game stands, where it goes on only whose turn it is."""
    runs = "problem" not in row and not row["over"] and not row["handed_over"]
    return whose_turn(row) if runs else standing_in_words(row)


def whose_turn(row: dict[str, Any]) -> str:
    """Return whose turn it is in a game that goes on, in words."""
    if row["your_turn"] and not row["hotseat"]:
        return _("your turn")
    return _("{names} to move").format(names=both([row["shown"][seat] for seat in row["waiting_for"]]))


def standing_in_words(row: dict[str, Any]) -> str:
    """Return how a game stands, in words; where it is over, who won it."""
    if "problem" in row or row["result"] is None:
        return status_in_words(row).rstrip(".")
    if row["basis"] == Basis.AGREED:
        return _("over: drawn")
    won = [seat for seat, place in enumerate(row["result"]) if place == 1]
    if won == [row["you"]] and not row["hotseat"]:
        return _("over: you won")
    return _("over: {names} won").format(names=both([row["shown"][seat] for seat in won]))
