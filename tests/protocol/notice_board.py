"""A notice board as a discovery, for tests."""

import trio

from p2pgames_protocol.discovery.discovery import Discovery
from p2pgames_protocol.transports.transport import Unreachable


class NoticeBoard(Discovery):
    """A notice board that everybody can read."""

    name = "board"

    def __init__(self, notices, who):
        self.notices, self.who = notices, who
        self.asked = []
        self.running = False

    async def run(self, *, task_status=trio.TASK_STATUS_IGNORED):
        self.running = True
        task_status.started()

    def address(self, table):
        return f"board:{'ab'[self.who]}"

    def tell(self, table, addresses):
        self.notices[self.address(table)] = tuple(addresses)

    async def find(self, address):
        self.asked.append(address)
        if address not in self.notices:
            raise Unreachable("No notice.")
        return self.notices[address]
