"""The closed list of significant events, and how soon a person should look at each."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Severity(StrEnum):
    """How soon a person should look at an event."""

    INFO = "info"
    NOTICE = "notice"
    ALARM = "alarm"


class Kind(StrEnum):
    """The closed list of events; each has its severity."""

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
        """How soon a person should look at it."""
        return _SEVERITIES[self]


_SEVERITIES: Final[Mapping[Kind, Severity]] = {
    Kind.PLAYER_REGISTERED: Severity.INFO,
    Kind.REGISTRATION_REFUSED: Severity.NOTICE,
    Kind.LOGIN_FAILED: Severity.NOTICE,
    Kind.LOGIN_LOCKED: Severity.NOTICE,
    Kind.ACCOUNT_STATE_CHANGED: Severity.NOTICE,
    Kind.IDENTITY_VERIFIED: Severity.NOTICE,
    Kind.DOCUMENT_EXPIRED: Severity.NOTICE,
    Kind.DOCUMENT_KNOWN: Severity.NOTICE,
    Kind.DOCUMENT_NUMBER_GIVEN: Severity.INFO,
    Kind.DOCUMENT_NUMBER_CORRECTED: Severity.NOTICE,
    Kind.DOCUMENT_NUMBER_SEEN: Severity.INFO,
    Kind.PERSON_CORRECTED: Severity.NOTICE,
    Kind.DOCUMENT_RECEIVED: Severity.INFO,
    Kind.DOCUMENT_SEEN: Severity.INFO,
    Kind.DOCUMENT_REFUSED: Severity.NOTICE,
    Kind.DOCUMENT_DELETED: Severity.INFO,
    Kind.DOCUMENT_UNREADABLE: Severity.ALARM,
    Kind.OWN_DATA_TAKEN: Severity.NOTICE,
    Kind.DOUBLE_SUSPECTED: Severity.NOTICE,
    Kind.DOUBLE_DECIDED: Severity.NOTICE,
    Kind.PLAY_REFUSED: Severity.NOTICE,
    Kind.LOGGED_IN: Severity.INFO,
    Kind.LOGIN_FREED: Severity.NOTICE,
    Kind.PLAYER_VIEWED: Severity.INFO,
    Kind.PLAYERS_LISTED: Severity.INFO,
    Kind.STAFF_REFUSED: Severity.NOTICE,
    Kind.PLAYER_RESTRICTED: Severity.NOTICE,
    Kind.PLAYER_EXCLUDED_SELF: Severity.NOTICE,
    Kind.VISITS_ENDED: Severity.INFO,
    Kind.REALITY_CHECK_CHOSEN: Severity.INFO,
    Kind.REALITY_CHECK_ANSWERED: Severity.INFO,
    Kind.LIFTING_PROPOSED: Severity.NOTICE,
    Kind.LIFTING_DECIDED: Severity.NOTICE,
    Kind.SECOND_STEP_RESET_ASKED: Severity.NOTICE,
    Kind.SECOND_STEP_RESET_DECIDED: Severity.NOTICE,
    Kind.SECOND_STEP_RESET_STOPPED: Severity.NOTICE,
    Kind.SECOND_STEP_REMOVED: Severity.NOTICE,
    Kind.LIMIT_SET: Severity.INFO,
    Kind.LIMIT_ASKED: Severity.INFO,
    Kind.LIMIT_CONFIRMED: Severity.INFO,
    Kind.LIMIT_BY_HOUSE: Severity.NOTICE,
    Kind.PLAYER_NOTED: Severity.INFO,
    Kind.TEST_ACCOUNT_MARKED: Severity.NOTICE,
    Kind.SEED_MISMATCH: Severity.ALARM,
    Kind.SEED_UNREADABLE: Severity.ALARM,
    Kind.ROUND_FROZEN: Severity.ALARM,
    Kind.ROUND_FROZEN_BY_STAFF: Severity.NOTICE,
    Kind.ROUND_RELEASED: Severity.NOTICE,
    Kind.ROUND_FAILED: Severity.ALARM,
    Kind.SHOE_FAILED: Severity.ALARM,
    Kind.TRANSFER_REVERSED: Severity.NOTICE,
    Kind.BALANCE_ADJUSTED: Severity.NOTICE,
    Kind.BONUS_GRANTED: Severity.NOTICE,
    Kind.LEDGER_BROKEN: Severity.ALARM,
    Kind.REPORTS_BROKEN: Severity.ALARM,
    Kind.RETURN_UNLIKELY: Severity.ALARM,
    Kind.PAYOUT_DIFFERS: Severity.ALARM,
    Kind.LEDGER_FINDING_PROPOSED: Severity.ALARM,
    Kind.LEDGER_FINDING_DECIDED: Severity.ALARM,
    Kind.SEALS_REFILLED: Severity.ALARM,
    Kind.DEPOSIT_RECORDED: Severity.INFO,
    Kind.DEPOSIT_CREDITED: Severity.INFO,
    Kind.DEPOSIT_APPROVED: Severity.NOTICE,
    Kind.DEPOSIT_REFUSED: Severity.NOTICE,
    Kind.DEPOSIT_EXPIRED: Severity.INFO,
    Kind.DEPOSIT_PAID_LATE: Severity.NOTICE,
    Kind.DEPOSIT_CHARGED_BACK: Severity.ALARM,
    Kind.DEPOSITS_BLOCKED: Severity.NOTICE,
    Kind.DEPOSITS_BLOCKED_FOR_REVIEW: Severity.ALARM,
    Kind.DEPOSITS_ALLOWED: Severity.NOTICE,
    Kind.CALLBACK_MISMATCH: Severity.ALARM,
    Kind.CALLBACK_CONTRADICTS: Severity.NOTICE,
    Kind.WITHDRAWAL_REQUESTED: Severity.INFO,
    Kind.WITHDRAWAL_APPROVED: Severity.NOTICE,
    Kind.WITHDRAWAL_HELD: Severity.NOTICE,
    Kind.WITHDRAWAL_RELEASED: Severity.NOTICE,
    Kind.WITHDRAWAL_SENT: Severity.NOTICE,
    Kind.WITHDRAWAL_BOUNCED: Severity.NOTICE,
    Kind.WITHDRAWAL_DOUBTED: Severity.NOTICE,
    Kind.WITHDRAWAL_PAID: Severity.NOTICE,
    Kind.WITHDRAWAL_REFUSED: Severity.NOTICE,
    Kind.DEBT_PAID: Severity.INFO,
    Kind.CASH_LIMIT_PROPOSED: Severity.NOTICE,
    Kind.CASH_LIMIT_DECIDED: Severity.NOTICE,
    Kind.CORRECTION_PROPOSED: Severity.NOTICE,
    Kind.CORRECTION_APPROVED: Severity.NOTICE,
    Kind.CORRECTION_REFUSED: Severity.NOTICE,
    Kind.RATE_ENTERED: Severity.INFO,
    Kind.RATE_APPROVED: Severity.NOTICE,
    Kind.RATE_REFUSED: Severity.NOTICE,
    Kind.RATE_RECALL_ASKED: Severity.NOTICE,
    Kind.RATE_RECALLED: Severity.NOTICE,
    Kind.RATE_RECALL_REFUSED: Severity.NOTICE,
    Kind.RATE_FEED_FAILED: Severity.NOTICE,
    Kind.RATE_RULES_PROPOSED: Severity.NOTICE,
    Kind.RATE_RULES_CHANGED: Severity.NOTICE,
    Kind.RATE_RULES_REFUSED: Severity.NOTICE,
    Kind.TABLE_RULES_DRAFTED: Severity.INFO,
    Kind.TABLE_RULES_EDITED: Severity.INFO,
    Kind.COMPUTATION_ASKED: Severity.INFO,
    Kind.COMPUTATION_CANCELLED: Severity.INFO,
    Kind.TABLE_RULES_PROPOSED: Severity.NOTICE,
    Kind.TABLE_RULES_APPROVED: Severity.NOTICE,
    Kind.TABLE_RULES_REFUSED: Severity.NOTICE,
    Kind.TABLE_RULES_SCHEDULED: Severity.NOTICE,
    Kind.TABLE_RULES_TOLD: Severity.INFO,
    Kind.TABLE_RULES_IN_FORCE: Severity.NOTICE,
    Kind.TABLE_RULES_RETIRED: Severity.NOTICE,
    Kind.TABLE_RULES_WAIT: Severity.NOTICE,
    Kind.TABLE_RULES_UNUSUAL: Severity.ALARM,
    Kind.TABLE_RULES_UNCOMPUTED: Severity.ALARM,
    Kind.TABLE_CHANGE_PROPOSED: Severity.NOTICE,
    Kind.TABLE_CHANGE_DECIDED: Severity.NOTICE,
    Kind.TABLE_LIMITS_PROPOSED: Severity.NOTICE,
    Kind.TABLE_LIMITS_DECIDED: Severity.NOTICE,
    Kind.CONFIGURATION_ALTERED: Severity.ALARM,
    Kind.JOURNAL_BROKEN: Severity.ALARM,
    Kind.ROWS_DIFFER: Severity.ALARM,
    Kind.JOURNAL_HEADS_REFILLED: Severity.ALARM,
    Kind.BUILD_MANIFEST_WRITTEN: Severity.NOTICE,
    Kind.BUILD_DIFFERS: Severity.ALARM,
    Kind.CLOCK_JUMPED: Severity.ALARM,
    Kind.CLOCKS_DIFFER: Severity.ALARM,
    Kind.PLATFORM_WAS_DOWN: Severity.ALARM,
    Kind.WORKERS_SILENT: Severity.ALARM,
    Kind.PROGRAM_ERROR: Severity.ALARM,
    Kind.MAIL_GIVEN_UP: Severity.NOTICE,
    Kind.PERSONAL_DATA_CHANGED: Severity.NOTICE,
    Kind.LARGE_BET: Severity.NOTICE,
    Kind.LARGE_WIN: Severity.NOTICE,
    Kind.LARGE_BETS_OF_A_DAY: Severity.NOTICE,
    Kind.LARGE_WINS_OF_A_DAY: Severity.NOTICE,
    Kind.TABLE_OPENED: Severity.NOTICE,
    Kind.TABLE_CLOSED: Severity.NOTICE,
    Kind.ROUND_PLAYED_BY_HOUSE: Severity.INFO,
    Kind.ROUND_WAITS: Severity.ALARM,
    Kind.ROUND_OPEN_LONG: Severity.NOTICE,
    Kind.ROUND_CANCELLED: Severity.ALARM,
    Kind.PLACE_REOPENED: Severity.NOTICE,
    Kind.POINTS_REDEEMED: Severity.INFO,
    Kind.TIERS_PROPOSED: Severity.NOTICE,
    Kind.TIERS_APPROVED: Severity.NOTICE,
    Kind.TIERS_REFUSED: Severity.NOTICE,
    Kind.GAMING_DAY_SET: Severity.NOTICE,
    Kind.EXPORT_MADE: Severity.INFO,
    Kind.EXPORT_DOWNLOADED: Severity.NOTICE,
    Kind.STAFF_CREATED: Severity.NOTICE,
    Kind.ADMINISTRATOR_BY_COMMAND: Severity.ALARM,
    Kind.INVITED_BY_COMMAND: Severity.ALARM,
    Kind.STAFF_CHANGE_PROPOSED: Severity.NOTICE,
    Kind.STAFF_CHANGE_APPROVED: Severity.NOTICE,
    Kind.STAFF_CHANGE_REFUSED: Severity.NOTICE,
    Kind.STAFF_ADDRESS_CHANGED: Severity.NOTICE,
    Kind.STAFF_INVITED: Severity.NOTICE,
    Kind.STAFF_JOINED: Severity.NOTICE,
    Kind.STAFF_ROLES_CHANGED: Severity.NOTICE,
    Kind.STAFF_FACTOR_RESET: Severity.NOTICE,
    Kind.STAFF_SESSIONS_ENDED: Severity.NOTICE,
    Kind.STAFF_SIGNED_IN_ELSEWHERE: Severity.NOTICE,
    Kind.STAFF_REVIEWED: Severity.NOTICE,
    Kind.PLAY_STOPPED: Severity.NOTICE,
    Kind.PLAY_RESUMED: Severity.NOTICE,
    Kind.PROOF_FAILED: Severity.ALARM,
    Kind.SHOE_PROVED: Severity.INFO,
    Kind.TRANSCRIPT_TAKEN: Severity.NOTICE,
    Kind.VOID_PROPOSED: Severity.NOTICE,
    Kind.VOID_APPROVED: Severity.NOTICE,
    Kind.VOID_REFUSED: Severity.NOTICE,
    Kind.VOID_WITHDRAWN: Severity.NOTICE,
    Kind.VOID_EXPIRED: Severity.NOTICE,
    Kind.VOID_CARRIED_OUT: Severity.NOTICE,
    Kind.VOID_UNDONE: Severity.NOTICE,
    Kind.VOID_STAKES_RELEASED: Severity.NOTICE,
    Kind.VOID_DEBT_COLLECTED: Severity.NOTICE,
    Kind.VOID_FAILED: Severity.ALARM,
    Kind.DISPUTE_OPENED: Severity.NOTICE,
    Kind.DISPUTE_REPLIED: Severity.INFO,
    Kind.DISPUTE_CLOSED: Severity.NOTICE,
    Kind.DISPUTE_REOPENED: Severity.NOTICE,
}
