"""Editor for a set of tiers: common settings and one row per tier."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from loyalty.models.tiers import TierSet
from loyalty.values.new_tier import NewTier
from loyalty.values.points import HUNDREDTHS
from pages.amounts import AmountField
from pages.moments import MomentInput, in_zone_lazy
from wallet.money.values import SCALE_DIGITS

MOST_TIERS: Final = 8
SPARE: Final = 2  # empty rows to fill in
LONGEST_REASON: Final = 500
_MOST_POINTS: Final = 10**9


class TierSetForm(forms.Form):
    """Window, minimum redemption, start time and reason."""

    window_days = forms.IntegerField(
        label=_("Days of the window"),
        min_value=1,
        max_value=3650,
        help_text=_("Points of this many days, including today, count for the tier."),
    )
    redeem_from = forms.IntegerField(
        label=_("Minimum points to redeem"),
        min_value=1,
        max_value=10**6,
        help_text=_("Players with fewer points keep them until they have this many."),
    )
    effective_at = forms.DateTimeField(
        label=in_zone_lazy(_("In force from ({zone})")),
        widget=MomentInput,
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
        help_text=_("Once approved, players move to these tiers within a minute of this time."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON)


class TierForm(forms.Form):
    """One tier; an empty row is ignored."""

    name = forms.CharField(label=_("Name"), max_length=30)
    name_es = forms.CharField(label=_("Name in Spanish"), max_length=30, required=False)
    threshold = AmountField(
        label=_("Points needed"),
        decimal_places=2,
        min_value=0,
        max_value=_MOST_POINTS,
        grouped=True,
    )
    multiplier = AmountField(
        label=_("Multiplier"), decimal_places=2, min_value=1, max_value=10, fine=True
    )
    redemption = AmountField(
        label=_("Value of a point, USD"),
        decimal_places=SCALE_DIGITS,
        min_value=0,
        max_value=1,
        fine=True,
    )
    withdrawal = AmountField(
        label=_("Withdrawal factor"),
        decimal_places=2,
        min_value=1,
        max_value=10,
        fine=True,
    )

    def __init__(
        self,
        number: int,
        data: Mapping[str, Any] | None = None,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            data,
            prefix=f"tier-{number}",
            initial=dict(initial or {}),
            empty_permitted=True,
            use_required_attribute=False,
        )
        for name, field in self.fields.items():
            label = {"field": field.label, "number": number + 1}
            field.widget.attrs["aria-label"] = _("%(field)s, tier %(number)s") % label
            if self.errors.get(name):
                field.widget.attrs["aria-invalid"] = "true"
            elif name == "withdrawal":
                field.widget.attrs["aria-describedby"] = "withdrawal-help"

    @property
    def is_filled(self) -> bool:
        """Return whether the row is filled in."""
        return any(self[name].value() not in {None, ""} for name in self.fields)

    @property
    def tier(self) -> NewTier | None:
        """The tier, None for an empty row. Requires a valid form."""
        given: dict[str, Any] = self.cleaned_data
        if not given.get("name"):
            return None
        return NewTier(
            given["name"].strip(),
            int(given["threshold"] * HUNDREDTHS),
            int(given["multiplier"] * HUNDREDTHS),
            int(given["redemption"].scaleb(SCALE_DIGITS)),
            int(given["withdrawal"] * HUNDREDTHS),
            given["name_es"].strip(),
        )


def _second(at: datetime) -> str:
    """Format the time for the field, rounded up to a second: a replacing set does not start before the replaced one."""
    there = timezone.localtime(at + timedelta(microseconds=999_999))
    return there.strftime("%Y-%m-%dT%H:%M:%S")


class TierSetEditor:
    """The form of the set and the forms of its tiers."""

    def __init__(self, head: TierSetForm, rows: list[TierForm]) -> None:
        self.head, self.rows = head, rows

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "TierSetEditor":
        """Build the editor from submitted values."""
        rows = [TierForm(number, data) for number in range(MOST_TIERS)]
        return cls(TierSetForm(data), rows)

    @classmethod
    def from_tier_set(cls, known: TierSet, since: datetime | None = None) -> "TierSetEditor":
        """Build the editor from an existing set."""
        head = {
            "window_days": known.window_days,
            "redeem_from": known.redeem_from,
            "effective_at": _second(since)
            if since
            else timezone.localtime().strftime("%Y-%m-%dT%H:%M"),
        }
        tiers = [
            {
                "name": tier.name,
                "name_es": tier.name_es,
                "threshold": Decimal(tier.threshold).scaleb(-2),
                "multiplier": Decimal(tier.multiplier).scaleb(-2),
                "redemption": Decimal(tier.redemption).scaleb(-SCALE_DIGITS),
                "withdrawal": Decimal(tier.withdrawal).scaleb(-2),
            }
            for tier in known.tiers.all()
        ]
        rows = [
            TierForm(number, initial=tiers[number] if number < len(tiers) else None)
            for number in range(MOST_TIERS)
        ]
        return cls(TierSetForm(initial=head), rows)

    @property
    def visible_rows(self) -> list[TierForm]:
        """The rows up to the last one filled in, followed by empty ones."""
        said = [number for number, row in enumerate(self.rows) if row.is_filled]
        return self.rows[: max(said, default=-1) + 1 + SPARE]

    @property
    def is_valid(self) -> bool:
        """Return whether all forms are valid."""
        return all([self.head.is_valid(), *(row.is_valid() for row in self.rows)])

    @property
    def can_be_previewed(self) -> bool:
        """Return whether the rows and the window are valid, which is enough for a preview."""
        rows = [row.is_valid() for row in self.rows]
        for name in {"reason", "effective_at", "redeem_from"} & set(self.head.errors):
            del self.head.errors[name]
        return all(rows) and not self.head.errors

    @property
    def tiers(self) -> list[NewTier]:
        """The rows that are filled in. Requires valid forms."""
        return [tier for row in self.rows if (tier := row.tier) is not None]
