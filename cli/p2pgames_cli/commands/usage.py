"""Help pages and complaints about wrong usage, in the user's language.

They are translated as they are written, so that commands say their help in plain English and know nothing of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

import click

from p2pgames_cli.i18n.catalogue import ENGLISH, N_, _, language
from p2pgames_cli.i18n.prose import headed

FIXED: Final = (N_("Usage: "), N_("Options"), N_("Commands"), N_("Show this message and exit."))
"""What click itself writes on a help page."""
EXTRA: Final = "  ["
"""What click puts before ranges and the like, at the end of an option's help."""
_DEFAULT: Final = "default: "
_REQUIRED: Final = "required"
_EXAMPLE: Final = re.compile(
    r"(?P<before> {2}p2pgames .*? {2,}| {10,})(?P<said>\S.*)"
    r"|(?P<said_before>Example:)(?P<after> p2pgames .*)"
    r"|(?P<alone>\S.*)"
)
"""A line at the end of a help page: what is typed, and what that is for; one example; or a sentence."""


class Formatter(click.HelpFormatter):
    """Writes help pages."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write how the command is called."""
        super().write_usage(prog, args, _("Usage: ") if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        """Write what a section is about."""
        self.write(f"{'':>{self.current_indent}}{headed(_(heading), '').rstrip()}\n")

    def write_text(self, text: str) -> None:
        """Write paragraphs; those of examples line by line, with what is typed as it is."""
        said = _(text)
        super().write_text("\n".join(map(_line, text.split("\n"))) if said == text else said)

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write options or commands with what they do."""
        super().write_dl([(name, _about(about)) for name, about in rows], col_max, col_spacing)


def _line(line: str) -> str:
    before, said, after = _parts(line)
    return before + _(said) + after if said else line


def _parts(line: str) -> tuple[str, str, str]:
    """Return what a line says to people, or nothing, between what stands before it and after."""
    found = _EXAMPLE.fullmatch(line)
    if found is None:
        return line, "", ""
    said = found["said"] or found["said_before"] or found["alone"]
    return found["before"] or "", said, found["after"] or ""


def remarks(epilog: str) -> Iterator[str]:
    """Yield what the end of a help page says to people: headings, sentences, and what each example is for."""
    for line in epilog.split("\n"):
        if said := _parts(line)[1].strip("\b"):
            yield said


def _about(text: str) -> str:
    about, extra, more = text.partition(EXTRA)
    if not about or language() == ENGLISH:
        return text
    if not extra:
        return _(about)
    conditions = more.removesuffix("]").split("; ")
    return f"{_(about)}{extra}{', '.join(map(_condition, conditions))}]"


def _condition(said: str) -> str:
    """Return what click says of an option in brackets: that it must be given, its default, or a range."""
    before, default, value = said.partition(_DEFAULT)
    if default and not before:
        return _("default: {value}").format(value=value)
    return _("required") if said == _REQUIRED else said


class Context(click.Context):
    """A command that is being run."""

    formatter_class = Formatter


def spoken(command: click.Command) -> click.Command:
    """Return the command, which writes its help, and that of its parts, with our formatter from now on."""
    command.context_class = Context
    if isinstance(command, click.Group):
        for part in command.commands.values():
            spoken(part)
    return command


def _complaint(wrong: click.ClickException) -> str:
    """Return what is wrong in the user's language; the commonest mistakes are translated, the others as click says."""
    match wrong:
        case click.NoSuchOption(option_name=name):
            return _("No such option {name}.").format(name=repr(name)) + _meant(wrong)
        case click.UsageError() if isinstance(command := getattr(wrong, "command_name", None), str):
            return _("No such command {name}.").format(name=repr(command)) + _meant(
                wrong
            )  # click 8.4 and newer
        case click.MissingParameter(param=click.Parameter() as param):
            return _("Missing argument {name}.").format(name=param.get_error_hint(wrong.ctx))
        case click.BadParameter(param=click.Parameter() as param):
            hint = param.get_error_hint(wrong.ctx)
            return _("Invalid value for {name}: {message}").format(name=hint, message=_(wrong.message))
        case click.BadOptionUsage(option_name=name) if "requires an argument" in wrong.message:
            return _("Option {name} requires an argument.").format(name=repr(name))
    return _(wrong.format_message())


def _meant(wrong: click.ClickException) -> str:
    names = ", ".join(map(repr, getattr(wrong, "possibilities", None) or ()))
    return " " + _("(Did you mean {names}?)").format(names=names) if names else ""


def complain(wrong: click.ClickException) -> None:
    """Print what is wrong with a command line, and where help is."""
    from p2pgames.text import inert  # help needs none of it

    if isinstance(wrong, click.UsageError) and wrong.ctx is not None:
        click.echo(wrong.ctx.get_usage(), err=True)
        path, option = wrong.ctx.command_path, max(wrong.ctx.help_option_names, key=len)
        click.echo(
            _("Try '{command} {option}' for help.").format(command=path, option=option) + "\n", err=True
        )
    said = wrong.format_message() if language() == ENGLISH else _complaint(wrong)
    # Only this one has lines of its own, and nothing from outside.
    clean = said if isinstance(wrong, click.MissingParameter) else inert(said)
    click.echo(str.format(_("Error: {message}"), message=clean), err=True)
