"""What is done when p2pgames is built or installed.

The catalogues are compiled: people edit ``.po``, gettext reads ``.mo`` files. And what has wheels for some systems
alone is required there alone, so that one command installs everywhere: markers cannot tell musl from glibc, nor an old
glibc from a new one; the tags of wheels can.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import polib
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface
from packaging.tags import sys_tags

LOCALE = "cli/p2pgames_cli/i18n/locale"


class BuildHook(BuildHookInterface[Any]):
    """Puts a compiled catalogue beside each that people edit, and says where the wheel can be installed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # hatch gives both
        """Compile them all, be it for a wheel or for an editable installation."""
        compile_catalogues(Path(self.root, LOCALE))
        hooks = self.metadata.hatch.metadata.hook_config
        if tag := next(iter(here(hooks["custom"]["where-wheels-are"]).values()), None):
            build_data["tag"] = f"py3-none-{tag}"


class Dependencies(MetadataHookInterface):
    """Requires what runs everywhere, and what there is a wheel of for the Python that builds."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Say what is required."""
        metadata["dependencies"] = [*self.config["everywhere"], *here(self.config["where-wheels-are"])]


def here(wheels: dict[str, list[str]]) -> dict[str, str]:
    """Return what has a wheel that this Python takes, with the platform of the most fitting one."""
    platforms = list(dict.fromkeys(tag.platform for tag in sys_tags()))
    return {
        name: min(fitting, key=platforms.index)
        for name, offered in wheels.items()
        if (fitting := [one for one in offered if one in platforms])
    }


def set_in_type(catalogue: polib.POFile, language: str) -> polib.POFile:
    """Return a catalogue with no-break spaces where its language has blanks that no line may end with.

    French has them before : ; ! ? and within « ». Translators type blanks, as everywhere.
    """
    if language == "fr":
        for entry in catalogue:
            entry.msgstr = unbroken(entry.msgstr)
            entry.msgstr_plural = {at: unbroken(said) for at, said in entry.msgstr_plural.items()}
    return catalogue


def unbroken(text: str) -> str:
    """Return a French text with its no-break spaces."""
    return re.sub(r"(?<=\S) (?=[:;!?»](?![\w:/]))|(?<=«) ", "\N{NO-BREAK SPACE}", text)


def compile_catalogues(folder: Path) -> None:
    """Compile what has changed since it was compiled, in place of what was there; several may do so at once."""
    for file in sorted(folder.glob("*.po")):
        compiled = file.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime <= file.stat().st_mtime:
            part = file.with_suffix(f".{os.getpid()}")
            set_in_type(polib.pofile(str(file)), file.stem).save_as_mofile(str(part))
            part.replace(compiled)
