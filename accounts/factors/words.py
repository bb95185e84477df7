"""Texts about second factors that do not count yet."""

from django.utils.translation import gettext as _

from accounts.factors.selectors import UnsettledFactors
from pages.moments import moment_text


def unsettled_text(factors: UnsettledFactors) -> str:
    """Return what the user can do: connect a factor, or wait until the new one counts."""
    if factors.counts_from is None:
        return _(
            "This needs a second factor, because a stolen password alone must not be enough. Connect an app or a passkey in the options. You can use it for this one day later."
        )
    text = _(
        "Your second factor is new. You can use it to change your email address or payout destination one day after you connected it: from %(at)s. If you did not connect it, contact us now."
    )
    return text % {"at": moment_text(factors.counts_from, _("j M Y, H:i"))}
