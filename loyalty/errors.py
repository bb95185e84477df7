"""What the programme refuses: each error has a stable `code` and a sentence."""

from typing import ClassVar

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class TiersRefused(Exception):
    """A set of tiers that cannot be proposed or decided so; nothing was changed."""

    code: ClassVar[str] = "tiers_refused"
    message: str | Promise = _("These tiers cannot be proposed or decided like this.")


class FirstTierMissing(TiersRefused):
    """Everybody is on some tier."""

    code = "first_tier_missing"
    message = _("The first tier begins at no points.")


class TiersAlike(TiersRefused):
    """Two tiers of a set with one name, or one threshold."""

    code = "tiers_alike"
    message = _("Each tier has a name and a threshold of its own.")


class WorseTier(TiersRefused):
    """A tier takes more points and gives less."""

    code = "worse_tier"
    message = _("A higher tier gives no less than a lower one.")


class Overtaken(TiersRefused):
    """Tiers from a later time are in force, or later ones from the same time are approved: these would never be."""

    code = "overtaken"
    message = _("Later tiers are approved already: these would never come into force.")


class ReasonMissing(TiersRefused):
    """A proposal, or a refusal, without its reason."""

    code = "reason_missing"
    message = _("A reason is needed.")


class AnotherPersonNeeded(TiersRefused):
    """Who proposed the tiers does not decide them."""

    code = "another_person_needed"
    message = _("Another person than the one who proposed the tiers has to decide them.")


class CostNotAccepted(TiersRefused):
    """Tiers that give players more than they stake, approved without saying so."""

    code = "cost_not_accepted"
    message = _(
        "With these tiers players get back more than they stake. Approve them only if you accept that."
    )


class Decided(TiersRefused):
    """Somebody has decided them already."""

    code = "decided"
    message = _("These tiers are decided already.")


class RedemptionRefused(Exception):
    """Points that cannot be redeemed like this; nothing was moved."""

    code: ClassVar[str] = "redemption_refused"
    message: str | Promise = _("These points cannot be redeemed.")


class PointsOwed(RedemptionRefused):
    """What is owed is repaid first."""

    code = "points_owed"
    message = _("You owe points of a voided round. Points can be redeemed once they are repaid.")


class TooFewPoints(RedemptionRefused):
    """More points than there are."""

    code = "too_few_points"
    message = _("You do not have so many points.")


class BelowLeastPoints(RedemptionRefused):
    """Fewer points than the programme redeems at a time."""

    code = "below_least_points"

    def __init__(self, least: int) -> None:
        super().__init__(least)
        self.message = _("Points are redeemed from %(points)s on.") % {
            "points": number_format(least, force_grouping=True)
        }


class NotHeld(RedemptionRefused):
    """A currency in which the player has no balance, or play money."""

    code = "not_held"
    message = _("Points are redeemed into a currency that you hold.")


class WorthNothing(RedemptionRefused):
    """Less than the smallest coin of the currency."""

    code = "worth_nothing"
    message = _("These points are worth less than the smallest coin of this currency.")


class WorthChanged(RedemptionRefused):
    """A point or the currency is worth something else than what was shown."""

    code = "worth_changed"
    message = _("What these points are worth has changed. Nothing was redeemed: look at it again.")
