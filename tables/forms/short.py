"""Short forms of the pages about rule sets."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _, ngettext

from blackjack.presets import PRESETS
from blackjack.rules import Rules
from pages.moments import MomentInput, in_zone_lazy
from pages.names import choose_name, select_name
from profiles.selectors.in_force import profile_in_force
from tables.forms.problems import SettingsForm
from tables.models import MoneyKind, RuleSet, VersionState
from tables.selectors.house_tables import HOUSE_TABLES

LONGEST_REASON: Final = 500
_MINUTE: Final = "%Y-%m-%dT%H:%M"


def _notice_told() -> str:
    """Return the help text about the notice players get."""
    hours = profile_in_force().rules_notice_hours
    told = ngettext(
        "At least %(hours)s hour from now: we announce new rules to players first. The correction of an error may come sooner. Leave it empty for at once.",
        "At least %(hours)s hours from now: we announce new rules to players first. The correction of an error may come sooner. Leave it empty for at once.",
        hours,
    )
    return told % {"hours": hours}


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class ApproveForm(ReasonForm):
    """Approval; each unusual return has to be accepted by name."""

    accepted = forms.MultipleChoiceField(
        label=_("I accept these returns"), widget=forms.CheckboxSelectMultiple, required=False
    )
    at_once = forms.BooleanField(
        label=_("It corrects an error"),
        help_text=_("It may then come into force without notice to the players."),
        required=False,
    )

    def __init__(self, data: Any = None, *, unusual: list[tuple[str, str]], notice: bool) -> None:
        super().__init__(data)
        if not notice:
            del self.fields["at_once"]
        if unusual:
            self.fields["accepted"].choices = unusual  # type: ignore[attr-defined]  # of MultipleChoiceField
        else:
            del self.fields["accepted"]


class ScheduleForm(forms.Form):
    """Time from which a version is in force."""

    effective_at = forms.DateTimeField(
        label=in_zone_lazy(_("In force from ({zone})")),
        help_text=_("Leave it empty for at once. Each table plays them from its next shoe on."),
        required=False,
        widget=MomentInput,
        input_formats=[_MINUTE, f"{_MINUTE}:%S"],
    )
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Required when players get less notice than usual."),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Any = None, *, notice: bool) -> None:
        super().__init__(data)
        if notice:
            self.fields["effective_at"].help_text = _notice_told()
        else:
            del self.fields["reason"]


_COPY: Final = "copy-"
_FIT: Final = "fit-"


def copy_choice(family: RuleSet) -> str:
    """Return the `FamilyForm` choice for a copy of this rule set."""
    return f"{_COPY}{family.pk}"


def load_rules_to_copy(family: RuleSet) -> Rules:
    """Return the rules in force of a rule set, or its newest version's if none are."""
    versions = family.versions.order_by("-number")
    version = versions.filter(state=VersionState.ACTIVE).first() or versions[0]
    return version.rules


def _bases() -> list[tuple[str, str]]:
    """Return the choices: the house's presets, those that the profile requires otherwise, then every rule set with a version."""
    houses = {name: HOUSE_TABLES[name.replace("_", "-")] for name in PRESETS}
    presets = [(name, choose_name(one.name, one.name_es)) for name, one in houses.items()]
    told = _("%(name)s, as the profile in force requires")
    fitted = [
        (f"{_FIT}{name}", told % {"name": label})
        for name, label in presets
        if _fit_preset(name) != PRESETS[name]
    ]
    copies = [
        (copy_choice(family), str(_("a copy of %(name)s") % {"name": family.display_name}))
        for family in RuleSet.objects.filter(versions__isnull=False)
        .distinct()
        .order_by(select_name())
    ]
    return [*presets, *fitted, *copies]


def _fit_preset(name: str) -> Rules:
    """Return a preset's rules as the profile in force allows them."""
    return HOUSE_TABLES[name.replace("_", "-")].as_allowed(profile_in_force()).rules


class FamilyForm(SettingsForm):
    """New rule set, with the rules of its first draft."""

    name = forms.CharField(label=_("Name"), max_length=60)
    name_es = forms.CharField(label=_("Name in Spanish"), max_length=60, required=False)
    money = forms.ChoiceField(label=_("Played for"), choices=MoneyKind.choices)
    base = forms.ChoiceField(label=_("Begin with the rules of"), choices=_bases)

    @property
    def rules(self) -> Rules:
        """Rules of the first draft; valid forms only."""
        base: str = self.cleaned_data["base"]
        if base in PRESETS:
            return PRESETS[base]
        if base.startswith(_FIT):
            return _fit_preset(base.removeprefix(_FIT))
        return load_rules_to_copy(RuleSet.objects.get(pk=base.removeprefix(_COPY)))

    def clean_name(self) -> str:
        """Require a name that no other rule set has, ignoring case."""
        name: str = self.cleaned_data["name"]
        if RuleSet.objects.filter(name__iexact=name).exists():
            raise forms.ValidationError(_("There is a rule set of this name already."))
        return name


class StopOrResumeForm(ReasonForm):
    """Stop or resume, with a reason."""

    do = forms.ChoiceField(choices=[("stop", ""), ("go", "")])


class StopPlayerForm(StopOrResumeForm):
    """The same for a player, by email address."""

    email = forms.EmailField()
