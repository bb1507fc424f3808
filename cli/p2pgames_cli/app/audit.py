"""Verifying games from their files alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from p2pgames import registry
from p2pgames_cli.app.executor import get_executor, spread
from p2pgames_cli.config.exit_codes import Code
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import told
from p2pgames_cli.library.report import worst
from p2pgames_protocol.audit.check_series import check_series, linked
from p2pgames_protocol.audit.fast import fast as check_fast
from p2pgames_protocol.audit.full import full
from p2pgames_protocol.audit.report import Report
from p2pgames_protocol.audit.series import Played
from p2pgames_protocol.store import intake


@dataclass(frozen=True, slots=True)
class AuditRequest:
    """Game files and proof files that are to be verified."""

    files: tuple[Path, ...]
    fast: bool = False
    """Whether only digests, links and the signatures that carry the rest are checked; no rules."""
    jobs: int = 1
    """How many are checked side by side."""


@dataclass(frozen=True, slots=True)
class Audited:
    """What came of it: for each file a report, or why it cannot be read; and the series that its games make."""

    found: tuple[tuple[Path, Report | str], ...]
    series: tuple[list[Played], ...]

    @property
    def code(self) -> int:
        """The exit code: that of the worst."""
        return worst([one.grade if isinstance(one, Report) else Code.FAILURE for _file, one in self.found])


def audit(request: AuditRequest, progress: Callable[[int], None]) -> Audited:
    """Verify the files; ``progress`` is told how many are done, before each of them and at the end."""
    check = partial(_checked, fast=request.fast)
    jobs = min(request.jobs, len(request.files))
    with get_executor(jobs) as executor:
        checked = _followed(spread(executor, check, request.files), progress)
    reports = [report for report in checked if isinstance(report, Report)]
    check_series(reports)
    return Audited(tuple(zip(request.files, checked, strict=True)), tuple(linked(reports)))


def _checked(file: Path, *, fast: bool) -> Report | str:
    """Return the report on one file, or why it cannot be read."""
    try:
        data = intake.read(file)
    except OSError as wrong:
        said = _("p2pgames: Cannot read {file}: {why}.")
        return said.format(file=file, why=told(wrong))
    return check_fast(data) if fast else full(data, registry.rules)


def _followed(checks: Iterable[Report | str], progress: Callable[[int], None]) -> list[Report | str]:
    checked: list[Report | str] = []
    progress(0)
    for one in checks:
        checked.append(one)
        progress(len(checked))
    return checked
