"""Rules in words: what is read of Markdown, what is found in it, and what leads to it."""

import re
from random import Random

import pytest

from p2pgames import registry
from p2pgames.contract import Illegal, resolve_options
from p2pgames.dealer import LocalDealer, random_bot
from p2pgames.picture.picture import View
from p2pgames.rules_text import LineKind, plain, read, without_marks
from p2pgames.text import TEMPLATES

TEXT = """# Game

What it is about.

## Laying

<!-- game.taken
     game.full -->
Lay a **tile** on a cell, as in `a6`, but:
- never on a tile;
<!-- game.edge -->
- never over the
  edge.

![A tile *here*.](game.learn-lay)

1. One.
<!-- game.two -->
2. Two.

### More

| a | b |
|---|---|
| 1 | *2* |
"""
OF_ALL = ("game.", "rules.")
"""Sentences that all games share: that it is not your turn, say, needs no paragraph in each."""
NONSENSE = ("pass", "draw", "x", "pair", "stop", "go", "roll", "99-98", "a", "7", "0-1 0-1", "2 a6 r1")
MOVES = 100
"""Of a game, at most."""


def test_markdown_is_read_as_sections_and_blocks():
    text = read(TEXT)
    assert (text.title, [section.title for section in text.sections]) == ("Game", ["", "Laying", "More"])
    assert text.numbers == ("", "1", "1.1")
    laying = text.sections[1].blocks
    assert [block.kind for block in laying] == [
        LineKind.PARAGRAPH, LineKind.LIST, LineKind.LIST, LineKind.PICTURE, LineKind.STEPS, LineKind.STEPS,
    ]  # fmt: skip
    assert laying[0].text == "Lay a tile on a cell, as in a6, but:"
    assert laying[2].parts == (("never over the edge.",),)
    assert laying[3].parts == (("A tile *here*.", "game.learn-lay"),)
    assert (laying[5].first, laying[5].parts) == (2, (("Two.",),))
    assert text.sections[2].blocks[0].parts == (("a", "b"), ("1", "*2*"))
    assert text.places == {"game.taken": (1, 0), "game.full": (1, 0), "game.edge": (1, 2), "game.two": (1, 5)}


def test_words_are_found_in_blocks_and_below_headings():
    text = read(TEXT)
    assert text.holding("TILE never") == [(1, 1)]
    assert text.holding("laying") == [(1, at) for at in range(6)]
    assert text.holding("dragon") == []
    assert text.holding("edges") == [(1, 2)]  # in any form
    assert text.holding("laying edge") == [(1, 2)]  # one word in the heading, one below it
    assert text.holding("il") == []  # not within a word
    assert text.holding("til") == text.holding("tile")  # but where one is still typing


SOUGHT = {
    "tie": ("bus", "line1", "linja", "metro", "socks"),
    "rotate": ("line1", "metro", "socks"),
    "dice": ("line1", "socks"),
    "score": ("bus", "linja", "metro", "socks"),
    "swap": ("line1",),
}
"""What newcomers look for, and the games whose rules speak of it, in these words or in others."""


@pytest.mark.parametrize("word", SOUGHT)
def test_what_a_player_would_call_it_is_found(word):
    found = {name: registry.game(name).in_words.holding(word) for name in registry.names()}
    assert tuple(name for name in SOUGHT["tie"] if found[name]) == SOUGHT[word]


def test_a_word_is_not_found_within_another():
    bus = registry.game("bus").in_words
    assert len(bus.holding("pass")) < len(bus.holding("passenger"))
    assert not any("turn clockwise" in bus.block(place).text for place in bus.holding("rotate"))


def test_a_file_shows_neither_comments_nor_pictures():
    shown = plain(TEXT)
    assert "<!--" not in shown
    assert "![" not in shown
    assert "never over the\n  edge." in shown
    assert without_marks("a **b** `c` *d*") == "a b c d"


@pytest.mark.parametrize("name", registry.names())
def test_what_leads_to_the_rules_exists_and_leads_there_once(name):
    game = registry.game(name)
    text, lesson = game.in_words, game.lesson
    game.painter.picture(
        game.rules.start(game.rules.players[0], resolve_options(game.rules, game.rules.players[0], {})),
        View(),
    )
    named = [each for section in text.sections for block in section.blocks for each in block.about]
    assert [each for each in named if each not in TEMPLATES] == []
    assert len(named) == len(set(named))
    steps = {step.learn.template.id for step in lesson.steps if step.at is not None}
    shown = [block.parts[0][1] for s in text.sections for block in s.blocks if block.kind is LineKind.PICTURE]
    assert shown
    assert set(shown) <= steps
    assert any(section.title == "On the screen" for section in text.sections)


