"""Boards and panels in every language: no word is cut off, covered or left in English."""

from functools import cache
from random import Random

import pytest

from p2pgames import registry
from p2pgames.contract import resolve_options
from p2pgames.dealer import LocalDealer
from p2pgames.picture.picture import View
from p2pgames_cli.i18n.speaker import speaker
from p2pgames_cli.screen.frame import FOOT, LEAST_SIDE, SIDE, WIDE
from tests import seeds
from tests.cli.leftover import LANGUAGES, PLAYED, english_in, lagging, speaking, words_of

SCREENS = ((80, 24), (120, 40))
BESIDE = 36
LOOKED_AT = len(seeds(2, 6))
"""Positions of the middle of a game."""
TALLY = 20


class Listener:
    """Speaks the language in use, and remembers what was said since it was asked."""

    def __init__(self):
        self.said = {}

    def __call__(self, sentence):
        said = speaker()(sentence)
        self.said[str(sentence)] = said.partition(" (")[0]
        return said

    def heard(self):
        """Return what was said, by what it is in English, and forget it."""
        said, self.said = self.said, {}
        return said


@cache
def positions(name, seats, options):
    """Return positions of a game, each with the moves before it, and lines that may stand in the input line."""
    game, random = registry.game(name), Random(5)
    rules, bot = game.rules, game.bots[game.usual]
    dealer = LocalDealer(rules, seats, resolve_options(rules, seats, dict(options)), random)
    recent, found = (), []
    while (seat := dealer.turn) is not None:
        state, known = dealer.state, dict(dealer.known[seat])
        found.append((state, seat, known, recent, rules.text(state, seat, random.choice(dealer.moves()))))
        move = bot(rules, state, seat, known, random)
        recent = (*recent, (state, seat, move))[-seats:]
        dealer.play(move)
    found.append((dealer.state, None, {}, recent, ""))
    # The first and last ones are the odd ones; of those between some will do.
    middle = found[5:-4]
    return (*found[:5], *middle[:: 1 + len(middle) // LOOKED_AT], *found[-4:])


def views(seat, known, recent, typed, say):
    """Yield how a position is looked at: by who is at turn, before and after typing, and by a watcher."""
    yield View(recent=recent, say=say)
    if seat is not None:
        yield View(seat=seat, known=known, recent=recent, say=say)
        yield View(seat=seat, known=known, recent=recent, say=say, typed=typed, trace=True)


def resized(view, columns, rows, cursor=""):
    """Return the view of a place of another size."""
    return View(
        columns,
        rows,
        view.seat,
        view.known,
        view.names,
        view.typed,
        cursor,
        view.trace,
        view.recent,
        view.say,
    )


def painted(painter, state, view, columns, rows):
    """Return board and panel as they stand on a screen, and the width of the panel."""
    high = rows - FOOT
    if columns < SIDE:
        board = painter.picture(state, resized(view, columns, high))
        return board, painter.side_panel_rows(state, resized(view, columns, high)), columns
    board = painter.picture(state, resized(view, min(columns - LEAST_SIDE, WIDE), high))
    width = columns - max(map(len, board.lines)) - 1
    return board, painter.side_panel_rows(state, resized(view, width, high)), width


def squeezed(rows):
    """Return all characters of some rows but blanks."""
    return "".join("".join(row).replace(" ", "") for row in rows)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "seats", "options"), PLAYED)
def test_no_word_is_cut_off_or_english(name, seats, options, language):
    with speaking(language):
        look_at_all(name, seats, options, language)


def look_at_all(name, seats, options, language):
    painter, say, missing, english, long = registry.game(name).painter, Listener(), set(), {}, set()
    unknown = set()
    for state, mover, known, recent, typed in positions(name, seats, tuple(options.items())):
        long |= {
            tally for seat in range(seats) if len(tally := say(painter.seat_summary(state, seat))) > TALLY
        }
        for view in views(mover, known, recent, typed, say):
            for columns, rows in SCREENS:
                say.heard()
                board, panel, width = painted(painter, state, view, columns, rows)
                said = say.heard()
                texts = ["".join(text for _, text in row) for row in panel]
                long |= {text for text in texts if len(text) > min(BESIDE, width)}
                shown = squeezed(board.lines) + squeezed(texts)
                missing |= {text for text in said.values() if text.replace(" ", "") not in shown}
                unknown |= {
                    text
                    for text, other in said.items()
                    if text == other and words_of([text]) - lagging(language)
                }
                english |= {
                    text: left for text in (*board.lines, *texts) if (left := english_in(text, language))
                }
    assert missing == set()
    assert english == {}
    assert long == set()
    if language == "de":  # a bonus is one in French too
        assert unknown == set()
