"""The page of a league: its table, who met whom, how points came together, every game. It loads and runs nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Final

from p2pgames_cli.export.parts import colours, head, inks, part, said, style_of
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.i18n.prose import named
from p2pgames_protocol.league.game import Counted, LeagueGame
from p2pgames_protocol.league.standing import Rating, Standing, cross_table, points_over_time, shown_names
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.names import shown

CROSSED: Final = 40
"""Players above whom a cross table would be no table any more."""


# The small drawings on the page of a league.

WIDE: Final = 200
HIGH: Final = 60
EDGE: Final = 4
"""Pixels of a small drawing, as it stands in a row of a table, and left free around its lines."""


def course(points: Sequence[int], longest: int, most: int, text: str) -> str:
    """Return a line from nothing to the points at the end; all of a page have the same scale."""
    across, up = (WIDE - 2 * EDGE) / longest, (HIGH - 2 * EDGE) / most
    corners = [(EDGE + number * across, HIGH - EDGE - each * up) for number, each in enumerate((0, *points))]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    x, y = corners[-1]
    return (
        f'<svg class="course" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{escape(text)}">'
        f'<path class="axis" d="M{EDGE} {EDGE}V{HIGH - EDGE}H{WIDE - EDGE}"/>'
        f'<polyline points="{line}"/><circle cx="{x:.1f}" cy="{y:.1f}" r="3"/></svg>'
    )


def span(rating: Rating, every: Sequence[Rating]) -> str:
    """Return a bar from the least that a rating may be to the most; all of a page have the same scale."""
    low = min(each.value - each.margin for each in every)
    high = max(each.value + each.margin for each in every)
    scale = (WIDE - 2 * EDGE) / max(high - low, 1)
    left, middle, right = (
        EDGE + (rating.value + off - low) * scale for off in (-rating.margin, 0, rating.margin)
    )
    return (
        f'<svg class="span" viewBox="0 0 {WIDE} 12" aria-hidden="true">'
        f'<path d="M{left:.1f} 6H{right:.1f}"/><circle cx="{middle:.1f}" cy="6" r="4"/></svg>'
    )


@dataclass(frozen=True)
class LeaguePage:
    """What a page of a league shows."""

    title: str
    about: tuple[str, ...]
    """Sentences on what is played, and what counts."""
    names: Mapping[bytes, str]
    standings: tuple[Standing, ...]
    counted: Counted
    scoring: str
    """What the points or ratings say, in a sentence."""
    by_rating: bool
    doubtful: tuple[str, ...]
    replays: Mapping[bytes, str]
    """Where the page of each game lies, seen from this one."""

    def text(self) -> str:
        """Return the page, in the language of who makes it."""
        rest = style_of("league")
        style = f"\n{colours(inks(rest))}\n{rest}"
        return part("league.html").format(
            head=head(escape(shown(self.title)), style, ""),
            title=_bdi(shown(self.title)),
            about="".join(f"<p>{said(line)}</p>" for line in self.about),
            standings=said(_("Standings")),
            table=self._table(),
            doubts=_section("doubts", _("What looks doubtful"), self._doubts()),
            crossed=_section("crossed", _("Head to head"), self._crossed()),
            courses=_section("courses", _("Points after each game"), self._courses()),
            games=_section("games", _("Games that count"), self._games()),
            out=_section("out", _("Games that do not count"), self._out()),
            foot=said(
                _(
                    "Whoever has the same files computes the same page: p2pgames league show FOLDER --html FILE"
                )
            ),
        )

    # -- the table --

    def _table(self) -> str:
        rating = (_("rating"),) if self.by_rating else ()
        titles = (_("place"), _("player"), *rating, _("points"), _("games"), _("won"))
        rows = "".join(map(self._row, self.standings))
        count = ngettext("{count} game counts.", "{count} games count.", len(self.counted.games))
        caption = f"{count.format(count=len(self.counted.games))} {self.scoring}"
        return f"<table><caption>{said(caption)}</caption>{_head(titles)}<tbody>{rows}</tbody></table>"

    def _row(self, one: Standing) -> str:
        place = "–" if one.place is None else f"{one.place}."
        name = f"{_bdi(shown(self.names[one.key]))}{_doubt(one)} {_key(one.key)}"
        cells = [f"<td>{place}</td>", f'<th scope="row">{name}</th>']
        if self.by_rating:
            cells.append(f"<td>{self._rating(one)}</td>")
        return f"<tr>{''.join(cells)}<td>{one.points}</td><td>{one.games}</td><td>{one.won}</td></tr>"

    def _rating(self, one: Standing) -> str:
        if one.rating is None:
            return "–"
        drawn = span(one.rating, [each.rating for each in self.standings if each.rating is not None])
        return f"<div>{one.rating.value} ± {one.rating.margin}</div>{drawn}"

    def _doubts(self) -> str:
        items = "".join(f"<li>{said(line)}</li>" for line in self.doubtful)
        return (
            f"<p>{said(_('This changes no points. Judge for yourself.'))}</p><ul>{items}</ul>"
            if items
            else ""
        )

    # -- who met whom, and when --

    @cached_property
    def _played(self) -> list[Standing]:
        return [one for one in self.standings if one.games]

    def _crossed(self) -> str:
        if not 1 < len(self._played) <= CROSSED:
            return ""
        found = cross_table(self.counted.games)
        columns = "".join(
            f'<th scope="col"><span aria-hidden="true">{number}</span>'
            f'<span class="unseen">{self._name(one.key)}</span></th>'
            for number, one in enumerate(self._played, 1)
        )
        rows = "".join(
            f'<tr><th scope="row"><span aria-hidden="true">{number} </span>{self._name(one.key)}</th>'
            + "".join(_met(found, one.key, other.key) for other in self._played)
            + "</tr>"
            for number, one in enumerate(self._played, 1)
        )
        text = _(
            "Points of the player in the row, then of the one in the column, from all games in which both sat."
        )
        return (
            f"<p>{said(text)}</p>"
            '<div class="wide" role="group" tabindex="0" aria-labelledby="crossed-head">'
            f'<table aria-labelledby="crossed-head"><thead><tr><td></td>{columns}</tr></thead>'
            f"<tbody>{rows}</tbody></table></div>"
        )

    def _courses(self) -> str:
        found = points_over_time(self.counted.games)
        if not found:
            return ""
        most, longest = max(each[-1] for each in found.values()), max(map(len, found.values()))
        figures = "".join(
            f"<figure><figcaption>{self._name(one.key)} <b>{one.points}</b></figcaption>"
            f"{course(found[one.key], longest, max(most, 1), _course_text(found[one.key]))}</figure>"
            for one in self._played
        )
        text = _(
            "From left to right, the points after each game: the steeper the line, the more points"
            " per game. The games are in the order of their ids, since nobody can prove when a game"
            " was played."
        )
        return f'<p>{said(text)}</p><div class="courses">{figures}</div>'

    # -- games --

    def _games(self) -> str:
        rows = ((game, self._remark(game)) for game in self.counted.games)
        return self._list(_("remark"), rows) if self.counted.games else ""

    def _out(self) -> str:
        rows = ((game, named(why)) for game, why in self.counted.out)
        return self._list(_("why not"), rows) if self.counted.out else ""

    def _remark(self, game: LeagueGame) -> str:
        if game.unplayed:
            return _("left before the first move")
        return _("resigned before everybody had made two moves") if game.early else ""

    def _list(self, last: str, games: Iterable[tuple[LeagueGame, str]]) -> str:
        rows = "".join(
            f'<tr><th scope="row">{self._link(game)}</th><td>{escape(game.terms.rules)}</td>'
            f"<td>{self._places(game)}</td><td>{said(remark)}</td></tr>"
            for game, remark in games
        )
        return f"<table>{_head((_('game'), _('rules'), _('players'), last))}<tbody>{rows}</tbody></table>"

    def _link(self, game: LeagueGame) -> str:
        number, page = game.id.hex()[:8], self.replays.get(game.id)
        return number if page is None else f'<a href="{escape(page)}">{number}</a>'

    def _places(self, game: LeagueGame) -> str:
        """Return who played, with their places where there are any, the first at the top."""
        if game.places is None:
            return "".join(f"<div>{self._name(key)}</div>" for key in game.players)
        placed = sorted(zip(game.places, game.players, strict=True))
        return "".join(f"<div>{place}. {self._name(key)}</div>" for place, key in placed)

    def _name(self, key: bytes) -> str:
        return _bdi(self._labels[key])

    @cached_property
    def _labels(self) -> dict[bytes, str]:
        return shown_names(self.names)


def _bdi(name: str) -> str:
    return f"<bdi>{escape(name)}</bdi>"


def _key(key: bytes) -> str:
    return f'<span class="key">{short(key)}</span>'


def _doubt(one: Standing) -> str:
    """Return a sign that leads to what looks doubtful, where anything does."""
    if not one.is_doubtful:
        return ""
    return f' <a href="#doubts-head" aria-label="{said(_("looks doubtful: why"))}">?</a>'


def _head(titles: Sequence[str]) -> str:
    cells = "".join(f'<th scope="col">{said(title)}</th>' for title in titles)
    return f"<thead><tr>{cells}</tr></thead>"


def _section(name: str, title: str, inside: str) -> str:
    """Return a part of the page; nothing if there is nothing in it."""
    if not inside:
        return ""
    return f'<section aria-labelledby="{name}-head"><h2 id="{name}-head">{said(title)}</h2>{inside}</section>'


def _met(found: Mapping[tuple[bytes, bytes], int], one: bytes, other: bytes) -> str:
    if one == other:
        return '<td class="self"></td>'
    if (one, other) not in found:
        return "<td>–</td>"
    return f"<td>{found[one, other]} : {found[other, one]}</td>"


def _course_text(points: Iterable[int]) -> str:
    return _("points after each game: {points}").format(points=", ".join(map(str, points)))
