"""axe-core, which finds in a page what keeps people out; run in the browser of `tests.browser`.

npm fetches it where it is not there yet; a package with other bytes is refused. It is no part of the product.
"""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from functools import cache
from hashlib import sha512
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.browser import Failed, Page

VERSION = "4.14.1"
DIGEST = (
    "1477dafa598d8d065f273d6af302aa203c02e83131707b7fa648cd41bd3d6b73"
    "4f8c22a0dab86ee6a6f64b8afbe804b214d36db85a2826965edfb3a0b9d546b5"
)
"""SHA-512 of the package, as the registry gives it."""
KEPT = Path(__file__).parent.parent / "build" / f"axe-core-{VERSION}.tgz"
RUN = """axe.run(document).then(({ violations }) => violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(" ")}: ${failureSummary}`)))"""


def violations(page: Page) -> list[str]:
    """Return what is wrong with the page as it is shown now, a sentence for each element."""
    if not page.value("'axe' in window"):
        page.value(source())
    found: list[str] = page.value(RUN)
    return found


@cache
def source() -> str:
    """Return the script."""
    if not KEPT.exists():
        fetch()
    if sha512(KEPT.read_bytes()).hexdigest() != DIGEST:
        raise Failed(f"{KEPT} is not the axe-core that is known; remove it, and it is fetched again")
    with tarfile.open(KEPT) as package:
        script = package.extractfile("package/axe.min.js")
        assert script is not None
        return script.read().decode()


def fetch() -> None:
    """Keep the package that npm's registry has."""
    npm = shutil.which("npm")
    if npm is None:
        raise Failed("there is no npm, which fetches axe-core; on Debian: apt-get install npm")
    KEPT.parent.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=KEPT.parent) as folder:
        package = f"axe-core@{VERSION}"
        done = subprocess.run([npm, "pack", package], cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Failed(f"npm cannot fetch {package}: {done.stderr}")
        (Path(folder) / KEPT.name).replace(KEPT)
