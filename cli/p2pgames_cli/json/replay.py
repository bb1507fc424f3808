"""A game that is looked at, in objects for programs: all that happened up to a step, and the position then."""

from __future__ import annotations

from p2pgames import registry
from p2pgames.contract import Seat
from p2pgames_cli.json.output import say, say_news
from p2pgames_cli.json.table import introduce
from p2pgames_cli.table import history_data, position_data
from p2pgames_cli.table.archived import ArchivedSeat
from p2pgames_cli.table.feed import Feed
from p2pgames_cli.table.play_options import Mode, PlayOptions
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.visibility import seen
from p2pgames_protocol.log.history import EndEntry
from p2pgames_protocol.log.replica.replica import Replica


def replay(replica: Replica, step: int, seat: Seat | None) -> None:
    """Print it as a seat sees it, None for a spectator; how the game ended only after its last step."""
    handle = ArchivedSeat(replica)
    introduce([handle])
    for entry in handle.history.entries(until=step):
        if not isinstance(entry, EndEntry):
            say("event", **history_data.event(replica, entry))
    known = seen(replica, replica.positions[step], seat)
    say("position", **position_data.position(replica, step, seat, known))
    if step == len(replica.log):
        game = registry.game(replica.genesis.proposal.rules)
        model = TableModel([handle], game, PlayOptions(Mode.JSON), passive=True)
        say_news(Feed(model, since=step).news(handle))
