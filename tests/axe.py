"""axe-core, which finds in a page what keeps people out; run in the browser of `tests.browser`."""

from __future__ import annotations

import tarfile
from functools import cache

from tests.browser import Page
from tests.npm import package

VERSION = "4.14.1"
DIGEST = (
    "1477dafa598d8d065f273d6af302aa203c02e83131707b7fa648cd41bd3d6b73"
    "4f8c22a0dab86ee6a6f64b8afbe804b214d36db85a2826965edfb3a0b9d546b5"
)
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
    with tarfile.open(package("axe-core", VERSION, DIGEST)) as files:
        script = files.extractfile("package/axe.min.js")
        assert script is not None
        return script.read().decode()
