"""The Nu HTML checker of the W3C: which pages are HTML, and which pictures SVG, as the standards have them.

``python -m tests.valid FILE|FOLDER...`` prints what is wrong with pages and ends with 1 if anything is. It needs Java.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.browser import Page
from tests.npm import NoPackage, package

VERSION = "24.10.17"
"""The last one whose package holds the checker itself; later ones fetch it from elsewhere."""
DIGEST = (
    "613ee036b458e4f889ac8d466af956447588c2aab6a39d8239ce89f507973dfa"
    "2574a46267d05e18fe2c84d2cb6957e2d27680fbf2cc92c7585a4282af8a6756"
)

SINCE = ("Attribute “autocorrect” not allowed",)
"""What has come into the standard since then."""
PAGE = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pictures</title></head><body>{}</body></html>'


def with_pictures(pictures: Iterable[str]) -> str:
    """Return a page that holds SVG pictures: there they may say what stands in their place, which SVG 1.1 forbids."""
    return PAGE.format("".join(pictures))


def as_it_is(page: Page, file: Path) -> None:
    """Keep a browser's page as it stands now, with all that its scripts have made."""
    file.write_text("<!doctype html>" + page.value("document.documentElement.outerHTML"), encoding="utf-8")


def faults(*places: Path) -> list[str]:
    """Return what is wrong with pages, and with all that lie in folders: a sentence for each place."""
    java = shutil.which("java")
    if java is None:
        raise NoPackage(
            "there is no Java, which runs the checker; on Debian: apt-get install default-jre-headless"
        )
    with TemporaryDirectory() as folder:
        with tarfile.open(package("vnu-jar", VERSION, DIGEST)) as files:
            files.extract("package/build/dist/vnu.jar", folder, filter="data")
        jar = Path(folder) / "package/build/dist/vnu.jar"
        # Deep pages need a larger stack than Java's usual one.
        command = [java, "-Xss2m", "-jar", str(jar), "--stdout", "--exit-zero-always", "--format", "json"]
        done = subprocess.run([*command, *map(str, places)], capture_output=True, check=False)
    if done.returncode:
        raise NoPackage(f"the checker does not run: {done.stderr.decode(errors='replace')}")
    return list(_told(done.stdout))


def _told(out: bytes) -> Iterator[str]:
    for said in json.loads(out)["messages"]:
        if said["type"] != "info" and not said["message"].startswith(SINCE):
            where = said.get("url", "").rpartition("/")[2]
            yield f"{where}:{said.get('lastLine')}: {said['message']} {said.get('extract', '')[:120]!r}"


if __name__ == "__main__":
    found = faults(*map(Path, sys.argv[1:]))
    print(*found, sep="\n")
    sys.exit(1 if found else 0)