@pytest.mark.parametrize("name", registry.names())
def test_translated_rules_have_the_same_sections_blocks_and_ways_in(name):
    game = registry.game(name)
    for text in game.translations.values():
        other = read(text)
        assert other.title == game.in_words.title
        for mine, theirs in zip(game.in_words.sections, other.sections, strict=True):
            assert (mine.level, bool(mine.title)) == (theirs.level, bool(theirs.title))
            for block, same in zip(mine.blocks, theirs.blocks, strict=True):
                assert (block.kind, block.about, block.first) == (same.kind, same.about, same.first), (
                    same.text
                )
                if block.kind in (LineKind.LIST, LineKind.STEPS, LineKind.TABLE):
                    assert len(block.parts) == len(same.parts), same.text
                if block.kind is LineKind.PICTURE:
                    assert block.parts[0][1] == same.parts[0][1]
                assert _typed(block) == _typed(same), same.text


def _typed(block):
    """What is typed with a number or a value in it, such as a move: the same in every language.

    What the board shows, such as ``14 trains``, is not.
    """
    marked = (
        each for each in re.findall("`([^`]+)`", str(block.parts)) if not re.search("[0-9] [a-z]{3}", each)
    )
    return {each for each in marked if re.fullmatch("[-+/0-9a-z= ]*[0-9=][-+/0-9a-z= ]*", each)}


def test_where_a_language_has_no_rules_they_are_english():
    game = registry.game("linja")
    assert set(game.translations) == set(registry.game("metro").translations) == {"de", "fr", "it"}
    assert game.text_in("de").startswith("# Linja\n\nEin Duell")
    assert game.text_in("nl") == game.text_in("en") == game.text


@pytest.mark.parametrize("name", registry.names())
def test_every_refusal_every_spot_and_every_count_leads_to_its_paragraph(name):
    """Of a game of bots in which the moves of another one, and nonsense, are typed on the way."""
    game = registry.game(name)
    rules, text = game.rules, game.in_words
    typed = [*NONSENSE, *(words for _dealer, words in _game(rules, 2, MOVES))]
    random, unexplained = Random(3), set()
    for dealer, _words in _game(rules, 1, MOVES):
        state, seat = dealer.state, dealer.turn
        known = dealer.known[seat]
        for words in random.sample(typed, min(len(typed), 20)):
            try:
                rules.parse(state, seat, known, words)
            except Illegal as refusal:
                unexplained |= _unless(text, refusal.message)
        for spot in game.painter.picture(state, View(seat=seat, known=known)).spots:
            unexplained |= _unless(text, rules.describe_spot(state, seat, known, spot.name))
        unexplained |= _unless(text, game.painter.seat_summary(state, seat)) if name != "linja" else set()
    assert unexplained == set()


def _game(rules, seed, moves):
    """Yield the table before each move of a game of bots that choose at random, with the move as it is typed."""
    random, seats = Random(seed), rules.players[0]
    dealer = LocalDealer(rules, seats, resolve_options(rules, seats, {}), random)
    for _ in range(moves):
        if (seat := dealer.turn) is None:
            return
        move = random_bot(rules, dealer.state, seat, dealer.known[seat], random)
        yield dealer, rules.text(dealer.state, seat, move)
        dealer.play(move)


def _unless(text, said):
    """The id of a sentence that the rules do not explain."""
    if text.explaining(said) is not None or said.template.id.startswith(OF_ALL):
        return set()
    return {f"{said.template.id}: {said}"}


@pytest.mark.parametrize(
    ("sentence", "begins"),
    [
        ("metro.leads-back", "It must not make a line"),
        ("linja.opens", "Opening."),
        ("bus.used-street", "If streets leave it"),
        ("bus.wants-pub", "Vroomm."),
        ("line1.pocket", "every rail can be continued"),
        ("socks.stick-there", "A stick joins two"),
    ],
)
def test_a_refusal_leads_to_the_very_rule(sentence, begins):
    text = registry.game(sentence.partition(".")[0]).in_words
    assert text.block(text.places[sentence]).text.startswith(begins)
