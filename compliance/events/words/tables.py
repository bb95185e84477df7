"""Labels of the database tables with a history. A test checks that every table has a label or a reason for none."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from django.apps import apps
from django.db.models import Field, Model
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy

from compliance.events.words.values import COLUMNS
from journal.models import Alteration

# Labels of the tables with a history.
NAMES: Final[Mapping[str, object]] = {
    "account_emailaddress": gettext_lazy("Email addresses"),
    "accounts_staffchange": gettext_lazy("Proposed changes of staff"),
    "accounts_staffchangedecision": gettext_lazy("Decisions on changes of staff"),
    "accounts_user": gettext_lazy("People"),
    "accounts_user_groups": gettext_lazy("Roles of people"),
    "accounts_user_user_permissions": gettext_lazy("Django's permissions of people"),
    "alarms_dutyturn": gettext_lazy("Turns of the duty list"),
    "api_webhookendpoint": gettext_lazy("Webhook endpoints"),
    "api_webhooknetwork": gettext_lazy("Networks for webhooks"),
    "api_webhooknetworkdecision": gettext_lazy("Decisions on networks for webhooks"),
    "api_webhooksecret": gettext_lazy("Secrets of webhook endpoints"),
    "allauth_idp_oidc_client": gettext_lazy("Clients of registered apps"),
    "api_realmoneydecision": gettext_lazy("Decisions on real money of apps"),
    "api_realmoneyproposal": gettext_lazy("Proposals of real money of apps"),
    "api_registeredapp": gettext_lazy("Registered apps"),
    "api_servicekey": gettext_lazy("Service keys"),
    "auth_group": gettext_lazy("Roles"),
    "auth_group_permissions": gettext_lazy("Django's permissions of roles"),
    "detection_thresholdchange": gettext_lazy("Thresholds of signals"),
    "detection_thresholddecision": gettext_lazy("Decisions on thresholds of signals"),
    "journal_gamingday": gettext_lazy("Gaming day"),
    "loyalty_tier": gettext_lazy("Tiers"),
    "loyalty_tierset": gettext_lazy("Sets of tiers"),
    "loyalty_tiersetdecision": gettext_lazy("Decisions on tiers"),
    "profiles_profileversion": gettext_lazy("Versions of the profile"),
    "profiles_profiledecision": gettext_lazy("Decisions on versions of the profile"),
    "mfa_authenticator": gettext_lazy("Second factors"),
    "tables_house": gettext_lazy("The house: whether all play is stopped"),
    "limits_cashlimit": gettext_lazy("Cash limits"),
    "limits_cashlimitdecision": gettext_lazy("Decisions on cash limits"),
    "limits_limitdecision": gettext_lazy("Decisions on limits of play"),
    "limits_limitset": gettext_lazy("Limits of play"),
    "tables_ruleset": gettext_lazy("Rule sets"),
    "tables_rulesetversion": gettext_lazy("Versions of rules"),
    "tables_switching": gettext_lazy("Stops and resumptions of play"),
    "tables_table": gettext_lazy("Tables"),
    "tables_tablechange": gettext_lazy("Proposed changes of tables"),
    "tables_tablechangedecision": gettext_lazy("Decisions on changes of tables"),
    "tables_versionstep": gettext_lazy("Steps of versions of rules"),
    "wallet_currency": gettext_lazy("Currencies"),
    "wallet_house_kind": gettext_lazy("Accounts of the house"),
    "wallet_rate": gettext_lazy("Exchange rates"),
    "wallet_rate_decision": gettext_lazy("Decisions on exchange rates"),
    "wallet_rate_max_age": gettext_lazy("Maximum ages of exchange rates"),
    "wallet_rate_max_age_decision": gettext_lazy("Decisions on maximum ages of exchange rates"),
    "wallet_rate_recall": gettext_lazy("Exchange rates to be taken out of effect"),
    "wallet_rate_recall_decision": gettext_lazy(
        "Decisions on exchange rates to be taken out of effect"
    ),
    "wallet_spread": gettext_lazy("Spreads"),
    "wallet_spread_decision": gettext_lazy("Decisions on spreads"),
}


def table_label(table: str) -> str:
    """Return a table's label; its database name if it has none."""
    return str(NAMES[table]) if table in NAMES else table


def list_table_labels() -> list[tuple[str, str]]:
    """Return the tables with a history and their labels, sorted by label."""
    named = [(table, table_label(table)) for table in NAMES]
    return sorted(named, key=lambda one: one[1].casefold())


def find_model(table: str) -> type[Model] | None:
    return _models().get(table)


@cache
def _models() -> dict[str, type[Model]]:
    models = apps.get_models(include_auto_created=True)
    return {model._meta.db_table: model for model in models}  # noqa: SLF001  # Django documents the name


def find_field(table: str, column: str) -> "Field[object, object] | None":
    model = find_model(table)
    fields = model._meta.concrete_fields if model else ()  # noqa: SLF001  # as above
    return next((one for one in fields if one.column == column), None)


def column_label(table: str, column: str) -> str:
    """Return a column's label: the field's verbose name, else ours, else its name without underscores."""
    field = find_field(table, column)
    if field is not None and str(field.verbose_name) != field.name.replace("_", " "):
        return capfirst(gettext(str(field.verbose_name)))
    return str(COLUMNS[column]) if column in COLUMNS else capfirst(column.replace("_", " "))


def change_title(row: Alteration) -> str:
    """Return the table label and the key of a changed row."""
    return f"{table_label(row.table_name)}: {row.row_key}"
