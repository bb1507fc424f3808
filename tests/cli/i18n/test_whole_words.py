"""No word of any screen is cut without a sign, or runs into its neighbour, in any language.

What stands on a screen of the usual sizes is compared with one on which there is room for everything.
"""

from random import Random

import pytest
import trio

from p2pgames import registry
from p2pgames_cli.i18n.catalogue import english, languages, use
from p2pgames_cli.i18n.catalogue import language as spoken
from p2pgames_cli.pages.text_page import QuestionPage
from p2pgames_cli.screen import frame, panels
from p2pgames_cli.screen.actions import presenter_at
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.table.view import TableView
from p2pgames_cli.ui import app
from p2pgames_protocol.local.what_if import WhatIf
from tests import seeds
from tests.cli import presenter
from tests.cli.at_home import AtHome
from tests.cli.screen.scenes import INVITE, SCENES, scenes, screen_client

SIZES = [(80, 24), (112, 24), (120, 40)]
ROOM = (400, 200)
LONG = (
    "Adalgisa of the Hills",
    "李小龍先生のお友達",
    "Benedictus XVI.",
    "Cleopatra Philopator",
    "Dan",
    "Eva-Maria Schmidt",
)
SIGNS = "…:-·|[]()◁▷▸»▶✗─_▏"
"""What may stand around a word, or be left out of it: also where a line ends at a hyphen."""


@pytest.fixture(scope="module")
def gallery(tmp_path_factory):
    return trio.run(scenes, tmp_path_factory.mktemp("scenes"))


@pytest.fixture(params=languages())
def language(request):
    with english():
        use(request.param)
        yield request.param


def words(rows):
    """The words of rows, without what was shortened, numbers of lines, and the invite, which is broken anywhere."""
    lines = ("".join(text for _ink, text in row) for row in rows)
    whole = (word for line in lines if line.strip() not in INVITE for word in line.split() if "…" not in word)
    return {part.strip(SIGNS) for word in whole for part in word.split("-") if not part.isdecimal()} - {""}


def written(shown, size):
    """The rows of a scene that hold words and no board."""
    if isinstance(shown, AtHome):
        return app.compose(shown.stack, *size).rows
    drawn = frame.compose(shown, *size)
    covered = shown.overlay is not None and not isinstance(shown.overlay, QuestionPage)
    beside = panels.panels(
        shown, TableView(shown.model), 31 if size[0] < ROOM[0] else size[0], size[1] - frame.FOOT
    ).rows
    return [*(drawn.rows if covered else drawn.rows[-frame.FOOT :]), *beside]


def check(shown, names=()):
    """With players of these names, which stand whole or shortened."""
    whole = words([(("", name),) for name in names])
    whole |= words(written(shown, ROOM)) | words(written(shown, (ROOM[0], 24)))
    for size in SIZES:
        assert words(written(shown, size)) - whole == set(), spoken()


@pytest.mark.parametrize("name", SCENES)
def test_no_word_is_cut_or_glued(gallery, language, name):
    scene = gallery[name]
    scene.lay({"language": language})
    check(scene.shown)


@pytest.mark.parametrize("names", [presenter.NAMES, LONG], ids=["short", "long"])
@pytest.mark.parametrize("name", registry.names())
def test_beside_the_board_no_word_is_cut_or_glued(tmp_path, monkeypatch, name, names):
    """In a what-if, and where all others have been away for long. One game serves all languages."""
    monkeypatch.setattr(presenter, "NAMES", names)
    game, seats = registry.game(name), registry.game(name).rules.players[-1]

    async def test():
        at = presenter.Seated(await presenter.hot_seat(tmp_path, name, seats), name)
        for _ in seeds(1, 2):
            await at.play(15, game.usual)
            trial = WhatIf(at.presenter.model.replica, len(at.presenter.model.replica.log), Random(1))
            for language in languages():
                use(language)
                tried = presenter_at(
                    TableSession(
                        trial.handles, game, Client(PlayOptions(Mode.SCREEN)), local=True, what_if=trial
                    )
                )
                check(tried, names)
                alone = presenter_at(TableSession(at.hot.handles[:1], game, screen_client()))
                alone.model.silence.clock = lambda: 0.0
                check(alone, names)
                alone.model.silence.clock = lambda: 25 * 60.0
                check(alone, names)

    with english():
        trio.run(test)
