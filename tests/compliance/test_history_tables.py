"""Every table has a row history or states here why it needs none; a new table has to choose."""

import re
from collections.abc import Mapping
from typing import Final

import pytest
from django.apps import apps
from django.db import connection

from compliance.events.words.tables import NAMES, column_label, list_table_labels
from journal.models import EventKind

FACT: Final = "a fact, append-only: it is its own history"
STEPS: Final = "append-only: who proposed, decided, did, and when"
MONEY: Final = "money: only functions of the database write it, sealed with the ledger"
PLAY: Final = "play, not configuration; guarded by triggers, verified from the seed"
PASSING: Final = "passes: nothing is configured by it"
OURS: Final = "the journal itself, chained"
OF_DJANGO: Final = "Django's own, written by migrations"
NOT_NOTED: Final[Mapping[str, str]] = {
    "account_emailconfirmation": PASSING,
    "accounts_consent": FACT,
    "accounts_double": FACT,
    "accounts_doubledecision": STEPS,
    "accounts_factorreset": STEPS,
    "accounts_factorresetdecision": STEPS,
    "accounts_factorresetend": STEPS,
    "accounts_identitynumber": FACT,
    "accounts_gateanswer": "the latest answer of a provider, asked anew; refusals are events",
    "accounts_listload": FACT,
    "accounts_exclusionreturn": FACT,
    "accounts_registerentry": "loaded as a whole from a signed list, each time with an event",
    "accounts_registerlisting": FACT,
    "accounts_registernumber": "computed from the document number and the register's key",
    "accounts_registerremoval": FACT,
    "accounts_sanctionsdecision": STEPS,
    "accounts_sanctionsentry": "loaded as a whole from a signed list, each time with an event",
    "accounts_sanctionsmatch": FACT,
    "accounts_sanctionsproposal": STEPS,
    "accounts_sanctionsverdict": STEPS,
    "accounts_inactivespell": STEPS,
    "accounts_letter": PASSING,
    "accounts_mail": PASSING,
    "accounts_lifting": STEPS,
    "accounts_liftingdecision": STEPS,
    "accounts_look": FACT,
    "accounts_note": FACT,
    "accounts_networkcountry": "loaded as a whole from a file, each time with an event",
    "accounts_phonenumber": "the player's own choice, with an event: a history would keep what the player erased",
    "accounts_policydecision": STEPS,
    "accounts_policyversion": STEPS,
    "accounts_restriction": STEPS,
    "compliance_erasedperson": FACT,
    "compliance_erasure": STEPS,
    "compliance_erasuredecision": STEPS,
    "accounts_rightsreview": FACT,
    "accounts_residentialaddress": FACT,
    "accounts_addressverification": STEPS,
    "accounts_signinlock": PASSING,
    "accounts_seen": FACT,
    "accounts_visit": PASSING,
    "accounts_staffaccess": PASSING,
    "accounts_statechange": FACT,
    "accounts_upload": FACT,
    "allauth_idp_oidc_token": PASSING,
    "api_appconnection": "made and ended by the player, each time with an event",
    "api_storedanswer": PASSING,
    "api_webhookattempt": FACT,
    "api_webhookdelivery": "state of sending an event; its attempts are facts",
    "auth_permission": OF_DJANGO,
    "django_admin_log": OF_DJANGO,
    "django_content_type": OF_DJANGO,
    "django_session": PASSING,
    "journal_alteration": OURS,
    "journal_check": OURS,
    "journal_event": OURS,
    "journal_heartbeat": PASSING,
    "journal_link": OURS,
    "journal_seen": OURS,
    "limits_limit": STEPS,
    "limits_limitconfirmation": STEPS,
    "alarms_alarmnotice": FACT,
    "alarms_watchreading": PASSING,
    "profiles_linkcheck": PASSING,
    "builds_buildacceptance": STEPS,
    "builds_buildacceptancedecision": STEPS,
    "builds_buildmanifest": FACT,
    "builds_buildsighting": FACT,
    "limits_depositanswer": FACT,
    "limits_sessionplan": FACT,
    "restores_serverheartbeat": PASSING,
    "restores_outsidecomparison": FACT,
    "restores_preparation": FACT,
    "restores_release": STEPS,
    "restores_releasedecision": STEPS,
    "restores_restore": FACT,
    "restores_server": FACT,
    "restores_serversighting": FACT,
    "tables_mathematics": "computed from the rules; nobody sets it",
    "loyalty_account": "points, written by functions of the database alone",
    "loyalty_entry": FACT,
    "loyalty_redemption": FACT,
    "loyalty_tierpreview": "counted from points and tiers; nobody sets it",
    "loyalty_tierchange": FACT,
}
OF_A_KIND: Final[Mapping[str, str]] = {
    "casino_": PLAY,
    "compliance_dispute": FACT,
    "cases_": "append-only, or changed by their own numbered steps",
    "detection_": "figures computed from play and money; flags and mutes end once and are their own history",
    "compliance_recount": PASSING,
    "compliance_profileannouncement": PASSING,
    "compliance_rulesannouncement": PASSING,
    "compliance_void": STEPS,
    "reports_": "figures computed from what happened, and files; nobody sets them",
    "wallet_": MONEY,
}
SECRET: Final = ("password", "secret", "seed", "token", "sealed", "key_hash")
"""Words in the names of columns with secrets."""
MOVES: Final = ("INSERT", "UPDATE", "DELETE", "TRUNCATE")
"""Each has a trigger of its own."""


def noted() -> set[str]:
    """Return the tables whose INSERT, UPDATE, DELETE and TRUNCATE are all recorded."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid"
            " WHERE tgfoid = 'public.journal_record_alteration'::regproc AND tgenabled = 'O'"
            " GROUP BY relname HAVING count(*) = 4"
        )
        return {name for (name,) in cursor.fetchall()}


@pytest.mark.database
def test_every_configured_table_is_noted_and_has_a_name() -> None:
    tables = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    with_history = noted()
    assert with_history == set(NAMES)
    silent = {
        table
        for table in tables - with_history - set(NOT_NOTED)
        if not table.startswith(tuple(OF_A_KIND))
    }
    assert silent == set()
    assert set(NOT_NOTED) & with_history == set()
    assert set(NOT_NOTED) <= tables


@pytest.mark.database
def test_the_history_hides_only_secrets() -> None:
    """Columns with secrets are masked or hidden by the arguments of their triggers."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, string_agg(encode(tgargs, 'escape'), ' ') FROM pg_trigger"
            " JOIN pg_class ON pg_class.oid = tgrelid"
            " WHERE tgfoid = 'public.journal_record_alteration'::regproc GROUP BY relname"
        )
        arguments = dict(cursor.fetchall())
    assert arguments["mfa_authenticator"].count("data") == len(MOVES)
    models = {one._meta.db_table: one for one in apps.get_models(include_auto_created=True)}
    for table in noted():
        columns = [str(field.column) for field in models[table]._meta.concrete_fields]
        for name in columns:
            if any(word in name for word in SECRET):
                listed = re.findall(rf"(?:\\000|,){name}\b", arguments[table])
                assert len(listed) == len(MOVES), (table, name)


def test_tables_and_columns_have_words() -> None:
    assert len(list_table_labels()) == len(NAMES)
    assert column_label("accounts_user", "is_superuser")
    assert column_label("no_table", "some_column") == "Some column"
    # the value that journal/sql writes
    assert EventKind.CONFIGURATION_ALTERED.value == "configuration_altered"
