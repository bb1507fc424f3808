"""SPEC 11.1: the audit with the rules."""

from tests.independent.basics import Wrong
from tests.independent.files import LOG, PROOF, payloads
from tests.independent.genesis import Game
from tests.independent.log import Log
from tests.independent.record_set import RecordSet
from tests.independent.records import read_record
from tests.independent.verdict import CHEATED, FINISHED, INVALID, RUNNING, Verdict


def full(data, rules_of):
    """The verdict on a game file or a proof file; rules by name and version."""
    proof = data.startswith(PROOF)
    game = None
    try:
        game, records = opened(data, PROOF if proof else LOG)
        game.take(rules_of(game.name, game.version))
        replay = Replay(game, records)
    except Wrong as wrong:
        return Verdict(INVALID, str(wrong), game and game.id)
    return replay.of_proof() if proof else replay.of_game()


def opened(data, magic=LOG):
    """The genesis and the records of a file."""
    records = [read_record(payload) for payload in payloads(data, magic)]
    if not records:
        raise Wrong("no genesis")
    return Game(records[0]), records


def replayed(data, rules_of):
    """A game file, heard."""
    game, records = opened(data)
    game.take(rules_of(game.name, game.version))
    return Replay(game, records)


class Replay:
    """A log that has heard a set of records, who has cheated first, and what the log does not explain."""

    def __init__(self, game, records):
        self.records = RecordSet(game, records)
        self.records.check()
        self.records.check_copies()
        self.log, self.unexplained = Log(game), []
        read = self.records.read
        heard = {record: self.log.hear(record, read[record]) for record in self.records.kept}
        self.unexplained = [r for r, what in heard.items() if not self.log.explains(r, read[r], what)]
        self.cheats = sorted(self.records.cheats) or sorted(self.false_absences())

    def false_absences(self):
        """SPEC 7.8."""
        read = self.records.read
        for (at, voter), vote in self.log.alone.items():
            without = Log(self.log.game)
            for record in self.records.kept:
                if read[record] is not vote:
                    without.hear(record, read[record])
            digests = {without.digest_of(each) for each in range(at, len(without.rounds))}
            if digests & named_by(voter, self.records):
                yield at, voter

    def of_proof(self):
        """SPEC 11.1, its last sentence."""
        blame = self.cheats[:1] or sorted(self.log.blamed + self.log.strangers)
        if not blame:
            return Verdict(INVALID, "it proves nothing", self.log.game.id)
        return Verdict(CHEATED, "", self.log.game.id, blame=tuple(blame))

    def of_game(self):
        log = self.log
        if self.unexplained and not self.cheats:
            grade, why = INVALID, f"{self.unexplained[0][0]}: not explained"
        else:
            grade, why = CHEATED if self.cheats else FINISHED if log.ended else RUNNING, ""
        result = [None, None, "fault"] if self.cheats else log.result() if log.ended else None
        over = log.ended and not self.cheats
        return Verdict(
            grade,
            why,
            log.game.id,
            len(log.rounds),
            None if grade == INVALID else result,
            log.contested and not self.cheats,
            tuple(log.unrevealed() if over else ()),
            tuple(log.other_results() if over else ()),
            tuple(map(tuple, log.left)),
            tuple(self.cheats[:1] or log.at_fault()),
            successors(self.records),
        )


def named_by(seat, records):
    """The digests that a seat has signed: in haves, and as what its events are built on."""
    haves = {read["digest"] for _, read in records.of("have") if read["seat"] == seat}
    return haves | {read["previous"] for _, read in records.of("event") if read["seat"] == seat}


def successors(records):
    """SPEC 7.15: who plays on for which seat."""
    found = sorted((by["seat"], by["round"], record[1], by) for record, by in records.of("by"))
    return tuple((seat, at, by["name"], by["key"].hex()) for seat, at, _, by in found)
