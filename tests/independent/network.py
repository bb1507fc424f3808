"""SPEC 12, 14 to 19 and 21 to 23: what a client makes of the vectors about links, tables and mail."""

from binascii import Error as BadBase64

from tests.independent.armour import judge_armour
from tests.independent.basics import Wrong
from tests.independent.books import book
from tests.independent.chat import chat
from tests.independent.frames import frames
from tests.independent.hello import hello
from tests.independent.invites import invite, judge_seat
from tests.independent.keys import judge_derive
from tests.independent.lobby import guest, host
from tests.independent.packs import judge_letter, judge_pack
from tests.independent.pins import judge_pin
from tests.independent.said import links, meeting
from tests.independent.wants import want
from tests.independent.words import judge_words

JUDGES = {
    "frame": lambda given: {"messages": [body.hex() for body in frames(bytes.fromhex(given["bytes"]))]},
    "pin": judge_pin,
    "derive": judge_derive,
    "hello": hello,
    "invite": lambda given: invite(given["text"]),
    "seat": judge_seat,
    "words": judge_words,
    "host": host,
    "guest": guest,
    "links": links,
    "meeting": meeting,
    "address": book,
    "chat": chat,
    "want": want,
    "pack": judge_pack,
    "letter": judge_letter,
    "armour": judge_armour,
}


def judge(name, given):
    """What SPEC.md makes of a vector of this kind."""
    try:
        return JUDGES[name](given)
    except (Wrong, BadBase64):
        return "refused"
