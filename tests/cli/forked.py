"""Clients forked from a process that has loaded the program already: to load it is most of what a client costs here.

Each is a process of its own all the same, with its own arguments, environment, files and standard streams, and may be
killed at any time. What happens from the first line of Python on, `tests/cli/commands` and the terminals see.
"""

import os
import signal
import subprocess
import sys
from io import TextIOWrapper
from multiprocessing import get_context
from multiprocessing.connection import Connection

LOADED = "tests.cli.loaded"
WAYS = ("r", "w", "w")
RUN = "\nfrom p2pgames_cli.main import main; main()"


class Forked:
    """A client that runs; what is used of `subprocess.Popen`, with what it prints to standard error in a file."""

    def __init__(self, arguments, environment, errors, before=""):
        said, self.stdin = _pipe()
        self.stdout, prints = _pipe()
        self._start(arguments, environment, (said, prints, _dup(errors.fileno())), before + RUN)
        self.stdin = _text(self.stdin, "w")
        self.stdout = _text(self.stdout, "r")

    def _start(self, *given):
        """Fork a process that does what `_run` says, and close the streams that are its own now."""
        context = get_context("forkserver")
        context.set_forkserver_preload([LOADED])
        self._process = context.Process(target=_run, args=given)
        self._process.start()
        for stream in given[2]:
            stream.close()

    @property
    def pid(self):
        """The id of the process."""
        return self._process.pid

    def poll(self):
        """Return the exit code; None while it runs."""
        return self._process.exitcode

    def wait(self, timeout=None):
        """Wait for the end, and return the exit code."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired(self._process.name, timeout)
        return self._process.exitcode

    def send_signal(self, number):
        """Send it a signal."""
        os.kill(self.pid, number)

    def kill(self):
        """End it as a power cut would; nothing happens where it has ended."""
        self._process.kill()

    def terminate(self):
        """Tell it to end."""
        self._process.terminate()


class AtTerminal(Forked):
    """One that leads a session of its own, whose standard streams are all this terminal."""

    def __init__(self, arguments, environment, terminal, code):
        unheard = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN  # goes on to what is started
        heard = f"import signal; signal.signal(signal.SIGHUP, signal.{'SIG_IGN' if unheard else 'SIG_DFL'})\n"
        self._start(arguments, environment, [_dup(terminal) for _ in WAYS], "os.setsid()\n" + heard + code)


def _pipe():
    ends = os.pipe()
    return Connection(ends[0], writable=False), Connection(ends[1], readable=False)


def _dup(number):
    return Connection(os.dup(number))


def _text(end, mode):
    """Return the end as text, a line at a time."""
    number = os.dup(end.fileno())
    end.close()
    return os.fdopen(number, mode, buffering=1, encoding="utf-8")


def _run(arguments, environment, streams, code):
    """Be a client with these streams."""
    os.environ.clear()
    os.environ.update(environment)
    for number, stream in enumerate(streams):
        os.dup2(stream.fileno(), number)
        stream.close()
    sys.stdin, sys.stdout, sys.stderr = (
        TextIOWrapper(
            os.fdopen(number, f"{way}b"), encoding="utf-8", line_buffering=number == 2 or os.isatty(number)
        )
        for number, way in enumerate(WAYS)
    )
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr
    sys.argv = ["p2pgames", *arguments]
    exec(code, {"os": os, "sys": sys})  # noqa: S102  # a test's own
