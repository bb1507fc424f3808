"""Chat: limits, its file, and its way over links; it never stops the game."""

from contextlib import suppress
from threading import Event

import pytest
import trio
import trio.testing

from p2pgames.contract import Illegal
from p2pgames_protocol.log.chat import MAX_PER_ROUND, MAX_TEXT, ROOM, Chat, ChatMessage, Taken
from p2pgames_protocol.net.limits import MAX_CHAT
from p2pgames_protocol.net.link import Link, LinkFault
from p2pgames_protocol.net.link_service import ChatSync
from p2pgames_protocol.net.peer import open_game
from p2pgames_protocol.store.disk import RealDisk
from p2pgames_protocol.store.game_store import MAGIC, ChatFile
from p2pgames_protocol.testing.memory import Killed, clocked
from p2pgames_protocol.testing.room import make_genesis, seated
from p2pgames_protocol.wire.names import seen
from tests.dice import DICE
from tests.protocol.meetings import player
from tests.protocol.peers import linked, play_out

GAME = b"g" * 32
KEYS = [seated(0).key, seated(1).key]


def message(number, at=0, text="x", seat=0):
    return ChatMessage.sign(seated(seat), GAME, seat, number, at, text)


# -- what may be said --------------------------------------------------------------------------------


def test_what_is_said_here_is_taken_everywhere_and_read_as_it_was_said():
    here, there = Chat(GAME, KEYS), Chat(GAME, KEYS)
    here.sign_message(seated(1), 1, 4, "  Good\tluck,\n e\u0301te\u0301 ")
    (said,) = here.messages
    assert (said.seat, said.number, said.round, said.text) == (1, 0, 4, "Good luck, \u00e9t\u00e9")
    assert there.receive(said.record, 4) is Taken.NEW
    assert there.messages == here.messages
    assert there.counts == (0, 1)


@pytest.mark.parametrize(
    "text", ["", " \n", "\x1b[2J", "\u202eabc", "a\u202eb", "\u200d", "hello\u200d", "x" * (MAX_TEXT + 1)]
)
def test_what_others_could_not_read_is_refused_with_a_sentence(text):
    with pytest.raises(Illegal, match=r"\.$"):
        Chat(GAME, KEYS).sign_message(seated(0), 0, 0, text)


@pytest.mark.parametrize(
    "text",
    [
        "good \u2764\ufe0f",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467 all",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "1\ufe0f\u20e3 first",
    ],
)
def test_emoji_and_all_scripts_are_said_as_they_were_typed(text):
    here, there = Chat(GAME, KEYS), Chat(GAME, KEYS)
    assert there.receive(here.sign_message(seated(0), 0, 0, text).record, 0) is Taken.NEW
    assert there.messages[0].text == seen(text) == text


def test_a_seat_says_eight_things_a_round_and_goes_on_in_the_next():
    chat = Chat(GAME, KEYS)
    for _ in range(MAX_PER_ROUND):
        chat.sign_message(seated(0), 0, 3, "x")
    with pytest.raises(Illegal, match="wait for the next"):
        chat.sign_message(seated(0), 0, 3, "x")
    chat.sign_message(seated(0), 0, 4, "x")
    # rounds that were taken back do not let a seat begin to count anew
    for _ in range(MAX_PER_ROUND - 1):
        chat.sign_message(seated(0), 0, 2, "x")
    with pytest.raises(Illegal):
        chat.sign_message(seated(0), 0, 2, "x")


def test_one_seat_cannot_fill_more_than_its_room_nor_that_of_another():
    here, there = Chat(GAME, KEYS), Chat(GAME, KEYS)
    with suppress(Illegal):
        for number in range(ROOM):
            there.receive(here.sign_message(seated(0), 0, number, "x" * MAX_TEXT).record, number)
    with pytest.raises(Illegal, match="fits"):
        here.sign_message(seated(0), 0, ROOM, "x" * MAX_TEXT)
    assert there.counts == here.counts
    assert sum(len(one.record) for one in there.messages) <= ROOM
    more = message(there.counts[0], ROOM, "x" * MAX_TEXT)
    assert there.receive(more.record, ROOM) is Taken.REFUSED
    assert there.receive(message(0, 0, seat=1).record, 0) is Taken.NEW


