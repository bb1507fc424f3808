"""Five words between every two routers: who comes through, by which way. `tests.reach_table` prints it with times."""

import pytest

from tests.protocol.internet import needs_namespaces
from tests.reach_table import KINDS, measure


@pytest.mark.slow
@needs_namespaces
@pytest.mark.parametrize("guest", KINDS)
@pytest.mark.parametrize("host", KINDS)
def test_words_lead_from_any_router_to_any_other(tmp_path, host, guest):
    pytest.importorskip("iroh", reason="there is no iroh for this system")
    found = measure(tmp_path, host, guest)
    direct = "tls, direct" if host == "no router" else "iroh, direct" if guest == "no router" else ""
    # The relay of the tests tells nobody their address outside, so no hole is punched.
    assert found.way == (direct or "iroh, relayed")
