"""Game files for readers without the rules (SPEC 11.2): who is seen to be out, where they stop, what is over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.log.records import RESIGN, Ballot, Event, Have, Kind, Note, Record, Vote
from p2pgames_protocol.log.validate import event_digest
from tests.audits import of_report
from tests.chance_vectors import chance_logs
from tests.drafts import LEFT, Draft

Given = Iterable[Record]
ELSEWHERE = b"x" * 32
AT_FAULT_AND_OUT = (
    "coin-out-of-place",
    "nil-in-a-move",
    "six-a-deck-left-out",
    "six-a-deck-of-another-name",
    "six-a-deck-of-another-number",
    "six-a-duplicate",
    "six-a-face-without-its-share",
    "six-a-wrong-share",
    "six-a-wrong-share-while-hands-are-opened",
    "six-another-card",
    "six-another-slot",
    "six-no-card",
    "six-shares-in-other-cards",
    "six-shares-missing",
    "six-shares-twice",
    "six-slots-missing",
    "unknown-act",
)
"""Logs in which a seat is out after an event that does not count: it is verified, and blamed (SPEC 13.12)."""
LET_GO_IN_REKEY = ("resigned-openly-by-note-in-rekey", "resigned-by-note-in-rekey")


def judged(data: bytes) -> dict[str, Any]:
    """What the fast audit says, as far as vectors hold it."""
    said = {"places": None, "scores": None} | of_report(fast(data), with_rules=False)
    said["blame"] = [list(blamed) for blamed in said.get("blame", ())]
    return {name: value for name, value in said.items() if name != "by"}


JUDGES = {"fast": lambda given: judged(bytes.fromhex(given["file"]))}


def fast_logs() -> Iterator[tuple[str, str, bytes]]:
    """Yield name, what it is about, and the file."""
    yield from _seen_out()
    yield from _stops()
    yield from _agreed()
    yield from _ends()
    yield from _between_two()
    yield from _haves()
    yield from _contested()
    yield from _signatures()
    yield from chance_logs()


def logs_seen_fast(logs: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, str, bytes]]:
    """Yield the same of some vectors of logs, by their names."""
    acts = r"log/(six-)?form-(key|coin|move|resign|reveal|shuffle|share)-"
    forms = [name.removeprefix("log/") for name in logs if re.match(acts, name)]
    for name in (*AT_FAULT_AND_OUT, *LET_GO_IN_REKEY, *forms):
        content = logs[f"log/{name}"]
        yield (
            f"log-{name}",
            f"{content['about']}: the log of this name",
            bytes.fromhex(content["given"]["file"]),
        )


def _seen_out() -> Iterator[tuple[str, str, bytes]]:
    draft = Draft()
    lets_go = draft.event(0, RESIGN, (), notes=(draft.note(0), draft.note(1)))
    draft.close(lets_go).out(0)  # at fault, as who was in next shows: seat 1 did not leave by it
    draft.close(draft.vote(1, 3), draft.vote(2, 3), absent=(3,))
    draft.close(draft.event(1, RESIGN, (), notes=(draft.note(1),))).out(1)
    about = "two vote on a third; one of them only seems to have resigned: the absence is seen, and one reveal is all"
    yield "absent-by-more-than-are-not-seen-out", about, draft.file(draft.reveal(2))
    draft = Draft().out(2, 3)
    draft.close(draft.event(0))
    draft.close(draft.vote(0, 1), absent=(1,))
    about = "an absence stands among two, but two more are not seen to be out: they have not revealed"
    yield "absent-by-fewer-than-are-not-seen-out", about, draft.file(draft.reveal(0), draft.reveal(1))
    draft = Draft()
    draft.close(draft.event(0, notes=(draft.note(1),))).out(1)
    draft.close(draft.event(0))
    draft.inside |= {1}
    draft.close(draft.event(0))
    yield (
        "back-again",
        "an event names a seat that was out before, and is built on",
        draft.file(draft.event(0)),
    )
    draft = Draft()
    draft.close(draft.event(0, "draw", (), notes=(draft.note(1),)))
    reveals = [draft.reveal(seat) for seat in (0, 2, 3)]
    yield "resigned-in-a-draw", "a resignation in such an event lets nobody leave", draft.file(*reveals)
    draft = Draft()
    unsigned = Record(Kind.NOTE, Note(1, RESIGN).pack(), bytes(64)).pack()
    wrong = draft.event(0, notes=(unsigned,))
    yield "embeds-what-is-not-signed", "its author's fault, and the file is in order", draft.file(wrong)


def _stops() -> Iterator[tuple[str, str, bytes]]:
    draft = Draft()
    fewer = draft.event(1, inside=frozenset((1, 2)))
    about = "two events name others as in, and nothing says which"
    yield "in-differs", about, draft.file(draft.event(0), fewer)
    about = "only one event is there: what it names holds"
    yield "in-of-one-alone", about, draft.file(fewer)
    built = draft.event(2, previous=ELSEWHERE)
    yield "in-of-one-alone-built-on", "the next round is not built on it", draft.file(fewer, _next(draft, 2))
    yield "round-before-differs", "a part is missing, or of another branch", draft.file(built)
    here = draft.event(0)
    yield "named-otherwise", "a part is missing, or of another branch", draft.file(here, _next(draft, 2))
    for name, about, more in (
        ("with-a-vote", "somebody may be out: the reader stops", draft.vote(1, 0)),
        ("with-a-vote-on-oneself", "that is no vote", draft.vote(0, 0)),
        ("with-a-vote-on-no-seat", "that is no vote", draft.vote(0, 9)),
        ("with-a-have", "a have names the round too", draft.have(1, 1, ELSEWHERE)),
    ):
        yield f"named-otherwise-{name}", about, draft.file(here, _next(draft, 2), more)
    gone = _next(draft, 2, frozenset((0, 2, 3)))
    about = "who is named out was not seen to leave: the reader stops"
    yield "named-otherwise-out-unseen", about, draft.file(here, gone)
    about = "that seat has signed a resignation, so only a part is missing"
    resigned = draft.sign(Kind.NOTE, 1, Note(1, RESIGN).pack())
    yield "named-otherwise-out-and-resigned", about, draft.file(here, gone, resigned)
    beside = draft.event(0, notes=(draft.note(1), b"x"))
    about = "that resignation is signed, though it does not act beside what is no note"
    yield "named-otherwise-out-and-resigned-beside", about, draft.file(beside, gone)


def _next(draft: Draft, seat: int, inside: frozenset[int] | None = None) -> Record:
    """An event of the next round that is built on another one than the open one can be."""
    header = ELSEWHERE, bytes(32), draft.inside if inside is None else inside
    return draft.sign(
        Kind.EVENT, seat, Event(draft.number + 1, seat, *header, "move", (("pass",), (), ())).pack()
    )


def _agreed() -> Iterator[tuple[str, str, bytes]]:
    draft = Draft()
    votes = [draft.vote(voter, 3) for voter in range(3)]
    yield "only-votes", "they close the round", draft.file(*votes)
    about = "an absence of who is seen to be in stands against whatever is built otherwise"
    yield "only-votes-and-built-otherwise", about, draft.file(*votes, _next(draft, 2))
    two = frozenset((0, 1))
    yield "only-votes-of-two", "those of who is seen to be in are missing", draft.file(draft.vote(0, 1, two))
    about = "an absence stands, and an event names others"
    yield "votes-and-other-in", about, draft.file(*votes, draft.event(0, inside=frozenset((0, 1, 2))))
    about = "a vote on who has given the event, which nobody needs to know"
    yield "vote-alone", about, draft.file(draft.vote(0, 3))
    yield "vote-alone-on-oneself", "that is none", draft.file(draft.vote(0, 0))
    nobody = draft.vote(0, 9, draft.inside | {9})
    yield "vote-alone-on-no-seat", "nor is that, whoever it names as in", draft.file(nobody)
    at = draft.number, draft.previous, draft.inside
    seen = Vote(Ballot.PRESENT, 0, 3, *at, event_digest(draft.event(3).body))
    present = draft.sign(Kind.VOTE, 0, seen.pack())
    yield "vote-alone-that-one-is-there", "the round has begun, and the event is missing", draft.file(present)
    about = "they name a seat as in that has never been, and the round has begun all the same"
    votes = [draft.vote(voter, 3, draft.inside | {9}) for voter in range(3)]
    yield "only-votes-of-more-than-are-in", about, draft.file(*votes)


def _ends() -> Iterator[tuple[str, str, bytes]]:
    draft = Draft()
    draft.close(draft.event(0, RESIGN, (), notes=(draft.note(0), draft.note(1)))).out(0, 1)
    whole = (1, 1, 3, 3), (4, 3, 2, 1), "resigned"
    for name, about, results in (
        ("by-all-in", "who resigned need not reveal", {2: whole, 3: whole}),
        ("lacks-one", "one who is in has not revealed", {3: whole}),
        ("names-two-results", "they differ", {2: whole, 3: LEFT}),
        ("by-one-out-otherwise", "who resigned signs another result", {0: LEFT, 2: whole, 3: whole}),
        ("without-places", "a game without a result", dict.fromkeys((2, 3), (None, None, "fault"))),
        ("with-place-0", "no place", dict.fromkeys((2, 3), ((0, 1, 2, 3), None, "played"))),
        ("with-place-5", "no place among four", dict.fromkeys((2, 3), ((5, 1, 2, 3), None, "played"))),
        ("with-places-of-three", "a place is missing", dict.fromkeys((2, 3), ((1, 2, 3), None, "played"))),
        ("on-another-basis", "no basis", dict.fromkeys((2, 3), (*whole[:2], "luck"))),
    ):
        yield f"revealed-{name}", about, draft.file(*(draft.reveal(s, one) for s, one in results.items()))
    draft = Draft()
    draft.close(draft.event(0, RESIGN, (), notes=tuple(draft.note(seat) for seat in range(4))))
    draft.inside = frozenset()
    reveals = [draft.reveal(seat, (None, None, "resigned")) for seat in range(4)]
    yield "revealed-where-nobody-is-in", "then all must have", draft.file(*reveals)
    yield "revealed-where-nobody-is-in-but-one", "then all must have", draft.file(*reveals[1:])


def _between_two() -> Iterator[tuple[str, str, bytes]]:
    places = (1, 2), None, "voted"
    draft = Draft(2)
    draft.close(draft.vote(0, 1), absent=(1,))
    reveals = [draft.reveal(seat, places) for seat in range(2)]
    yield "voted-between-two", "both have signed the result", draft.file(*reveals)
    yield "voted-between-two-by-one", "who was voted out alone has not", draft.file(reveals[0])
    draft.close(draft.event(0, RESIGN, (), notes=(draft.note(0),))).out(0)
    about = "then the other one resigned: who was voted out alone is asked, and nobody else is in"
    yield "voted-between-two-and-resigned", about, draft.file(draft.reveal(1, places))
    draft = Draft(2)
    draft.close(draft.event(1), draft.vote(0, 1), absent=(1,))
    reveals = [draft.reveal(seat, places) for seat in range(2)]
    yield "voted-between-two-and-contested", "the event is there: no places", draft.file(*reveals)
    for seats, name in ((2, "false-absence"), (3, "false-absence-among-three")):
        draft = Draft(seats)
        votes = [draft.vote(voter, 1) for voter in range(seats) if voter != 1]
        draft.close(draft.event(1))
        about = "a voter has signed a have with the digest of the round with the event"
        have = draft.have(0, 1, draft.previous)
        yield name, about, draft.file(*votes, have)
        if seats == 2:
            twice = [draft.have(1, 0, bytes([n]) * 32) for n in range(2)]
            about = "the other one has signed two haves: that one is blamed, and no more is asked"
            yield "false-absence-and-two-haves", about, draft.file(*votes, have, *twice)


def _haves() -> Iterator[tuple[str, str, bytes]]:
    draft = Draft()
    unsigned = Record(Kind.HAVE, Have(1, 0, draft.previous).pack(), bytes(64))
    yield "have-not-signed", "it says what all say, and is not verified", draft.file(unsigned)
    yield "have-of-no-seat", "nobody can have signed it", draft.file(draft.have(9, 0, draft.previous))
    yield "have-of-another-digest", "of another branch", draft.file(draft.have(1, 0, ELSEWHERE))
    draft.close(*(draft.vote(voter, 3) for voter in range(3)), absent=(3,))
    for number, about in ((1, "it has closed the round with its event, perhaps"), (0, "of another branch")):
        name = f"have-of-who-is-voted-out-{'then' if number else 'before'}"
        yield name, about, draft.file(draft.have(3, number, ELSEWHERE))


def _contested() -> Iterator[tuple[str, str, bytes]]:
    draft = Draft()
    late, votes = draft.event(3), [draft.vote(voter, 3) for voter in range(3)]
    before = draft.event(2, previous=ELSEWHERE)
    other = _next(draft, 2)
    draft.close(*votes, late, absent=(3,))
    about = "an event of the next round is built on the branch with the late one"
    yield "contested-and-built-on", about, draft.file(other)
    yield "contested-and-another-branch-then", "so is one of the contested round", draft.file(before)
    again = draft.have(1, 0, ELSEWHERE)
    yield "contested-and-another-branch-before", "that is not explained", draft.file(again)


def _signatures() -> Iterator[tuple[str, str, bytes]]:
    draft = Draft()
    bare = Record(Kind.EVENT, draft.event(0).body, bytes(64))
    draft.close(bare)
    yield "newest-not-signed", "the newest event of a seat carries the others", draft.file()
    newer = draft.event(0)
    yield "older-not-signed", "a newer event of its seat carries it", draft.file(newer)
    twice = [draft.have(1, 1, bytes([n]) * 32) for n in range(2)]
    yield "older-not-signed-and-a-cheat", "before anybody is blamed all counts", draft.file(newer, *twice)
    signed = draft.sign(Kind.EVENT, 0, bare.body)
    yield "older-once-more", "a message with two signatures needs both", draft.file(newer, signed)
    draft = Draft()
    later = _next(draft, 2, frozenset((0, 2, 3)))
    unsigned = Record(Kind.EVENT, later.body, bytes(64))
    about = "the reader stops before it, but it must be signed"
    yield "stops-before-what-is-not-signed", about, draft.file(draft.event(0), unsigned)
