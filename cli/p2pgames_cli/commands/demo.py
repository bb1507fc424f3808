"""``p2pgames demo``: real peers play a whole game over real sockets, and the log is audited."""

from __future__ import annotations

from pathlib import Path

import click

from p2pgames_cli.app.demo import demo, make_plan
from p2pgames_cli.commands.flags import pairs, show
from p2pgames_cli.library.games import find


@click.command(epilog="Example: p2pgames demo linja --seed tuesday --out game.p2pg")
@click.argument("game", default="linja")
@click.option("--seats", type=int, help="Number of players; the game's minimum unless given.")
@click.option(
    "--option", "chosen", multiple=True, metavar="K=V", help="An option of the table or the game; repeatable."
)
@click.option("--bot", "bot_name", help="Which bot plays; the game's usual one unless given.")
@click.option(
    "--seed", help="Any text: it fixes throwaway keys, nonces and bots, so that the game can be repeated."
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Keep the game file.")
@click.option("--json", "as_json", is_flag=True, help="End with the audit as one JSON object.")
def command(
    game: str,
    seats: int | None,
    chosen: tuple[str, ...],
    bot_name: str | None,
    seed: str | None,
    out: Path | None,
    as_json: bool,
) -> int:
    """Let bots play a whole GAME over real connections on this computer, then audit the log.

    Every player is a real peer with its own key and files; they share nothing but bytes on sockets.
    """
    plan = make_plan(find(game), seats, pairs(chosen), bot_name, seed)
    played = demo(plan, out, talking=not as_json)
    show(played, as_json=as_json)
    return played.audit.grade
