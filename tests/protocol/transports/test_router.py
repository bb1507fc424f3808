"""The router's port: whoever answers may be anybody at home, and gets no further than a router would."""

from __future__ import annotations

import socket
from contextlib import aclosing

import pytest
import trio

from p2pgames_protocol.transports import port_mapping, router
from p2pgames_protocol.transports.port_mapping import Mapper
from p2pgames_protocol.transports.router import LEASE, SHORTEST, RouterFault, believed, closed, read_url
from tests.protocol.transports.lying_router import HOST, OWN, Gateway, about


def _binds():
    with socket.socket() as one:
        try:
            one.bind((HOST, 0))
        except OSError:
            return False
    return True


pytestmark = pytest.mark.skipif(not _binds(), reason="this system has one loopback address")


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Have what answers at all answer at once: it is on this computer."""
    monkeypatch.setattr(router, "SSDP_TIME", 0.2)
    monkeypatch.setattr(router, "PAGE_TIME", 0.3)
    monkeypatch.setattr(router, "NAT_PMP_FIRST_WAIT", 0.02)
    monkeypatch.setattr(port_mapping, "own_hosts", lambda: ("10.0.0.1",))


def by_upnp(gateway):
    """Looking for this gateway alone, by UPnP."""

    async def look(found):
        async with found, aclosing(router.read_device(OWN, (HOST, gateway.search))) as urls:
            async for url in urls:
                try:
                    await found.send(await router.find_upnp(url))
                except RouterFault:
                    continue

    return look


def by_pmp(gateway):
    """Looking for it by NAT-PMP."""

    async def look(found):
        async with found:
            try:
                await found.send(await router.find_nat_pmp(HOST, gateway.nat_pmp))
            except RouterFault:
                return

    return look


def mapped(gateway, look=by_upnp, port=4000, **more):
    """Have a port forwarded and leave again; return the place outside, and what was said."""

    async def test():
        async with trio.open_nursery() as nursery:
            await nursery.start(gateway.run)
            mapper = Mapper(look(gateway), **more)
            with trio.fail_after(5):
                async with trio.open_nursery() as keeping:
                    place = await keeping.start(mapper.keep_forwarded, port)
                    keeping.cancel_scope.cancel()
            nursery.cancel_scope.cancel()
        return place, str(mapper.said)

    return trio.run(test)


def beside(gateway, do):
    """Return what comes of something that is done while the gateway runs."""

    async def test():
        async with trio.open_nursery() as nursery:
            await nursery.start(gateway.run)
            try:
                return await do(gateway)
            finally:
                nursery.cancel_scope.cancel()

    try:
        return trio.run(test)
    except BaseExceptionGroup as group:
        raise group.exceptions[0] from None


def test_a_port_is_forwarded_and_taken_back():
    gateway = Gateway()
    place, said = mapped(gateway)
    assert place == "9.9.9.9:4000"
    assert "forwards 9.9.9.9:4000" in said
    assert gateway.asked == [
        "GET /about.xml",
        "GetExternalIPAddress",
        f"AddPortMapping 4000 {LEASE}",
        "DeletePortMapping 4000",
    ]


def test_the_next_port_is_taken_and_one_for_good_where_there_are_no_leases():
    gateway = Gateway(taken=(4000,), only_for_good=True)
    assert mapped(gateway)[0] == "9.9.9.9:4001"
    assert gateway.asked[2:] == [
        f"AddPortMapping 4000 {LEASE}",
        f"AddPortMapping 4001 {LEASE}",
        "AddPortMapping 4001 0",
        "DeletePortMapping 4001",
    ]


def test_nat_pmp_forwards_a_port_of_its_choice():
    gateway = Gateway()
    assert mapped(gateway, by_pmp)[0] == "9.9.9.9:4001"
    assert gateway.asked == [f"pmp open 4000 4000 {LEASE}", "pmp close 4000 0 0"]


def test_a_router_that_forwards_nothing_is_said_so():
    place, said = mapped(Gateway(taken=tuple(range(4000, 4010))))
    assert place == ""
    assert "does not forward port 4000" in said


@pytest.mark.parametrize(
    ("outside", "why"),
    [
        ("100.64.3.4", "the provider shares one"),
        ("192.168.178.20", "behind another one"),
        ("10.0.0.2", "behind another one"),
    ],
)
@pytest.mark.parametrize("look", [by_upnp, by_pmp])
def test_an_address_outside_that_is_none_of_the_internet_is_said_for_what_it_is(look, outside, why):
    gateway = Gateway(outside=outside)
    place, said = mapped(gateway, look)
    assert place == ""
    assert why in said
    assert "by hand" not in said
    assert not any("open" in one or "AddPort" in one for one in gateway.asked)


@pytest.mark.parametrize("outside", ["100.64.3.4", "10.0.0.2"])
def test_iroh_is_advised_only_where_it_is_off(outside):
    assert "Use --via tcp,iroh" in mapped(Gateway(outside=outside))[1]
    said = mapped(Gateway(outside=outside), with_iroh=True)[1]
    assert "--via" not in said
    assert said.endswith("iroh, which is on, leads here all the same.")


BOMB = b'<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]><a>&c;&c;&c;</a>'
LIES = {
    "a description elsewhere": {"location": "http://127.0.0.1:9/about.xml"},
    "by another scheme": {"location": "file:///etc/passwd"},
    "with a name": {"location": f"http://somebody@{HOST}:80/"},
    "a service elsewhere": {"about": about("http://127.0.0.1:9/control")},
    "a service of another kind": {"about": about(service="urn:schemas-upnp-org:service:WANIPConnection:7")},
    "no XML": {"about": b"<root><device></root>"},
    "an encoding nobody has": {"about": b'<?xml version="1.0" encoding="x-none"?><root/>'},
    "a bomb": {"about": BOMB},
    "no address outside": {"outside": "\x1b[2J"},
    "an address with more": {"outside": "9.9.9.9 and more"},
    "nothing": {"silent": True},
    "no end": {"endless": True},
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_what_no_router_says_leads_nowhere_and_is_shown_to_nobody(lie):
    place, said = mapped(Gateway(**lie))
    assert place == ""
    assert "No router here forwards ports" in said
    assert said.isprintable()


PMP = {
    "too short": b"\0\x80\0\0",
    "too long": b"\0\x80\0\0" + bytes(20),
    "another version": b"\1\x80\0\0" + bytes(8),
    "an answer to something else": b"\0\x82\0\0" + bytes(8),
    "no": b"\0\x80\0\3" + bytes(8),
}


@pytest.mark.parametrize("answer", PMP.values(), ids=PMP)
def test_what_is_no_answer_by_nat_pmp_is_none(answer):
    with pytest.raises(RouterFault):
        beside(Gateway(pmp=answer), lambda gateway: router.find_nat_pmp(HOST, gateway.nat_pmp))


def test_somebody_who_answers_without_end_is_read_so_often_and_no_more():
    gateway = Gateway(answers=200, about=b"<root/>")
    assert mapped(gateway)[0] == ""
    assert len(gateway.asked) <= router.SSDP_ANSWERS


def test_nobody_has_us_ask_ourselves():
    async def test():
        gateway = Gateway(location=f"http://{HOST}:9/")
        async with trio.open_nursery() as nursery:
            await nursery.start(gateway.run)
            async with aclosing(router.read_device(HOST, (HOST, gateway.search))) as urls:
                found = [url async for url in urls]
            nursery.cancel_scope.cancel()
        return found

    assert trio.run(test) == []


def test_a_page_without_end_is_cut(monkeypatch):
    monkeypatch.setattr(router, "PAGE_TIME", 60)

    async def fetch(gateway):
        with trio.fail_after(20):
            return await router.fetch_page(router.Url(HOST, gateway.web, "/"))

    with pytest.raises(RouterFault):
        beside(Gateway(endless=True), fetch)


@pytest.mark.parametrize("bomb", [BOMB, b"<!DOCTYPE a><a/>"])
def test_nothing_is_declared(bomb):
    with pytest.raises(RouterFault):
        closed(bomb)


@pytest.mark.parametrize(
    "url",
    [
        "http://10.0.0.2/",
        "http://localhost/",
        "http://10.0.0.1.example.org/",
        "http://10.0.0.1:99999/",
        "http://10.0.0.1:x/",
        "http://10.0.0.1/a b",
        "//",
    ],
)
def test_what_is_no_url_is_refused(url):
    with pytest.raises(RouterFault):
        read_url("10.0.0.1", url)


def test_a_lease_keeps_nobody_busy_and_none_outlasts_the_hour():
    assert (believed(1), believed(600), believed(2**31)) == (SHORTEST, 600, LEASE)


def test_elements_are_told_in_the_order_in_which_they_end():
    assert closed(b"<a><x:b xmlns:x='y'> 1 &amp; 2 </x:b><c/></a>") == [("b", "1 & 2"), ("c", ""), ("a", "")]
