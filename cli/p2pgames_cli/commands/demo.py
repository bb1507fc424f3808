"""``p2pgames demo``: real peers play a whole game over real sockets, and the log is audited."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import click
import trio

from p2pgames import registry
from p2pgames_cli.app.demo import make_plan, play_demo
from p2pgames_cli.app.folder import check_folder
from p2pgames_cli.commands.flags import pairs
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.library.games import find
from p2pgames_cli.library.report import show
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit import report_json
from p2pgames_protocol.store.disk import put


@click.command(epilog="Example: p2pgames demo linja --seed tuesday --out game.p2pg")
@click.argument("game", default="linja")
@click.option("--seats", type=int, help="Number of players; the game's minimum unless given.")
@click.option(
    "--option", "chosen", multiple=True, metavar="K=V", help="An option of table or game; repeatable."
)
@click.option("--bot", "bot_name", help="Which bot plays; the game's usual one unless given.")
@click.option("--seed", help="Text that fixes throwaway keys, nonces and bots, so that the game repeats.")
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

    Every player is a real peer with a key and files of its own; they share nothing but bytes in sockets.
    """
    plan = make_plan(find(game), seats, pairs(chosen), bot_name, seed)
    check_folder(out)
    with tempfile.TemporaryDirectory(prefix="p2pgames-demo-") as folder:
        data = trio.run(play_demo, plan, Path(folder), not as_json)
    report = audit.full(data, registry.rules)
    if out is not None:
        put(out, data)
    if as_json:
        click.echo(json.dumps(report_json.as_json(report, str(out) if out else "")))
    else:
        click.echo(show(report, str(out) if out else _("the game just played")), nl=False)
    return report.grade
