"""Auditing one file, with the reasons in words."""

from __future__ import annotations

from pathlib import Path

from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import told
from p2pgames_protocol.audit.report import Report


def check_file(file: Path, *, fast: bool) -> Report | str:
    """Return the report on one file, or why it cannot be read."""
    from p2pgames import registry
    from p2pgames_protocol.audit import full as audit
    from p2pgames_protocol.audit.fast import fast as check_fast
    from p2pgames_protocol.store import intake

    try:
        data = intake.read(file)
    except OSError as wrong:
        said = _("p2pgames: Cannot read {file}: {why}.")
        return said.format(file=file, why=told(wrong))
    return check_fast(data, registry.rules) if fast else audit.full(data, registry.rules)
