"""The ways to the others, as fields to fill in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum

from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.settings import Value
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.pages.field import ChoiceField, Field, MoreField, TextField
from p2pgames_cli.pages.form import Form
from p2pgames_cli.pages.page_stack import PageStack
from p2pgames_cli.table.transport_choice import TransportChange, TransportChoice
from p2pgames_protocol.discovery.registry import AUTO, DEFAULT, TRANSPORTS, names_in

YES, NO = N_("yes"), N_("no")
HERE = N_("those chosen here")
FURTHEST = N_("auto: tcp, lan, and iroh where it is installed")


class UsedFor(Enum):
    """What the ways are chosen for."""

    TABLE = "a table at which one plays"
    LOOKING = "a table at which one looks on: nobody comes here"
    ALWAYS = "the settings"


class TransportFields:
    """The ways by which others are reached, at one table or at all that are opened."""

    def __init__(self, use: UsedFor, usual: str, about: str, settled: Mapping[str, Value]) -> None:
        """Begin with what is settled; ``usual`` is what holds where nothing is chosen."""
        via = names_in(str(settled["network.via"])) if settled["network.via"] else DEFAULT
        self.use = use
        self.asked = bool(settled["network.map-port"])
        before = str(settled["network.via"]) if use is UsedFor.ALWAYS else ""
        at = 2 if before == AUTO else int(bool(before))
        self.which = ChoiceField(_("ways"), (usual, HERE, FURTHEST), about, at)
        self.ways = {
            way.name: ChoiceField(way.name, (YES, NO), named(way.tells), int(way.name not in via))
            for way in TRANSPORTS.values()
        }
        self.relay = TextField(
            _("relay"),
            _(
                "URLs of relays for iroh, separated by spaces; none for no relay; empty means those of "
                "its makers (n0)."
            ),
            str(settled["network.relay"]),
        )
        self.node = TextField(
            _("DHT node"),
            _("HOST:PORT of nodes of the DHT to begin with; empty means that of its library."),
            str(settled["network.dht-node"]),
        )
        self.port = ChoiceField(
            _("router's port"),
            (NO, YES),
            _(
                "The router is asked (UPnP, NAT-PMP) to let the others in while you play. It learns that p2pgames "
                "wants a port; anybody on the internet can knock there then."
            ),
            int(self.asked),
        )
        self.listen = TextField(
            _("listen at"),
            _("HOST:PORT of this computer; * means every interface, empty any free port."),
        )
        self.address = TextField(
            _("tell address"),
            _(
                "HOST or HOST:PORT that the others are told instead of this computer's own, such as your "
                "router's."
            ),
        )

    @property
    def chosen(self) -> tuple[str, ...]:
        """The names of the ways that are switched on; none if the usual ones hold."""
        if self.which.value == FURTHEST:
            return (AUTO,)
        if not self.which.at:
            return ()
        return tuple(name for name, way in self.ways.items() if way.value == YES)

    def fields(self) -> list[Field]:
        """Return the fields that mean something with what is chosen so far."""
        if self.which.value != HERE:
            return [self.which, *self._common()]
        iroh, dht = self.ways["iroh"].value == YES, self.ways["dht"].value == YES
        shown: list[Field] = [self.which]
        for name, way in self.ways.items():
            shown.append(way)
            shown += [self.relay] if name == "iroh" and iroh else []
            shown += [self.node] if name == "dht" and dht else []
        return [*shown, *self._common()]

    def _common(self) -> list[Field]:
        """Return what does not belong to one way; what the settings ask of the router holds at every table."""
        if self.use is UsedFor.ALWAYS:
            return [self.port]
        if self.use is UsedFor.LOOKING:
            return []
        return [*([] if self.asked else [self.port]), self.listen, self.address]

    def more(self, stack: PageStack) -> MoreField:
        """Return the field that shows what is chosen, and leads to the page where it is."""

        def done() -> None:
            self.check()
            stack.back()

        form = Form(_("How you reach each other"), self.fields, ((_("Done"), done),))
        about = _("How you reach each other, and what each way tells whom.")
        return MoreField(_("ways"), self.handle_event, about, lambda: stack.open(form))

    def handle_event(self) -> str:
        """Return in short what is chosen."""
        told = [", ".join(self.chosen) if self.which.at else _(self.which.value)]
        fields = self._common()
        told += [self.port.name] if self.port in fields and self.port.value == YES else []
        told += [text.value.strip() for text in (self.listen, self.address) if text.value.strip()]
        return ", ".join(told)

    def check(self) -> None:
        """Raise `Stop` if nobody could be reached."""
        if self.which.at and not self.chosen:
            raise Stop(Code.USAGE, _("With no way chosen nobody can reach you: choose one."))

    def written(self) -> TransportChoice:
        """Return what was chosen; raise `Stop` if nobody could be reached."""
        self.check()
        chosen, common = self.chosen, self._common()
        return TransportChoice(
            ",".join(chosen),
            self.relay.value if "iroh" in chosen else "",
            self.node.value if "dht" in chosen else "",
            self.listen.value if self.listen in common else "",
            self.address.value if self.address in common else "",
            self.port in common and self.port.value == YES,
        )

    def begin_with(self, ways: TransportChoice) -> None:
        """Have these ways chosen, whatever is usual."""
        names = ways.via.split(",")
        self.which.at = 2 if ways.via == AUTO else 1
        for name, way in self.ways.items():
            way.at = int(name not in names)
        self.port.at = int(ways.map_port)
        written = (ways.relay, ways.node, ways.listen, ways.address)
        for text, value in zip((self.relay, self.node, self.listen, self.address), written, strict=True):
            text.clear()
            text.type(value)


def other_ways(change: TransportChange, settings: LiveSettings, done: Callable[[], None]) -> Form:
    """Return the page on which a host chooses other ways while a table fills up; ``done`` is called once they are."""
    about = _("What the settings say, or others for this table alone.")
    usual = str(settings["network.via"]) or _("as usual")
    ways = TransportFields(UsedFor.TABLE, usual, about, settings.now.values)
    ways.begin_with(change.now)

    def choose() -> None:
        change.want(ways.written())
        done()

    lines = (
        _(
            "The table is opened again in the ways you choose. Whoever has joined stays, and the line you have sent "
            "goes on leading here by those ways that you keep."
        ),
    )
    return Form(_("How others reach this table"), ways.fields, ((_("Change"), choose),), lines)
