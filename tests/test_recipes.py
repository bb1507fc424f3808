"""Every recipe, followed in a copy of the repository: its files are changed, its commands run, its check is green.

What is added is small, and no file is touched that the recipe does not name.
"""

import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import ROOT
from tests.mutants import copied, importing

pytestmark = pytest.mark.slow
RECIPES = (ROOT / "docs/build/recipes.md").read_text("utf-8").split("\n## ")[1:]
PROGRAMS = {
    "python": [],
    "p2pgames": ["-c", "from p2pgames_cli.main import main; main()"],
    "lint-imports": ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
}


@dataclass(frozen=True)
class Edit:
    """A text of a file in place of another; where that is empty, at the end of the file, which is made if need be."""

    file: str
    old: str
    new: str

    def make(self, copy: Path) -> None:
        """Change the file of a copy."""
        file = copy / self.file
        file.parent.mkdir(exist_ok=True)
        text = file.read_text("utf-8") if file.exists() else ""
        assert not self.old or text.count(self.old) == 1, (self.file, self.old)
        changed = text.replace(self.old, self.new) if self.old else text + self.new
        file.write_text(changed, "utf-8", newline="\n")


SETTING = (
    Edit(
        "cli/p2pgames_cli/config/settings.py",
        '    Setting("notices.title",',
        '    Setting("notices.seats", (True, False), N_("ring when somebody sits down")),\n'
        '    Setting("notices.title",',
    ),
    Edit(
        "cli/p2pgames_cli/screen/waiting_room.py",
        'settings["notices.bell"]',
        'settings["notices.bell"] and self.client.settings["notices.seats"]',
    ),
)
SENTENCE = (
    Edit(
        "cli/p2pgames_cli/table/actions/story.py",
        '_("Nothing has happened yet.")',
        '_("Nothing has happened so far.")',
    ),
    Edit(
        "p2pgames/games/linja/info.py",
        "own: a bonus moves a pawn of your own; any: it may also move one of the opponent's",
        "own: a bonus moves a pawn of your own; any: or one of the opponent's",
    ),
)
ACTION = (
    Edit(
        "cli/p2pgames_cli/table/actions/story.py",
        "def who(model: TableModel,",
        '''def pace(model: TableModel, _argument: None) -> Answer:
    """Say how many moves each player has made."""
    moved = [entry.seat for entry in model.handle.history.entries() if entry.kind == "move"]
    counts = [moved.count(seat) for seat in range(len(model.replica.names))]
    said = [f"{name}: {count}" for name, count in zip(model.replica.names, counts, strict=True)]
    return Answer(said, lambda: {"moves": counts}, title=_("moves so far"))


def who(model: TableModel,''',
    ),
    Edit(
        "cli/p2pgames_cli/table/actions/story.py",
        "",
        'PACE: Final = Action("pace", N_("pace"), N_("how many moves each player has made"), pace, words=("pace",))\n',
    ),
    Edit(
        "cli/p2pgames_cli/table/actions/everything.py",
        "    story.STATUS,\n",
        "    story.STATUS,\n    story.PACE,\n",
    ),
    Edit(
        "docs/json.md",
        '| `{"do": "status"}`',
        '| `{"do": "pace"}` | asks how many moves each has made |\n| `{"do": "status"}`',
    ),
    Edit(
        "docs/json.md",
        "| `status` | asked for",
        "| `pace` | asked for | `moves`: by seat, how many each player has made |\n| `status` | asked for",
    ),
)
OPTION = (
    Edit(
        "p2pgames/games/linja/info.py",
        "ABOUT = message(",
        """REPEATS = message(
    "linja.repeats", "third: a position that stands for the third time ends the game; second: for the second time"
)
ABOUT = message(""",
    ),
    Edit("p2pgames/games/linja/info.py", '"""Version 0 of Linja."""', '"""Version 1 of Linja."""'),
    Edit("p2pgames/games/linja/info.py", "version = 0", "version = 1"),
    Edit(
        "p2pgames/games/linja/info.py",
        'options = (Option("bonus", ("own", "any"), BONUS()),)',
        'options = (Option("bonus", ("own", "any"), BONUS()), Option("repeats", ("third", "second"), REPEATS()))',
    ),
    Edit(
        "p2pgames/games/linja/state.py",
        "    why: LinjaEnd = LinjaEnd.NOT_YET\n",
        '''    why: LinjaEnd = LinjaEnd.NOT_YET
    most: int = 3
    """How often a position may stand: the options tell it, no digest."""
''',
    ),
    Edit(
        "p2pgames/games/linja/rules.py",
        '        state = LinjaState(resolve_options(self, seats, options, first)["bonus"] == "any")\n',
        """        chosen = resolve_options(self, seats, options, first)
        most = 2 if chosen.get("repeats") == "second" else REPETITIONS
        state = LinjaState(chosen["bonus"] == "any", most=most)
""",
    ),
    Edit(
        "p2pgames/games/linja/rules.py",
        "def _at_turn(",
        '''class LinjaAsAtFirst(Linja):
    """Version 0: the third time always ends the game."""

    version = 0
    options = LinjaInfo.options[:1]


def _at_turn(''',
    ),
    Edit("p2pgames/games/linja/rules.py", "seen.count(key) == REPETITIONS", "seen.count(key) == state.most"),
    Edit(
        "p2pgames/games/linja/rules.py",
        "state.passed, seen, NOBODY, why)",
        "state.passed, seen, NOBODY, why, state.most)",
    ),
    Edit(
        "p2pgames/games/linja/rules.py",
        "passing, state.seen, NOBODY, why)",
        "passing, state.seen, NOBODY, why, state.most)",
    ),
    Edit(
        "p2pgames/games/linja/rules.py",
        "VERSIONS: Final = {0: Linja()}",
        "VERSIONS: Final = {0: LinjaAsAtFirst(), 1: Linja()}",
    ),
    Edit("p2pgames/games/linja/__init__.py", "    languages=", "    versions=(0, 1),\n    languages="),
    Edit("protocol/games/linja.md", "# A.1. Linja, version 0\n", "# A.1. Linja, versions 0 and 1\n"),
    Edit(
        "protocol/games/linja.md",
        "Options: `bonus` (own, any).",
        "Options: `bonus` (own, any), `repeats` (third, second).",
    ),
    Edit(
        "p2pgames/games/linja/data/rules.md",
        "",
        "\nWith `repeats=second` a position that stands for the second time ends the game.\n",
    ),
    Edit("tests/golden/linja-second.txt", "", "linja seats=2 seed=1 bot=random repeats=second\n"),
    Edit(
        "tests/frozen.py",
        '    "abandoned": partial(abandoned, False),\n',
        '    "abandoned": partial(abandoned, False),\n    "linja-second": partial(finished, "linja", 2, 1, 1),\n',
    ),
)
TRANSPORT = (
    Edit(
        "protocol/p2pgames_protocol/discovery/sentences.py",
        "",
        'CLEAR_TELLS: Final = message("discovery.clear-tells", "Everybody on the way reads your moves.")()\n',
    ),
    Edit(
        "protocol/p2pgames_protocol/transports/clear.py",
        "",
        '''"""Plain TCP under a name of its own: ``clear:HOST:PORT``."""

from __future__ import annotations

from typing import Any

import trio

from p2pgames_protocol.transports.tcp import connect, serve
from p2pgames_protocol.transports.transport import ChannelBinding, Handler, Pipe, Transport


class Clear(Transport):
    """TCP without encryption, between people who say so."""

    name = "clear"

    async def dial(self, address: str) -> Pipe:
        """Return a pipe to the address; raise `Unreachable` if nobody listens there."""
        return Pipe(await connect(address.removeprefix("clear:")), ChannelBinding(self.name))

    async def listen(self, where: str, handler: Handler, *, task_status: Any = trio.TASK_STATUS_IGNORED) -> None:
        """Take connections until cancelled."""

        async def take(stream: trio.SocketStream) -> None:
            await handler(Pipe(stream, ChannelBinding(self.name)))

        await serve(where, take, lambda place: f"clear:{place}", task_status)
''',
    ),
    Edit(
        "protocol/p2pgames_protocol/discovery/registry.py",
        "def _tls(",
        """def _clear(_player: Player, _options: TransportOptions) -> Transport:
    from p2pgames_protocol.transports.clear import Clear

    return Clear()


def _tls(""",
    ),
    Edit(
        "protocol/p2pgames_protocol/discovery/registry.py",
        """        TransportSpec(
            "lan",
""",
        """        TransportSpec(
            "clear",
            "clear",
            _clear,
            sentences.CLEAR_TELLS,
        ),
        TransportSpec(
            "lan",
""",
    ),
)
SPEAKER = (ROOT / "docs/examples/speaker.py").read_text("utf-8")
FRONT_END = (
    Edit("cli/p2pgames_cli/speaker/__init__.py", "", '"""Every change at a table as a line."""\n'),
    Edit(
        "cli/p2pgames_cli/speaker/player.py",
        "",
        '''"""Shows a table as lines, and takes moves."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

import trio

from p2pgames.contract import Illegal
from p2pgames_cli.table.news import Feed
from p2pgames_cli.table.session import TableSession
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.view import TableView


'''
        + SPEAKER[SPEAKER.index("class Speaker") : SPEAKER.index("async def at_one_computer")]
        + SPEAKER[SPEAKER.index("async def typed_lines") : SPEAKER.index("\n\nasync def main")],
    ),
    Edit("pyproject.toml", '"screen | lines | json"', '"screen | lines | json | speaker"'),
    Edit(
        "cli/p2pgames_cli/table/actions/action.py",
        "    JSON = auto()\n",
        "    JSON = auto()\n    SPEAKER = auto()\n",
    ),
    Edit(
        "cli/p2pgames_cli/table/session.py",
        '    JSON = "json"\n',
        '    JSON = "json"\n    SPEAKER = "speaker"\n',
    ),
    Edit(
        "cli/p2pgames_cli/app/run.py",
        "        case Mode.WINDOW:\n            return trio.sleep_forever\n",
        """        case Mode.SPEAKER:
            from p2pgames_cli.speaker.player import Speaker, typed_lines

            return lambda: Speaker(table, console.tell).run(typed_lines())
        case Mode.WINDOW:
            return trio.sleep_forever
""",
    ),
    Edit(
        "cli/p2pgames_cli/commands/flags.py",
        '    "json": _shared(',
        '    "speaker": _shared("speaker", "Every change as a line.", is_flag=True),\n    "json": _shared(',
    ),
    Edit(
        "cli/p2pgames_cli/commands/play_flags.py",
        '            "json",\n',
        '            "speaker",\n            "json",\n',
    ),
    Edit(
        "cli/p2pgames_cli/commands/play_flags.py",
        '    if flag("json"):\n',
        '    if flag("speaker"):\n        return Mode.SPEAKER\n    if flag("json"):\n',
    ),
)
FOLLOWED = {
    "A setting": SETTING,
    "A sentence": SENTENCE,
    "An action": ACTION,
    "An option of a game": OPTION,
    "A transport": TRANSPORT,
    "A front end": FRONT_END,
}


