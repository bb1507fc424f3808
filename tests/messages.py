"""The messages of the client, gathered from its source, and the catalogues they stand in.

``python -m tests.messages`` brings every catalogue up to date: new messages come in untranslated, and those that are
gone go out. The translations of what is still there stay as they are, and what the client reads is compiled. A message
that was only worded anew keeps its translation, marked fuzzy, with the words it was made for; it is not compiled, so
the client says the new English until somebody has looked at the translation and taken the mark away.

``python -m tests.messages --check`` writes nothing, and says what each catalogue lacks: a release wants nothing.
"""

from __future__ import annotations

import ast
import inspect
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from importlib import import_module
from operator import itemgetter
from pathlib import Path

import click
import polib

import p2pgames
import p2pgames_protocol
from p2pgames.text import holes, without_kinds
from p2pgames_cli.commands.usage import EXTRA, remarks
from p2pgames_cli.i18n import catalogue
from p2pgames_cli.main import COMMANDS, module
from p2pgames_cli.main import p2pgames as program
from tests import catalogues

CLIENT = Path(catalogue.__file__).parent.parent
SOURCES = (Path(p2pgames.__file__).parent, Path(p2pgames_protocol.__file__).parent, CLIENT)
ONE, MANY = ("_", "N_"), ("ngettext",)
DECLARING = ("message", "counted")
WITH_ID = ("pgettext", *DECLARING)
"""What is called with a context, or with the id that serves as one, before the text."""
ALIKE = 0.7
"""From which likeness on a message without an id is taken for another wording: one of five words may be another."""


def gathered() -> dict[tuple[str | None, str], polib.POEntry]:
    """Return all messages of rules, protocol and client by context and text, in the order of their files."""
    files = [file for source in SOURCES for file in sorted(source.rglob("*.py"))]
    lessons = {file.with_suffix(".py"): file for file in SOURCES[0].rglob("lesson.toml")}
    found = [
        entry
        for file in files
        for entry in (of_lesson(lessons[file]) if file in lessons else of_source(file.read_text("utf-8")))
    ]
    found += [polib.POEntry(msgid=text) for text in helps()]
    return {(entry.msgctxt, entry.msgid): entry for entry in found}


def of_source(source: str) -> Iterator[polib.POEntry]:
    """Yield the messages that are marked in a source."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            texts = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
            if node.func.id in ONE and texts:
                yield polib.POEntry(msgid=texts[0])
            elif node.func.id in WITH_ID and len(texts) > 1:
                plural = without_kinds("".join(texts[2:3]))
                yield _entry(without_kinds(texts[1]), plural, msgctxt=texts[0])
            elif node.func.id in MANY:
                yield _entry(texts[0], texts[1])


def of_lesson(file: Path) -> Iterator[polib.POEntry]:
    """Yield the sentences of a lesson that is data."""
    for name, step in tomllib.loads(file.read_text("utf-8")).items():
        for kind in ("learn", "do", "why"):
            if kind in step:
                yield _entry(without_kinds(step[kind]), "", msgctxt=f"{file.parent.name}.{kind}-{name}")


def _entry(text: str, plural: str, **more: str) -> polib.POEntry:
    forms = {0: "", 1: ""} if plural else {}
    return polib.POEntry(msgid=text, msgid_plural=plural, msgstr_plural=forms, **more)


def unused(trees: Mapping[str, ast.Module]) -> list[str]:
    """Return the sentences that are declared under a name in these modules, and said by none of them."""
    there = {(module, name) for module, tree in trees.items() for name in _declared(tree)}
    said = {use for module, tree in trees.items() for use in _said(module, tree)}
    return [f"{module}.{name}" for module, name in sorted(there - said)]


def _declared(tree: ast.Module) -> Iterator[str]:
    """Yield the names of sentences, and of tuples and tables of them."""
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and any(map(_is_declaration, ast.walk(node))):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            parts = (each for target in targets for each in ast.walk(target))
            yield from (each.id for each in parts if isinstance(each, ast.Name))


def _is_tuple(node: ast.AST) -> bool:
    return isinstance(node, ast.Tuple)


def _is_declaration(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in DECLARING


def _said(module: str, tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield what a module uses by name, of itself and of others, as module and name."""
    known = _imported(tree)
    yield from (tuple(full.rsplit(".", 1)) for full in known.values())
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in known:
            yield known[node.value.id], node.attr
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield module, node.id


