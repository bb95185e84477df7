"""Whether the day is normal, in a heading and a few sentences."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from pages.moments import moment_text
from reports.dashboard.words.alerts import Alerts
from reports.dashboard.words.cards import DashboardNumbers


@dataclass(frozen=True, slots=True)
class DayVerdict:
    """The verdict on the day: its heading ("" if this person sees too little for one), and the reasons."""

    heading: str
    is_normal: bool
    sentences: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to say."""
        return not self.heading and not self.sentences


def build_verdict(numbers: DashboardNumbers | None, found: Alerts) -> DayVerdict:
    """Return the verdict on yesterday's figures and what needs attention now."""
    return DayVerdict(
        heading=_heading(numbers, found),
        is_normal=found.is_calm and not _is_unusual(numbers),
        sentences=tuple(_sentences(numbers, found)),
    )


def _heading(numbers: DashboardNumbers | None, found: Alerts) -> str:
    if _is_unusual(numbers):
        return _("Not a normal day")
    if not found.is_calm:
        return _("Something needs attention")
    if not found.told_all:
        return ""
    return _("A normal day") if _has_ranges(numbers) else _("Nothing needs attention.")


def _is_unusual(numbers: DashboardNumbers | None) -> bool:
    return numbers is not None and numbers.is_unusual


def _has_ranges(numbers: DashboardNumbers | None) -> bool:
    return numbers is not None and bool(numbers.day)


def _sentences(numbers: DashboardNumbers | None, found: Alerts) -> Iterator[str]:
    if numbers is not None:
        yield numbers.day or _("Too few days with play to compare yesterday with.")
    if found.is_calm and found.told_all and _has_ranges(numbers) and not _is_unusual(numbers):
        yield _("Nothing needs attention.")
    if found.is_calm and found.checked is not None:
        at = moment_text(found.checked.at, _("j M Y, H:i"))
        yield _("The ledger was last checked on %(at)s, and everything agreed.") % {"at": at}
