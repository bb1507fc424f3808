"""Work for tests, as workers know it by its name."""

import os
import subprocess
import sys
from pathlib import Path
from threading import Event

from p2pgames import registry
from p2pgames_cli.app.workers.workers import Task, Workers
from p2pgames_cli.config.exit_codes import Code, Stop

TWO = Workers(2)


def turned(data):
    return data[::-1]


def dies_once(data):
    """Ends its process, unless the file it is told of is there."""
    place = Path(data.decode())
    if place.name == "3" and not place.exists():
        place.touch()
        os._exit(1)
    return data


def dies(data):
    if data == b"3":
        os._exit(1)
    return data


def refuses(data):
    if data == b"stop":
        raise Stop(Code.NO_CONTACT, "nobody is there")
    registry.game("chess")
    return data


def asks_a_program(_data):
    """What a program that is started does on Ctrl-C."""
    asked = "import signal; print(signal.getsignal(signal.SIGINT).__name__)"
    return subprocess.run([sys.executable, "-c", asked], stdout=subprocess.PIPE, check=False).stdout


def task(work, about=str, read=lambda _number, found: found):
    """What is done with numbered things."""
    return Task(work, read, about)


def waits_for_ever(_data):
    os.write(1, b"begun\n")
    Event().wait()