def _imported(tree: ast.Module) -> dict[str, str]:
    """Return what a module imports by name, each with its full name."""
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


def misfilled(trees: Mapping[str, ast.Module]) -> list[str]:
    """Return where a sentence is said with other parameters than its holes, as far as its name shows which it is."""
    declared = {f"{module}.{name}": holes for module, tree in trees.items() for name, holes in _holes(tree)}
    return [
        f"{module}:{call.lineno}: {name}"
        for module, tree in trees.items()
        for name, call in _calls(module, tree)
        if name in declared and (call.args or not _fills(call, declared[name]))
    ]


def _fills(call: ast.Call, holes: frozenset[str]) -> bool:
    """Tell whether the named parameters are the holes, or are some of them and ``**`` brings others."""
    given = {each.arg for each in call.keywords}
    return given - {None} < holes if None in given else given == holes


def _holes(tree: ast.Module) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the templates that are declared under a name, each with the names of its holes."""
    for node in tree.body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                both = (target, node.value)
                pairs = (
                    zip(*(each.elts for each in both), strict=True) if all(map(_is_tuple, both)) else [both]
                )
                for name, value in pairs:
                    if isinstance(name, ast.Name) and _is_declaration(value):
                        words = "".join(a.value for a in value.args if isinstance(a, ast.Constant))
                        yield name.id, holes(words)


def _calls(module: str, tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    """Yield what is called, by its full name; all that a condition chooses from, also where a variable keeps it."""
    known = _imported(tree)
    kept = [
        (node.targets[0].id, node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    ]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            if isinstance(called, ast.Name):
                before = [
                    (line, value) for name, line, value in kept if name == called.id and line < node.lineno
                ]
                value = max(before, default=(0, called), key=itemgetter(0))[1]
                called = value if isinstance(value, ast.IfExp | ast.Attribute) else called
            for each in _chosen(called):
                match each:
                    case ast.Name(name):
                        yield known.get(name, f"{module}.{name}"), node
                    case ast.Attribute(ast.Name(name), attribute):
                        yield f"{known.get(name, name)}.{attribute}", node


def _chosen(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.IfExp):
        yield from (*_chosen(node.body), *_chosen(node.orelse))
    else:
        yield node


def helps() -> Iterator[str]:
    """Yield what stands on the help pages of all commands."""
    yield from of_command(program)
    for name, about in COMMANDS.items():
        yield about
        yield from of_command(import_module(module(name)).command)


def of_command(command: click.Command) -> Iterator[str]:
    """Yield what stands on the help page of a command, and of those it holds; what is typed stays as it is."""
    for text in (command.help, command.short_help, command.epilog if command is program else ""):
        if text:
            yield inspect.cleandoc(text)
    if command.epilog and command is not program:
        yield from remarks(inspect.cleandoc(command.epilog))
    for option in command.params:
        if isinstance(option, click.Option) and option.help:
            yield option.help.partition(EXTRA)[0]
    if isinstance(command, click.Group) and command is not program:
        for part in command.commands.values():
            yield from of_command(part)


def updated(
    catalogue: polib.POFile, messages: Mapping[tuple[str | None, str], polib.POEntry] | None = None
) -> polib.POFile:
    """Return a catalogue with all messages there are now, those that are worded anew marked fuzzy."""
    messages = gathered() if messages is None else messages
    known = {(entry.msgctxt, entry.msgid): entry for entry in catalogue}
    before = {key: known[key] for key in messages if key in known}
    before |= _worded_anew(
        [entry for key, entry in messages.items() if key not in known],
        [entry for key, entry in known.items() if key not in messages and catalogues.written(entry)],
    )
    now = polib.POFile(wrapwidth=0)
    now.header, now.metadata = catalogue.header, catalogue.metadata
    for key, entry in messages.items():
        if key in before:
            _translate(entry, before[key])
        now.append(entry)
    return now


def _worded_anew(
    new: Sequence[polib.POEntry], gone: Sequence[polib.POEntry]
) -> dict[tuple[str | None, str], polib.POEntry]:
    """Return for new messages the one that each was before: of the same id, of the same words, else of similar ones.

    Each is taken once, the most alike first.
    """
    pairs = [(_likeness(each, old), at, each, old) for each in new for at, old in enumerate(gone)]
    before: dict[tuple[str | None, str], polib.POEntry] = {}
    taken: set[int] = set()
    for likeness, at, each, old in sorted(pairs, key=itemgetter(0), reverse=True):
        key = (each.msgctxt, each.msgid)
        if likeness >= ALIKE and at not in taken and key not in before:
            before[key] = old
            taken.add(at)
    return before


def _likeness(new: polib.POEntry, old: polib.POEntry) -> float:
    """Return at least 1 for the same id or the same words; without both, how alike the words are."""
    same = new.msgctxt is not None and new.msgctxt == old.msgctxt
    if not same and (new.msgctxt or old.msgctxt):
        return float(new.msgid == old.msgid)
    words = SequenceMatcher(None, old.msgid, new.msgid, autojunk=False)
    return same + (words.ratio() if same or words.quick_ratio() >= ALIKE else 0)


def _translate(entry: polib.POEntry, before: polib.POEntry) -> None:
    """Give a message the translation of what it was before, fuzzy unless that was made for these very words."""
    if before.msgid_plural and entry.msgid_plural:
        entry.msgstr_plural = before.msgstr_plural
    elif entry.msgid_plural:
        entry.msgstr_plural = dict.fromkeys(entry.msgstr_plural, before.msgstr)
    else:
        entry.msgstr = before.msgstr or next(iter(catalogues.written(before)), "")
    made_for = _words(before)
    if before.fuzzy and before.previous_msgid is not None:
        made_for = before.previous_msgctxt, before.previous_msgid, before.previous_msgid_plural
    unsure = before.fuzzy if _words(entry) == _words(before) else made_for != _words(entry)
    if unsure and catalogues.written(entry):
        entry.flags = ["fuzzy"]
    if entry.fuzzy and made_for != _words(entry):
        entry.previous_msgctxt, entry.previous_msgid, entry.previous_msgid_plural = made_for


def _words(entry: polib.POEntry) -> tuple[str | None, str, str | None]:
    return entry.msgctxt, entry.msgid, entry.msgid_plural or None


def lacking(catalogue: polib.POFile) -> list[str]:
    """Return a line for every message that a catalogue does not translate."""
    known = {(entry.msgctxt, entry.msgid): entry for entry in catalogue}
    return [
        f"{'fuzzy' if key in known and known[key].fuzzy else 'empty'}  {' '.join(filter(None, key))!r}"
        for key in gathered()
        if key not in known or not known[key].translated()
    ]


def check() -> int:
    """Say what the catalogues lack; return 1 where that is something."""
    lacks = {file.stem: lacking(catalogues.read(file.stem)) for file in catalogues.FILES}
    for language, lines in lacks.items():
        print(f"{language}: {len(lines)} messages are said in English")
        print(*(f"  {line}" for line in lines), sep="\n", end="\n" if lines else "")
    return int(any(lacks.values()))


def main() -> int:
    """Bring all catalogues up to date, say how much of each is translated, and compile them."""
    for file in catalogues.FILES:
        now = updated(catalogues.read(file.stem))
        file.write_text(str(now), encoding="utf-8", newline="\n")
        again = f", {fuzzy} to be looked at again" if (fuzzy := len(now.fuzzy_entries())) else ""
        print(f"{file.name}: {len(now.translated_entries())} of {len(now)} messages are translated{again}")
    catalogues.compile_changed()
    return 0


if __name__ == "__main__":
    sys.exit(check() if sys.argv[1:] == ["--check"] else main())
