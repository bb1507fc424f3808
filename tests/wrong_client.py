"""A client with one fault: ``python wrong_client.py FAULT ARGUMENTS...`` runs p2pgames as if it had been written so.

In place of a fault stands also what a client need not do or know, and is no fault.
"""

import os
import shutil
import sys
from dataclasses import replace

from p2pgames import registry
from p2pgames_cli.app import rematch_check
from p2pgames_cli.main import main
from p2pgames_cli.table.rematch import Rematch
from p2pgames_protocol.log.intake import VoteReceiver
from p2pgames_protocol.log.proof_jobs import KNOWN
from p2pgames_protocol.log.records import Event, Kind, Record
from p2pgames_protocol.log.replica import Accusations, Replica
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.net import link, link_service, lobby, peer
from p2pgames_protocol.store import game_store
from p2pgames_protocol.testing.cheat import Cheat
from p2pgames_protocol.transports import tls

FAULTS = {}


def fault(function):
    """Make a fault known by its name."""
    FAULTS[function.__name__] = function
    return function


@fault
def takes_any_pin():
    """Compare no certificate with an address."""
    tls.compare_digest = lambda *_given: True


@fault
def takes_any_proof():
    """Verify no proof of a hello."""
    link.verify = lambda *_given: True


@fault
def takes_any_version():
    """Read no version."""
    read = link.read_hello
    link.read_hello = lambda hello, own: read((link.FORMAT, *hello[1:]), own)


@fault
def takes_any_proposal():
    """Look at no signature of a proposal."""
    lobby.read_proposal.__globals__["verify"] = lambda *_given: True


@fault
def takes_long_frames():
    """Read frames of any length."""
    link.MAX_FRAME = 2**31


@fault
def plays_on_after_a_fork():
    """Hold nothing against who signs twice."""
    Accusations.convict = lambda *_given: False


@fault
def signs_no_haves():
    """Send what it confirms without a signature."""
    pack = Record.pack
    Record.pack = lambda own: pack(replace(own, signature=bytes(64)) if own.kind is Kind.HAVE else own)


@fault
def makes_forbidden_moves():
    """Make one, and judge nothing that it signs."""
    cheat = Cheat("move", lambda _signer, _body: (((("open", 7, 0),)), (), ()))
    peer.Signer = cheat.sit


@fault
def sends_backwards():
    """Answer a want from its end to its beginning."""
    records = Replica.records
    Replica.records = lambda *given: reversed(list(records(*given)))


@fault
def leaves_with_its_link():
    """End with the first link that does."""
    receive = link.Link.receive

    async def wrong(own):
        if (message := await receive(own)) is None:
            os._exit(0)
        return message

    link.Link.receive = wrong


@fault
def forgets_all():
    """Begin with nothing whenever it is started."""
    shutil.rmtree(os.environ["P2PGAMES_HOME"], ignore_errors=True)


@fault
def forgets_its_moves():
    """Make the first that is legal, and store none."""
    act, framed = Signer.act, game_store._framed

    def first(own, _move, at=None):
        replica = own.replica
        act(own, replica.rules.moves(replica.position.state, own.seat, replica.known)[0], at)

    def is_move(kept):
        return isinstance(kept, Record) and kept.kind is Kind.EVENT and Event.read(kept.body).act == "move"

    Signer.act = first
    game_store._framed = lambda kept: framed(one for one in kept if not is_move(one))


@fault
def gives_up():
    """Resign in place of a move."""
    Signer.act = lambda own, *_move: own.resign()


@fault
def waits_for_nobody():
    """Vote the other absent after its own move."""
    act = Signer.act

    def wrong(own, *move):
        act(own, *move)
        for seat in own.voting.votable():
            own.vote(seat)

    Signer.act = wrong


@fault
def hears_no_votes():
    """Take no vote in, and so play on when voted out."""
    VoteReceiver.receive = lambda *_given: KNOWN


@fault
def follows_any_invite():
    """Look at nothing that a wish for a rematch says."""
    link_service.read_rematch = lambda *_given: None


@fault
def joins_any_rematch():
    """Compare no table with the game before."""
    wants_rematches()
    rematch_check.check_rematch = lambda *_given: None


@fault
def gives_unproved_shares():
    """Give one with a proof of nothing, and judge nothing that it signs."""

    def twist(_signer, body):
        slots, batches = body
        return (slots, tuple((points, bytes(96)) for points, _proof in batches)) if batches else None

    peer.Signer = Cheat("share", twist).sit


@fault
def gives_old_keys():
    """Name the epoch before where fresh keys are due, and judge nothing that it signs."""
    peer.Signer = Cheat("rekey", lambda _signer, body: (body[0] - 1, *body[1:])).sit


def wants_rematches():
    """Want another game after each."""
    begin = Rematch.__init__
    Rematch.__init__ = lambda own, **given: begin(own, **{"wanted": True} | given)


def knows_linja_alone():
    """Have the rules of no other game."""
    rules = registry.rules
    registry.rules = lambda name, version: rules(name if name == "linja" else "none", version)


if __name__ == "__main__":
    globals()[sys.argv.pop(1)]()
    main()
