"""What players read while something is stopped: in the lobby, at the table, and when a bet is refused."""

from typing import Final

from django.utils.translation import gettext_lazy as _

HOUSE_STOPPED: Final = _(
    "Play is stopped at all tables for the moment. A round in progress can be played to its end. Your money is safe and the bank is open."
)
RULES_STOPPED: Final = _(
    "This table takes no bets for the moment. A round in progress can be played to its end."
)
TABLE_CLOSED: Final = _("This table is closed.")
PLAYER_STOPPED: Final = _(
    "Play is stopped for your account for the moment. Your money is yours and the bank is open. Please contact us."
)
BOX_STOPPED: Final = _("Box %(n)d takes no bets for the moment.")
ALL_BOXES_STOPPED: Final = _("The boxes of this table take no bets for the moment.")
