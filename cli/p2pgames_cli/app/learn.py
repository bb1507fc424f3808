"""Learning a game by playing, step by step."""

from __future__ import annotations

from dataclasses import dataclass, replace

from p2pgames.game import Game
from p2pgames_cli.app.hotseat import usual_names
from p2pgames_cli.app.run import play, started
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.play_options import PlayOptions
from p2pgames_protocol.local.course import Course


@dataclass(frozen=True, slots=True)
class LearnRequest:
    """A game that is to be learnt."""

    user: User
    game: Game
    how: PlayOptions


def learn(request: LearnRequest) -> int:
    """Teach a game until its lesson is over or left; nothing of it is kept. Return the exit code."""
    game, lesson = request.game, request.game.lesson
    if lesson is None:
        raise Stop(
            Code.USAGE,
            _("{title} has no lesson; its rules: p2pgames rules {game}").format(
                title=game.title, game=game.name
            ),
        )
    names = usual_names(request.user.called)[: lesson.seats]
    course = Course(game.rules, lesson, names)
    how = replace(request.how, what_if=course, course=course)
    return started(how, play, [course.handle], game, how)
