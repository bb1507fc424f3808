"""The folder of a file that is to be written."""

from __future__ import annotations

from pathlib import Path

from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _


def check_parent(file: Path | None) -> None:
    """Raise `Stop` if there is no folder for a file: this is checked before anything begins."""
    if file is not None and not file.parent.is_dir():
        said = _("There is no folder {parent}; make it, or choose another file.")
        raise Stop(Code.FAILURE, said.format(parent=file.parent))
