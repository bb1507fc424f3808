"""Packages of npm that only tests use: fetched where they are not there yet, and refused if they have other bytes."""

from __future__ import annotations

import shutil
import subprocess
from hashlib import sha512
from pathlib import Path
from tempfile import TemporaryDirectory

from tests import ROOT


class NoPackage(Exception):
    """A package that cannot be had, or is not the one that is known."""


def package(name: str, version: str, digest: str) -> Path:
    """Return the file of a package; its SHA-512 is the one that the registry gives."""
    kept = ROOT / "build" / f"{name}-{version}.tgz"
    if not kept.exists():
        _fetch(name, version, kept)
    if sha512(kept.read_bytes()).hexdigest() != digest:
        raise NoPackage(f"{kept} is not the {name} that is known; remove it, and it is fetched again")
    return kept


def _fetch(name: str, version: str, kept: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise NoPackage(f"there is no npm, which fetches {name}; on Debian: apt-get install npm")
    kept.parent.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=kept.parent) as folder:
        command = [npm, "pack", f"{name}@{version}"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NoPackage(f"npm cannot fetch {name} {version}: {done.stderr}")
        (Path(folder) / kept.name).replace(kept)