def commands(recipe: str) -> list[str]:
    """Return what a recipe wants to be typed, in its order."""
    quoted = re.findall(r"`([^`]+)`", recipe.replace("NAME", "linja"))
    return [
        part
        for text in quoted
        for part in text.split(" && ")
        if re.match(r"([A-Z_0-9]+=1 )?(python -m|p2pgames \w|lint-imports)", part)
    ]


@pytest.mark.parametrize("name", FOLLOWED)
def test_a_recipe_does_what_it_says(name, tmp_path):
    recipe = next(one for one in RECIPES if one.startswith(f"{name}\n"))
    named = re.findall(r"`([\w./-]+)`", recipe.replace("NAME", "linja"))
    copy = copied(tmp_path)
    for edit in FOLLOWED[name]:
        assert any(edit.file.startswith(one) for one in named if one), edit.file
        edit.make(copy)
    for line in commands(recipe):
        words = shlex.split(line)
        chosen = dict(words.pop(0).split("=") for _ in words[:1] if "=" in words[0])
        run = subprocess.run(
            [sys.executable, *PROGRAMS[words[0]], *words[1:]],
            cwd=copy, env=importing(copy) | chosen, capture_output=True, text=True, encoding="utf-8",
        )  # fmt: skip
        assert run.returncode == 0, (line, (run.stdout + run.stderr)[-6000:])
