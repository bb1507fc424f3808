"""The manual page and the completion scripts that a wheel installs: ``python -m tests.manual`` writes them anew."""

from __future__ import annotations

import io
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stdout
from inspect import cleandoc
from pathlib import Path
from typing import Final

import click

from p2pgames_cli.commands.completion import SHELLS
from p2pgames_cli.i18n.catalogue import english
from p2pgames_cli.main import COMMANDS, EPILOG, p2pgames, run
from tests import ROOT

SHARE: Final = ROOT / "cli/share"
COMPLETIONS: Final = {
    "bash": "bash-completion/completions/p2pgames",
    "zsh": "zsh/site-functions/_p2pgames",
    "fish": "fish/vendor_completions.d/p2pgames.fish",
}
"""Where a shell looks for the script below ``share``."""
ENVIRONMENT: Final = {
    "P2PGAMES_HOME": "Folder for key and games, where --home names none.",
    "P2PGAMES_VIA": "How others are reached, where --via says nothing.",
    "P2PGAMES_RELAY": "A relay for iroh, where --relay names none.",
    "P2PGAMES_LANG": "The language: en, de, fr or it.",
    "NO_COLOR": "Draw without colours.",
}
BLANK: Final = "\b\n"


def files() -> dict[Path, str]:
    """Return every file below ``share`` with its text."""
    with english():
        scripts = {SHARE / COMPLETIONS[shell]: script(shell) for shell in SHELLS}
        return {SHARE / "man/man1/p2pgames.1": manual(), **scripts}


def script(shell: str) -> str:
    """Return the completion script as the command prints it."""
    with redirect_stdout(io.StringIO()) as said:
        run(["completion", shell])
    return said.getvalue()


def manual() -> str:
    """Return the manual page, in roff as man(7) has it."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    context = click.Context(p2pgames, info_name="p2pgames", **p2pgames.context_settings)
    about = cleandoc(p2pgames.help or "").split("\n\n")
    yield from (f'.TH P2PGAMES 1 "" "p2pgames {version}"', ".SH NAME")
    yield from (rf"p2pgames \- {_text(about[0].rstrip('.').replace('Board', 'board', 1))}", ".SH SYNOPSIS")
    yield from (r"\fBp2pgames\fR [\fIOPTIONS\fR] [\fICOMMAND\fR] [\fIARGS\fR]...", ".SH DESCRIPTION")
    yield from (_text(about[1]), *_options(p2pgames, context, ".SH OPTIONS"), ".SH COMMANDS")
    yield "The options above hold for all commands, before the command or after it, as far as it has a use for them."
    for name in COMMANDS:
        yield from _command(name, context)
    tried, codes = (part.strip("\n") for part in EPILOG.split(BLANK) if part)
    yield from (".SH EXAMPLES", *_literal(tried.split("\n", 1)[1]))
    yield from (".SH EXIT STATUS", *_literal(codes.split("\n", 1)[1]), ".SH ENVIRONMENT")
    for variable, meaning in ENVIRONMENT.items():
        yield from (".TP", rf"\fB{variable}\fR", _text(meaning))
    yield from (
        ".SH SEE ALSO",
        "While playing, ? lists all keys and words; \\fBp2pgames rules\\fR tells how a game is",
    )
    yield "played. The protocol and all documents come with the source."


def _command(name: str, parent: click.Context) -> Iterator[str]:
    command = p2pgames.get_command(parent, name)
    if command is None:
        raise LookupError(name)
    context = click.Context(command, info_name=name, parent=parent)
    yield f".SS {_text(' '.join([name, *command.collect_usage_pieces(context)]))}"
    yield from _paragraphs(command.help or "")
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            if (inner := command.get_command(context, each)) is not None:
                yield from (".TP", rf"\fB{_text(each)}\fR", _text(inner.get_short_help_str(200)))
    yield from _options(command, context)
    yield from _paragraphs(command.epilog or "")


def _options(command: click.Command, context: click.Context, head: str = "") -> Iterator[str]:
    everywhere = {each.name for each in p2pgames.params} if command is not p2pgames else set()
    own = [each for each in command.params if isinstance(each, click.Option) and each.name not in everywhere]
    records = [each.get_help_record(context) for each in own]
    if head:
        yield head
    for flags, about in filter(None, records):
        yield from (".TP", rf"\fB{_text(flags)}\fR", _text(about))


def _paragraphs(text: str) -> Iterator[str]:
    """Yield a text as click has it: after a lone backspace its lines stay as they are."""
    for part in cleandoc(text).split("\n\n"):
        if part.lstrip("\n").startswith("\b"):
            yield from (".PP", *_literal(part.lstrip("\n").removeprefix(BLANK)))
        elif part.strip():
            yield from (".PP", _text(" ".join(part.split())))


def _literal(text: str) -> Iterator[str]:
    yield from (".EX", *(_text(line) for line in text.rstrip("\n").split("\n")), ".EE")


def _text(text: str) -> str:
    """Return a line that roff takes as it is: no line begins a request, a dash is the one that is typed."""
    said = text.replace("\\", r"\e").replace("-", r"\-").replace("\n", " ")
    return rf"\&{said}" if said.startswith((".", "'")) else said


def main() -> None:
    """Write them all."""
    for path, text in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
