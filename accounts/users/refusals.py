"""Refusals that depend on who is signed in."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class PlayersOnly(Refusal):
    """Staff at a page about a player's own account, money or rounds."""

    code = "players_only"
    status = HTTPStatus.FORBIDDEN
    message = _(
        "This page is for players. You are signed in as staff: you have no balance and no rounds. The back office shows those of the players."
    )
