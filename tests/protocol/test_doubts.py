"""Who is still to show what it has, before a seat whose store may lack something signs."""

from p2pgames_protocol.net.double_sign_guard import Doubts

ADA, BEN = b"a" * 32, b"b" * 32


def test_who_has_shown_nothing_is_left():
    assert Doubts([ADA, BEN]).left(5, frozenset([ADA, BEN])) == {ADA, BEN}


def test_who_has_shown_a_round_is_left_until_that_round_is_closed_here_too():
    doubts = Doubts([ADA])
    doubts.show(ADA, 5)
    assert doubts.left(5, frozenset([ADA])) == {ADA}, "of the rounds 0 to 4"
    assert doubts.left(6, frozenset([ADA])) == frozenset()


def test_who_is_out_or_has_no_round_at_all_is_not_left():
    doubts = Doubts([ADA, BEN])
    doubts.show(ADA, -1)
    assert doubts.left(0, frozenset([ADA])) == frozenset()
