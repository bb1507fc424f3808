"""The plans of one seat at a running table: kept beside the game, carried out the moment they apply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from p2pgames.contract import Illegal
from p2pgames.text import Count
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table import plans as table_plans
from p2pgames_cli.table import sentences
from p2pgames_cli.table.plans import Plan
from p2pgames_cli.table.seat_handle import SeatHandle, known_faces
from p2pgames_protocol.wire.codec import Malformed


@dataclass(frozen=True, slots=True)
class PlanReport:
    """What became of a plan: ``kind`` is played or dropped; the move that was made, or the plan."""

    kind: str
    text: str

    def sentence(self) -> str:
        """Return it for the player."""
        if self.kind == "played":
            return _("Played as planned: {move}.").format(move=self.text)
        return _("Something happened that you had not planned for; dropped: {plan}.").format(plan=self.text)


@dataclass
class Planning:
    """Whoever shows the table reads ``reports``; only ever more are added."""

    handle: SeatHandle
    reports: list[PlanReport] = field(default_factory=list)
    _read: int = 0

    def fresh(self) -> list[PlanReport]:
        """Return the reports since this was called last."""
        fresh, self._read = self.reports[self._read :], len(self.reports)
        return fresh

    @property
    def plans(self) -> tuple[Plan, ...]:
        """All plans, the oldest first."""
        return table_plans.read_plans(self.handle.local_notes)

    async def add(self, moves: Sequence[tuple[bool | None, str]]) -> Plan:
        """Plan these moves and return the plan; raises `Illegal` as `plans.made` does."""
        signer = self.handle.signer
        if signer is None or self.handle.talk is None:
            raise Illegal(sentences.ONLY_BETWEEN)
        plan = table_plans.make_plan(signer, known_faces(self.handle), moves)
        await self._keep(table_plans.with_plan(self.plans, plan))
        return plan

    async def forget(self, number: int | None = None) -> None:
        """Forget one plan, counted from 1, or all; raise `Illegal` if there is none such."""
        kept = self.plans
        if number is not None and not 0 < number <= len(kept):
            raise Illegal(sentences.NO_PLAN(number=Count(number)))
        await self._keep(() if number is None else kept[: number - 1] + kept[number:])

    async def run(self) -> None:
        """Carry out what applies, and drop what no longer can, for ever."""
        while True:
            await self.carry_out()
            await self.handle.changed()

    async def carry_out(self) -> None:
        """Carry out what applies now, and drop what no longer can."""
        signer = self.handle.signer
        if signer is None or not self.plans:
            return
        if signer.replica.finished:
            await self._keep(())
            return
        while (answer := table_plans.due_answer(signer, self.handle.local_notes)) is not None:
            position = signer.replica.position
            here = position.state_digest
            self._drop_but(table_plans.alive_plans(self.plans, here))
            try:
                await self.handle.act(answer.move, at=here)
            except Illegal as refusal:
                self.reports.append(PlanReport("dropped", f"{answer.text} ({refusal})"))
                await self._keep(())
                return
            self.reports.append(PlanReport("played", answer.text))
            await self._keep(table_plans.plans_after(self.plans, here))
        if signer.my_turn and not table_plans.is_asked(signer.replica):
            self._drop_but(())
            await self._keep(())

    def _drop_but(self, alive: tuple[Plan, ...]) -> None:
        """Report the plans that ended here: those of which no end is alive."""
        ends = {plan.answers[-1] for plan in alive}
        self.reports += [PlanReport("dropped", p.text) for p in self.plans if p.answers[-1] not in ends]

    async def _keep(self, kept: tuple[Plan, ...]) -> None:
        try:
            await self.handle.keep(table_plans.KEPT, tuple(plan.packed() for plan in kept) or None)
        except Malformed:
            raise Illegal(sentences.PLANS_TOO_LONG) from None
