"""The part of a page that proves: a verifier in JavaScript, what it says, and the game that it begins with."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from p2pgames import registry
from p2pgames_cli.export.labels import themes
from p2pgames_cli.export.parts import (
    colours,
    head,
    inks,
    lettered,
    options,
    packed,
    part,
    raw,
    said,
    script_of,
    style_of,
)
from p2pgames_cli.export.proof_words import labels, spoken
from p2pgames_cli.i18n.catalogue import _

SCRIPTS: Final = ("packed", "proof", "tones")


def program() -> str:
    """Return the verifier: one script, built from ``protocol/verifier`` by ``just bundle``."""
    return raw("verifier.js")


def fingerprint() -> str:
    """Return the SHA-256 of the verifier, in hexadecimal: what people compare."""
    return sha256(program().encode()).hexdigest()


def proof(log: bytes | None) -> str:
    """Return markup that checks this game file, if there is one, and any file that is dropped on the page."""
    games = {name: registry.game(name).title for name in registry.names()}
    return part("proof.html").format(
        say={name: said(text) for name, text in labels().items()},
        open="" if log else " open",
        words=packed({**spoken(), "games": games}),
        log=lettered(log) if log else "",
        verifier=lettered(program().encode()),
    )


def empty() -> str:
    """Return a page that checks whatever is dropped on it, and holds no game."""
    rest, script = style_of("replay", "proof"), script_of(*SCRIPTS)
    style = f"\n{colours(inks(rest))}\n{rest}"
    title = said(_("p2pgames verifier"))
    return part("verifier.html").format(
        head=head(title, style, script),
        script=script,
        title=title,
        about=said(
            _("Checks game files, proof files and packs, here in the browser. Nothing is loaded or sent.")
        ),
        theme=said(_("colours")),
        themes=options(themes()),
        noscript=said(_("The verifier is a script in this page, and scripts are off.")),
        proof=proof(None),
    )
