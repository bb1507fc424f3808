"""What the page is made of."""

import re
from pathlib import Path

from p2pgames_cli.window.files import SCRIPTS, content, page


def test_whatever_a_script_takes_from_another_is_served():
    for script in SCRIPTS:
        _, text = content(f"{script}.js", bytes)
        for other in re.findall(r'from "\./([^"]+)"', text.decode()):
            assert content(other, bytes) is not None, (script, other)


def test_the_page_is_served_when_the_program_was_removed_under_a_running_game(monkeypatch):
    def gone(*_, **__):
        raise FileNotFoundError

    for name in ("open", "read_text", "read_bytes"):
        monkeypatch.setattr(Path, name, gone)
    for part in ("", "style.css", "icon.svg", "shared.js", *(f"{script}.js" for script in SCRIPTS)):
        assert content(part, lambda: page("dark"))[1], part
