"""Rights of the application's database role, granted by `prepare_database` (`config.database`).

Tables that are not named here get SELECT, INSERT, UPDATE, DELETE.
"""

from collections.abc import Mapping, Sequence
from typing import Final

# SELECT only: database functions write them.
LEDGER_TABLES: Final[Sequence[str]] = [
    "loyalty_account",
    "loyalty_entry",
    "loyalty_redemption",
    "loyalty_tierchange",
    "journal_alteration",
    "journal_link",
    "wallet_currency",
    "wallet_house_kind",
    "wallet_account",
    "wallet_transfer",
    "wallet_reversal",
    "wallet_entry",
    "wallet_open_stake",
    "wallet_receivable",
    "wallet_rollup",
    "wallet_seal",
    "wallet_withdrawal_hold",
    "wallet_withheld_tax",
    "wallet_detached_month",
    "wallet_carried_balance",
    "wallet_carried_hold",
]
# SELECT only: `prepare_database` writes them.
READ_ONLY_TABLES: Final[Sequence[str]] = ["config_release", "django_migrations"]
LEDGER_FUNCTIONS: Final[Sequence[str]] = [
    "public.post(uuid, text, bigint, text, bigint, bigint, text, uuid, uuid, bigint, jsonb)",
    "public.post_many(jsonb)",
    # No arguments, bounded: decision 0007.
    "public.wallet_make_partitions()",
    "public.casino_make_partitions()",
    "public.wallet_detach_month()",  # what two people decided, if it equals its archive
    "public.wallet_attached_parts()",  # only reads
    "public.wallet_is_detached(timestamptz)",  # only reads
    "public.journal_month_faults()",  # only reads
    "public.seal_ledger(integer)",
    "public.loyalty_earn_points(bigint, uuid, bigint)",
    "public.loyalty_reverse_points(bigint, uuid, uuid)",
    "public.loyalty_restore_points(bigint, uuid, uuid)",
    "public.loyalty_assign_tiers(bigint, bigint)",
    "public.loyalty_points_of_window(date, bigint[], bigint, bigint)",  # only reads
    "public.loyalty_redeem_points(uuid, bigint, bigint, bigint, bigint)",
    "public.wallet_withdrawal_factor(bigint)",  # only reads
    "public.wallet_disputed_debts(bigint)",  # only reads
    "public.journal_chain_records(integer)",
    "public.accounts_forget_person(bigint)",  # only of an erased person
    "public.accounts_is_erased(bigint)",  # only reads
    "public.accounts_delete_old_visits(integer, integer)",  # only ended visits, and never the last 90 days
    # Verification of the ledger and its seals, read-only.
    "public.wallet_house_account(text, text)",
    "public.wallet_hash_block(xid8, xid8, bytea)",
    "public.wallet_is_block_intact(bigint)",
    "public.wallet_sealed_records(xid8, xid8)",
    # Verification of the event chain and of configured rows, read-only.
    "public.journal_record_content(text, bigint)",
    "public.journal_link_hash(bytea, bigint, text, jsonb)",
    "public.journal_broken_links(bigint, bigint)",
    "public.journal_missed_records(interval)",
    "public.journal_watched_tables()",
    "public.journal_stray_rows(text, text, text[])",
    # Whether a restored installation is open, read-only.
    "public.restores_is_open()",
    "public.restores_is_prepared(bigint)",
    "public.restores_timeline()",
    "public.restores_skip_numbers()",  # only after a restore
    # Whether the builds found were accepted, read-only.
    "public.builds_is_open()",
]
# SELECT, INSERT, and UPDATE of the listed columns only.
APPEND_ONLY_TABLES: Final[Mapping[str, Sequence[str]]] = {
    "accounts_addressverification": [],
    "accounts_consent": [],
    "accounts_double": [],
    "accounts_doubledecision": [],
    "accounts_exclusionreturn": [],
    "accounts_factorreset": [],
    "accounts_factorresetdecision": [],
    "accounts_factorresetend": [],
    "accounts_identitynumber": ["withdrawn_at"],  # once
    "accounts_listload": ["in_force_at", "refused"],  # once
    "accounts_look": [],
    "accounts_letter": ["mailed_at", "tried_at", "seen_at"],
    "accounts_lifting": [],
    "accounts_liftingdecision": [],
    "accounts_note": [],
    "accounts_policydecision": [],
    "accounts_policyversion": [],
    "accounts_registerlisting": [],
    "accounts_registerremoval": [],
    "accounts_residentialaddress": [],
    "accounts_restriction": [],
    "accounts_sanctionsdecision": [],
    "accounts_sanctionsmatch": [],
    "accounts_sanctionsproposal": [],
    "accounts_sanctionsverdict": [],
    "accounts_seen": [],
    "accounts_rightsreview": [],
    "accounts_staffchange": [],
    "accounts_staffchangedecision": [],
    "accounts_statechange": [],
    "accounts_upload": ["state", "words", "decided_by_id", "decided_at", "deleted_at"],  # once each
    # Until it has ended; a function deletes it.
    "accounts_visit": ["session_key", "seen_at", "ended_at", "ended"],
    "allauth_idp_oidc_client": ["grant_types", "response_types", "secret"],
    "alarms_alarmnotice": ["state", "attempts", "error", "tried_at"],
    "alarms_dutyturn": ["ended_at", "ended_by_id"],
    "api_webhookendpoint": [
        *("name", "url", "types", "off", "position_xact", "position_id", "failing_since"),
    ],
    "api_webhooknetwork": ["ended_at", "ended_by_id"],
    "api_webhooknetworkdecision": [],
    "api_webhooksecret": ["expires_at"],
    # Until it has ended.
    "api_appconnection": [
        "granted_at",
        "last_used_at",
        "revoked_at",
        "scopes",
        "session_key",
        "sessions_ended",
    ],
    "api_realmoneydecision": [],
    "api_realmoneyproposal": [],
    "api_registeredapp": ["real_money", "revoked_at", "revoked_by_id"],
    # Only an earlier end, once, and the last use.
    "api_servicekey": [
        "expires_at",
        "last_used_at",
        "last_used_from",
        "revoked_at",
        "revoked_by_id",
    ],
    # Its last step and the flags that raise it; the triggers of cases/sql/cases.sql allow no other change.
    "cases_case": ["due_at", "locked_until", "score", "severity"],
    "cases_caseflag": [],
    "cases_casehold": ["escalated_at"],  # once
    "cases_caselink": [],
    "cases_casenote": [],
    "cases_caseplayer": [],
    "cases_caserestriction": [],
    "cases_caserestrictionend": [],
    "cases_casesource": [],
    "cases_casestep": [],
    "cases_casevoid": [],
    "cases_contactrecord": [],
    "cases_documentrequest": [],
    "cases_holdrelease": [],
    "cases_holdreleasedecision": [],
    "cases_reportdraft": [],
    "casino_bet": [],
    "casino_decision": [],
    "casino_followerstake": [],
    "casino_freeze": [],
    "casino_freezedecision": [],
    "casino_hint": [],
    "casino_logline": ["n", "previous", "hash"],
    "casino_answer": ["state"],  # once
    "casino_seedexchange": ["status", "seals_hash", "listed_at", "ended_at"],
    "casino_seatseal": ["seat_seed", "opened_at"],  # once
    "casino_wager": ["seal", "plain_seed", "end", "ended_at"],  # until it has ended
    "casino_wagerbet": [],
    "casino_tablewatch": [],
    "casino_void": [],
    "casino_voidstep": [],
    "compliance_erasedperson": [],
    "compliance_erasure": [],
    "compliance_erasuredecision": [],
    "compliance_profileannouncement": ["told_to", "done_at"],
    "compliance_recount": [],
    "compliance_rulesannouncement": ["told_to", "done_at"],
    "compliance_dispute": ["state"],  # as compliance_voidcase
    "compliance_disputereply": [],
    "compliance_voidcase": ["state"],  # for row locks; a trigger allows only the last step's state
    "compliance_voidline": ["result", "code", "moved", "at", "tried_at"],  # once
    "compliance_voidstep": [],
    "casino_origin": [],
    "detection_blindsample": [],
    "detection_flag": ["state", "ended_at"],  # once
    "detection_founddeviation": [],
    "detection_mute": ["ended_at"],  # once
    "detection_thresholdchange": [],
    "detection_thresholddecision": [],
    "detection_trialdifference": [],
    "journal_check": [],
    "journal_event": [],
    "journal_gamingday": [],
    "journal_seen": [],
    "limits_cashlimit": [],
    "limits_cashlimitdecision": [],
    "limits_depositanswer": [],
    "limits_limit": [],
    "limits_limitconfirmation": [],
    "limits_limitdecision": [],
    "limits_limitset": [],
    "limits_sessionplan": [],
    "loyalty_tier": [],
    "loyalty_tierset": [],
    "loyalty_tiersetdecision": [],
    "profiles_profiledecision": [],
    "profiles_profileversion": [],
    "reports_archived_day": [],
    "reports_closedday": [],
    "reports_closedhour": [],
    "reports_dayofdecisions": [],
    "reports_dayofdraws": [],
    "reports_dayofevents": [],
    "reports_dayofexchange": [],
    "reports_dayofgames": [],
    "reports_dayofhands": [],
    "reports_dayofmoney": [],
    "reports_dayofplayer": [],
    "reports_dayofpoints": [],
    "reports_dayofrates": [],
    "reports_dayofshoes": [],
    "reports_dayofsides": [],
    "reports_dayofstakes": [],
    "reports_dayofusedrates": [],
    "reports_day_review": [],
    "reports_day_review_decision": [],
    "reports_hourofgames": [],
    "reports_judgedround": [],
    "reports_notedround": [],
    "reports_passed": [],
    "builds_buildacceptance": [],
    "builds_buildacceptancedecision": [],
    "builds_buildmanifest": [],
    "builds_buildsighting": [],
    "reports_standardlook": [],
    "restores_outsidecomparison": [],
    "restores_preparation": [],
    "restores_release": [],
    "restores_releasedecision": [],
    "restores_restore": [],
    "restores_server": [],
    "restores_serversighting": [],
    "tables_house": ["stopped"],  # a single row, created by a migration
    "tables_switching": [],
    # Only to the state of the last step.
    "tables_rulesetversion": ["state", "rules_json", "rules_hash"],
    "tables_tablechange": [],
    "tables_tablechangedecision": [],
    "tables_versionstep": [],
    "wallet_acceptance": [],
    "wallet_acceptance_decision": [],
    "wallet_archived_month": [],
    "wallet_closing": [],
    "wallet_correction": [],
    "wallet_correction_decision": [],
    "wallet_deposit": ["state"],  # for row locks; a trigger allows only the last step's state
    "wallet_deposit_review": [],
    "wallet_deposit_step": [],
    "wallet_detachment": [],
    "wallet_detachment_decision": [],
    "wallet_ledger_check": [],
    "wallet_ledger_check_begun": [],
    "wallet_payment_method": [],
    "wallet_provider_event": [],
    "wallet_rate": [],
    "wallet_rate_decision": [],
    "wallet_rate_max_age": [],
    "wallet_rate_recall": [],
    "wallet_rate_recall_decision": [],
    "wallet_rate_max_age_decision": [],
    "wallet_spread": [],
    "wallet_spread_decision": [],
    "wallet_tax_payment": [],
    "wallet_tax_payment_decision": [],
    "wallet_withdrawal": ["state"],  # as wallet_deposit
    "wallet_withdrawal_step": [],
}
