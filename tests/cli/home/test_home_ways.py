"""The ways by which others are reached, as the home's forms offer them."""

import pytest

from p2pgames_cli.app.join import JoinRequest
from p2pgames_cli.app.network import NetworkOptions
from p2pgames_cli.app.watch import WatchRequest
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.pages.field import ChoiceField, MoreField
from p2pgames_protocol.discovery.registry import TRANSPORTS
from p2pgames_protocol.testing.room import identity
from p2pgames_protocol.wire.invite import Invite
from tests.cli.at_home import AtHome, text


def opened(at, *keys):
    """Open a form, and the page of ways from it; return both."""
    at.press(*keys)
    form = at.stack.page
    form.chosen = next(n for n, field in enumerate(form.fields) if isinstance(field, MoreField))
    at.press(">")
    return form, at.stack.page


def choose(page, *names):
    """Choose these ways alone."""
    page.fields[0].at = 1
    for field in page.fields:
        if isinstance(field, ChoiceField) and field.name in TRANSPORTS:
            field.at = int(field.name not in names)


def test_the_ways_of_a_table_are_chosen_on_a_page_that_says_what_they_tell(tmp_path):
    at = AtHome(tmp_path)
    form, page = opened(at, "3", "f", "v", "v", ">")
    assert "tcp" not in [field.name for field in page.fields], "the usual ones need no choice"
    choose(page, *TRANSPORTS)
    for number, field in enumerate(page.fields):
        page.chosen = number
        assert field.about.split()[0] in text(at.stack)
        assert field.name not in TRANSPORTS or field.about == str(TRANSPORTS[field.name].tells)
    names = {field.name: field for field in page.fields}
    names["relay"].type("https://a.example https://b.example")
    names["DHT node"].type("c.example:6881")
    names["router's port"].step(1)
    names["listen at"].type("*:7000")
    names["tell address"].type("home.example")
    page.chosen = len(page.fields)
    at.press("\r")
    assert at.stack.page is form
    assert ",".join(TRANSPORTS).replace(",", ", ") in text(at.stack)
    form.chosen = len(form.fields)
    at.press("\r")
    (request,) = at.ran
    assert request.network == NetworkOptions(
        listen=("*:7000",),
        addresses=("home.example",),
        via=tuple(TRANSPORTS),
        nodes=("c.example:6881",),
        relays=("https://a.example", "https://b.example"),
        map_port=True,
    )


def test_nobody_is_reached_by_no_way_at_all(tmp_path):
    at = AtHome(tmp_path)
    form, page = opened(at, "3", "f", "v", "v", ">")
    choose(page)
    page.chosen = len(page.fields)
    at.press("\r")
    assert "no way chosen" in at.stack.notice
    at.press("\x1b")
    form.chosen = len(form.fields)
    at.press("\r")
    assert "no way chosen" in at.stack.notice
    assert at.ran == []


INVITE = Invite(identity(0).key, bytes(16), "linja", ("tls:127.0.0.1:7000#" + "0" * 64,))


@pytest.mark.parametrize(("key", "wanted"), [("j", JoinRequest), ("m3", WatchRequest)])
def test_an_invite_says_the_ways_unless_others_are_chosen(tmp_path, key, wanted):
    at = AtHome(tmp_path).press(*key)
    at.stack.type(INVITE.text())
    at.press("\r")
    assert at.ran == [wanted(at.user, INVITE, at.stack.client, NetworkOptions())], "Enter is enough"
    at.press("\x1b")
    form, page = opened(at, *key[-1:])
    choose(page, "tor")
    assert ("listen at" in [field.name for field in page.fields]) is (wanted is JoinRequest)
    at.press("\x1b")
    form.chosen = len(form.fields)
    at.press("\r")
    assert at.ran[1] == wanted(at.user, INVITE, at.stack.client, NetworkOptions(via=("tor",)))


def test_the_ways_of_all_tables_are_kept_in_the_settings(tmp_path):
    at = AtHome(tmp_path).press("m", "9", "4")
    page = at.stack.page
    choose(page, "tcp", "iroh")
    names = {field.name: field for field in page.fields}
    names["relay"].type("none")
    names["router's port"].step(1)
    page.chosen = len(page.fields)
    at.press("\r")
    assert "Kept in" in at.stack.notice
    live = LiveSettings(tmp_path / "settings.toml")
    assert live.problems == ()
    settled = [live[f"network.{name}"] for name in ("via", "relay", "dht-node", "map-port")]
    assert settled == ["tcp,iroh", "none", "", True]
    _form, page = opened(at, "\x1b", "\x1b", "3", "f", "v", "v", ">")
    assert page.fields[0].values[0] == "tcp,iroh"
    assert "router's port" not in [field.name for field in page.fields], "the settings ask the router anyway"
    at.press("\x1b", "\x1b", "\x1b", "m", "9", "4")
    assert at.stack.page.fields[0].at == 1
    for kept in ("auto", ""):
        at.stack.page.fields[0].step(1)
        at.stack.page.chosen = len(at.stack.page.fields)
        at.press("\r")
        assert LiveSettings(tmp_path / "settings.toml")["network.via"] == kept
        at.press("4")
        assert at.stack.page.fields[0].at == (2 if kept else 0)


def test_the_environment_holds_where_nothing_is_chosen(tmp_path, monkeypatch):
    monkeypatch.setenv("P2PGAMES_VIA", "tcp,iroh")
    monkeypatch.setenv("P2PGAMES_RELAY", "https://a.example")
    at = AtHome(tmp_path).press("j")
    at.stack.type(INVITE.text())
    at.press("\r")
    assert [request.network for request in at.ran] == [
        NetworkOptions(via=("tcp", "iroh"), relays=("https://a.example",))
    ]


def test_words_are_completed_while_they_are_typed_and_those_like_a_wrong_one_offered(tmp_path):
    at = AtHome(tmp_path).press("j")
    form, line = at.stack.page, at.stack.page.field

    def typed(letters, *keys):
        at.stack.type(letters)
        for key in keys:
            at.stack.press(key)
        return line.hint

    assert typed("z") == line.about
    assert typed("e") == "zebra · zero"
    assert "zebra · zero" in text(at.stack)
    assert typed("", "tab") == "zebra · zero", "there are two"
    assert typed("b") == "zebra"
    typed("", "tab")
    assert line.value == "zebra "
    assert typed("amonut") == "amount · month · among"
    typed("", "tab")
    assert line.value == "zebra amount "
    assert typed("act") == "action · actor · actress · actual"
    line.clear()
    line.type(INVITE.text())
    assert line.hint == line.about, "a line is no word"
    before = form.chosen
    typed("", "tab")
    assert form.chosen != before, "where there is nothing to offer Tab goes on"
