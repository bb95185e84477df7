"""Refusals of factor resets."""

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class NoFactorToReset(Refusal):
    """The player has no second factor to remove."""

    code = "nothing_lost"
    message = _("This player has no second factor.")


class DocumentNotCompared(Refusal):
    """The staff user has not viewed the player's document."""

    code = "not_compared"
    message = _(
        "Compare first: open the accepted document of this player (or the whole number, if there is none) and compare it with the one the person shows."
    )
