"""Compiles the catalogues when p2pgames is built or installed: people edit ``.po``, gettext reads ``.mo`` files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polib
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface[Any]):
    """Puts a compiled catalogue beside each that people edit."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # hatch gives both
        """Compile them all, be it for a wheel or for an editable installation."""
        for file in Path(self.root, "cli/p2pgames_cli/i18n/locale").glob("*.po"):
            polib.pofile(str(file)).save_as_mofile(str(file.with_suffix(".mo")))