def test_others_cut_off_who_says_more_than_a_client_lets_it():
    chat = Chat(GAME, KEYS)
    heard = [chat.receive(message(number).record, 0) for number in range(MAX_PER_ROUND + 1)]
    assert heard == [Taken.NEW] * MAX_PER_ROUND + [Taken.REFUSED]
    assert chat.receive(message(MAX_PER_ROUND, 1).record, 5) is Taken.REFUSED
    assert chat.receive(message(0).record, 5) is Taken.KNOWN


# -- the file ----------------------------------------------------------------------------------------


def talk_of(path):
    return ChatSync(make_genesis(DICE), ChatFile(path))


async def say_three(tmp_path):
    """Three messages of seat 0, and the file they are in."""
    peer = open_game(player(0, tmp_path), make_genesis(DICE))
    await peer.live.start()
    for text in ("one", "two", "three"):
        await peer.say(text)
    return peer, peer.store.path.with_suffix(".chat")


def texts(talk):
    return [one.text for one in talk.chat.messages]


def test_what_was_said_is_there_again(tmp_path):
    async def test():
        _, file = await say_three(tmp_path)
        assert texts(talk_of(file)) == ["one", "two", "three"]

    clocked(test)


DAMAGES = {
    "torn": (lambda data: data[:-1], ["one", "two"]),
    "torn in a head": (lambda data: data[: len(MAGIC) + 3], []),
    "a bit of the second": (lambda data: data.replace(b"\xa3two", b"\xa3twu"), ["one"]),
    "no chat file": (lambda data: b"something else entirely", []),
    "empty": (lambda data: b"", []),
    "with something after": (lambda data: data + b"\0" * 40, ["one", "two", "three"]),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_loses_what_is_damaged_and_stops_nothing(tmp_path, damage):
    change, left = DAMAGES[damage]

    async def test():
        peer, file = await say_three(tmp_path)
        file.write_bytes(change(file.read_bytes()))
        again = open_game(player(0, tmp_path), peer.replica.genesis)
        records, _ = again.store.open()
        await again.live.resume(records)
        assert texts(again.talk) == left
        await again.say("four")
        assert texts(talk_of(file)) == [*left, "four"]

    clocked(test)


def test_a_file_that_cannot_be_written_stops_nothing(tmp_path):
    async def test():
        peer = open_game(player(0, tmp_path), make_genesis(DICE))
        await peer.live.start()
        peer.store.path.with_suffix(".chat-new").mkdir()
        await peer.say("one")
        assert texts(peer.talk) == ["one"]

    clocked(test)


# -- over links --------------------------------------------------------------------------------------


async def sitting(tmp_path, seats):
    """Running peers of one game, not linked yet."""
    genesis, peers = make_genesis(DICE, seats), []
    for seat in range(seats):
        peers.append(open_game(player(seat, tmp_path), genesis))
        await peers[-1].live.start()
    return peers


async def hears(peer, *wanted):
    await peer.wait_until(lambda: texts(peer.talk) == list(wanted))


def test_chat_reaches_everybody_through_whoever_is_linked_and_comes_again_on_new_links(tmp_path):
    async def test():
        one, two, three = await sitting(tmp_path, 3)
        await one.say("before anybody came")
        async with linked((one, two), (two, three)):
            await hears(three, "before anybody came")
            await three.say("hello")
            await hears(one, "before anybody came", "hello")
        await three.say("alone")
        async with linked((one, two)):
            await one.say("where is three?")
            await hears(two, "before anybody came", "hello", "where is three?")
        async with linked((one, three)):
            await hears(one, "before anybody came", "hello", "where is three?", "alone")
            await hears(three, "before anybody came", "hello", "alone", "where is three?")

    clocked(test)


class Slow(RealDisk):
    """A disk that takes its time until it is let go."""

    def __init__(self):
        self.go, self.writes = Event(), 0

    def create(self, path, data):
        """Wait, then write."""
        assert self.go.wait(60)
        self.writes += 1
        super().create(path, data)

    def append(self, path, data):
        """Write."""
        self.writes += 1
        super().append(path, data)


def test_much_that_was_said_is_heard_at_once_and_stored_in_a_few_goes(tmp_path, monkeypatch):
    monkeypatch.setattr("p2pgames_protocol.log.chat.MAX_AHEAD", 300)

    async def test():
        one, two, _ = await sitting(tmp_path, 3)
        file = two.store.path.with_suffix(".chat")
        two.talk._file = ChatFile(file, disk := Slow())
        for at in range(300):
            record = ChatMessage.sign(
                seated(at % 3), one.replica.genesis.game_id, at % 3, at // 3, at // 3 // MAX_PER_ROUND, "x"
            ).record
            assert one.talk.chat.receive(record, 300) is Taken.NEW
        async with linked((one, two)):
            await two.wait_until(lambda: len(two.talk.chat.messages) == 300)
            disk.go.set()
        assert texts(ChatSync(one.replica.genesis, ChatFile(file))) == ["x"] * 300
        assert disk.writes < 10

    clocked(test)


class Dying(RealDisk):
    """A disk whose process is killed within the operation ``left`` operations from now: half of it is done."""

    def __init__(self, left):
        self.left = left

    def _dies(self):
        self.left -= 1
        if self.left < 0:
            raise Killed
        return self.left == 0

    def create(self, path, data):
        """Write, or half of it."""
        dies = self._dies()
        super().create(path, data[: len(data) // 2] if dies else data)
        if dies:
            raise Killed

    def append(self, path, data):
        """Write, or half of it."""
        dies = self._dies()
        super().append(path, data[: len(data) // 2] if dies else data)
        if dies:
            raise Killed

    def rename(self, old, new):
        """Rename, or not."""
        if self._dies():
            raise Killed
        super().rename(old, new)


@pytest.mark.parametrize("left", range(1, 9))
@pytest.mark.parametrize("victim", [0, 1])
def test_killed_while_chat_is_stored_nothing_is_lost_that_was_sent_and_the_file_goes_on(
    tmp_path, left, victim
):
    sent, disk = [], Dying(left)

    async def talks(peer):
        for number in range(MAX_PER_ROUND):
            await peer.say(f"{peer.signer.seat} {number}")
            if disk.left > 0 and peer.signer.seat == victim:  # else it is dead already
                sent.append(f"{victim} {number}")

    async def both(peers):
        async with linked(tuple(peers)), trio.open_nursery() as nursery:
            for peer in peers:
                nursery.start_soon(talks, peer)
            await trio.sleep_forever()

    async def test():
        peers = await sitting(tmp_path, 2)
        peers[victim].talk._file._disk = disk
        with pytest.raises(BaseException) as caught:  # noqa: PT011  Killed, alone or in a group
            await both(peers)
        assert "Killed" in repr(caught.value)
        file = peers[victim].store.path.with_suffix(".chat")
        found = texts(again := talk_of(file))
        for seat in (0, 1):
            own = [text for text in found if text.startswith(f"{seat} ")]
            assert own == [f"{seat} {number}" for number in range(len(own))]
        assert set(sent) <= set(found)
        if len(own := [text for text in found if text.startswith(f"{victim} ")]) < MAX_PER_ROUND:
            await again.say(peers[victim].signer.auto_signer.signing_key, "after", ())
            assert texts(talk_of(file)) == [*found, "after"]

    clocked(test)


def test_the_game_goes_on_whatever_is_said(tmp_path):
    async def chatter(peer):
        number = 0
        while not peer.replica.finished:
            try:
                await peer.say(f"{peer.signer.seat} says {number}")
                number += 1
            except Illegal:
                await peer.changed()

    async def test():
        peers = await sitting(tmp_path, 3)
        async with linked((peers[0], peers[1]), (peers[1], peers[2])):
            async with trio.open_nursery() as games:
                for seat, peer in enumerate(peers):
                    games.start_soon(chatter, peer)
                    games.start_soon(play_out, peer, seat)
            said = tuple(peer.talk.chat.counts[seat] for seat, peer in enumerate(peers))
            for peer in peers:  # the last words may come after the end of the game
                await peer.wait_until(lambda peer=peer: peer.talk.chat.counts == said)
        assert len({peer.replica.position.previous for peer in peers}) == 1
        assert min(peers[0].talk.chat.counts) >= MAX_PER_ROUND
        assert not any(peer.replica.accusations.found for peer in peers)

    clocked(test)


def test_a_watcher_reads_and_passes_on_but_cannot_write(tmp_path):
    async def test():
        one, two, _ = await sitting(tmp_path, 3)
        watcher = open_game(player(7, tmp_path), one.replica.genesis)
        await watcher.live.start()
        with pytest.raises(Illegal, match="Only the players"):
            await watcher.say("hello")
        await one.say("for all to read")
        async with linked((one, watcher), (watcher, two)):
            await hears(watcher, "for all to read")
            await hears(two, "for all to read")

    clocked(test)


async def pester(peer, *messages):
    """Send messages over one link as seat 1 could; return why the link ended, or nothing if it held."""
    near, far = trio.testing.memory_stream_pair()
    link, other = Link(near), Link(far)
    link.key = other.key = seated(1).key
    async with trio.open_nursery() as nursery:
        nursery.start_soon(peer.attach, link)
        with suppress(LinkFault):
            for one in messages:
                await other.send(*one)
            await other.send("bye")
        await peer.wait_until(lambda: not peer.links.connected)
    return str(peer.notices[-1].why) if peer.notices else ""


def flood(game, number):
    """So many messages of seat 1 that say one thing more than a client lets it, and go on."""
    return [("chat", ChatMessage.sign(seated(1), game, 1, at, 0, "x").record) for at in range(number)]


FLOODS = {
    "more than a seat may say": (flood, "floods"),
    "one message again and again": (lambda game, many: flood(game, 1) * many, "floods"),
    "what nobody signed": (lambda _game, many: [("chat", b"junk")] * many, "keeps sending"),
    "no end of counts": (lambda _game, many: [("chats", (0, 0))] * many, ""),
    "counts of another table": (lambda _game, _many: [("chats", (0, 0, 0))], "array of 2"),
    "counts that are none": (lambda _game, _many: [("chats", (0, -1))], "number from 0"),
    "a chat message that is text": (lambda _game, _many: [("chat", "hello")], "does not belong here"),
}


@pytest.mark.parametrize("name", FLOODS)
def test_who_misuses_chat_loses_its_link_and_nothing_else(tmp_path, name):
    make, why = FLOODS[name]

    async def test():
        peer = (await sitting(tmp_path, 2))[0]
        ended = await pester(peer, *make(peer.replica.genesis.game_id, MAX_CHAT + 50))
        assert why in ended
        assert bool(why) == bool(ended)
        assert len(peer.talk.chat.messages) <= MAX_PER_ROUND
        assert not peer.replica.accusations.found
        await peer.say("still here")

    clocked(test)


def test_what_was_said_in_a_round_still_unknown_here_comes_once_that_is_known(tmp_path):
    async def test():
        one, two, three = await sitting(tmp_path, 3)
        ahead = ChatMessage.sign(seated(2), one.replica.genesis.game_id, 2, 0, 3, "I am further on").record
        assert two.talk.chat.receive(ahead, 3) is Taken.NEW
        async with linked((one, two)):
            await two.say("hello")
            await hears(one, "hello")
            async with linked((two, three)), trio.open_nursery() as games:
                games.start_soon(one.wait_until, lambda: "I am further on" in texts(one.talk))
                for seat, peer in enumerate((one, two, three)):
                    games.start_soon(play_out, peer, seat)

    clocked(test)


async def hears_or_breaks(peer, text):
    await peer.wait_until(lambda: text in texts(peer.talk) or peer.notices)
    assert not peer.notices


def test_who_says_different_things_to_two_players_does_not_part_them(tmp_path):
    """One was told as much as a seat may say, the other so much at once that it cut the author off."""

    async def test():
        one, two, _ = await sitting(tmp_path, 3)
        game, count = one.replica.genesis.game_id, 2 * MAX_CHAT
        said = [
            ChatMessage.sign(seated(2), game, 2, at, at // MAX_PER_ROUND, "x").record for at in range(count)
        ]
        other = [ChatMessage.sign(seated(2), game, 2, at, 0, "y").record for at in range(MAX_PER_ROUND + 1)]
        for record in said:
            assert one.talk.chat.receive(record, count) is Taken.NEW
        assert [two.talk.chat.receive(record, 0) for record in other][-1] is Taken.REFUSED
        async with linked((one, two)):
            await one.say("are you there?")
            await hears_or_breaks(two, "are you there?")
            await two.say("yes")
            await hears_or_breaks(one, "yes")

    clocked(test)


def test_who_comes_late_to_a_table_where_much_was_said_keeps_its_links(tmp_path):
    async def test():
        one, two, _ = await sitting(tmp_path, 3)
        game, count = one.replica.genesis.game_id, 2 * MAX_CHAT
        for at in range(count):
            record = ChatMessage.sign(seated(2), game, 2, at, 2 + at // MAX_PER_ROUND, "x").record
            assert one.talk.chat.receive(record, count) is Taken.NEW
        async with linked((one, two)):
            await one.say("welcome")
            await hears_or_breaks(two, "welcome")

    clocked(test)
