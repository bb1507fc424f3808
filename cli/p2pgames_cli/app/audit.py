"""Verifying games from their files alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from p2pgames import registry
from p2pgames_cli.app.workers.workers import ALONE, Numbered, Task, Workers
from p2pgames_cli.config.exit_codes import Code
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import sentence_of
from p2pgames_cli.library.report import worst_exit_code
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.full import full
from p2pgames_protocol.audit.report import (
    AuditReport,
    check_series,
    linked_series,
    read_report,
    report_as_data,
)
from p2pgames_protocol.audit.series import Scored
from p2pgames_protocol.store import disk


@dataclass(frozen=True, slots=True)
class AuditRequest:
    """Game files and proof files that are to be verified."""

    files: tuple[Path, ...]
    fast: bool = False
    """Whether only digests, links and the signatures that carry the rest are checked; no rules."""
    workers: Workers = ALONE
    """Who checks them."""


@dataclass(frozen=True, slots=True)
class Audited:
    """What came of it: for each file a report, or why it cannot be read; and the series that its games make."""

    found: tuple[tuple[Path, AuditReport | str], ...]
    series: tuple[list[Scored], ...]

    @property
    def code(self) -> int:
        """The exit code: that of the worst."""
        return worst_exit_code(
            [one.grade if isinstance(one, AuditReport) else Code.FAILURE for _file, one in self.found]
        )


def audit(request: AuditRequest, progress: Callable[[int, int], None]) -> Audited:
    """Verify the files; ``progress`` is told how many of how many are done, beginning with 0."""
    found: dict[int, AuditReport | str] = {}

    def readable() -> Iterator[Numbered]:
        for number, file in enumerate(request.files):
            try:
                yield number, disk.read_file(file)
            except OSError as wrong:
                said = _("p2pgames: Cannot read {file}: {why}.")
                tell(number, said.format(file=file, why=sentence_of(wrong)))

    def tell(number: int, report: AuditReport | str) -> None:
        found[number] = report
        progress(len(found), len(request.files))

    progress(0, len(request.files))
    workers = request.workers.for_jobs(len(request.files))
    check = check_fast if request.fast else check_full
    task = Task(check, _read, request.files.__getitem__)
    for number, report in workers.spread(task, readable()):
        tell(number, report)
    checked = [found[number] for number in range(len(request.files))]
    reports = [report for report in checked if isinstance(report, AuditReport)]
    check_series(reports)
    return Audited(tuple(zip(request.files, checked, strict=True)), tuple(linked_series(reports)))


def _read(_number: int, said: bytes) -> AuditReport:
    return read_report(json.loads(said), registry.rules)


def check_full(data: bytes) -> bytes:
    """Audit a file in full; return the report as JSON."""
    return json.dumps(report_as_data(full(data, registry.rules))).encode()


def check_fast(data: bytes) -> bytes:
    """Audit a file without its rules; return the report as JSON."""
    return json.dumps(report_as_data(fast(data))).encode()
