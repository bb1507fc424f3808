"""A newcomer's first ten minutes take no more presses than their page says, and nothing needed is out of sight."""

import os

import pytest

from tests.ten_minutes import SIZES, TERMINALS, allowed, by_keys, by_mouse


@pytest.mark.browser
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_by_mouse_alone(page, other, tmp_path, size):
    for one in (page, other):
        one.size(*size, phone=size[0] < 800)
    assert by_mouse(page, other, tmp_path, lambda _name: None) == allowed(1)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="a pty is POSIX's")
@pytest.mark.parametrize("size", TERMINALS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_by_keys_alone(tmp_path, size):
    assert by_keys(size, tmp_path, lambda _name, _window: None) == allowed(2)
