"""Who is still to show what it has, before a seat whose store may lack something signs."""

from p2pgames_protocol.net.live_replica import DoubleSignGuard

ADA, BEN = b"a" * 32, b"b" * 32


def held_for(*keys):
    """A guard that waits for these."""
    guard = DoubleSignGuard()
    guard.hold(keys)
    return guard


def test_who_has_shown_nothing_is_left():
    assert held_for(ADA, BEN).left(5, frozenset([ADA, BEN])) == {ADA, BEN}


def test_who_has_shown_a_round_is_left_until_that_round_is_closed_here_too():
    guard = held_for(ADA)
    guard.note_shown(ADA, 5)
    assert guard.left(5, frozenset([ADA])) == {ADA}, "of the rounds 0 to 4"
    assert guard.left(6, frozenset([ADA])) == frozenset()


def test_who_is_out_or_has_no_round_at_all_is_not_left():
    guard = held_for(ADA, BEN)
    guard.note_shown(ADA, -1)
    assert guard.left(0, frozenset([ADA])) == frozenset()
