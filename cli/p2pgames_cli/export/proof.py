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
from p2pgames_cli.i18n.catalogue import _

SCRIPTS: Final = ("packed", "proof", "tones")


def program() -> str:
    """Return the verifier: one script, built from ``protocol/verifier`` by ``just bundle``."""
    return raw("verifier.js")


def fingerprint() -> str:
    """Return the SHA-256 of the verifier, in hexadecimal: what people compare."""
    return sha256(program().encode()).hexdigest()


# What a page says of what it has proved, in the language of who makes it.


def labels() -> dict[str, str]:
    """Return what stands on the page whatever is checked."""
    return {
        "progress": _("How much is checked"),
        "other": _("Check game files, proof files, packs or pages of games:"),
        "drop": _("Or drop them anywhere on this page. They stay on this computer."),
        "paste": _("Or paste the lines of a pack here:"),
        "again": _("Check this game again"),
        "save": _("Save the game file"),
        "program": _("The verifier of this page has the SHA-256"),
        "lie": _(
            "A page can lie about itself, also about this number. If you do not trust whoever gave it to you, make an "
            "empty page yourself with p2pgames verifier --out FILE, and drop this one on it."
        ),
        "old": _("This browser is too old to check the game."),
    }


def spoken() -> dict[str, object]:
    """Return what the script says; it fills in what stands in braces."""
    return {
        **_grades(),
        **_checked(),
        **_unchecked(),
        **_faults(),
        "bases": _bases(),
        "reasons": _reasons(),
        "signers": _("Who signed the game"),
        "player": _("Player"),
        "place": _("Place"),
        "points": _("Points"),
        "key": _("Key"),
        "handed": _("Seats handed over"),
        "by": _("{player}: from round {round} on by {name}, key {key}"),
    }


def _grades() -> dict[str, str]:
    return {
        "ready": _("Ready to check files"),
        "checking": _("Checking …"),
        "finished": _("Checked: the game is in order, and over."),
        "atfault": _("Checked: the game is in order, and over. Somebody in it was at fault."),
        "running": _("Checked: the game is in order as far as it goes. Its end cannot be seen."),
        "part": _("Checked: everything is signed, but this is only a part of a game."),
        "cheated": _("Somebody cheated. It is proved below."),
        "invalid": _("Not in order: nothing follows from this file."),
        "contested": _("Contested: an event turned up that had been voted absent."),
        "failed": _("The verifier could not run in this browser."),
        "unreadable": _("The file cannot be read."),
    }


def _checked() -> dict[str, str]:
    return {
        "checked": _("What was checked"),
        "signatures": _("Signatures: {count}. All hold."),
        "rounds": _("Rounds, each built on the one before: {count}. None is missing, none was changed."),
        "rolls": _("Rolls that nobody could know or choose: {count}."),
        "shuffles": _("Shuffles that exchanged no card: {count}."),
        "shares": _("Shares that opened cards, each with its proof: {count}."),
        "rules": _("Every move, by the rules of {game}."),
        "reveals": _(
            "Secrets shown at the end, as they were committed to at the beginning: {count} of {seats}."
        ),
        "follows": _("The result: it follows from the moves."),
        "signed": _("The result: everybody who had to sign it did."),
        "series": _("It follows the game before it."),
    }


def _unchecked() -> dict[str, str]:
    return {
        "unchecked": _("What was not checked"),
        "norules": _(
            "Whether every move was allowed: this page does not have the rules of {game}. But the players signed every "
            "position from which they went on. p2pgames audit checks the moves too."
        ),
        "unrevealed": _("The secrets of {names}, who did not show them at the end."),
        "other": _("Why {names} signed another result."),
        "disputed": _("Who is right in round {rounds}: not all name the same roll, decks or cards there."),
        "detail": _("In detail:"),
        "pasted": _("pasted lines"),
        "alone": _("Whether it follows the game that it names as the one before. Check both files together."),
        "people": _("Who the players are: names are freely chosen. Compare keys with those you know."),
    }


def _faults() -> dict[str, str]:
    """Return what is said of each kind of fault, and of the records that show it."""
    return {
        "evidence": _("Who is at fault, and the evidence"),
        "illegal": _("{name} signed an event in round {round} that is against the rules."),
        "equivocation": _("{name} signed two messages for round {round} that exclude each other."),
        "false absence": _("{name} declared the other player absent in round {round}, but had the event."),
        "out of turn": _("{name} signed an event for round {round} out of turn."),
        "unforged": _("What follows is signed with the key of {name}; nobody else could have signed it."),
        "noresult": _("A game with such a proof has no result."),
        "record": _("Signed message {number} of {count}"),
        "signature": _("Signature"),
    }


def _bases() -> dict[str, str]:
    return {
        "played": _("It was played to its end."),
        "agreed": _("A draw was agreed."),
        "resigned": _("It ended by a resignation."),
        "voted": _("It ended because a player was voted absent."),
        "fault": _("It ended by a fault."),
    }


def _reasons() -> dict[str, str]:
    """Return why a file is refused, and what to do then, by the words of ``REASONS`` in the verifier."""
    return {
        "damaged": _("The file is damaged: bytes of it were changed. Ask for it again."),
        "torn": _("The file is cut off: its end is missing. Ask for it again."),
        "large": _("The file is too large to be a game."),
        "foreign": _("This is no game file, proof file or pack. The names of game files end in .p2pg."),
        "text": _("The lines of the pack are not whole. Copy all of them again, from BEGIN to END."),
        "parts": _("The pack has more parts than are here. Paste or drop all of them together."),
        "empty": _("The file does not say how the game began. Ask for the whole game file."),
        "form": _(
            "A message in the file is written in a way that no client writes. Ask another player of "
            "this game for their file."
        ),
        "genesis": _(
            "The beginning of the game does not hold: not all who should have signed it did. Ask another player of "
            "this game for their file."
        ),
        "unsigned": _(
            "A message in the file is not signed by the player whom it names: it was changed or made up, and nobody "
            "knows by whom. Ask another player of this game for their file."
        ),
        "branch": _(
            "The messages in the file do not fit together: some are missing, or belong to another course of the game. "
            "Ask another player for their file; p2pgames merge makes one of two."
        ),
        "rules": _(
            "The game was played by other rules than this page has under the same name. p2pgames audit may have them."
        ),
        "unproved": _("The file proves no fault: it blames nobody."),
        "unjudged": _(
            "Only the rules can say whether this proof holds, and this page does not have them. Use "
            "p2pgames audit."
        ),
        "fast": _("A proof file is judged by a full audit."),
        "series": _(
            "It does not follow the game that it names as the one before, so it is no game of that series."
        ),
    }


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
