"""Coming back to a game that is over, whose end the others may lack."""

from types import SimpleNamespace

import pytest
import trio
from trio.testing import MockClock

from p2pgames_cli.app.resume import REUNION, share_the_end
from p2pgames_cli.table.session import Mode


class Peer:
    """A client at a game that is over: after how many seconds somebody comes, and after how many all have the end."""

    def __init__(self, comes, complete, evidence=None):
        self.comes, self.complete = comes, complete
        self.began = trio.current_time()
        peer = self

        class Replica:
            finished, names = True, ("Ada", "Ben", "Cleo")
            accusations = SimpleNamespace(verdict=evidence)

            @property
            def complete(self):
                return peer.is_after(peer.complete)

        class Links:
            @property
            def connected(self):
                return peer.is_after(peer.comes)

        self.replica, self.links = Replica(), Links()

    def is_after(self, seconds):
        return trio.current_time() >= self.began + seconds

    async def wait_until(self, done):
        for after in sorted((0, self.comes, self.complete)):
            await trio.sleep_until(self.began + after)
            if done():
                return
        await trio.sleep_forever()


@pytest.mark.parametrize(
    ("mode", "comes", "complete", "lasts", "said"),
    [
        (Mode.PLAIN, 0, 0, 0, None),
        (Mode.PLAIN, 1, 3, 3, "All have the end now."),
        (Mode.JSON, 1, 3, 3, "All have the end now."),
        (Mode.PLAIN, 1, 99, REUNION, "p2pgames serve"),
        (Mode.JSON, 99, 99, REUNION, "p2pgames serve"),
        (Mode.SCREEN, 1, 3, 1, "Waiting a moment"),
        (Mode.SCREEN, 99, 99, REUNION, "p2pgames serve"),
    ],
)
def test_who_has_the_end_waits_for_those_who_lack_it(mode, comes, complete, lasts, said):
    told = []

    async def main():
        opening = SimpleNamespace(tell=told.append)
        began = trio.current_time()
        await share_the_end(Peer(comes, complete), opening, mode)
        return trio.current_time() - began

    assert trio.run(main, clock=MockClock(autojump_threshold=0)) == pytest.approx(lasts)
    assert (said in told[-1]) if said else not told
