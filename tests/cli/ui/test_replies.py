"""What a terminal says of messages on the desktop is heard, however it comes, and nothing of it is typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgames_cli.ui.probe import LONGEST, Replies, shows_notices

BEGUN = "\x1b]99;"
ANSWER = "99;i=p2pgames:p=?;a=report:p=title,body,?"
ENDS = ["\x1b\\", "\x07"]


def taken_in(*pieces):
    """Feed pieces as they come; return the keys, and what was heard."""
    keys, heard = [], []
    replies = Replies(keys.append, heard.append)
    for piece in pieces:
        replies.feed(piece)
    replies.flush()
    return "".join(key.data for key in keys), heard


@pytest.mark.parametrize("end", ENDS)
@given(at=st.integers(0, len(ANSWER) + 4))
def test_an_answer_is_heard_in_one_piece_or_two_and_is_no_key(end, at):
    """But a piece that ends within its first characters: they are what Escape and a letter are, too."""
    whole = f"\x1b]{ANSWER}{end}"
    keys, heard = taken_in("a", whole[:at], whole[at:], "b")
    if 0 < at < len(BEGUN):
        assert heard == []
    else:
        assert (keys, heard) == ("ab", [ANSWER])


@pytest.mark.parametrize(
    "typed",
    ["\x1b]", "\x1b]9", f"{BEGUN}{'x' * LONGEST}q", f"{BEGUN}i\x1b[A", f"x{BEGUN}", "\x1b]98;i=1\x1b\\"],
)
def test_what_is_no_answer_is_typed_to_the_last_character(typed):
    keys, heard = taken_in(typed, "\x1b[B", "z")
    assert (keys, heard) == (f"{typed}\x1b[Bz", [])


def test_what_is_too_long_for_an_answer_is_not_held():
    assert taken_in(f"{BEGUN}{'x' * LONGEST}") == (f"{BEGUN}{'x' * LONGEST}", [])
    assert taken_in(f"{BEGUN}x") == ("", [])


@given(st.lists(st.text(st.sampled_from("\x1b]991;\\\x07[?a0")), max_size=6))
def test_nothing_is_lost_and_nothing_is_held_for_ever(pieces):
    keys, heard = taken_in(*pieces, "\x1b[B", "z")
    said = sum(len("\x1b]") + len(one) for one in heard)
    lost = len("".join(pieces)) + len("\x1b[Bz") - len(keys) - said
    assert lost in range(len(heard), 2 * len(heard) + 1), "an answer ends with one or two characters"


def test_only_the_answer_to_our_question_counts():
    assert shows_notices(ANSWER)
    assert not any(
        map(
            shows_notices,
            [
                "",
                "99;i=other:p=?;p=title",
                "99;i=p2pgames;p=?",
                "99;p=?",
                "99;i=p2pgames:p=close;",
                "11;i=p2pgames:p=?;",
            ],
        )
    )
