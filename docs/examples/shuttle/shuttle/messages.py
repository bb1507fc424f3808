"""What Shuttle says."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgames.contract import Face
from p2pgames.text import Count, Every, FaceName, Joint, Message, counted, message

NO_TICKET = message("shuttle.no-ticket", "The move shows no ticket that this player can have.")
HAVE_THESE = message("shuttle.have-these", "Type the number of one of your tickets: {tickets:every}.")

NOT_ROLLED = message("shuttle.not-rolled", "It is not known yet who begins.")
TO_MOVE = message("shuttle.to-move", "{player:seat} is to move.")
YOUR_MOVE = message("shuttle.your-move", "It is your turn.")
FAR = counted("shuttle.far", "{player:seat}: one stop to go.", "{player:seat}: {count} stops to go.")
NOTHING_OPEN = message("shuttle.nothing-open", "No ticket has been shown yet.")
OPEN = message("shuttle.open", "The ticket to beat is {ticket:face}.")
YOURS = message("shuttle.yours", "Your tickets: {tickets:every}.")
UNSEEN = message("shuttle.unseen", "Not seen yet")

TICKET = message("shuttle.ticket", "ticket {ticket:face}: {effect:message}")
STAYS = message("shuttle.stays", "the tram stays")
COMES = counted("shuttle.comes", "the tram comes one stop", "the tram comes {count} stops")

HOME = message("shuttle.home", "The tram has reached the depot of {player:seat}.")
ALL_SHOWN = message("shuttle.all-shown", "All tickets have been shown.")
HAS_LEFT = message("shuttle.has-left", "{player:seat} has left the game.")


def tickets(faces: Sequence[Face], joint: Joint = Joint.AND) -> Every:
    """Return tickets as a parameter."""
    return Every(tuple(map(FaceName, faces)), joint)


def have_these(faces: Sequence[Face]) -> Message:
    """Return that one of these can be typed."""
    return HAVE_THESE(tickets=tickets(faces, Joint.OR))


def ticket(face: Face, stops: int) -> Message:
    """Return a ticket with what showing it does."""
    return TICKET(ticket=FaceName(face), effect=comes(stops))


def comes(stops: int) -> Message:
    """Return how far the tram goes."""
    return COMES(count=Count(stops)) if stops else STAYS()
