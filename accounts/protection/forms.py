# mypy: allow-subclassing-any
# (allauth, whose form one of these extends, ships without types)
"""What a player sends to leave play for a while, or for good."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time
from typing import Any, Final
from uuid import UUID, uuid4

from allauth.account.forms import ReauthenticateForm
from django import forms
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from accounts.factors.selectors import has_factor
from accounts.models.users import User
from accounts.protection.selectors import reality_check
from accounts.protection.services.exclusion import LONGEST_DAYS, SHORTEST_DAYS
from pages.moments import months_later

_MONTHS: Final = {"6m": 6, "1y": 12, "5y": 60}
_FOR_GOOD: Final = "for_good"
_DATE: Final = "date"
_DAYS: Final = (1, 2, 3, 7, 14, 30)


class _ReauthenticatedForm(ReauthenticateForm):
    """The password again, so that nobody but the player says this, unless a second factor was shown just now; and a key, so that it is said once."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(
        self,
        *args: Any,
        user: User,
        factor_shown: bool,
        verify_password: Callable[[str], None],
        **kwargs: Any,
    ) -> None:
        """`verify_password` raises ValidationError unless the password is the user's; none is asked for where the factor was just shown."""
        super().__init__(*args, user=user, **kwargs)
        self.verify_password = verify_password
        if factor_shown:
            del self.fields["password"]

    def clean_password(self) -> str:
        """Verify it, whatever others have tried elsewhere."""
        password: str = self.cleaned_data["password"]
        self.verify_password(password)
        return password

    @property
    def takes_factor(self) -> bool:
        """Whether a factor may be shown in place of the password that is asked for."""
        return "password" in self.fields and has_factor(self.user)

    @property
    def idempotency_key(self) -> UUID:
        """The key of this form; of a valid form only."""
        key: UUID = self.cleaned_data["key"]
        return key


class TimeOutForm(_ReauthenticatedForm):
    """How many days."""

    days = forms.IntegerField(
        label=_("How many days"),
        min_value=SHORTEST_DAYS,
        max_value=LONGEST_DAYS,
        help_text=_("From 1 to 30. Each day is 24 hours, counted from the moment you confirm."),
        widget=forms.NumberInput({"inputmode": "numeric", "list": "usual-days"}),
    )
    field_order = ("days", "password", "key")
    usual: Final = _DAYS

    @property
    def length(self) -> int:
        """In days; of a valid form only."""
        days: int = self.cleaned_data["days"]
        return days


class RealityForm(forms.Form):
    """How often the reality check comes."""

    minutes = forms.TypedChoiceField(label=_("How often"), coerce=int)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Offer what may be chosen now."""
        super().__init__(*args, **kwargs)
        named = [(minutes, _named(minutes)) for minutes in reality_check.offered_intervals()]
        self.fields["minutes"].choices = named  # type: ignore[attr-defined]  # a choice field, made above


def _named(minutes: int) -> str:
    if minutes == reality_check.OFF:
        return gettext("never")
    return ngettext("every minute", "every %(n)d minutes", minutes) % {"n": minutes}


class ExclusionForm(_ReauthenticatedForm):
    """Until when."""

    term = forms.ChoiceField(
        label=_("For how long"),
        choices=[
            ("6m", _("6 months")),
            ("1y", _("1 year")),
            ("5y", _("5 years")),
            (_DATE, _("until a date that I choose")),
            (_FOR_GOOD, _("with no end date")),
        ],
    )
    ends_on = forms.DateField(
        label=_("Until which date"),
        required=False,
        input_formats=["%Y-%m-%d"],
        help_text=_("More than 30 days from now. It ends when that day begins (00:00 UTC)."),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        error_messages={"invalid": _("Enter the date as year-month-day, like 1990-12-31.")},
    )
    understood = forms.BooleanField(
        label=_("I understand that neither I nor anybody else can end it before its time.")
    )
    field_order = ("term", "ends_on", "understood", "password", "key")

    def clean_ends_on(self) -> date | None:
        """A date is needed where the choice is one."""
        chosen: date | None = self.cleaned_data["ends_on"]
        if self.cleaned_data.get("term") == _DATE and chosen is None:
            raise forms.ValidationError(_("Choose the date."), code="required")
        return chosen

    @property
    def until(self) -> datetime | None:
        """The end, None for good; of a valid form only."""
        term = self.cleaned_data["term"]
        if term == _FOR_GOOD:
            return None
        if term == _DATE:
            return datetime.combine(self.cleaned_data["ends_on"], time.min, tzinfo=UTC)
        return months_later(timezone.now(), _MONTHS[term])
