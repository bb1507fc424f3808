"""The pages of the home, and what they lead to."""

from __future__ import annotations

import secrets
import textwrap
from collections.abc import Callable

from p2pgames import registry
from p2pgames.contract import Game, Option
from p2pgames_cli import options, passphrase
from p2pgames_cli.errors import Code, Stop
from p2pgames_cli.home.client import Client
from p2pgames_cli.home.deeds import Deeds, Run
from p2pgames_cli.home.field import Choice, Field, Text
from p2pgames_cli.home.form import Form
from p2pgames_cli.home.games import Games
from p2pgames_cli.home.menu import Menu, Section
from p2pgames_cli.home.nearby import nearby
from p2pgames_cli.screen.overlay import Item, Sheet
from p2pgames_cli.settings import SETTINGS, capital, spelled
from p2pgames_cli.shelf import Stored
from p2pgames_cli.translation import N_, _
from p2pgames_protocol.home import Home, clean_name
from p2pgames_protocol.identity import Identity, short

ANYBODY, ASKED = N_("whoever has the invite"), N_("whom I let in")
PERSON = N_("a person")
MYSELF = N_("myself")
YES, NO = N_("yes"), N_("no")
NEIGHBOURS = N_("People on this network see the table under Nearby, and you are asked about each.")
RULES_WIDTH = 76


