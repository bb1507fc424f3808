"""The manual page and the completion scripts are those of the commands as they are now."""

import re

from p2pgames_cli.main import COMMANDS, p2pgames
from tests.manual import SHARE, files, manual


def test_what_a_wheel_installs_is_what_the_commands_say():
    made = files()
    assert {path: path.read_text("utf-8") for path in SHARE.rglob("*") if path.is_file()} == made


def test_the_manual_page_names_every_command_and_holds_no_stray_request():
    page = manual()
    typed = [name.replace("-", r"\-") for name in COMMANDS]
    assert re.findall(r"^\.SS (\S+)", page, re.MULTILINE) == typed
    assert {line.split()[0] for line in page.splitlines() if line.startswith(".")} == {
        ".TH", ".SH", ".SS", ".TP", ".PP", ".EX", ".EE",
    }  # fmt: skip
    for option in p2pgames.params:
        typed = option.opts[-1].replace("-", r"\-")
        assert rf"\fB{typed}" in page
