"""What an audit says of a file."""

from dataclasses import dataclass

FINISHED, INVALID, CHEATED, RUNNING = 0, 3, 4, 5


@dataclass(frozen=True)
class Verdict:
    """The grade is an exit code of SPEC 11.1, the result [places, scores, basis] or None.

    Who left stands as (seat, round, why), who is blamed as (round, seat).
    """

    grade: int
    why: str = ""
    game_id: bytes | None = None
    rounds: int = 0
    result: list | None = None
    contested: bool = False
    unrevealed: tuple = ()
    other_results: tuple = ()
    departures: tuple = ()
    blame: tuple = ()
    by: tuple = ()

    def as_json(self):
        """As the vectors write it."""
        places, scores, basis = self.result or (None, None, None)
        return {
            "grade": self.grade,
            "game_id": None if self.game_id is None else self.game_id.hex(),
            "rounds": self.rounds,
            "basis": basis,
            "scores": scores,
            "places": places,
            "contested": self.contested,
            "unrevealed": list(self.unrevealed),
            "other_results": list(self.other_results),
            "left": [list(left) for left in self.departures],
            "by": [list(by) for by in self.by],
        }
