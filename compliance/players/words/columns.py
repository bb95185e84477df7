"""Columns of the player list."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from accounts.models.users import User
from accounts.values.countries import COUNTRIES
from pages.lists import Column
from pages.moments import in_zone_lazy


def _yes(player: User) -> str:
    return _("yes") if player.is_test_account else _("no")


def country_name(player: User) -> str | Promise:
    """Return the country's name in the reader's language; the code if unknown."""
    return COUNTRIES.get(player.country, player.country)


COLUMNS: Final[tuple[Column[User], ...]] = (
    Column("number", gettext_lazy("Number"), lambda one: one.pk, numeric=True),
    Column("name", gettext_lazy("Name"), lambda one: one.display_name),
    Column("email", gettext_lazy("Email address"), lambda one: one.email),
    Column("country", gettext_lazy("Country"), country_name, code=lambda row: row.country),
    Column("birth_date", gettext_lazy("Birth date"), lambda one: one.birth_date),
    Column(
        "language",
        gettext_lazy("Language"),
        lambda one: one.get_language_display(),
        code=lambda row: row.language,
    ),
    Column(
        "state",
        gettext_lazy("State"),
        lambda one: one.get_state_display(),
        code=lambda row: row.state,
    ),
    Column(
        "verified_at", in_zone_lazy(gettext_lazy("Verified ({zone})")), lambda one: one.verified_at
    ),
    Column("document_until", gettext_lazy("Document valid until"), lambda one: one.document_until),
    Column(
        "test_account", gettext_lazy("Test account"), _yes, code=lambda row: row.is_test_account
    ),
    Column(
        "registered_at",
        in_zone_lazy(gettext_lazy("Registered ({zone})")),
        lambda one: one.created_at,
    ),
    Column(
        "last_login",
        in_zone_lazy(gettext_lazy("Last sign-in ({zone})")),
        lambda one: one.last_login,
    ),
)
