"""Why a second factor does not count."""

from django.utils.translation import gettext as _

from accounts.factors.selectors import UnsettledFactors
from pages.moments import moment_text


def unsettled_text(factors: UnsettledFactors) -> str:
    """What the person can do: connect a factor, or wait until the new one counts."""
    if factors.counts_from is None:
        return _(
            "This takes a second step, so that a stolen password alone is not enough. Connect an app or a passkey first: it stands in the options. A day after you have connected it, it counts for this."
        )
    text = _(
        "Your second step is new. It counts for another e-mail address or another destination a day after it was connected: from %(at)s on. If it was not you who connected it, write to us now."
    )
    return text % {"at": moment_text(factors.counts_from, _("j M Y, H:i"))}
