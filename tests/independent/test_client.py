"""The client written from SPEC.md sits down at a table of the product, comes back, and looks on."""

from random import Random

import pytest
import trio

from p2pgames.games.linja import GAME
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.net.session import host_table
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.room import identity
from tests.independent import chat, client, invites
from tests.independent import keys as seat_keys
from tests.independent.basics import Wrong, digest, unpack
from tests.independent.genesis import Game

SEED, NONCE = bytes([7]) * 32, bytes([8]) * 32


def stranger(line):
    """All that the client does, in a thread of its own; the invite is all it has."""
    invite = invites.invite(line)
    key, token = bytes.fromhex(invite["host"]), bytes.fromhex(invite["token"])
    address = invite["addresses"][0]
    with pytest.raises(Wrong, match="pinned"):
        client.Link(SEED, key, address[:-1] + ("A" if address[-1] != "A" else "Q"))
    link = client.Link(SEED, key, address)
    link.send("table", bytes(16))
    assert link.receive()[0] == "bye"
    link.close()

    link = client.Link(SEED, key, address)
    proposal, names, genesis = client.join(link, SEED, token, "Stranger", NONCE)
    game = Game(("genesis", genesis, b"")).id
    own = seat_keys.derive(SEED, "seat", NONCE)
    keys = Game(("genesis", genesis, b"")).keys
    assert keys[1] == seat_keys.public(own)
    wanted, addresses, seats = client.greeting(link, game, keys)
    assert (wanted, set(seats)) == (0, {0})
    assert all(told == [[address], []] for told in addresses)
    link.send("bye")
    link.close()

    link = client.Link(SEED, key, address)
    assert client.join(link, SEED, token, "Stranger", NONCE)[::2] == (proposal, genesis)
    link.close()
    link = client.Link(SEED, key, address)
    link.send("game", game)
    assert link.receive()[0] == "bye"
    link.close()
    link = client.Link(own, keys[0], address)
    link.send("game", game)
    assert link.receive() == ["welcome"]
    assert client.greeting(link, game, keys)[0] == 0
    said = client.talk(link, own, 1, game, ["Hello", "Is anybody here?"])
    link.close()

    for seed, answer in ((SEED, ["genesis", genesis]), (own, None), (bytes([10]) * 32, None)):
        link = client.Link(seed, keys[0], address)
        link.send("lost")
        heard = link.receive()
        assert heard == answer if answer else heard[0] == "bye"
        link.close()

    watcher = bytes([9]) * 32
    link = client.Link(watcher, key, address)
    link.send("watch", digest("watch token", token)[:16])
    assert link.receive() == ["genesis", genesis]
    assert client.listen(link, 2) == said
    link.close()
    link = client.Link(watcher, key, address)
    link.send("game", game)
    assert link.receive()[0] == "bye"
    link.close()
    given = {"game_id": game.hex(), "keys": [one.hex() for one in keys], "open": 0}
    assert chat.chat(given | {"records": [one.hex() for one in said]}) == ["new", "new"]
    return names, [unpack(unpack(join)[0])[3] for join in unpack(genesis)[1]]


def test_a_client_written_from_the_document_alone_plays_with_the_product(tmp_path):
    async def main():
        home = Home(tmp_path)
        home.make()
        host = Player(identity(0), "Host", home, Random(0).randbytes, lambda _name, _version: GAME.rules)
        proposal = Proposal.of(identity(0).key, GAME.rules, 2, bytes(32), {})
        with trio.fail_after(120):
            async with host_table(host, proposal, listen=("127.0.0.1:0",)) as session:
                said = await trio.to_thread.run_sync(stranger, session.invite.text())
                peer = await session.begun()
                assert peer.replica.genesis.names == ("Host", "Stranger")
                assert [one.text for one in peer.talk.chat.messages] == ["Hello", "Is anybody here?"]
        return said

    told, seated = trio.run(main)
    assert seated == ["Host", "Stranger"]
    assert all(names == seated for names in told)
