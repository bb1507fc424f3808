"""The relay of the tests, in a process on a computer of its own."""

import subprocess
import sys

RELAY = "203.0.113.9"
URL = f"http://{RELAY}:8080"


class Running:
    """A relay on a computer of its own."""

    def __init__(self, computer):
        command = [*computer.enter, sys.executable, "-m", "tests.relay", RELAY, "8080"]
        self.process = subprocess.Popen(command)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
