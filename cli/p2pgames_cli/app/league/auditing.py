"""Auditing the files of a league: each once, by whoever is free."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from p2pgames_cli.app.league.kept_audits import KeptAudits
from p2pgames_cli.app.league.seen import Seen, audited, read_seen
from p2pgames_cli.app.workers.workers import Numbered, Task, Workers
from p2pgames_cli.i18n.prose import told
from p2pgames_protocol.store import intake


def seen(
    audits: KeptAudits, files: Sequence[Path], workers: Workers, progress: Callable[[int, int], None]
) -> list[Seen]:
    """Return what each file holds, in their order; what was audited before is not audited again."""
    found: dict[int, Seen] = {}
    hashes: dict[int, str] = {}

    def unknown() -> Iterator[Numbered]:
        for number, path in enumerate(files):
            try:
                data = intake.read(path, follow=False)
            except OSError as wrong:
                tell(number, Seen("", None, told(wrong)))
                continue
            digest = sha256(data).hexdigest()
            if (kept := audits.kept(digest)) is not None:
                tell(number, kept)
                continue
            hashes[number] = digest
            yield number, data

    def tell(number: int, what: Seen) -> None:
        found[number] = what
        progress(len(found), len(files))

    task = Task(audited, lambda number, said: read_seen(hashes[number], said), files.__getitem__)
    for number, what in workers.for_jobs(len(files)).spread(task, unknown()):
        audits.keep(what)
        tell(number, what)
    return [found[number] for number in range(len(files))]
