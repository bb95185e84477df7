"""Refusals of the loyalty programme."""

from http import HTTPStatus

from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class TiersRefused(Refusal):
    """The database does not accept the values."""

    code = "tiers_refused"
    message = _("These tiers cannot be proposed or decided like this.")


class FirstTierMissing(Refusal):
    """No tier starts at 0 points."""

    code = "first_tier_missing"
    message = _("The first tier must start at 0 points.")


class DuplicateTiers(Refusal):
    """Two tiers of a set have the same name or threshold."""

    code = "tiers_alike"
    message = _("Each tier needs its own name and threshold.")


class WorseTier(Refusal):
    """A tier needs more points than another and gives less."""

    code = "worse_tier"
    message = _("A higher tier cannot give less than a lower one.")


class TiersOvertaken(Refusal):
    """A later set is in force, or a newer one with the same start is approved, so this set would never apply."""

    code = "tiers_overtaken"
    message = _("Later tiers are approved already: these would never come into force.")


class CostNotAccepted(Refusal):
    """The approver did not accept that the tiers return more than 100%."""

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
    """The player has fewer points than requested."""

    code = "too_few_points"
    field = "points"
    message = _("You do not have so many points.")


class BelowLeastPoints(Refusal):
    """Below the minimum redemption."""

    code = "below_least_points"
    field = "points"

    def __init__(self, least: int) -> None:
        words = _("You need %(points)s points to redeem.")
        super().__init__(words % {"points": number_format(least, force_grouping=True)})


class CurrencyNotHeld(Refusal):
    """A currency in which the player has no balance, or play money."""

    code = "not_held"
    field = "points"
    message = _("Choose a currency that you hold.")


class WorthNothing(Refusal):
    """The amount is less than the currency's smallest coin."""

    code = "worth_nothing"
    field = "points"
    message = _("These points are worth less than the smallest coin of this currency.")


class WorthChanged(Refusal):
    """The value of a point or of the currency has changed since it was shown."""

    code = "worth_changed"
    status = HTTPStatus.CONFLICT
    message = _("The value of these points has changed. Nothing was redeemed. Check it again.")
