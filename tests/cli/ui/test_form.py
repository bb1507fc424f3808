"""A form with more fields than a screen has rows: each can be reached, and what is left out is said."""

import pytest

from p2pgames_cli.pages.field import ChoiceField
from p2pgames_cli.pages.form import Form
from p2pgames_cli.pages.page_stack import PageStack
from p2pgames_cli.ui.app import compose

ABOUT = (
    "what it is about, in a sentence that goes on for so long that it takes a second row on a narrow screen"
)


@pytest.mark.parametrize(("columns", "rows"), [(60, 20), (80, 24)])
@pytest.mark.parametrize("count", [5, 19, 25, 60])
def test_each_field_is_seen_while_it_is_chosen(columns, rows, count):
    fields = [ChoiceField(f"setting {number}.", ("on", "off"), ABOUT) for number in range(count)]
    stack = PageStack([Form("Settings", lambda: fields, (("Keep", lambda: None),))])
    for number in range(count + 1):
        frame = compose(stack, columns, rows)
        lines = ["".join(text for _ink, text in row) for row in frame.rows]
        assert len(lines) == rows
        wanted = f"▸ setting {number}." if number < count else "▸ [ Keep ]"
        assert any(wanted in line for line in lines)
        seen = {at for at in range(count) if any(f" setting {at}." in line for line in lines)}
        assert any(line.startswith(" ↑ ") for line in lines) == (0 not in seen)
        assert any(line.startswith(" ↓ ") for line in lines) == (
            not any("[ Keep ]" in line for line in lines)
        )
        chosen = next(at for at, line in enumerate(lines) if wanted in line)
        assert frame.region_at(chosen, 3) is not None
        hidden = next((at for at, line in enumerate(lines) if line.startswith((" ↑ ", " ↓ "))), None)
        assert hidden is None or frame.region_at(hidden, 3) is None, (
            "a click there chooses nothing that is not seen"
        )
        stack.press("down")
