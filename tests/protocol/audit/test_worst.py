"""The files that cost their readers most: made in the size asked for, and read in time that grows as they do."""

from contextlib import suppress

import pytest

from p2pgames import registry
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.mail import bundle
from tests.worst import MAGICS, MAKERS

SIZE = 1 << 16


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("kind", MAGICS)
def test_they_are_as_large_as_they_may_be(name, kind):
    data = MAKERS[name](SIZE, MAGICS[kind])
    assert data.startswith(MAGICS[kind])
    assert SIZE // 2 < len(data) <= SIZE


@pytest.mark.parametrize("name", MAKERS)
def test_no_reader_fails_on_them(name):
    data = MAKERS[name](SIZE, logfile.MAGIC)
    assert audit.full(data, registry.rules).grade is not Grade.FINISHED
    assert fast(data).grade is not Grade.FINISHED
    with suppress(bundle.BadBundle):
        assert bundle.read(MAKERS[name](SIZE, bundle.MAGIC)).genesis.names
