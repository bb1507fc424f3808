"""A real browser without a window: Debian's chromium, told what to do through a pipe (Chrome DevTools Protocol).

Where there is none the tests that need it fail: ``.ci/run`` installs it. They have the marker ``browser``.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

PATIENCE = 60
"""Seconds that an answer may take on a busy computer."""
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
    "--remote-debugging-pipe",
)  # fmt: skip
KEYS = {
    "ArrowLeft": 37,
    "ArrowRight": 39,
    "Home": 36,
    "End": 35,
    " ": 32,
    "Tab": 9,
    "Enter": 13,
    "Escape": 27,
    "ArrowUp": 38,
    "ArrowDown": 40,
}
SHIFT = 8
LEFT = ("navigated or closed", "context was destroyed", "Cannot find context")
"""What the browser says of an expression whose page was left meanwhile."""


class Failed(Exception):
    """The browser, or the page in it, has reported an error."""


class Page:
    """The one page of a browser."""

    def __init__(self, to: int, back: int) -> None:
        """Attach to the page over the pipe's two ends."""
        self._to, self._back = to, back
        self._rest, self._number, self._session = b"", 0, ""
        self.errors: list[str] = []
        """What the page has logged as an error, blocked loads and exceptions among them."""
        self.asked: list[str] = []
        """The addresses the page has asked for."""
        (target,) = (t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        attached = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **given: Any) -> Any:
        """Return the browser's answer; raise `Failed` for an error."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": given}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while (said := self._next()).get("id") != self._number:
            self._note(said)
        if "error" in said:
            raise Failed(f"{method}: {said['error']}")
        return said["result"]

    def _next(self) -> dict[str, Any]:
        until = monotonic() + PATIENCE
        while b"\0" not in self._rest:
            if not select([self._back], [], [], max(0, until - monotonic()))[0]:
                raise Failed("the browser does not answer")
            if not (more := os.read(self._back, 1 << 20)):
                raise Failed("the browser has ended")
            self._rest += more
        message, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found

    def _note(self, said: dict[str, Any]) -> None:
        match said.get("method"):
            case "Runtime.exceptionThrown":
                self.errors.append(str(said["params"]["exceptionDetails"]))
            case "Log.entryAdded" if said["params"]["entry"]["level"] == "error":
                self.errors.append(said["params"]["entry"]["text"])
            case "Network.requestWillBeSent":
                self.asked.append(said["params"]["request"]["url"])

    # what a person does

    def open(self, address: str) -> None:
        """Open an address and wait until it is loaded."""
        self.call("Page.navigate", url=address)
        self.until("document.readyState === 'complete'")

    def value(self, expression: str) -> Any:
        """Return what an expression is worth in the page, awaited."""
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise Failed(f"{expression}: {found['exceptionDetails']}")
        return found["result"].get("value")

    def until(self, expression: str) -> None:
        """Wait until an expression holds in the page, also while it goes on to another one."""
        waited = (
            "new Promise((done, fail) => { const end = Date.now() + %d; const look = () => (%s) ? done(true) :"
            " Date.now() > end ? done(false) : setTimeout(look, 20); look(); })"
        )
        until = monotonic() + PATIENCE
        while True:
            try:
                if self.value(waited % (1000 * PATIENCE, expression)) is not True:
                    raise Failed(f"never came about: {expression}")
            except Failed as wrong:
                if monotonic() > until or not any(left in str(wrong) for left in LEFT):
                    raise
            else:
                return

    def press(self, key: str, *, shift: bool = False) -> None:
        """Press a key and let it go."""
        code = KEYS.get(key, ord(key[0].upper()))
        named = {"key": key, "windowsVirtualKeyCode": code, "modifiers": SHIFT if shift else 0}
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", **named, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **named)

    def click(self, selector: str) -> None:
        """Click with the mouse in the middle of an element, where it lies on the screen."""
        place = self._middle(selector)
        for kind in ("mousePressed", "mouseReleased"):
            self.call(
                "Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1
            )

    def hover(self, selector: str) -> None:
        """Move the mouse to the middle of an element."""
        x, y = self._middle(selector)
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def _middle(self, selector: str) -> Any:
        return self.value(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center',"
            " behavior: 'instant'}); const b = e.getBoundingClientRect();"
            " return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )

    # how it is looked at

    def size(self, width: int, height: int, *, phone: bool = False) -> None:
        """Give the page so much room."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=phone,
        )

    def prefer(self, **features: str) -> None:
        """Let the user prefer something: ``color_scheme="light"``, ``reduced_motion="reduce"``."""
        wanted = [{"name": f"prefers-{n.replace('_', '-')}", "value": v} for n, v in features.items()]
        self.call("Emulation.setEmulatedMedia", features=wanted)

    def shot(self, file: Path) -> None:
        """Keep what is seen as a PNG."""
        file.write_bytes(b64decode(self.call("Page.captureScreenshot", format="png")["data"]))


@contextmanager
def browser() -> Iterator[Page]:
    """Start a browser with an empty profile, and end it afterwards."""
    program = shutil.which("chromium")
    if program is None:
        raise Failed("there is no chromium; on Debian: apt-get install chromium")
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        theirs_in, to = os.pipe()
        back, theirs_out = os.pipe()
        # Their ends become 3 and 4, which the browser expects; above, they cannot stand in each other's way.
        ends = [_lifted(end) for end in (theirs_in, theirs_out)]
        actions = [(os.POSIX_SPAWN_DUP2, end, place) for end, place in zip(ends, (3, 4), strict=True)]
        process = os.posix_spawn(
            program,
            [program, *FLAGS, f"--user-data-dir={profile}", "about:blank"],
            {**os.environ, "HOME": profile},
            file_actions=[*actions, (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)],
            setpgroup=0,
        )
        try:
            for end in ends:
                os.close(end)
            yield Page(to, back)
        finally:
            os.killpg(process, signal.SIGKILL)
            os.waitpid(process, 0)
            os.close(to)
            os.close(back)


def _lifted(descriptor: int) -> int:
    import fcntl

    try:
        return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 10)
    finally:
        os.close(descriptor)
