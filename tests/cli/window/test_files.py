"""What the page is made of."""

import re

from p2pgames_cli.window.files import SCRIPTS, content


def test_whatever_a_script_takes_from_another_is_served():
    for script in SCRIPTS:
        _, text = content(f"{script}.js", bytes)
        for other in re.findall(r'from "\./([^"]+)"', text.decode()):
            assert content(other, bytes) is not None, (script, other)
