"""The closed list of significant events with their severity."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Severity(StrEnum):
    """How urgently a person should look at an event."""

    INFO = "info"  # routine record
    NOTICE = "notice"  # unusual; no action required
    ALARM = "alarm"  # a person must act and note what was done


class EventKind(StrEnum):
    PLAYER_REGISTERED = "player_registered"
    REGISTRATION_REFUSED = "registration_refused"
    LOGIN_FAILED = "login_failed"
    LOGIN_LOCKED = "login_locked"
    ACCOUNT_STATE_CHANGED = "account_state_changed"
    IDENTITY_VERIFIED = "identity_verified"
    DOCUMENT_EXPIRED = "document_expired"
    DOCUMENT_KNOWN = "document_known"
    DOCUMENT_NUMBER_GIVEN = "document_number_given"
    DOCUMENT_NUMBER_CORRECTED = "document_number_corrected"
    DOCUMENT_NUMBER_SEEN = "document_number_seen"
    PERSON_CORRECTED = "person_corrected"
    DOCUMENT_RECEIVED = "document_received"
    DOCUMENT_SEEN = "document_seen"
    DOCUMENT_REFUSED = "document_refused"
    DOCUMENT_DELETED = "document_deleted"
    DOCUMENT_UNREADABLE = "document_unreadable"
    OWN_DATA_TAKEN = "own_data_taken"
    DOUBLE_SUSPECTED = "double_suspected"
    DOUBLE_DECIDED = "double_decided"
    PLAY_REFUSED = "play_refused"
    LOGGED_IN = "logged_in"
    LOGIN_FREED = "login_freed"
    PLAYER_VIEWED = "player_viewed"
    PLAYERS_LISTED = "players_listed"
    STAFF_REFUSED = "staff_refused"
    PLAYER_RESTRICTED = "player_restricted"
    PLAYER_EXCLUDED_SELF = "player_excluded_self"
    VISITS_ENDED = "visits_ended"
    REALITY_CHECK_CHOSEN = "reality_check_chosen"
    REALITY_CHECK_ANSWERED = "reality_check_answered"
    LIFTING_PROPOSED = "lifting_proposed"
    LIFTING_DECIDED = "lifting_decided"
    SECOND_STEP_RESET_ASKED = "second_step_reset_asked"
    SECOND_STEP_RESET_DECIDED = "second_step_reset_decided"
    SECOND_STEP_RESET_STOPPED = "second_step_reset_stopped"
    SECOND_STEP_REMOVED = "second_step_removed"
    LIMIT_SET = "limit_set"
    LIMIT_ASKED = "limit_asked"
    LIMIT_CONFIRMED = "limit_confirmed"
    LIMIT_BY_HOUSE = "limit_by_house"
    PLAYER_NOTED = "player_noted"
    TEST_ACCOUNT_MARKED = "test_account_marked"
    SEED_MISMATCH = "seed_mismatch"
    SEED_UNREADABLE = "seed_unreadable"
    ROUND_FROZEN = "round_frozen"
    ROUND_FROZEN_BY_STAFF = "round_frozen_by_staff"
    ROUND_RELEASED = "round_released"
    ROUND_FAILED = "round_failed"
    SHOE_FAILED = "shoe_failed"
    TRANSFER_REVERSED = "transfer_reversed"
    BALANCE_ADJUSTED = "balance_adjusted"
    BONUS_GRANTED = "bonus_granted"
    LEDGER_BROKEN = "ledger_broken"
    REPORTS_BROKEN = "reports_broken"
    RETURN_UNLIKELY = "return_unlikely"
    PAYOUT_DIFFERS = "payout_differs"
    LEDGER_FINDING_PROPOSED = "ledger_finding_proposed"
    LEDGER_FINDING_DECIDED = "ledger_finding_decided"
    SEALS_REFILLED = "seals_refilled"
    DEPOSIT_RECORDED = "deposit_recorded"
    DEPOSIT_CREDITED = "deposit_credited"
    DEPOSIT_APPROVED = "deposit_approved"
    DEPOSIT_REFUSED = "deposit_refused"
    DEPOSIT_EXPIRED = "deposit_expired"
    DEPOSIT_PAID_LATE = "deposit_paid_late"
    DEPOSIT_CHARGED_BACK = "deposit_charged_back"
    DEPOSITS_BLOCKED = "deposits_blocked"
    DEPOSITS_BLOCKED_FOR_REVIEW = "deposits_blocked_for_review"
    DEPOSITS_ALLOWED = "deposits_allowed"
    CALLBACK_MISMATCH = "callback_mismatch"
    CALLBACK_CONTRADICTS = "callback_contradicts"
    WITHDRAWAL_REQUESTED = "withdrawal_requested"
    WITHDRAWAL_APPROVED = "withdrawal_approved"
    WITHDRAWAL_HELD = "withdrawal_held"
    WITHDRAWAL_RELEASED = "withdrawal_released"
    WITHDRAWAL_SENT = "withdrawal_sent"
    WITHDRAWAL_BOUNCED = "withdrawal_bounced"
    WITHDRAWAL_DOUBTED = "withdrawal_doubted"
    WITHDRAWAL_PAID = "withdrawal_paid"
    WITHDRAWAL_REFUSED = "withdrawal_refused"
    DEBT_PAID = "debt_paid"
    CASH_LIMIT_PROPOSED = "cash_limit_proposed"
    CASH_LIMIT_DECIDED = "cash_limit_decided"
    CORRECTION_PROPOSED = "correction_proposed"
    CORRECTION_APPROVED = "correction_approved"
    CORRECTION_REFUSED = "correction_refused"
    RATE_ENTERED = "rate_entered"
    RATE_APPROVED = "rate_approved"
    RATE_REFUSED = "rate_refused"
    RATE_RECALL_ASKED = "rate_recall_asked"
    RATE_RECALLED = "rate_recalled"
    RATE_RECALL_REFUSED = "rate_recall_refused"
    RATE_FEED_FAILED = "rate_feed_failed"
    RATE_RULES_PROPOSED = "rate_rules_proposed"
    RATE_RULES_CHANGED = "rate_rules_changed"
    RATE_RULES_REFUSED = "rate_rules_refused"
    TABLE_RULES_DRAFTED = "table_rules_drafted"
    TABLE_RULES_EDITED = "table_rules_edited"
    COMPUTATION_ASKED = "computation_asked"
    COMPUTATION_CANCELLED = "computation_cancelled"
    TABLE_RULES_PROPOSED = "table_rules_proposed"
    TABLE_RULES_APPROVED = "table_rules_approved"
    TABLE_RULES_REFUSED = "table_rules_refused"
    TABLE_RULES_SCHEDULED = "table_rules_scheduled"
    TABLE_RULES_TOLD = "table_rules_told"
    TABLE_RULES_IN_FORCE = "table_rules_in_force"
    TABLE_RULES_RETIRED = "table_rules_retired"
    TABLE_RULES_WAIT = "table_rules_wait"
    TABLE_RULES_UNUSUAL = "table_rules_unusual"
    TABLE_RULES_UNCOMPUTED = "table_rules_uncomputed"
    TABLE_CHANGE_PROPOSED = "table_change_proposed"
    TABLE_CHANGE_DECIDED = "table_change_decided"
    TABLE_LIMITS_PROPOSED = "table_limits_proposed"
    TABLE_LIMITS_DECIDED = "table_limits_decided"
    CONFIGURATION_ALTERED = "configuration_altered"
    JOURNAL_BROKEN = "journal_broken"
    ROWS_DIFFER = "rows_differ"
    JOURNAL_HEADS_REFILLED = "journal_heads_refilled"
    BUILD_MANIFEST_WRITTEN = "build_manifest_written"
    BUILD_DIFFERS = "build_differs"
    CLOCK_JUMPED = "clock_jumped"
    CLOCKS_DIFFER = "clocks_differ"
    PLATFORM_WAS_DOWN = "platform_was_down"
    WORKERS_SILENT = "workers_silent"
    PROGRAM_ERROR = "program_error"
    MAIL_GIVEN_UP = "mail_given_up"
    PERSONAL_DATA_CHANGED = "personal_data_changed"
    LARGE_BET = "large_bet"
    LARGE_WIN = "large_win"
    LARGE_BETS_OF_A_DAY = "large_bets_of_a_day"
    LARGE_WINS_OF_A_DAY = "large_wins_of_a_day"
    TABLE_OPENED = "table_opened"
    TABLE_CLOSED = "table_closed"
    ROUND_PLAYED_BY_HOUSE = "round_played_by_house"
    ROUND_WAITS = "round_waits"
    ROUND_OPEN_LONG = "round_open_long"
    ROUND_CANCELLED = "round_cancelled"
    PLACE_REOPENED = "place_reopened"
    SEAT_FREED = "seat_freed"
    POINTS_REDEEMED = "points_redeemed"
    TIERS_PROPOSED = "tiers_proposed"
    TIERS_APPROVED = "tiers_approved"
    TIERS_REFUSED = "tiers_refused"
    GAMING_DAY_SET = "gaming_day_set"
    EXPORT_MADE = "export_made"
    EXPORT_DOWNLOADED = "export_downloaded"
    STAFF_CREATED = "staff_created"
    ADMINISTRATOR_BY_COMMAND = "administrator_by_command"
    INVITED_BY_COMMAND = "invited_by_command"
    STAFF_CHANGE_PROPOSED = "staff_change_proposed"
    STAFF_CHANGE_APPROVED = "staff_change_approved"
    STAFF_CHANGE_REFUSED = "staff_change_refused"
    STAFF_ADDRESS_CHANGED = "staff_address_changed"
    STAFF_INVITED = "staff_invited"
    STAFF_JOINED = "staff_joined"
    STAFF_ROLES_CHANGED = "staff_roles_changed"
    STAFF_FACTOR_RESET = "staff_factor_reset"
    STAFF_SESSIONS_ENDED = "staff_sessions_ended"
    STAFF_SIGNED_IN_ELSEWHERE = "staff_signed_in_elsewhere"
    STAFF_REVIEWED = "staff_reviewed"
    PLAY_STOPPED = "play_stopped"
    PLAY_RESUMED = "play_resumed"
    PROOF_FAILED = "proof_failed"
    SHOE_PROVED = "shoe_proved"
    TRANSCRIPT_TAKEN = "transcript_taken"
    VOID_PROPOSED = "void_proposed"
    VOID_APPROVED = "void_approved"
    VOID_REFUSED = "void_refused"
    VOID_WITHDRAWN = "void_withdrawn"
    VOID_EXPIRED = "void_expired"
    VOID_CARRIED_OUT = "void_carried_out"
    VOID_UNDONE = "void_undone"
    VOID_STAKES_RELEASED = "void_stakes_released"
    VOID_DEBT_COLLECTED = "void_debt_collected"
    VOID_FAILED = "void_failed"
    DISPUTE_OPENED = "dispute_opened"
    DISPUTE_REPLIED = "dispute_replied"
    DISPUTE_CLOSED = "dispute_closed"
    DISPUTE_REOPENED = "dispute_reopened"

    @property
    def severity(self) -> Severity:
        return _SEVERITIES[self]


_SEVERITIES: Final[Mapping[EventKind, Severity]] = {
    EventKind.PLAYER_REGISTERED: Severity.INFO,
    EventKind.REGISTRATION_REFUSED: Severity.NOTICE,
    EventKind.LOGIN_FAILED: Severity.INFO,
    EventKind.LOGIN_LOCKED: Severity.NOTICE,
    EventKind.ACCOUNT_STATE_CHANGED: Severity.INFO,
    EventKind.IDENTITY_VERIFIED: Severity.INFO,
    EventKind.DOCUMENT_EXPIRED: Severity.INFO,
    EventKind.DOCUMENT_KNOWN: Severity.NOTICE,
    EventKind.DOCUMENT_NUMBER_GIVEN: Severity.INFO,
    EventKind.DOCUMENT_NUMBER_CORRECTED: Severity.NOTICE,
    EventKind.DOCUMENT_NUMBER_SEEN: Severity.INFO,
    EventKind.PERSON_CORRECTED: Severity.NOTICE,
    EventKind.DOCUMENT_RECEIVED: Severity.INFO,
    EventKind.DOCUMENT_SEEN: Severity.INFO,
    EventKind.DOCUMENT_REFUSED: Severity.INFO,
    EventKind.DOCUMENT_DELETED: Severity.INFO,
    EventKind.DOCUMENT_UNREADABLE: Severity.ALARM,
    EventKind.OWN_DATA_TAKEN: Severity.INFO,
    EventKind.DOUBLE_SUSPECTED: Severity.NOTICE,
    EventKind.DOUBLE_DECIDED: Severity.INFO,
    EventKind.PLAY_REFUSED: Severity.NOTICE,
    EventKind.LOGGED_IN: Severity.INFO,
    EventKind.LOGIN_FREED: Severity.INFO,
    EventKind.PLAYER_VIEWED: Severity.INFO,
    EventKind.PLAYERS_LISTED: Severity.INFO,
    EventKind.STAFF_REFUSED: Severity.NOTICE,
    EventKind.PLAYER_RESTRICTED: Severity.NOTICE,
    EventKind.PLAYER_EXCLUDED_SELF: Severity.NOTICE,
    EventKind.VISITS_ENDED: Severity.INFO,
    EventKind.REALITY_CHECK_CHOSEN: Severity.INFO,
    EventKind.REALITY_CHECK_ANSWERED: Severity.INFO,
    EventKind.LIFTING_PROPOSED: Severity.INFO,
    EventKind.LIFTING_DECIDED: Severity.INFO,
    EventKind.SECOND_STEP_RESET_ASKED: Severity.NOTICE,
    EventKind.SECOND_STEP_RESET_DECIDED: Severity.INFO,
    EventKind.SECOND_STEP_RESET_STOPPED: Severity.INFO,
    EventKind.SECOND_STEP_REMOVED: Severity.NOTICE,
    EventKind.LIMIT_SET: Severity.INFO,
    EventKind.LIMIT_ASKED: Severity.INFO,
    EventKind.LIMIT_CONFIRMED: Severity.INFO,
    EventKind.LIMIT_BY_HOUSE: Severity.INFO,
    EventKind.PLAYER_NOTED: Severity.INFO,
    EventKind.TEST_ACCOUNT_MARKED: Severity.NOTICE,
    EventKind.SEED_MISMATCH: Severity.ALARM,
    EventKind.SEED_UNREADABLE: Severity.ALARM,
    EventKind.ROUND_FROZEN: Severity.ALARM,
    EventKind.ROUND_FROZEN_BY_STAFF: Severity.NOTICE,
    EventKind.ROUND_RELEASED: Severity.INFO,
    EventKind.ROUND_FAILED: Severity.ALARM,
    EventKind.SHOE_FAILED: Severity.ALARM,
    EventKind.TRANSFER_REVERSED: Severity.NOTICE,
    EventKind.BALANCE_ADJUSTED: Severity.NOTICE,
    EventKind.BONUS_GRANTED: Severity.INFO,
    EventKind.LEDGER_BROKEN: Severity.ALARM,
    EventKind.REPORTS_BROKEN: Severity.ALARM,
    EventKind.RETURN_UNLIKELY: Severity.ALARM,
    EventKind.PAYOUT_DIFFERS: Severity.ALARM,
    EventKind.LEDGER_FINDING_PROPOSED: Severity.ALARM,
    EventKind.LEDGER_FINDING_DECIDED: Severity.ALARM,
    EventKind.SEALS_REFILLED: Severity.ALARM,
    EventKind.DEPOSIT_RECORDED: Severity.INFO,
    EventKind.DEPOSIT_CREDITED: Severity.INFO,
    EventKind.DEPOSIT_APPROVED: Severity.INFO,
    EventKind.DEPOSIT_REFUSED: Severity.NOTICE,
    EventKind.DEPOSIT_EXPIRED: Severity.INFO,
    EventKind.DEPOSIT_PAID_LATE: Severity.NOTICE,
    EventKind.DEPOSIT_CHARGED_BACK: Severity.ALARM,
    EventKind.DEPOSITS_BLOCKED: Severity.NOTICE,
    EventKind.DEPOSITS_BLOCKED_FOR_REVIEW: Severity.ALARM,
    EventKind.DEPOSITS_ALLOWED: Severity.INFO,
    EventKind.CALLBACK_MISMATCH: Severity.ALARM,
    EventKind.CALLBACK_CONTRADICTS: Severity.NOTICE,
    EventKind.WITHDRAWAL_REQUESTED: Severity.INFO,
    EventKind.WITHDRAWAL_APPROVED: Severity.INFO,
    EventKind.WITHDRAWAL_HELD: Severity.NOTICE,
    EventKind.WITHDRAWAL_RELEASED: Severity.INFO,
    EventKind.WITHDRAWAL_SENT: Severity.INFO,
    EventKind.WITHDRAWAL_BOUNCED: Severity.NOTICE,
    EventKind.WITHDRAWAL_DOUBTED: Severity.NOTICE,
    EventKind.WITHDRAWAL_PAID: Severity.INFO,
    EventKind.WITHDRAWAL_REFUSED: Severity.NOTICE,
    EventKind.DEBT_PAID: Severity.INFO,
    EventKind.CASH_LIMIT_PROPOSED: Severity.INFO,
    EventKind.CASH_LIMIT_DECIDED: Severity.INFO,
    EventKind.CORRECTION_PROPOSED: Severity.INFO,
    EventKind.CORRECTION_APPROVED: Severity.NOTICE,
    EventKind.CORRECTION_REFUSED: Severity.INFO,
    EventKind.RATE_ENTERED: Severity.INFO,
    EventKind.RATE_APPROVED: Severity.INFO,
    EventKind.RATE_REFUSED: Severity.INFO,
    EventKind.RATE_RECALL_ASKED: Severity.INFO,
    EventKind.RATE_RECALLED: Severity.NOTICE,
    EventKind.RATE_RECALL_REFUSED: Severity.INFO,
    EventKind.RATE_FEED_FAILED: Severity.NOTICE,
    EventKind.RATE_RULES_PROPOSED: Severity.INFO,
    EventKind.RATE_RULES_CHANGED: Severity.INFO,
    EventKind.RATE_RULES_REFUSED: Severity.INFO,
    EventKind.TABLE_RULES_DRAFTED: Severity.INFO,
    EventKind.TABLE_RULES_EDITED: Severity.INFO,
    EventKind.COMPUTATION_ASKED: Severity.INFO,
    EventKind.COMPUTATION_CANCELLED: Severity.INFO,
    EventKind.TABLE_RULES_PROPOSED: Severity.INFO,
    EventKind.TABLE_RULES_APPROVED: Severity.INFO,
    EventKind.TABLE_RULES_REFUSED: Severity.INFO,
    EventKind.TABLE_RULES_SCHEDULED: Severity.INFO,
    EventKind.TABLE_RULES_TOLD: Severity.INFO,
    EventKind.TABLE_RULES_IN_FORCE: Severity.INFO,
    EventKind.TABLE_RULES_RETIRED: Severity.INFO,
    EventKind.TABLE_RULES_WAIT: Severity.NOTICE,
    EventKind.TABLE_RULES_UNUSUAL: Severity.ALARM,
    EventKind.TABLE_RULES_UNCOMPUTED: Severity.ALARM,
    EventKind.TABLE_CHANGE_PROPOSED: Severity.INFO,
    EventKind.TABLE_CHANGE_DECIDED: Severity.INFO,
    EventKind.TABLE_LIMITS_PROPOSED: Severity.INFO,
    EventKind.TABLE_LIMITS_DECIDED: Severity.INFO,
    EventKind.CONFIGURATION_ALTERED: Severity.ALARM,
    EventKind.JOURNAL_BROKEN: Severity.ALARM,
    EventKind.ROWS_DIFFER: Severity.ALARM,
    EventKind.JOURNAL_HEADS_REFILLED: Severity.ALARM,
    EventKind.BUILD_MANIFEST_WRITTEN: Severity.INFO,
    EventKind.BUILD_DIFFERS: Severity.ALARM,
    EventKind.CLOCK_JUMPED: Severity.ALARM,
    EventKind.CLOCKS_DIFFER: Severity.ALARM,
    EventKind.PLATFORM_WAS_DOWN: Severity.ALARM,
    EventKind.WORKERS_SILENT: Severity.ALARM,
    EventKind.PROGRAM_ERROR: Severity.ALARM,
    EventKind.MAIL_GIVEN_UP: Severity.NOTICE,
    EventKind.PERSONAL_DATA_CHANGED: Severity.NOTICE,
    EventKind.LARGE_BET: Severity.NOTICE,
    EventKind.LARGE_WIN: Severity.NOTICE,
    EventKind.LARGE_BETS_OF_A_DAY: Severity.NOTICE,
    EventKind.LARGE_WINS_OF_A_DAY: Severity.NOTICE,
    EventKind.TABLE_OPENED: Severity.INFO,
    EventKind.TABLE_CLOSED: Severity.INFO,
    EventKind.ROUND_PLAYED_BY_HOUSE: Severity.INFO,
    EventKind.ROUND_WAITS: Severity.ALARM,
    EventKind.ROUND_OPEN_LONG: Severity.NOTICE,
    EventKind.ROUND_CANCELLED: Severity.ALARM,
    EventKind.PLACE_REOPENED: Severity.NOTICE,
    EventKind.SEAT_FREED: Severity.INFO,
    EventKind.POINTS_REDEEMED: Severity.INFO,
    EventKind.TIERS_PROPOSED: Severity.INFO,
    EventKind.TIERS_APPROVED: Severity.INFO,
    EventKind.TIERS_REFUSED: Severity.INFO,
    EventKind.GAMING_DAY_SET: Severity.NOTICE,
    EventKind.EXPORT_MADE: Severity.INFO,
    EventKind.EXPORT_DOWNLOADED: Severity.INFO,
    EventKind.STAFF_CREATED: Severity.NOTICE,
    EventKind.ADMINISTRATOR_BY_COMMAND: Severity.ALARM,
    EventKind.INVITED_BY_COMMAND: Severity.ALARM,
    EventKind.STAFF_CHANGE_PROPOSED: Severity.INFO,
    EventKind.STAFF_CHANGE_APPROVED: Severity.INFO,
    EventKind.STAFF_CHANGE_REFUSED: Severity.INFO,
    EventKind.STAFF_ADDRESS_CHANGED: Severity.NOTICE,
    EventKind.STAFF_INVITED: Severity.INFO,
    EventKind.STAFF_JOINED: Severity.INFO,
    EventKind.STAFF_ROLES_CHANGED: Severity.NOTICE,
    EventKind.STAFF_FACTOR_RESET: Severity.NOTICE,
    EventKind.STAFF_SESSIONS_ENDED: Severity.INFO,
    EventKind.STAFF_SIGNED_IN_ELSEWHERE: Severity.NOTICE,
    EventKind.STAFF_REVIEWED: Severity.INFO,
    EventKind.PLAY_STOPPED: Severity.NOTICE,
    EventKind.PLAY_RESUMED: Severity.INFO,
    EventKind.PROOF_FAILED: Severity.ALARM,
    EventKind.SHOE_PROVED: Severity.INFO,
    EventKind.TRANSCRIPT_TAKEN: Severity.NOTICE,
    EventKind.VOID_PROPOSED: Severity.INFO,
    EventKind.VOID_APPROVED: Severity.INFO,
    EventKind.VOID_REFUSED: Severity.INFO,
    EventKind.VOID_WITHDRAWN: Severity.INFO,
    EventKind.VOID_EXPIRED: Severity.NOTICE,
    EventKind.VOID_CARRIED_OUT: Severity.NOTICE,
    EventKind.VOID_UNDONE: Severity.NOTICE,
    EventKind.VOID_STAKES_RELEASED: Severity.INFO,
    EventKind.VOID_DEBT_COLLECTED: Severity.INFO,
    EventKind.VOID_FAILED: Severity.ALARM,
    EventKind.DISPUTE_OPENED: Severity.NOTICE,
    EventKind.DISPUTE_REPLIED: Severity.INFO,
    EventKind.DISPUTE_CLOSED: Severity.INFO,
    EventKind.DISPUTE_REOPENED: Severity.NOTICE,
}