class Pages:
    """Builds the pages; a form that was filled in is kept until its table has begun."""

    def __init__(self, where: Home, games: Games, client: Client, run: Run) -> None:
        self.where, self.games, self.client, self.run = where, games, client, run
        self.deeds = Deeds(games, client, run)
        self._kept: dict[str, Form] = {}
        client.pages.append(self._main())
        if not where.has_identity():
            client.open(self._first())

    def forget(self) -> None:
        """Go back to the first page, with every form empty again, and to the game that was just played."""
        self._kept.clear()
        del self.client.pages[1:]
        self.games.look()
        main = self.client.page
        if isinstance(main, Menu):
            main.chosen = len(main.items) - len(self.games.found) if self.games.found else 0

    # -- the first page --

    def _main(self) -> Menu:
        fixed = [
            Item(_("New table"), "1", _("choose a game, seats and options; shows the invite"), self._new),
            Item(_("Join"), "2", _("take a seat: paste an invite"), lambda: self._by_invite("join")),
            Item(_("Watch"), "3", _("look on: paste an invite"), lambda: self._by_invite("watch")),
            Item(_("Hot seat"), "4", _("several people at this computer, or against bots"), self._hot_seat),
            Item(_("Replay or audit"), "5", _("a game file of yours or of others"), self._file),
            Item(_("Rules"), "6", _("how the games are played"), self._rules),
            Item(_("Settings"), "7", _("name and key, theme, colours, notices, keys"), self._settings),
            Item(_("Results"), "8", _("what came of your games with others"), self.deeds.results),
            Item(
                _("Unpack"), "9", _("take what others packed of a game, from a mail or a stick"), self._unpack
            ),
            Item(
                _("Nearby"),
                "n",
                _("tables that people on this network have open"),
                lambda: nearby(self.client, self.run),
            ),
        ]

        def build() -> list[Section]:
            games = [self._game_item(game) for game in self.games.found]
            own = [(_("your games: Enter open, m more"), games)] if games else []
            return [("", fixed), *own]

        def chosen() -> Stored:
            at = menu.chosen - len(fixed)
            if at < 0:
                raise Stop(Code.USAGE, _("Choose one of your games first."))
            return self.games.found[at]

        letters: dict[str, Callable[[], None]] = {
            "r": lambda: self.deeds.replay(chosen().path),
            "a": lambda: self.deeds.audit([chosen().path]),
            "e": lambda: self.deeds.export(chosen().path),
            "m": lambda: self.deeds.more(chosen()),
        }
        menu = Menu("p2pgames", build, letters)
        return menu

    def head(self) -> str:
        """Return who plays here, for the head of the screen."""
        identity = self.games.identity
        return self.where.name() + (
            " · " + _("key {key}").format(key=short(identity.key)) if identity is not None else ""
        )

    def _game_item(self, game: Stored) -> Item:
        name, about = self.games.line(game)
        return Item(name, "", about, lambda: self._open(game))

    def _open(self, game: Stored) -> None:
        """Go on with a game, or look at it where it is over."""
        row = self.games.row(game)
        if "problem" in row:
            raise Stop(Code.INVALID, f"{game.path.name}: {row['problem']}")
        if row["over"]:
            self.deeds.replay(game.path)
        else:
            self.client.begin(lambda: self.run("resume", game.id))

    # -- choosing a game --

    def _choose(self, title: str, do: Callable[[Game], None]) -> None:
        items = [self._choice(name, str(at), do) for at, name in enumerate(registry.names(), 1)]
        self.client.open(Menu(title, lambda: [("", items)]))

    def _choice(self, name: str, key: str, do: Callable[[Game], None]) -> Item:
        from p2pgames_cli.commands.games import find, players

        try:
            game = find(name)
        except Stop as stop:
            return Item(name, key, str(stop), lambda: None)
        return Item(game.title, key, _("{players} players").format(players=players(game)), lambda: do(game))

    def _rules(self) -> None:
        from p2pgames_cli.prose import wrapped

        def show(game: Game) -> None:
            lines = wrapped(game.text, RULES_WIDTH).splitlines()
            self.client.open(Sheet(_("the rules of {title}").format(title=game.title), lines))

        self._choose(_("Rules"), show)

    # -- tables --

    def _new(self) -> None:
        self._choose(_("New table"), lambda game: self._keep(f"host {game.name}", lambda: self._table(game)))

    def _table(self, game: Game) -> Form:
        seats, chosen = _seats(game), _options(game)
        who = Choice(
            _("who may sit down"), (ANYBODY, ASKED), _("With the second you are asked about everybody.")
        )
        plays = Choice(
            _("your seat is played by"), (MYSELF, *game.bots), _("A bot plays for you, while you look on.")
        )

        def begin() -> None:
            arguments = ["host", game.name, "--seats", seats.value, *_given(chosen)]
            arguments += ["--confirm"] if who.value == ASKED else []
            arguments += ["--bot", plays.value] if plays.value != MYSELF else []
            arguments += _via(ways)
            self.client.begin(lambda: self.run(*arguments))

        ways = _ways()
        fields: list[Field] = [seats, *chosen, who, *ways, plays]
        return Form(
            _("New table: {title}").format(title=game.title), lambda: fields, ((_("Open the table"), begin),)
        )

    def _hot_seat(self) -> None:
        self._choose(
            _("Hot seat"), lambda game: self._keep(f"hotseat {game.name}", lambda: self._local(game))
        )

    def _local(self, game: Game) -> Form:
        from p2pgames_cli.commands.hotseat import NAMES

        seats, chosen = _seats(game), _options(game)
        own = self.where.name()
        names = [own, *(name for name in NAMES if name != own)] if own != "Player" else list(NAMES)
        people = [
            Text(_("name at seat {n}").format(n=at + 1), "", names[at])
            for at in range(game.rules.players[-1])
        ]
        kinds = [
            Choice(
                _("seat {n}").format(n=at + 1),
                (PERSON, *game.bots),
                _("A person at this computer, or a bot."),
            )
            for at in range(game.rules.players[-1])
        ]

        def build() -> list[Field]:
            fields: list[Field] = [seats]
            for kind, person in list(zip(kinds, people, strict=True))[: int(seats.value)]:
                fields += [kind, person] if kind.value == PERSON else [kind]
            return [*fields, *chosen]

        def begin() -> None:
            pairs = list(zip(kinds, people, strict=True))[: int(seats.value)]
            sitting = [_seated(kind, person) for kind, person in pairs]
            bots = [(at, kind.value) for at, (kind, _) in enumerate(pairs, 1) if kind.value != PERSON]
            arguments = ["hotseat", game.name, "--seats", seats.value, f"--names={','.join(sitting)}"]
            arguments += [part for at, bot in bots for part in ("--bot", f"{at}={bot}")]
            arguments += _given(chosen)
            self.client.begin(lambda: self.run(*arguments))

        return Form(_("Hot seat: {title}").format(title=game.title), build, ((_("Begin"), begin),))

    def _by_invite(self, command: str) -> None:
        def build() -> Form:
            line = Text(_("invite"), _("The whole line you were sent; blanks and line breaks do not matter."))

            def begin() -> None:
                from p2pgames_cli.commands.join import read_invite

                invite = read_invite((line.value,))
                self.client.begin(lambda: self.run(command, invite.text()))

            words = _("Take a seat") if command == "join" else _("Look on")
            return Form(
                words, lambda: [line], ((words, begin),), (_("Paste the invite, and press Enter twice."),)
            )

        self._keep(command, build)

    def _file(self) -> None:
        self._keep("file", self.deeds.files)

    def _unpack(self) -> None:
        self._keep("unpack", self.deeds.unpack)

    def _keep(self, name: str, build: Callable[[], Form]) -> None:
        """Open a form as it was left."""
        if name not in self._kept:
            self._kept[name] = build()
        self.client.open(self._kept[name])

    # -- the player --

    def _first(self) -> Form:
        lines = (
            _("Welcome. Others will see you by a name, and know you by a key that is made now."),
            _("The key is kept in a file that only you can read; a passphrase protects it further."),
        )
        return self._person(_("Your name and key"), _("Make the key"), lines)

    def _settings(self) -> None:
        live = self.client.manner.settings
        items = [
            Item(_("Name and key"), "1", _("what others see, and the passphrase of the key"), self._known),
            Item(
                _("Screen and notices"), "2", _("theme, colours, what is asked, bell and title"), self._taste
            ),
            Item(_("Keys"), "3", _("which key does what during a game"), self._keys),
        ]
        where: list[Section] = [(_("All but name and key lies in {file}").format(file=live.path), [])]
        self.client.open(Menu(_("Settings"), lambda: [("", items), *where]))

    def _taste(self) -> None:
        """Show what can be settled, as it is now."""
        live = self.client.manner.settings
        fields = [
            Choice(
                s.name, tuple(map(spelled, s.values)), capital(_(s.about)) + ".", s.values.index(live[s.name])
            )
            for s in SETTINGS
        ]

        def keep() -> None:
            values = {s.name: s.values[field.at] for s, field in zip(SETTINGS, fields, strict=True)}
            live.change({name: value for name, value in values.items() if value != live[name]})
            self.client.pages.pop()
            self.client.notice = _("Kept in {file}.").format(file=live.path)

        self.client.open(Form(_("Screen and notices"), lambda: list(fields), ((_("Keep"), keep),)))

    def _keys(self) -> None:
        live = self.client.manner.settings
        lines = live.keys.explained()
        told = _(
            "To change them, take away the # in the last part of {file}; it is read as soon as it is saved."
        )
        told = told.format(file=live.make())
        self.client.open(Sheet(_("which key does what"), [*textwrap.wrap(told, RULES_WIDTH), "", *lines]))

    def _known(self) -> None:
        identity = self.games.identity
        if identity is None:
            self.client.open(self._first())
            return
        said = (
            _("Your key {key} has a passphrase. It lies in {file}.")
            if b"ENCRYPTED" in self.where.pem()
            else _("Your key {key} has no passphrase. It lies in {file}.")
        )
        lines = (
            said.format(key=short(identity.key), file=self.where.key_file),
            _("Keep a copy in a safe place: p2pgames id export FILE"),
        )
        self.client.open(self._person(_("Name and key"), _("Keep"), lines))

    def _person(self, title: str, label: str, lines: tuple[str, ...]) -> Form:
        known = self.where.name()
        name = Text(
            _("name"), _("What others see."), options.flag("name") or ("" if known == "Player" else known)
        )
        first = Text(
            _("passphrase"),
            _("Of the key; empty leaves it as it is. It is asked for at every start."),
            "",
            True,
        )
        again = Text(_("and once more"), _("So that a slip does not lock you out."), "", True)

        def keep() -> None:
            if first.value != again.value:
                raise Stop(Code.USAGE, _("The two passphrases differ; type them once more."))
            self._settle(name.value, first.value.encode())
            self.client.pages.pop()
            self.client.notice = _("Others see you as {name}.").format(name=self.where.name())

        return Form(title, lambda: [name, first, again], ((label, keep),), lines)

    def _settle(self, name: str, chosen: bytes) -> None:
        """Write name and key; a key there is gets a new passphrase only if one was chosen."""
        try:
            clean = clean_name(name)
        except ValueError as wrong:
            raise Stop(Code.USAGE, str(wrong)) from None
        where = self.where
        with where.locked():
            identity = self.games.identity
            if identity is None or chosen:
                identity = identity or Identity(secrets.token_bytes(32))
                where.keep_identity(identity, chosen or passphrase.given())
            where.keep_name(clean)
        if chosen:
            options.keep("passphrase", chosen)
        self.games.identity = identity
        self.client.head = self.head()


