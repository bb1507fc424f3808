"""The page itself: HTML that holds a film, its style and its script, and loads nothing."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final, TypeAlias

from p2pgames import registry
from p2pgames.contract import Seat
from p2pgames.drawing.shapes import Ink, Shape, badge
from p2pgames.drawing.svg import INHERITED, Writer
from p2pgames_cli.export.film import Film, film
from p2pgames_cli.export.labels import labels, spoken, themes
from p2pgames_cli.export.parts import colours, head, inks, options, packed, part, said, script_of, style_of
from p2pgames_cli.export.proof import proof
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import headed, named, unbroken, with_commas
from p2pgames_cli.table import history_text
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.log.history import History
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.rounds import DONE

SCRIPTS: Final = ("packed", "film", "glide", "pointer", "curve", "points", "replay", "proof", "tones")
SPEEDS: Final = ("0.5", "1", "2", "4")
USUAL: Final = "1"

Players: TypeAlias = tuple[tuple[Ink, tuple[Shape, ...]], ...]
"""The ink and the sign of each."""


def page(replica: Replica, seat: Seat | None = None) -> str:
    """Return a page that steps through the game, as one seat saw it, or as everybody did.

    It is in the language of who makes it. Nothing that comes later is shown before its step, unless it is asked for.
    It carries the game file, and proves it; but not as one seat saw it, since the file holds the others' cards.
    """
    genesis = replica.genesis
    title = registry.game(genesis.game).title
    chosen = [f"{name} {value}" for name, value in genesis.options.items()]
    about = [
        with_commas(replica.names),
        _("rules {version}").format(version=genesis.proposal.version),
        *chosen,
        _("game {id} ({words})").format(id=genesis.game_id.hex()[:16], words=genesis.words),
    ]
    shown = film(replica, seat)
    players = shown.interned.seats or tuple(
        (f"seat{k}", badge(k, 0, 0, 10)) for k in range(len(replica.names))
    )
    say = {name: unbroken(text) for name, text in spoken().items()}
    rest, script = style_of("replay", "proof"), script_of(*SCRIPTS)
    data = {**shown.data(), "say": say}
    events = [*_events(replica, shown)]
    used = inks(rest, script, *_signs(players), str(data))
    style = f"\n{colours(used)}\n{_players_inks(players)}\n{rest}"
    return part("replay.html").format(
        head=head(escape(headed(title, with_commas(replica.names))), style, script),
        say={name: said(text) for name, text in labels(len(replica.log)).items()},
        script=script,
        signs="".join(_signs(players)),
        game=escape(title),
        about=escape(" · ".join(about)),
        themes=options(themes()),
        speeds=options({each: f"{each} ×" for each in SPEEDS}, USUAL),
        stops=len(shown.steps) - 1,
        last=len(replica.log),
        eyes=options({str(number): one.name for number, one in enumerate(shown.viewpoints)}),
        players="\n".join(_player(number, name) for number, name in enumerate(replica.names)),
        proof=proof(canonical(replica) if seat is None else None),
        events="\n".join(f"<li>{escape(unbroken(text), quote=False)}</li>" for _seat, text in events),
        result=_result(replica),
        data=packed({**data, "movers": [seat for seat, _text in events], "names": replica.names}),
    )


def _players_inks(players: Players) -> str:
    """Return what makes ``--own`` the ink of each player, in all that belongs to them."""
    return "\n".join(f".of{seat} {{ --own: var(--{ink}); }}" for seat, (ink, _sign) in enumerate(players))


def _signs(players: Players) -> Iterator[str]:
    """Yield the symbol of every player, for lists and curves."""
    for seat, (_ink, shapes) in enumerate(players):
        inside = "".join(map(Writer().shape, shapes))
        yield f'<symbol id="sign{seat}" viewBox="-12 -12 24 24" {INHERITED}>{inside}</symbol>'


def _player(seat: Seat, name: str) -> str:
    who = f'<b><bdi>{escape(name)}</bdi></b><span class="tally"></span><span class="turn"></span>'
    points = '<span class="points" aria-hidden="true"></span><span class="unseen"></span>'
    return f'<li class="of{seat}"><span class="who">{who}</span>{points}</li>'


def _events(replica: Replica, shown: Film) -> Iterator[tuple[Seat | None, str]]:
    """Yield for every step that is shown who moved, and all that happened since the one before."""
    told, history = 0, History(replica)
    for step in shown.steps:
        entries = [*history.entries(told, step)]
        # Only the first sentence of an end: the final standings are in the result.
        texts = (next(history_text.lines(replica, entry)) for entry in entries)
        movers = (entry.seat for entry in reversed(entries))
        seat = next((seat for seat in movers if seat is not None), None)
        yield seat, " ".join(map(history_text.with_full_stop, texts)) or _quiet(replica, step)
        told = step


def _quiet(replica: Replica, step: int) -> str:
    """Return what there is to say of a step at which nothing happened on the board: the first, or the last."""
    if step == 0:
        return _("The table is open.")
    return (
        _("Every secret is revealed.") if replica.position.kind is DONE else _("The game has come this far.")
    )


def _result(replica: Replica) -> str:
    ending, verdict = replica.position.ending, replica.accusations.verdict
    if verdict is not None:
        return f"<h2>{said(_('Ended by evidence'))}</h2><p>{said(named(verdict.why))}</p>"
    if ending is None:
        return f"<h2>{said(_('Not finished'))}</h2>"
    places = history_text.standings(replica, ending.result) if ending.result else []
    items = "".join(f"<li>{said(line)}</li>" for line in places)
    text = said(history_text.with_full_stop(history_text.outcome_of(replica)))
    return f"<h2>{said(_('Result'))}</h2><p>{text}</p><ul>{items}</ul>"
