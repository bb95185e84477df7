"""How a hold ended, in words."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, pgettext_lazy

from cases.models import HoldEnd
from cases.selectors.holds import REVERSAL, HoldLine

_ENDS: Final[Mapping[str, Promise]] = {
    HoldEnd.RELEASE: pgettext_lazy("hold", "released"),
    HoldEnd.REFUSAL: pgettext_lazy("hold", "refused, the money is back in the balance"),
    REVERSAL: pgettext_lazy("hold", "refused: its money pays for a reversed deposit"),
}


def describe_end(line: HoldLine) -> str:
    """Return whether a hold still holds its withdrawal, or how it ended."""
    if line.is_active:
        return _("held")
    return str(_ENDS[line.ended_by]) if line.ended_by in _ENDS else _("not held any more")
