"""``p2pgames check-client``: whether a client in any language keeps to SPEC, seen over a link."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import click

from p2pgames_cli.commands.flags import flags, show
from p2pgames_cli.config.context import flag
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_protocol.testing.client import CHECKS, PATIENCE, ClientCheck, ClientOutcome, run


@dataclass(slots=True)
class ClientReport:
    """A client that is put to checks while what comes of them is printed: in English, like the rules it is held to."""

    command: Sequence[str]
    checks: Sequence[ClientCheck]
    seed: str
    patience: float
    outcomes: list[ClientOutcome] = field(default_factory=list)
    """What has come of it so far."""

    @property
    def faults(self) -> list[ClientOutcome]:
        """The checks that the client does not hold, or could not be put to."""
        return [outcome for outcome in self.outcomes if outcome.fault]

    def _run(self) -> Iterator[ClientOutcome]:
        for outcome in run(self.command, self.checks, self.seed, self.patience):
            self.outcomes.append(outcome)
            yield outcome

    def lines(self) -> Iterator[str]:
        """Yield a line for each check when it is done, and a verdict."""
        for each in self._run():
            sign = "FAULT" if each.fault else "-" if each.left_out else "ok"
            said = f"the {each.blames}: {each.fault}" if each.fault else each.left_out or each.check.about
            yield f"{each.check.name:10} {sign:5} {said} (SPEC {each.check.section})"
        names = ", ".join(outcome.check.name for outcome in self.faults)
        many = sum(not outcome.left_out for outcome in self.outcomes)
        yield (
            f"{len(self.faults)} of {many} checks found a fault: {names}."
            if names
            else f"No fault found in {many} checks."
        )

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield an object for each check."""
        for each in self._run():
            state = "fault" if each.fault else "left out" if each.left_out else "ok"
            yield {
                "check": each.check.name, "about": each.check.about, "spec": each.check.section, "state": state,
                "fault": each.fault, "blames": each.blames, "left_out": each.left_out, "seed": self.seed,
            }  # fmt: skip


def chosen_checks(names: Sequence[str]) -> tuple[ClientCheck, ...]:
    """Return the checks of these names, or all if none is named; raise `Stop` for an unknown name."""
    there = {check.name: check for check in CHECKS}
    for name in names:
        if name not in there:
            said = _("There is no check {name!r}. There are: {names}.")
            raise Stop(Code.USAGE, said.format(name=name, names=", ".join(there)))
    return tuple(check for check in CHECKS if not names or check.name in names)


@click.command(
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
    epilog="""\b
Examples:
  p2pgames check-client ./mine join {invite}
  p2pgames check-client --only fork ./mine join {invite}
  p2pgames check-client p2pgames host linja --listen 127.0.0.1:0 --bot easy""",
)
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)
@click.option("--only", multiple=True, metavar="CHECK", help="Run this check alone; repeatable.")
@click.option("--seed", default="1", show_default=True, help="The seed of the games that are checked.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=1),
    default=PATIENCE,
    show_default=True,
    metavar="SECONDS",
    help="How long the client may take for whatever is due.",
)
@flags("json")
def command(command: tuple[str, ...], only: tuple[str, ...], seed: str, timeout: float) -> int:
    """Check a client in any language that COMMAND starts: games and faults over links, judged by SPEC.

    For those who write clients. COMMAND is run anew for every check, in an empty folder, and is to play Linja for two
    by itself: with {invite} in it, it joins the table of the invite that is put there; without, it hosts a table and
    prints an invite. The exit code is 1 if anything was at fault.
    """
    report = ClientReport(command, chosen_checks(only), seed, timeout)
    show(report, as_json=bool(flag("json")))
    return Code.FAILURE if report.faults else Code.FINE
