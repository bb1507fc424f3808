"""Homes that have played together."""

from __future__ import annotations

import json
import threading

from p2pgames_cli.main import run
from tests.cli.client import game_file, replica


def audited(home, capsys):
    """What the audit says about the only game of a home."""
    assert run(["audit", "--json", str(game_file(home))]) == 0
    return json.loads(capsys.readouterr().out)


def check_same(homes, capsys):
    """Both homes hold the same finished game, and both audits say the same."""
    replicas = [replica(home) for home in homes]
    assert len({each.position.previous for each in replicas}) == 1
    assert all(each.finished and each.accusations.verdict is None for each in replicas)
    reports = [audited(home, capsys) for home in homes]
    for report in reports:
        report.pop("file")
        report["checks"].pop("signatures")
    assert reports[0] == reports[1]
    return reports[0]


def both(first, second):
    """Run two things side by side; return what they return."""
    found = {}

    def keep(name, what):
        found[name] = what()

    threads = [threading.Thread(target=keep, args=pair) for pair in ((0, first), (1, second))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found[0], found[1]


def ran(capsys, home, *arguments):
    """Exit code, standard output and standard error of a command."""
    code = run(["--home", str(home), *map(str, arguments)])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def flip(file, at):
    """Change one byte of a file; a negative place counts from the end."""
    data = bytearray(file.read_bytes())
    data[at] ^= 0xFF
    file.write_bytes(bytes(data))


def until_round(client, round_, random):
    """Answer with random moves until this round is over."""
    for line in client.lines():
        said = json.loads(line)
        if said["type"] == "ask":
            client.send(move=random.choice(said["moves"]))
        elif said["type"] == "event" and said["round"] >= round_:
            return
