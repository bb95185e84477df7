"""Who may call each operation of the API; a new operation needs a line here.

ANYBODY, PLAYER (a player's session, and apps with one of the scopes `apps`), or the scope of a service key. `own` names the arguments of the address that
belong to a player: another player's are not found. `at` maps an argument to another sample than its own name
(`world.py`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

ANYBODY, PLAYER = "anybody", "player"
LIVE: Final = {"table": "live_table"}
READ, PLAY = ("read",), ("play", "play:real")


@dataclass(frozen=True, slots=True)
class Line:
    """Expected access to one operation."""

    may: str
    own: tuple[str, ...] = ()
    at: Mapping[str, str] = field(default_factory=dict)
    apps: tuple[str, ...] = ()
    """Scopes of registered apps, one of which is enough; no app may if it is empty."""


ACCESS: Final[Mapping[str, Line]] = {
    # anybody
    "list_documents": Line(ANYBODY),
    "list_tables": Line(ANYBODY),
    "get_table": Line(ANYBODY),
    "get_rule_set": Line(ANYBODY),
    "get_returns": Line(ANYBODY),
    "get_chart": Line(ANYBODY),
    "read_log": Line(ANYBODY),
    "list_closed_shoes": Line(ANYBODY),
    "verify_transcript": Line(ANYBODY),
    "download_export": Line(ANYBODY),  # by a signed link that ends
    # sign-in: with or without a session
    "get_session": Line(ANYBODY),
    "log_in": Line(ANYBODY),
    "log_out": Line(ANYBODY),
    "sign_up": Line(ANYBODY),
    "send_second_factor": Line(ANYBODY),
    "reauthenticate_by_password": Line(ANYBODY),
    "reauthenticate_by_second_factor": Line(ANYBODY),
    # the player's account
    "get_me": Line(PLAYER, apps=READ),
    "get_phone": Line(PLAYER),
    "set_phone": Line(PLAYER),
    "get_address": Line(PLAYER),
    "set_address": Line(PLAYER),
    "list_documents_due": Line(PLAYER),
    "accept_documents": Line(PLAYER),
    "get_reality_check": Line(PLAYER, apps=READ),
    "set_reality_check": Line(PLAYER),
    "answer_reality_check": Line(PLAYER),
    "get_session_plan": Line(PLAYER, apps=READ),
    "plan_session": Line(PLAYER),
    "take_time_out": Line(PLAYER),
    "exclude_self": Line(PLAYER),
    "ask_return": Line(PLAYER),
    "list_limits": Line(PLAYER, apps=READ),
    "get_limit": Line(PLAYER, apps=READ),
    "set_limit": Line(PLAYER),
    "end_limit": Line(PLAYER),
    "confirm_limit": Line(PLAYER),
    "keep_limit": Line(PLAYER),
    "list_messages": Line(PLAYER),
    "get_message": Line(PLAYER, ("message",)),
    "mark_message_read": Line(PLAYER, ("message",)),
    "mark_all_messages_read": Line(PLAYER),
    "list_disputes": Line(PLAYER),
    "open_dispute": Line(PLAYER),
    "get_dispute": Line(PLAYER, ("dispute",)),
    "reply_to_dispute": Line(PLAYER, ("dispute",)),
    "settle_dispute": Line(PLAYER, ("dispute",)),
    # the player's money
    "get_balances": Line(PLAYER, apps=READ),
    "list_movements": Line(PLAYER, apps=READ),
    "list_deposits": Line(PLAYER, apps=READ),
    "begin_deposit": Line(PLAYER),
    "get_deposit_terms": Line(PLAYER),
    "answer_deposit_terms": Line(PLAYER),
    "get_deposit": Line(PLAYER, ("reference",), {"reference": "deposit"}, apps=READ),
    "list_withdrawals": Line(PLAYER, apps=READ),
    "request_withdrawal": Line(PLAYER),
    "get_withdrawal_terms": Line(PLAYER),
    "get_withdrawal": Line(PLAYER, ("reference",), {"reference": "withdrawal"}, apps=READ),
    "get_exchange_offer": Line(PLAYER),
    "accept_exchange_offer": Line(PLAYER),
    "get_points": Line(PLAYER, apps=READ),
    "list_points": Line(PLAYER, apps=READ),
    "get_redemption_offer": Line(PLAYER),
    "redeem_points": Line(PLAYER),
    # private tables
    "get_position": Line(PLAYER, apps=PLAY),
    "place_bet": Line(PLAYER, apps=PLAY),
    "get_round": Line(PLAYER, ("round",), apps=PLAY),
    "make_decision": Line(PLAYER, ("round",), apps=PLAY),
    "take_hint": Line(PLAYER, ("round",), apps=PLAY),
    "get_shoes": Line(PLAYER, apps=PLAY),
    "change_shoe": Line(PLAYER, apps=PLAY),
    "set_client_seed": Line(PLAYER, apps=PLAY),
    "list_rounds": Line(PLAYER, apps=READ),
    "get_played_round": Line(PLAYER, ("round",), {"round": "past_round"}, apps=READ),
    "replay_round": Line(PLAYER, ("round",), {"round": "past_round"}, apps=READ),
    "get_transcript": Line(PLAYER, ("shoe",), apps=(*READ, *PLAY)),
    "list_laboratory_tables": Line(PLAYER, apps=PLAY),
    # live tables
    "get_live_table": Line(PLAYER, at=LIVE, apps=PLAY),
    "get_stream": Line(PLAYER, at=LIVE, apps=PLAY),
    "take_seat": Line(PLAYER, at=LIVE, apps=PLAY),
    "leave_seats": Line(PLAYER, at=LIVE, apps=PLAY),
    "sit_out": Line(PLAYER, at=LIVE, apps=PLAY),
    "mark_ready": Line(PLAYER, at=LIVE, apps=PLAY),
    "join_waiting_list": Line(PLAYER, at=LIVE, apps=PLAY),
    "leave_waiting_list": Line(PLAYER, at=LIVE, apps=PLAY),
    "place_live_bet": Line(PLAYER, at=LIVE, apps=PLAY),
    "withdraw_live_bet": Line(PLAYER, at=LIVE, apps=PLAY),
    "make_live_decision": Line(PLAYER, at=LIVE, apps=PLAY),
    "give_answers": Line(PLAYER, at=LIVE, apps=PLAY),
    "choose_early": Line(PLAYER, at=LIVE, apps=PLAY),
    "seal_again": Line(PLAYER, at=LIVE, apps=PLAY),
    "open_seal": Line(PLAYER, at=LIVE, apps=PLAY),
    "set_live_client_seed": Line(PLAYER, at=LIVE, apps=PLAY),
    # the operator's systems
    "list_players": Line("players:read"),
    "get_player": Line("players:read"),
    "list_round_records": Line("rounds:read"),
    "get_round_record": Line("rounds:read"),
    "list_shoe_records": Line("rounds:read"),
    "list_transfers": Line("ledger:read"),
    "report_payment": Line("payments:confirm"),
    "read_events": Line("events:read"),
    "list_reports": Line("reports:read"),
    "get_report": Line("reports:read"),
    "create_export": Line("reports:read"),
    "get_export": Line("reports:read"),
    "list_voids": Line("voids:read"),
    "get_void": Line("voids:read"),
    "preview_void": Line("voids:propose"),
    "propose_void": Line("voids:propose"),
    "preview_follow_up": Line("voids:propose", at={"case_id": "done_case"}),
    "propose_follow_up": Line("voids:propose", at={"case_id": "done_case"}),
    "propose_rate": Line("rates:propose"),
    "get_rate_proposal": Line("rates:propose", at={"number": "rate"}),
    "propose_cash_limit": Line("limits:propose"),
    "get_cash_limit_proposal": Line("limits:propose", at={"number": "cash_limit"}),
    "get_limits_in_force": Line("limits:propose"),
    "propose_limits": Line("limits:propose"),
    "get_limits_proposal": Line("limits:propose", at={"number": "limits"}),
    "list_switches": Line("switches:read"),
    "list_cases": Line("cases:read"),
    "get_case": Line("cases:read", at={"case_id": "casework"}),
    "list_flags": Line("cases:read"),
    "get_flag": Line("cases:read", at={"flag_id": "flag"}),
    "list_holds": Line("cases:read"),
    "list_signals": Line("cases:read"),
    "stop_play": Line("switches:stop"),
}
SCOPES: Final = sorted({line.may for line in ACCESS.values()} - {ANYBODY, PLAYER})
