"""Values of fields in words: their words, quantities and units."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from profiles.values.fields import FIELDS
from profiles.values.kinds import StatedAmount
from profiles.values.stated import StatedValue

_WORDS: Final[dict[str, Promise]] = {
    "24h": _("24 hours"),
    "30d": _("30 days"),
    "7d": _("7 days"),
    "address": _("address"),
    "allow": _("allow"),
    "another_person": _("another person"),
    "basic_strategy": _("basic strategy"),
    "bet": _("the first bet of real money"),
    "calendar": _("calendar"),
    "daily": _("daily"),
    "deposit": _("the first deposit"),
    "document_number": _("document number"),
    "driving_licence": _("driving licence"),
    "encrypted_archive": _("encrypted archive"),
    "first_bet": _("at the first bet"),
    "folder": _("folder"),
    "help_organisations": _("help organisations"),
    "hit_or_stand": _("hit or stand, no new money"),
    "interval": _("at intervals"),
    "monthly": _("monthly"),
    "name": _("name"),
    "national_id": _("national identity card"),
    "network": _("country of the network"),
    "network_change": _("when the network changes"),
    "nobody": _("nobody"),
    "none": _("none"),
    "offered": _("offered"),
    "other": _("other document"),
    "passport": _("passport"),
    "phone": _("phone"),
    "player": _("the player"),
    "provider": _("location provider"),
    "refuse": _("refuse"),
    "regulators": _("regulators"),
    "reported": _("reported"),
    "required": _("always required"),
    "residence_permit": _("residence permit"),
    "rolling": _("rolling"),
    "second_factor": _("second factor"),
    "session": _("session"),
    "sftp": _("SFTP server"),
    "sign_in": _("at sign-in"),
    "staff": _("staff"),
    "stand": _("stand"),
    "wait": _("waiting"),
    "weekly": _("weekly"),
    "win": _("win"),
    "withdrawal": _("the first withdrawal"),
    "withdrawals": _("required for withdrawals"),
    "withheld": _("withheld"),
}


_UNITS: Final[dict[str, Promise]] = {
    "days": _("days"),
    "games": _("games"),
    "hours": _("hours"),
    "minutes": _("minutes"),
    "months": _("months"),
    "seconds": _("seconds"),
    "years": _("years"),
}


def label_unit(unit: str) -> str:
    """Return the label of a unit; a code (USD, %) is its own label."""
    return str(_UNITS.get(unit, unit))


def label_word(word: str) -> str:
    """Return the label of a word of a field's catalogue; a code (country, currency, export) is its own label."""
    return str(_WORDS.get(word, word))


def label_quantity(number: int, unit: str) -> str:
    """Return a whole number with its unit, which is one of `profiles.values.kinds.Whole`."""
    match unit:
        case "years":
            text = ngettext("%(n)d year", "%(n)d years", number)
        case "months":
            text = ngettext("%(n)d month", "%(n)d months", number)
        case "days":
            text = ngettext("%(n)d day", "%(n)d days", number)
        case "hours":
            text = ngettext("%(n)d hour", "%(n)d hours", number)
        case "minutes":
            text = ngettext("%(n)d minute", "%(n)d minutes", number)
        case "seconds":
            text = ngettext("%(n)d second", "%(n)d seconds", number)
        case "games":
            text = ngettext("%(n)d game", "%(n)d games", number)
        case _:
            return f"{number} {unit}".strip()
    return text % {"n": number}


def label_value(name: str, stated: StatedValue) -> str:
    """Return a value of a field in words, with its unit."""
    return _label_all(stated.value, FIELDS[name].kind.unit) or "—"


def _label_all(value: Any, unit: str) -> str:
    match value:
        case Mapping():
            return "; ".join(f"{key}: {_label_all(one, unit)}" for key, one in value.items())
        case (str(name), str(link)) if link.startswith("https://"):
            return f"{name} ({link})"
        case tuple():
            return ", ".join(_label_all(one, unit) for one in value)
        case _:
            return _label_one(value, unit)


def _label_one(value: bool | int | Decimal | str | StatedAmount, unit: str) -> str:  # noqa: FBT001  # the value itself
    match value:
        case bool():
            return gettext("yes") if value else gettext("no")
        case int():
            return label_quantity(value, unit)
        case Decimal():
            return f"{value.normalize():f} {unit}"
        case str():
            return label_word(value)
        case StatedAmount():
            return str(value)
