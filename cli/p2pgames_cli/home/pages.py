"""The pages of the home, and what they lead to."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path

import click

from p2pgames import registry
from p2pgames.contract import Game, Option
from p2pgames_cli import options, passphrase
from p2pgames_cli.errors import Code, Stop
from p2pgames_cli.home.client import Client
from p2pgames_cli.home.field import Choice, Field, Text
from p2pgames_cli.home.form import Form
from p2pgames_cli.home.games import Games
from p2pgames_cli.home.menu import Menu, Section
from p2pgames_cli.screen.overlay import Item, Sheet
from p2pgames_cli.shelf import Stored
from p2pgames_protocol.home import Home, clean_name
from p2pgames_protocol.identity import Identity, short

Run = Callable[..., None]
"""Runs a command by its arguments, with the screen out of the way."""
ANYBODY, ASKED = "whoever has the invite", "whom I let in"
PERSON = "a person"
MYSELF = "myself"
RULES_WIDTH = 76


class Pages:
    """Builds the pages; a form that was filled in is kept until its table has begun."""

    def __init__(self, where: Home, games: Games, client: Client, run: Run) -> None:
        self.where, self.games, self.client, self.run = where, games, client, run
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
            Item("New table", "1", "choose a game, seats and options; shows the invite", self._new),
            Item("Join", "2", "take a seat: paste an invite", lambda: self._by_invite("join")),
            Item("Watch", "3", "look on: paste an invite", lambda: self._by_invite("watch")),
            Item("Hot seat", "4", "several people at this computer, or against bots", self._hot_seat),
            Item("Replay or audit", "5", "a game file of yours or of others", self._file),
            Item("Rules", "6", "how the games are played", self._rules),
            Item("Settings", "7", "your name and key", self._settings),
        ]

        def build() -> list[Section]:
            games = [self._game_item(game) for game in self.games.found]
            own = [("your games: Enter open, r replay, a audit", games)] if games else []
            return [("", fixed), *own]

        def chosen() -> Stored:
            at = menu.chosen - len(fixed)
            if at < 0:
                raise Stop(Code.USAGE, "Choose one of your games first.")
            return self.games.found[at]

        letters: dict[str, Callable[[], None]] = {
            "r": lambda: self._replay(chosen().path),
            "a": lambda: self._audit(chosen().path),
        }
        menu = Menu("p2pgames", build, letters)
        return menu

    def head(self) -> str:
        """Return who plays here, for the head of the screen."""
        identity = self.games.identity
        return self.where.name() + (f" · key {short(identity.key)}" if identity is not None else "")

    def _game_item(self, game: Stored) -> Item:
        name, about = self.games.line(game)
        return Item(name, "", about, lambda: self._open(game))

    def _open(self, game: Stored) -> None:
        """Go on with a game, or look at it where it is over."""
        row = self.games.row(game)
        if "problem" in row:
            raise Stop(Code.INVALID, f"{game.path.name}: {row['problem']}")
        if row["over"]:
            self._replay(game.path)
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
        return Item(game.title, key, f"{players(game)} players", lambda: do(game))

    def _rules(self) -> None:
        from p2pgames_cli.prose import wrapped

        def show(game: Game) -> None:
            lines = wrapped(game.text, RULES_WIDTH).splitlines()
            self.client.open(Sheet(f"the rules of {game.title}", lines))

        self._choose("Rules", show)

    # -- tables --

    def _new(self) -> None:
        self._choose("New table", lambda game: self._keep(f"host {game.name}", lambda: self._table(game)))

    def _table(self, game: Game) -> Form:
        seats, chosen = _seats(game), _options(game)
        who = Choice("who may sit down", (ANYBODY, ASKED), "With the second you are asked about everybody.")
        plays = Choice(
            "your seat is played by", (MYSELF, *game.bots), "A bot plays for you, while you look on."
        )

        def begin() -> None:
            arguments = ["host", game.name, "--seats", seats.value, *_given(chosen)]
            arguments += ["--confirm"] if who.value == ASKED else []
            arguments += ["--bot", plays.value] if plays.value != MYSELF else []
            self.client.begin(lambda: self.run(*arguments))

        fields: list[Field] = [seats, *chosen, who, plays]
        return Form(f"New table: {game.title}", lambda: fields, (("Open the table", begin),))

    def _hot_seat(self) -> None:
        self._choose("Hot seat", lambda game: self._keep(f"hotseat {game.name}", lambda: self._local(game)))

    def _local(self, game: Game) -> Form:
        from p2pgames_cli.commands.hotseat import NAMES

        seats, chosen = _seats(game), _options(game)
        own = self.where.name()
        names = [own, *(name for name in NAMES if name != own)] if own != "Player" else list(NAMES)
        people = [Text(f"name at seat {at + 1}", "", names[at]) for at in range(game.rules.players[-1])]
        kinds = [
            Choice(f"seat {at + 1}", (PERSON, *game.bots), "A person at this computer, or a bot.")
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

        return Form(f"Hot seat: {game.title}", build, (("Begin", begin),))

    def _by_invite(self, command: str) -> None:
        def build() -> Form:
            line = Text("invite", "The whole line you were sent; blanks and line breaks do not matter.")

            def begin() -> None:
                from p2pgames_cli.commands.join import read_invite

                invite = read_invite((line.value,))
                self.client.begin(lambda: self.run(command, invite.text()))

            words = "Take a seat" if command == "join" else "Look on"
            return Form(
                words, lambda: [line], ((words, begin),), ("Paste the invite, and press Enter twice.",)
            )

        self._keep(command, build)

    def _keep(self, name: str, build: Callable[[], Form]) -> None:
        """Open a form as it was left."""
        if name not in self._kept:
            self._kept[name] = build()
        self.client.open(self._kept[name])

    # -- files --

    def _file(self) -> None:
        def build() -> Form:
            path = Text("file", "A game file ends in .p2pg; ~ is your own folder.")

            def file() -> Path:
                chosen = Path(path.value.strip()).expanduser()
                if not chosen.is_file():
                    raise Stop(Code.FAILURE, f"There is no file {chosen}.")
                return chosen

            return Form(
                "Replay or audit a file",
                lambda: [path],
                (("Replay", lambda: self._replay(file())), ("Audit", lambda: self._audit(file()))),
            )

        self._keep("file", build)

    def _replay(self, file: Path) -> None:
        self.client.begin(lambda: self.run("replay", "--", str(file)))

    def _audit(self, file: Path) -> None:
        from p2pgames_cli.commands.audit import check_file

        def check() -> None:
            click.echo(f"Verifying {file.name} ...")
            _, shown, complaint = check_file(file, fast=False, as_json=False, quiet=False)
            self.client.open(Sheet("the audit", [*shown.splitlines(), *complaint.splitlines()]))

        self.client.begin(check)

    # -- the player --

    def _first(self) -> Form:
        lines = (
            "Welcome. Others will see you by a name, and know you by a key that is made now.",
            "The key is kept in a file that only you can read; a passphrase protects it further.",
        )
        return self._person("Your name and key", "Make the key", lines)

    def _settings(self) -> None:
        identity = self.games.identity
        if identity is None:
            self.client.open(self._first())
            return
        secret = "has a passphrase" if b"ENCRYPTED" in self.where.pem() else "has no passphrase"
        lines = (
            f"Your key {short(identity.key)} {secret}. It lies in {self.where.key_file}.",
            "Keep a copy in a safe place: p2pgames id export FILE",
        )
        self.client.open(self._person("Settings", "Keep", lines))

    def _person(self, title: str, label: str, lines: tuple[str, ...]) -> Form:
        known = self.where.name()
        name = Text("name", "What others see.", options.flag("name") or ("" if known == "Player" else known))
        first = Text(
            "passphrase", "Of the key; empty leaves it as it is. It is asked for at every start.", "", True
        )
        again = Text("and once more", "So that a slip does not lock you out.", "", True)

        def keep() -> None:
            if first.value != again.value:
                raise Stop(Code.USAGE, "The two passphrases differ; type them once more.")
            self._settle(name.value, first.value.encode())
            self.client.pages.pop()
            self.client.notice = f"Others see you as {self.where.name()}."

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
    return Choice("seats", tuple(map(str, game.rules.players)), "How many play.")


def _options(game: Game) -> list[Choice]:
    """Return what the game and every table let choose."""
    from p2pgames_protocol.genesis import TABLE_OPTIONS

    offered: tuple[Option, ...] = (*game.rules.options, *TABLE_OPTIONS)
    return [Choice(o.name, o.values, o.about) for o in offered if len(o.values) > 1]


def _given(chosen: list[Choice]) -> list[str]:
    return [part for choice in chosen for part in ("--option", f"{choice.name}={choice.value}")]


def _seated(kind: Choice, person: Text) -> str:
    """Return the name of whoever sits at a seat."""
    if kind.value != PERSON:
        return kind.value
    name = person.value.strip()
    if not name or "," in name:
        raise Stop(Code.USAGE, f"The {person.name} is missing, or has a comma in it.")
    return name
