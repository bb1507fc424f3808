"""What links of format 1 were told, they are told again: every answer is the one that was recorded."""

import json

import pytest

from p2pgames_protocol.wire.codec import pack, unpack
from tests.link_roles import CASES
from tests.links import FOLDER, PING, replay

FILES = sorted(FOLDER.glob("*.json"))
SIDES = {f"{case}.{side}": side for case, (sides, _script) in CASES.items() for side in sides}


KINDS = (
    "hello proof table proposal join genesis want record links address chat chats game welcome watch words invite"
    " seat part ping bye"
)


def answers(steps):
    """What came of all that was heard and done.

    Neither the order of what goes out at once is promised, nor when, nor what sentence a bye has.
    """
    found = []
    for step in steps:
        if "waits" not in step:
            found.append([])
        found[-1] += [promised(message) for message in step["says"] if message != PING.hex()]
    return [sorted(said) for said in found]


def promised(message):
    """What is promised of a message: all of it, but of a bye with a sentence only that it has one."""
    match unpack(bytes.fromhex(message)[4:]) if message else ():
        case ("bye", str(sentence)) if sentence:
            return "a bye with a sentence"
    return message


def read(file):
    return json.loads(file.read_text("utf-8"))


def test_both_ends_of_every_case_are_there():
    assert {file.stem for file in FILES} == SIDES.keys()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_recorded_link_is_answered_as_it_was(file):
    steps = read(file)
    assert answers(replay(SIDES[file.stem], steps)) == answers(steps)


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (("bye", "Another sentence."), True),
        (("bye", ""), False),
        (("bye",), False),
        (("bye", b"Bytes."), False),
        (("bye", "Two", "sentences."), False),
        (("ping",), False),
        (("chat", "Another sentence."), False),
    ],
    ids=str,
)
def test_a_bye_may_have_another_sentence_but_nothing_else_may_stand_for_it(other, same):
    steps = read(FOLDER / "stranger.host.json")
    (at,) = (number for number, step in enumerate(steps) if any(step["says"]))
    (bye,) = filter(None, steps[at]["says"])
    assert kind(bye) == "bye"
    body = pack(other)
    message = (len(body).to_bytes(4, "big") + body).hex()
    says = [message if said == bye else said for said in steps[at]["says"]]
    changed = [*steps[:at], {**steps[at], "says": says}, *steps[at + 1 :]]
    assert (answers(changed) == answers(steps)) is same


def test_every_kind_of_message_is_on_one_of_them():
    said = {kind(message) for file in FILES for step in read(file) for message in step["says"] if message}
    links = {"hello", "proof", "table", "proposal", "join", "genesis", "want", "record", "links", "address"}
    assert said >= links | {
        "chat",
        "chats",
        "game",
        "welcome",
        "watch",
        "words",
        "invite",
        "seat",
        "part",
        "ping",
        "bye",
    }


def kind(message):
    """The name that a message begins with, after its length and the head of its array."""
    data = bytes.fromhex(message)[5:]
    return data[1 : 1 + data[0] % 32].decode()


def test_who_is_told_something_else_answers_something_else():
    steps = read(FOLDER / "words.words-host.json")
    at = next(
        number for number, step in enumerate(steps) if step.get("hears") and kind(step["hears"]) == "words"
    )
    heard = steps[at]["hears"]
    told = [*steps[:at], {**steps[at], "hears": f"{heard[:-2]}{int(heard[-2:], 16) ^ 1:02x}"}]
    assert [kind(message) for message in replay("words-host", told)[at]["says"] if message] == ["bye"]
