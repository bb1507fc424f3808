"""The fast audit: every digest and link, the signatures that carry the rest, and all coins and cards.

Each event names the digest of the round before, so a seat's newest signature endorses all its own earlier
events and, link by link, everything they were built on. Verified are the genesis, every key event, the
newest event of each seat, every event beside the chain, every vote, note and by, the reveals, and what events give of
coins and cards, as far as that shows without the rules; also all that is signed several times over, and everything
where somebody is blamed for what it signed. Events are not replayed: the result is what all have signed, and neither
legality nor a departure by fault is seen. What it cannot know, it has not seen: an end of which not all who are still
in have signed the same result, and how the log goes on where that depends on who is in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from p2pgames.contract import Illegal, Result, Seat
from p2pgames.text import Count, Message
from p2pgames_protocol.audit import sentences
from p2pgames_protocol.audit.chain import Chain, Paper, read_papers
from p2pgames_protocol.audit.chance import Chance
from p2pgames_protocol.audit.replay import copied_records, read_log, record_set, verify
from p2pgames_protocol.audit.report import CHECKS, AuditReport, Grade, unchecked
from p2pgames_protocol.audit.series import SeriesGame
from p2pgames_protocol.chance.edwards import Forged
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.genesis import Genesis, Refused
from p2pgames_protocol.log.misconduct import Fault, Misconduct, first_equivocation, why_false
from p2pgames_protocol.log.position import Basis
from p2pgames_protocol.log.records import By, Event, Have, Kind, Record, Vote, author, in_order
from p2pgames_protocol.log.rounds import REVEAL, ROUNDS
from p2pgames_protocol.log.validate import (
    SignedResult,
    read_result,
    revealed_secret,
    said_result,
    signed_otherwise,
)
from p2pgames_protocol.wire.codec import Malformed

ALWAYS_VERIFIED = frozenset(kind.act for kind in ROUNDS if kind.always_verified)
"""Events of which every signature is verified."""


def fast(data: bytes) -> AuditReport:
    """Check digests, links and the signatures named above; never raises for anything a file can contain.

    The order of records makes no difference, nor how often one is there.
    """
    report = AuditReport("fast")
    report.checks.update(dict.fromkeys(CHECKS, 0))
    try:
        if data.startswith(logfile.PROOF_MAGIC):
            raise Damaged(sentences.FULL_AUDIT)
        report.genesis, records = read_log(data)
        report.unchecked = (*unchecked(report.genesis), sentences.UNSEEN)
        report.options = report.genesis.proposal.resolved_options
        report.checks["signatures"] = 1 + len(report.genesis.joins)
        _audit(report, report.genesis, records)
    except (Damaged, Malformed, Refused) as wrong:
        report.refuse(wrong.message)
    return report


def _audit(report: AuditReport, genesis: Genesis, records: list[Record]) -> None:
    once = record_set(records)
    signatures = _Signatures(report, genesis)
    signatures.verify(*copied_records(records))
    signatures.verify(*(record for record in once if not _is_carried(genesis, record)))
    report.events = sum(record.kind is Kind.EVENT for record in once)
    report.by = in_order(By.read(record.body) for record in once if record.kind is Kind.BY)
    cheat = first_equivocation(genesis, once)
    if cheat is None:
        check = _Check(report, genesis, once, signatures.verify)
        cheat = check.false_absence()
        if cheat is None:
            check.check()
    if cheat is not None:
        signatures.verify(*(record for record in once if _is_carried(genesis, record)))
        _blame(report, cheat)


def _is_carried(genesis: Genesis, record: Record) -> bool:
    """Tell whether the signature of a record may be carried by what is built on it: that shows in the chain."""
    if record.kind not in (Kind.EVENT, Kind.HAVE):
        return False
    seat = author(record)
    return seat is not None and seat < len(genesis.keys)


def _blame(report: AuditReport, cheat: Misconduct) -> None:
    """Make it a game that was ended by what a seat signed."""
    report.grade, report.because, report.basis = Grade.CHEATED, cheat.why, "fault"
    report.finished = True
    report.blame(cheat.round, cheat.seat, cheat.fault, cheat.why)


class _Signatures:
    """Verifies signatures, each once, and counts them."""

    def __init__(self, report: AuditReport, genesis: Genesis) -> None:
        self.checks = report.checks
        self.genesis = genesis
        self.verified: set[Record] = set()

    def verify(self, *records: Record) -> None:
        """Raise `Damaged` unless each of these is well-formed and signed by the seat that it names."""
        new = [record for record in records if record not in self.verified]
        verify(self.genesis, new)
        self.verified.update(new)
        self.checks["signatures"] += sum(1 + (record.kind is Kind.BY) for record in new)


class _Check:
    """The messages of one file, none of which excludes another, and what becomes of them."""

    def __init__(
        self, report: AuditReport, genesis: Genesis, records: list[Record], verify: Callable[[Record], None]
    ) -> None:
        self.report = report
        self.genesis = genesis
        self.records = records
        self.verify = verify
        self.papers = read_papers(genesis, records)
        self.chain = Chain(genesis, self.papers)
        self.chance = Chance(genesis, self.chain.links)
        since = self.chain.contested_since
        self.doubt = since if since is not None or not self.chain.doubtful else len(self.chain.links)
        """The round from which on messages may be of another branch than the chain's; None if they may not."""
        self.out = self.chain.out

    def false_absence(self) -> Misconduct | None:
        """Return what is wrong with the vote by which one of two put the other out."""
        for vote in self.chain.alone:
            if Chain(self.genesis, self.papers, vote).belies(vote):
                why = why_false(self.genesis, vote)
                return Misconduct(Fault.FALSE_ABSENCE, vote.voter, vote.round, why, ())
        return None

    def check(self) -> None:
        """Verify what carries the chain and what lies beside it, then say what the game came to."""
        for record in self.records:
            match record.kind:
                case Kind.EVENT:
                    self._event(record, Event.read(record.body))
                case Kind.VOTE:
                    self._vote(Vote.read(record.body))
                case Kind.HAVE:
                    self._have(record, Have.read(record.body))
        self._signatures()
        self._conclude()

    def _event(self, record: Record, event: Event) -> None:
        """An event beside the chain is carried by nothing: it needs its own signature, and a reason."""
        links, before = self.chain.links, self.chain.before(event.round)
        absent = event.round < len(links) and event.seat in links[event.round].absent
        if event.previous == before and event.round < len(links) and not absent:
            return
        self.verify(record)
        if before is None:
            self._explain(event.round, sentences.ROUND_MISSING(round=Count(len(links))))
        elif event.previous != before:
            why = sentences.OTHER_ROUND_BEFORE(seat=Count(event.seat + 1), round=Count(event.round))
            self._explain(event.round, why)

    def _vote(self, vote: Vote) -> None:
        links, inside = self.chain.links, vote.inside
        if vote.round < len(links):
            inside = links[vote.round].inside
        elif vote.seat >= len(self.genesis.keys):
            inside = frozenset()
        if vote.previous != self.chain.before(vote.round):
            why = sentences.OTHER_BRANCH(seat=Count(vote.voter + 1), round=Count(vote.round))
            self._explain(vote.round, why)
        elif vote.inside != inside or not {vote.voter, vote.seat} <= inside or vote.voter == vote.seat:
            why = sentences.MAY_NOT_VOTE(voter=Count(vote.voter + 1), seat=Count(vote.seat + 1))
            self._explain(vote.round, why)

    def _have(self, record: Record, have: Have) -> None:
        """A have of another branch, or for a round that is not reached, is carried by nothing either."""
        links = self.chain.links
        if have.round < len(links) and links[have.round].closed == have.digest:
            return
        if self.out.get(have.seat, have.round + 1) > have.round:
            why = sentences.CONFIRMED_OTHER(seat=Count(have.seat + 1), round=Count(have.round))
            self._explain(have.round, why)
        self.verify(record)

    def _explain(self, number: int, why: Message) -> None:
        """Refuse what has no place in the chain, unless from its round on that may be of another branch."""
        if self.doubt is None or number < self.doubt:
            raise Damaged(why)

    def _signatures(self) -> None:
        newest: dict[Seat, int] = {}
        for number, link in enumerate(self.chain.links):
            newest.update(dict.fromkeys(link.given, number))
        for number, link in enumerate(self.chain.links):
            for seat, paper in link.given.items():
                if paper.event.act in ALWAYS_VERIFIED or newest[seat] == number:
                    self.verify(paper.record)
                self.report.checks["signatures"] += len(paper.notes)
                if paper.wrong:
                    self.report.blame(number, seat, "illegal", paper.wrong)

    def _conclude(self) -> None:
        report, links = self.report, self.chain.links
        report.rounds = report.checks["links"] = len(links)
        report.checks.update(self.chance.checks)
        for number, seat, why in self.chance.faults:
            report.blame(number, seat, "illegal", why)
        report.unchecked += tuple(
            sentences.NAMED_OTHERWISE(round=Count(number)) for number in self.chance.disputed
        )
        report.contested = self.chain.contested_since is not None
        last = links[-1].given if links else {}
        reveals = {seat: paper for seat, paper in last.items() if paper.event.act == REVEAL.act}
        right = {seat for seat, paper in reveals.items() if self._reveal(seat, paper.event)}
        report.faults.sort(key=lambda fault: (fault["round"], fault["seat"]))
        if reveals:
            report.unrevealed = tuple(seat for seat in range(len(self.genesis.keys)) if seat not in right)
        result = self._signed(reveals)
        report.grade, report.because = Grade.RUNNING, self._unseen(reveals, result)
        report.finished = None if report.because else True
        if report.finished and result is not None:
            report.grade, report.basis = Grade.FINISHED, result.basis.value
            report.played = SeriesGame(self.genesis, links[-2].closed, replayed=False)
            if result.places is not None and not self.chain.undecided:
                report.result = Result(result.places, result.scores, sentences.AS_SIGNED)
            if result.basis is not Basis.VOTED or (result.places is not None and not self.chain.undecided):
                report.other_results = signed_otherwise(result, (paper.event for paper in reveals.values()))

    def _signed(self, reveals: Mapping[Seat, Paper]) -> SignedResult | None:
        """Return the one result of the reveals of all who are not seen to be out; None if they differ or name none."""
        events = [reveals[seat].event for seat in self.chain.bound if seat in reveals]
        said = {said_result(event) for event in events}
        if len(said) != 1 or None in said:
            return None
        return read_result(events[0].body[1], len(self.genesis.keys))

    def _unseen(self, reveals: Mapping[Seat, Paper], result: SignedResult | None) -> Message | None:
        """Return why the game is not seen to be over; None if all who are not seen to be out have signed its result."""
        number = len(self.chain.links)
        if self.chain.doubtful:
            return sentences.ONLY_THE_RULES(round=Count(number))
        if not reveals or number < 2:
            return sentences.NO_SECRET
        silent = sorted(self.chain.bound - reveals.keys())
        if silent:
            return sentences.END_UNSIGNED(players=sentences.people(self.genesis, silent))
        return sentences.RESULTS_DIFFER if result is None else None

    def _reveal(self, seat: Seat, event: Event) -> bool:
        """Tell whether a reveal is right; blame its author for a wrong one."""
        given = self.chain.links[0].given
        key = given[seat].event.body if seat in given else ()
        try:
            self.chance.check_secret(
                seat, revealed_secret(self.genesis.game_id, event, key[0] if key else None)
            )
        except (Illegal, Forged) as wrong:
            if (event.round, seat) not in {(fault["round"], fault["seat"]) for fault in self.report.faults}:
                self.report.blame(event.round, seat, "illegal", wrong.message)
            return False
        self.report.checks["reveals"] += 1
        return True
