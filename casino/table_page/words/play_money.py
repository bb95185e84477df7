"""Message about play money."""

from django.utils.translation import gettext as _

from casino.values.play_money import REFILL_TO
from wallet.money.words import format_amount


def refill_notice() -> str:
    """Return the message after a refill."""
    return _("You have %(full)s of play money.") % {"full": format_amount(REFILL_TO)}
