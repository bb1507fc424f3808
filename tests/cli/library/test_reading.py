"""What reads files of others reads regular ones of a bounded size, and says of any other why not."""

import os
import sys
from pathlib import Path

import pytest

from p2pgames_cli.main import run
from p2pgames_protocol.store import disk

READERS = {
    "audit": ["audit", "{file}"],
    "fast audit": ["audit", "--fast", "{file}"],
    "merge": ["merge", "{file}", "{file}", "--out", "{folder}/out.p2pg"],
    "unpack": ["unpack", "{file}"],
    "replay": ["replay", "{file}", "--plain"],
    "export": ["export", "{file}"],
}
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")


def said_of(reader, file, folder, capsys):
    """Let a command read a file; return its exit code and what it complains of."""
    arguments = [word.format(file=file, folder=folder) for word in READERS[reader]]
    code = run(
        [*arguments[:1], "--home", str(folder / "home"), *arguments[1:]] if reader in OWN else arguments
    )
    return code, capsys.readouterr().err


OWN = ("unpack", "replay", "export")


@pytest.mark.parametrize("reader", READERS)
def test_a_file_that_is_larger_than_any_game_is_named_with_the_limit(reader, tmp_path, capsys):
    file = tmp_path / "large.p2pg"
    with file.open("wb") as large:
        large.write(b"p2pgames log 1\n")
        large.truncate(disk.MAX_FILE + 1)
    code, said = said_of(reader, file, tmp_path, capsys)
    assert code == 1
    assert f"{file}: it has more than 16 MiB" in said


@POSIX
@pytest.mark.parametrize("reader", READERS)
def test_a_pipe_is_not_waited_for(reader, tmp_path, capsys):
    file = tmp_path / "pipe.p2pg"
    os.mkfifo(file)
    code, said = said_of(reader, file, tmp_path, capsys)
    assert code == 1
    assert f"{file}: it is not a regular file" in said


@POSIX
@pytest.mark.parametrize("reader", READERS)
def test_a_device_without_end_is_not_read(reader, tmp_path, capsys):
    code, said = said_of(reader, Path("/dev/zero"), tmp_path, capsys)
    assert code == 1
    assert "/dev/zero: it is not a regular file" in said


def test_as_much_as_the_limit_is_read(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(bytes(disk.MAX_FILE))
    assert len(disk.read_file(file)) == disk.MAX_FILE


@pytest.mark.parametrize("reader", READERS)
def test_a_folder_and_no_file_are_named(reader, tmp_path, capsys):
    for file in (tmp_path, tmp_path / "none"):
        code, said = said_of(reader, file, tmp_path, capsys)
        assert code == 1
        assert str(file) in said
