"""Files in memory, as a computer that dies leaves them."""

from __future__ import annotations

from random import Random


class Killed(BaseException):
    """The process is gone."""


class FaultyDisk:
    """Files in memory: dies at operation ``fatal``, and then loses some of what was not synced."""

    def __init__(self, fatal=None, seed=0):
        self.synced, self.written = {}, {}
        self.left = fatal
        self.dead = False
        self.random = Random(seed)
        self.operations = 0

    def _operation(self):
        self.operations += 1
        if self.dead:
            raise Killed
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                self.dead = True
                raise Killed

    def survive(self):
        """What a new process finds: all that was synced, and any part of the rest."""
        for path, data in self.written.items():
            kept = len(self.synced.get(path, b""))
            if path in self.synced:
                self.written[path] = data[: self.random.randint(min(kept, len(data)), len(data))]
        self.written = {path: data for path, data in self.written.items() if path in self.synced}
        self.dead, self.left = False, None

    def read(self, path):
        if path not in self.written:
            raise FileNotFoundError(path)
        return self.written[path]

    def create(self, path, data):
        self._operation()
        self.written[path] = data
        self.synced[path] = data

    def append(self, path, data):
        half = len(data) // 2
        self._operation()
        self.written[path] += data[:half]
        self._operation()
        self.written[path] += data[half:]

    def sync(self, path):
        self._operation()
        self.synced[path] = self.written[path]
        self._operation()

    def rename(self, path, to):
        self._operation()
        self.written[to] = self.written.pop(path)
        self.synced[to] = self.synced.pop(path)
        self._operation()

    def sync_folder(self, folder):
        self._operation()

    def truncate(self, path, size):
        self._operation()
        self.written[path] = self.synced[path] = self.written[path][:size]
