"""Refusals of the programme."""

from http import HTTPStatus

from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class TiersRefused(Refusal):
    """Values that the database does not accept."""

    code = "tiers_refused"
    message = _("These tiers cannot be proposed or decided like this.")


class FirstTierMissing(Refusal):
    """Everybody is on some tier."""

    code = "first_tier_missing"
    message = _("The first tier begins at no points.")


class TiersAlike(Refusal):
    """Two tiers of a set with one name, or one threshold."""

    code = "tiers_alike"
    message = _("Each tier has a name and a threshold of its own.")


class WorseTier(Refusal):
    """A tier takes more points and gives less."""

    code = "worse_tier"
    message = _("A higher tier gives no less than a lower one.")


class TiersOvertaken(Refusal):
    """Tiers from a later time are in force, or later ones from the same time are approved: these would never be."""

    code = "tiers_overtaken"
    message = _("Later tiers are approved already: these would never come into force.")


class CostNotAccepted(Refusal):
    """Tiers that give players more than they stake, approved without saying so."""

    code = "cost_not_accepted"
    message = _(
        "With these tiers players get back more than they stake. Approve them only if you accept that."
    )


class PointsDebtFirst(Refusal):
    """Points owed must be repaid first."""

    code = "points_owed"
    field = "points"
    message = _("You owe points of a voided round. Points can be redeemed once they are repaid.")


class TooFewPoints(Refusal):
    """More points than there are."""

    code = "too_few_points"
    field = "points"
    message = _("You do not have so many points.")


class BelowLeastPoints(Refusal):
    """Fewer points than the programme redeems at a time."""

    code = "below_least_points"
    field = "points"

    def __init__(self, least: int) -> None:
        words = _("Points are redeemed from %(points)s on.")
        super().__init__(words % {"points": number_format(least, force_grouping=True)})


class NotHeld(Refusal):
    """A currency in which the player has no balance, or play money."""

    code = "not_held"
    field = "points"
    message = _("Points are redeemed into a currency that you hold.")


class WorthNothing(Refusal):
    """Less than the smallest coin of the currency."""

    code = "worth_nothing"
    field = "points"
    message = _("These points are worth less than the smallest coin of this currency.")


class WorthChanged(Refusal):
    """The worth of a point or of the currency has changed since it was shown."""

    code = "worth_changed"
    status = HTTPStatus.CONFLICT
    message = _("What these points are worth has changed. Nothing was redeemed: look at it again.")
