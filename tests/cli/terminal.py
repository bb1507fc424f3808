"""A command at a terminal of its own, with somebody who types."""

import os
import select
import subprocess
import sys

AT_TERMINAL = (
    "import fcntl, signal, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
    # A shell that starts the tests in the background has them ignore the signal, and so all they start.
    "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "from p2pgames_cli.main import main; main()"
)
BENEATH_A_SHELL = (
    # What leads the session takes its terminal's settings with it when it ends: as a shell this one stays.
    "import fcntl, os, signal, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
    "for number in (signal.SIGTERM, signal.SIGHUP): signal.signal(number, signal.SIG_IGN)\n"
    "if client := os.fork():\n"
    "    code = os.waitstatus_to_exitcode(os.waitpid(client, 0)[1])\n"
    "    os.write(1, b'\\r\\nended with %d\\r\\n' % code); os.read(0, 1)\n"
    "else:\n"
    "    for number in (signal.SIGTERM, signal.SIGHUP): signal.signal(number, signal.SIG_DFL)\n"
    "    signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "    exec(os.environ.get('PLANTED', ''))\n"
    "    from p2pgames_cli.main import main; main()"
)
PATIENCE = 120
"""Seconds until a command is given up that says no more; nothing waits that long when all is well."""


def typed(arguments, answers=(), **environment):
    """Run a command, answer everything it asks for; return exit code and what the screen shows."""
    import pty

    terminal, inner = pty.openpty()
    left, screen = list(answers), b""
    with subprocess.Popen(
        [sys.executable, "-c", AT_TERMINAL, *arguments],
        stdin=inner,
        stdout=inner,
        stderr=inner,
        start_new_session=True,
        env={**os.environ, **environment},
    ) as process:
        os.close(inner)
        while piece := _read(terminal, process):
            screen += piece
            # The blank comes when echo is off; what is typed before is thrown away with the terminal's old mode.
            if left and screen.endswith(b": "):
                screen += b"\n"
                os.write(terminal, left.pop(0).encode() + b"\n")
    os.close(terminal)
    return process.returncode, screen.decode()


def _read(terminal, process):
    """Return what is to be read; nothing when the other side is closed, which Linux calls an error."""
    if not select.select([terminal], [], [], PATIENCE)[0]:
        process.kill()
        return b""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""
