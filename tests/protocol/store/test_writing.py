"""A file is written beside the one that is there and takes its place in one step, and no link is followed."""

import errno
import os
import subprocess
import sys
from threading import Thread

import pytest

from p2pgames_protocol.store import disk
from p2pgames_protocol.store.disk import NotWritten, RealDisk, make_folder, put, write_whole

posix = pytest.mark.skipif(
    os.name != "posix", reason="Windows has no such files, and links only for some users"
)
WRITERS = (put, write_whole)


@pytest.fixture
def full(monkeypatch):
    """A disk on which nothing more fits."""

    def fsync(_handle):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fsync)


@pytest.mark.parametrize("write", WRITERS)
def test_on_a_full_disk_what_was_there_stays_and_the_error_says_so(tmp_path, full, write):
    file = tmp_path / "page.html"
    file.write_text("old")
    with pytest.raises(NotWritten, match="What was there before is unchanged") as failed:
        write(file, b"new")
    assert (failed.value.errno, failed.value.filename) == (errno.ENOSPC, str(file))
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("write", [*WRITERS, RealDisk().create])
def test_on_a_full_disk_no_torn_new_file_is_left(tmp_path, full, write):
    with pytest.raises(OSError, match="No space left") as failed:
        write(tmp_path / "new", b"new")
    assert failed.value.filename == str(tmp_path / "new")
    assert list(tmp_path.iterdir()) == []


def test_the_old_file_is_whole_until_the_new_one_is(tmp_path, monkeypatch):
    file, seen = tmp_path / "page.html", []
    file.write_text("old")
    monkeypatch.setattr(os, "fsync", lambda _handle: seen.append(file.read_text()))
    put(file, b"new")
    assert seen[0] == "old"
    assert file.read_text() == "new"


@posix
@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize("target", ["there", "nowhere"])
def test_a_link_is_not_written_through(tmp_path, write, target):
    (tmp_path / "there").write_text("mine")
    link = tmp_path / "page.html"
    link.symlink_to(tmp_path / target)
    with pytest.raises(OSError, match="not a regular file"):
        write(link, b"new")
    assert (tmp_path / "there").read_text() == "mine"
    assert not (tmp_path / "nowhere").exists()
    assert link.is_symlink()


@posix
def test_nothing_but_a_regular_file_is_replaced_where_others_may_have_put_it(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "device").symlink_to("/dev/null")
    (tmp_path / "folder").mkdir()
    for name in ("pipe", "device", "folder"):
        with pytest.raises(OSError, match=r"not a regular file|directory"):
            write_whole(tmp_path / name, b"new")


@posix
def test_a_store_writes_a_new_file_where_a_link_lay(tmp_path):
    (tmp_path / "there").write_text("mine")
    (tmp_path / "game.new").symlink_to(tmp_path / "there")
    RealDisk().create(tmp_path / "game.new", b"game")
    assert (tmp_path / "there").read_text() == "mine"
    assert (tmp_path / "game.new").read_bytes() == b"game"
    assert not (tmp_path / "game.new").is_symlink()


@posix
def test_a_store_neither_adds_to_what_a_link_leads_to_nor_cuts_it(tmp_path):
    (tmp_path / "there").write_text("mine")
    link = tmp_path / "game.local"
    link.symlink_to(tmp_path / "there")
    for change in (lambda: RealDisk().append(link, b"more"), lambda: RealDisk().truncate(link, 1)):
        with pytest.raises(OSError, match="not a regular file"):
            change()
    assert (tmp_path / "there").read_text() == "mine"


@posix
def test_permissions_stay_and_what_may_not_be_written_is_not_replaced(tmp_path, monkeypatch):
    file = tmp_path / "page.html"
    file.write_text("old")
    file.chmod(0o640)
    put(file, b"new")
    assert file.stat().st_mode & 0o777 == 0o640
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)  # root may write everything
    with pytest.raises(NotWritten, match="Permission denied"):
        put(file, b"newer")
    assert file.read_bytes() == b"new"


@posix
def test_a_pipe_that_the_player_names_is_written_to(tmp_path):
    pipe, came = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = Thread(target=lambda: came.append(pipe.read_bytes()))
    reader.start()
    put(pipe, b"a page")
    reader.join(10)
    assert came == [b"a page"]


@posix
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1"])
def test_standard_output_may_be_named_wherever_it_leads(tmp_path, name):
    code = f"from pathlib import Path; from p2pgames_protocol.store.disk import put; put(Path({name!r}), b'page')"
    piped = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True)
    assert piped.stdout == b"page"
    with (tmp_path / "log").open("wb") as log:
        log.write(b"before, ")
        log.flush()
        subprocess.run([sys.executable, "-c", code], stdout=log, check=True)
    assert (tmp_path / "log").read_bytes() == b"before, page"


@posix
def test_a_folder_is_made_but_not_where_a_link_leads(tmp_path):
    make_folder(tmp_path / "pages")
    make_folder(tmp_path / "pages")
    (tmp_path / "link").symlink_to(tmp_path / "pages")
    for name in ("link", "file"):
        (tmp_path / "file").touch()
        with pytest.raises(NotADirectoryError):
            make_folder(tmp_path / name)


@posix
def test_a_link_is_read_only_where_it_may_be_followed(tmp_path):
    (tmp_path / "there").write_bytes(b"mine")
    (tmp_path / "link").symlink_to(tmp_path / "there")
    assert disk.read_file(tmp_path / "link") == b"mine"
    with pytest.raises(OSError, match="not a regular file"):
        disk.read_file(tmp_path / "link", follow=False)
    assert disk.read_file(tmp_path / "there", follow=False) == b"mine"
