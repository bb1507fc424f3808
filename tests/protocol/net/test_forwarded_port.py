"""A port that the router forwards, with a router made for it; no other is ever asked."""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from p2pgames_cli.config.exit_codes import Code
from p2pgames_protocol.wire.address import Reach, reach_of
from tests.protocol.internet import Segment, needs_namespaces

GATEWAY = Path(__file__).with_name("gateway.py")


@contextmanager
def gateway(computer, *arguments):
    """Run a router on this computer; yield its process, whose lines tell what it was asked for."""
    with subprocess.Popen(
        [*computer.enter, sys.executable, str(GATEWAY), *arguments], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "up\n"
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def home(outside, *forbidden):
    """A home network with a computer and a router that claims this address outside; it refuses some ports."""
    with Segment() as segment:
        router, desk = segment.computer("10.0.0.254/24"), segment.computer("10.0.0.1/24")
        desk.run("ip", "route", "add", "default", "via", "10.0.0.254")
        with gateway(router, "10.0.0.254", outside, *forbidden) as process:
            yield desk, process.stdout


def opened(client):
    """Return the addresses in the invite, and what came of the mapping."""
    invite = client.until("invite")
    (way,) = client.until("ways")["ways"]
    assert way["name"] == "map-port"
    return invite, way["about"]


@needs_namespaces
def test_the_router_forwards_our_port_until_we_leave(tmp_path):
    with home("9.9.9.9") as (desk, asked):
        with desk.client(tmp_path / "a", "host", "linja", "--map-port", "--timeout", "5") as ada:
            invite, said = opened(ada)
            first, own = (one.partition("#")[0].rpartition(":") for one in invite["addresses"])
            assert (first[0], own[0], first[2]) == ("tls:9.9.9.9", "tls:10.0.0.1", own[2])
            assert invite["reach"] == "internet"
            assert "forwards 9.9.9.9:" in said
            assert asked.readline() == "AddPortMapping outer 10.0.0.1 3600\n"
            ada.wait()
        assert asked.readline() == "DeletePortMapping outer\n"


@needs_namespaces
def test_auto_asks_the_router_and_tcp_alone_does_not(tmp_path):
    with home("9.9.9.9") as (desk, asked):
        with desk.client(tmp_path / "a", "host", "linja", "--via", "tcp") as ada:
            assert ada.until("invite")["reach"] == "network"
        with desk.client(tmp_path / "a", "host", "linja", "--via", "auto", "--relay", "none") as ada:
            assert ada.until("invite")["addresses"][0].startswith("tls:9.9.9.9:")
            ways = {way["name"] for way in ada.until("ways")["ways"]}
        assert "AddPortMapping" in asked.readline()
        assert {"map-port", "lan"} <= ways


@needs_namespaces
def test_another_port_is_taken_where_ours_is_taken_outside(tmp_path):
    with home("9.9.9.9", "7000") as (desk, asked):
        with desk.client(tmp_path / "a", "host", "linja", "--map-port", "--listen", "*:7000") as ada:
            invite, _ = opened(ada)
        assert invite["addresses"][0].startswith("tls:9.9.9.9:7001#")
        assert asked.readline() == "AddPortMapping other 10.0.0.1 3600\n"


@needs_namespaces
def test_a_router_that_has_no_address_of_its_own_is_told_of(tmp_path):
    with home("100.64.3.4") as (desk, _), desk.client(tmp_path / "a", "host", "linja", "--map-port") as ada:
        invite, said = opened(ada)
    assert all(address.startswith("tls:10.0.0.1:") for address in invite["addresses"])
    assert invite["reach"] == "network"
    assert "the provider shares one" in said


@needs_namespaces
def test_where_no_router_answers_the_table_is_open_all_the_same(tmp_path):
    with Segment() as segment:
        desk = segment.computer("10.0.0.1/24")
        with desk.client(tmp_path / "a", "host", "linja", "--map-port") as ada:
            _, said = opened(ada)
    assert "No router here forwards ports" in said


@needs_namespaces
def test_without_any_network_both_say_so_and_the_table_is_open(tmp_path):
    with Segment() as segment:
        arguments = ("host", "linja", "--map-port", "--via", "lan", "--timeout", "0")
        with segment.alone().client(tmp_path / "a", *arguments) as ada:
            assert ada.until("invite")["reach"] == "computer"
            said = {way["name"]: way["about"] for way in ada.until("ways")["ways"]}
            assert "not on any network" in said["map-port"]
            assert "carries multicast" in said["lan"]
            assert ada.process.wait(120) == Code.NO_CONTACT
            assert "unreachable" not in ada.complaints()


def test_from_where_addresses_lead_here():
    assert reach_of(()) is Reach.COMPUTER
    assert reach_of(("tls:127.0.0.1:5#P", "tls:[::1]:5#P")) is Reach.COMPUTER
    for inside in ("10.1.2.3", "192.168.0.9", "100.64.0.1", "[fd00::1]", "169.254.1.1"):
        assert reach_of(("tls:127.0.0.1:5#P", f"tls:{inside}:5#P")) is Reach.NETWORK
    for outside in ("9.9.9.9", "[2620:fe::9]", "home.example.org"):
        assert reach_of(("tls:10.0.0.1:5#P", f"tls:{outside}:5#P")) is Reach.INTERNET
    assert reach_of(("tls:10.0.0.1:5#P", "iroh:key")) is Reach.INTERNET
