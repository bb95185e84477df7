# mypy: allow-subclassing-any
# (allauth, whose form one of these extends, ships without types)
"""Forms for time-out, self-exclusion and the reality check."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time
from typing import Any, Final
from uuid import UUID, uuid4

from allauth.account.forms import ReauthenticateForm
from django import forms
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from accounts.factors.selectors import has_factor
from accounts.models.users import User
from accounts.protection.selectors import reality_check
from accounts.protection.values import Months
from accounts.protection.words import describe_understood
from profiles.selectors.in_force import profile_in_force

_MONTHS: Final = {"6m": 6, "1y": 12, "5y": 60}
_FOR_GOOD: Final = "for_good"
_DATE: Final = "date"
_TERMS: Final = {
    "6m": _("6 months"),
    "1y": _("1 year"),
    "5y": _("5 years"),
    _DATE: _("until a date that I choose"),
    _FOR_GOOD: _("with no end date"),
}
_DAYS: Final = (1, 2, 3, 7, 14, 30, 42)


class _ReauthenticatedForm(ReauthenticateForm):
    """Form with a password field, unless a second factor was used recently, and an idempotency key."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(
        self,
        *args: Any,
        user: User,
        factor_shown: bool,
        verify_password: Callable[[str], None],
        **kwargs: Any,
    ) -> None:
        """Drop the password field if a factor was used recently.

        `verify_password` raises ValidationError unless the password is the user's.
        """
        super().__init__(*args, user=user, **kwargs)
        self.verify_password = verify_password
        if factor_shown:
            del self.fields["password"]

    def clean_password(self) -> str:
        """Verify the password with its own rate limit, independent of failed sign-ins."""
        password: str = self.cleaned_data["password"]
        self.verify_password(password)
        return password

    @property
    def takes_factor(self) -> bool:
        """True if a second factor may be used instead of the password."""
        return "password" in self.fields and has_factor(self.user)

    @property
    def idempotency_key(self) -> UUID:
        """Key of this form; valid forms only."""
        key: UUID = self.cleaned_data["key"]
        return key


class TimeOutForm(_ReauthenticatedForm):
    """Form for a time-out of as many days as the profile of the player's country allows."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        profile = profile_in_force(self.user.country)
        least, most = profile.time_out_shortest_days, profile.time_out_longest_days
        self.usual = [days for days in _DAYS if least <= days <= most]
        words = _(
            "From %(least)s to %(most)s. Each day is 24 hours, counted from the moment you confirm."
        )
        self.fields["days"] = forms.IntegerField(
            label=_("How many days"),
            min_value=least,
            max_value=most,
            help_text=words % {"least": least, "most": most},
            widget=forms.NumberInput({"inputmode": "numeric", "list": "usual-days"}),
        )
        self.order_fields(["days", "password", "key"])

    @property
    def length(self) -> int:
        """Number of days; valid forms only."""
        days: int = self.cleaned_data["days"]
        return days


class ReturnForm(_ReauthenticatedForm):
    """Form by which a player asks to come back from a self-exclusion."""


class RealityForm(forms.Form):
    """Form for the interval of the reality check."""

    minutes = forms.TypedChoiceField(label=_("How often"), coerce=int)

    def __init__(self, country: str, *args: Any, **kwargs: Any) -> None:
        """Offer the intervals that players who live in `country` may choose."""
        super().__init__(*args, **kwargs)
        offered = reality_check.offered_intervals(country)
        named = [(minutes, _named(minutes)) for minutes in offered]
        self.fields["minutes"].choices = named  # type: ignore[attr-defined]  # a choice field, declared above


def _named(minutes: int) -> str:
    if minutes == reality_check.OFF:
        return gettext("never")
    return ngettext("every minute", "every %(n)d minutes", minutes) % {"n": minutes}


class ExclusionForm(_ReauthenticatedForm):
    """Form for a self-exclusion with or without an end."""

    term = forms.ChoiceField(label=_("For how long"))
    ends_on = forms.DateField(
        label=_("End date"),
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        error_messages={"invalid": _("Enter the date as year-month-day, like 1990-12-31.")},
    )
    understood = forms.BooleanField()
    field_order = ("term", "ends_on", "understood", "password", "key")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Offer the terms that the profile of the player's country allows."""
        super().__init__(*args, **kwargs)
        least = profile_in_force(self.user.country).exclusion_shortest_months
        terms = [(key, words) for key, words in _TERMS.items() if _MONTHS.get(key, least) >= least]
        self.fields["term"].choices = terms
        words = ngettext(
            "At least %(n)s month, and more than 30 days, from now. It ends when that day begins (00:00 UTC).",
            "At least %(n)s months from now. It ends when that day begins (00:00 UTC).",
            least,
        )
        self.fields["ends_on"].help_text = words % {"n": least}
        self.fields["understood"].label = describe_understood(self.user.country)

    def clean_ends_on(self) -> date | None:
        """Require a date if that choice was made."""
        chosen: date | None = self.cleaned_data["ends_on"]
        if self.cleaned_data.get("term") == _DATE and chosen is None:
            raise forms.ValidationError(_("Choose the date."), code="required")
        return chosen

    @property
    def chosen(self) -> datetime | Months | None:
        """End or length of the exclusion, None without an end; valid forms only."""
        term = self.cleaned_data["term"]
        if term == _FOR_GOOD:
            return None
        if term == _DATE:
            return datetime.combine(self.cleaned_data["ends_on"], time.min, tzinfo=UTC)
        return Months(_MONTHS[term])
