"""Joining two copies of a game's log."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from p2pgames import registry
from p2pgames_cli.app.mail_table import MailVoice
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import headed, named, sentence_of
from p2pgames_cli.library.report import signed_in_words
from p2pgames_protocol.audit.full import full
from p2pgames_protocol.audit.replay import merge as merged
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.genesis import Refused
from p2pgames_protocol.store import disk
from p2pgames_protocol.store.disk import put


@dataclass(frozen=True, slots=True)
class MergeRequest:
    """Two copies of a game, and the file that is to hold what both have."""

    one: Path
    other: Path
    out: Path


def _which(files: tuple[Path, Path], wrong: Damaged | Refused) -> str:
    """Return what is wrong, with the file that is no game file at all, if one is."""
    for file in files:
        try:
            logfile.read_records(disk.read_file(file))
        except Damaged as damaged:
            return headed(file, sentence_of(damaged))
    return sentence_of(wrong)


def merge(request: MergeRequest, voice: MailVoice) -> int:
    """Write the file, and return the exit code of its audit; raise `Stop` if it is not valid, or shows a fork."""
    files = request.one, request.other
    try:
        one, other = map(disk.read_file, files)
        data, replica = merged(one, other, registry.rules)
    except (Damaged, Refused) as wrong:
        raise Stop(Code.INVALID, _which(files, wrong)) from None
    except registry.Unknown as unknown:
        raise Stop(Code.USAGE, sentence_of(unknown)) from None
    put(request.out, data)
    said = _("{file}: {count} steps of {game}")
    voice.warn(said.format(file=request.out, count=len(replica.log), game=replica.genesis.game))
    report, verdict = full(data, registry.rules), replica.accusations.verdict
    if replica.ballots.contested:
        voice.warn(_("Contested: an event turned up that had been voted absent."))
    if verdict is None:
        if report.why and report.grade is not Grade.RUNNING:
            raise Stop(Code.INVALID, report.why)
        return report.grade
    for file, copy in zip(files, (one, other), strict=True):
        for record in verdict.records:
            if record.body in {held.body for held in logfile.read_records(copy)}:
                voice.warn(headed(file, signed_in_words(replica, record)))
    raise Stop(Code.CHEATED, named(verdict.why))
