"""What the programme refuses: each error has a stable `code` and a sentence."""

from typing import ClassVar

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


class ReasonMissing(TiersRefused):
    """A proposal, or a refusal, without its reason."""

    code = "reason_missing"
    message = _("A reason is needed.")


class AnotherPersonNeeded(TiersRefused):
    """Who proposed the tiers does not decide them."""

    code = "another_person_needed"
    message = _("Another person than the one who proposed the tiers has to decide them.")


class Decided(TiersRefused):
    """Somebody has decided them already."""

    code = "decided"
    message = _("These tiers are decided already.")