def _seats(game: Game) -> Choice:
    return Choice(_("seats"), tuple(map(str, game.rules.players)), _("How many play."))


def _options(game: Game) -> list[Choice]:
    """Return what the game and every table let choose."""
    from p2pgames_protocol.genesis import table_options

    offered: tuple[Option, ...] = (*game.rules.options, *table_options(game.rules))
    return [Choice(o.name, o.values, o.about) for o in offered if len(o.values) > 1]


def _given(chosen: list[Choice]) -> list[str]:
    return [part for choice in chosen for part in ("--option", f"{choice.name}={choice.value}")]


def _ways() -> list[Choice]:
    """Return for each way by which others can be reached whether it is used, where there is more than one."""
    from p2pgames_protocol.ways import DEFAULT, WAYS

    return [
        Choice(
            _("reached by {way}").format(way=name),
            (YES, NO),
            _(NEIGHBOURS)
            if name == "lan"
            else _("A way by which the others find you; its package must be installed."),
            int(name not in DEFAULT),
        )
        for name in (WAYS if len(WAYS) > 1 else ())
    ]


def _via(ways: list[Choice]) -> list[str]:
    """Return the flag for the ways that were chosen; nothing where they are the usual ones."""
    from p2pgames_protocol.ways import DEFAULT, WAYS

    chosen = tuple(name for name, way in zip(WAYS, ways, strict=False) if way.value == YES)
    if ways and not chosen:
        raise Stop(Code.USAGE, _("Nobody can reach you by no way at all: choose one."))
    return ["--via", ",".join(chosen)] if ways and chosen != DEFAULT else []


def _seated(kind: Choice, person: Text) -> str:
    """Return the name of whoever sits at a seat."""
    if kind.value != PERSON:
        return kind.value
    name = person.value.strip()
    if not name or "," in name:
        raise Stop(Code.USAGE, _("The {name} is missing, or has a comma in it.").format(name=person.name))
    return name
