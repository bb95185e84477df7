from ..calls import Caller
from .api.account import get_address as _get_address
from .api.account import get_me as _get_me
from .api.account import get_phone as _get_phone
from .api.account import set_address as _set_address
from .api.account import set_phone as _set_phone
from .api.disputes import get_dispute as _get_dispute
from .api.disputes import list_disputes as _list_disputes
from .api.disputes import open_dispute as _open_dispute
from .api.disputes import reply_to_dispute as _reply_to_dispute
from .api.disputes import settle_dispute as _settle_dispute
from .api.fairness import list_closed_shoes as _list_closed_shoes
from .api.fairness import read_log as _read_log
from .api.fairness import verify_transcript as _verify_transcript
from .api.history import get_played_round as _get_played_round
from .api.history import get_round as _get_round
from .api.history import get_transcript as _get_transcript
from .api.history import list_rounds as _list_rounds
from .api.history import replay_round as _replay_round
from .api.limits import confirm_limit as _confirm_limit
from .api.limits import end_limit as _end_limit
from .api.limits import get_limit as _get_limit
from .api.limits import keep_limit as _keep_limit
from .api.limits import list_limits as _list_limits
from .api.limits import set_limit as _set_limit
from .api.live_tables import choose_early as _choose_early
from .api.live_tables import get_live_table as _get_live_table
from .api.live_tables import get_stream as _get_stream
from .api.live_tables import give_answers as _give_answers
from .api.live_tables import join_waiting_list as _join_waiting_list
from .api.live_tables import leave_seats as _leave_seats
from .api.live_tables import leave_waiting_list as _leave_waiting_list
from .api.live_tables import make_live_decision as _make_live_decision
from .api.live_tables import mark_ready as _mark_ready
from .api.live_tables import open_seal as _open_seal
from .api.live_tables import place_live_bet as _place_live_bet
from .api.live_tables import seal_again as _seal_again
from .api.live_tables import set_live_client_seed as _set_live_client_seed
from .api.live_tables import sit_out as _sit_out
from .api.live_tables import take_seat as _take_seat
from .api.live_tables import withdraw_live_bet as _withdraw_live_bet
from .api.messages import get_message as _get_message
from .api.messages import list_messages as _list_messages
from .api.messages import mark_all_messages_read as _mark_all_messages_read
from .api.messages import mark_message_read as _mark_message_read
from .api.money import accept_exchange_offer as _accept_exchange_offer
from .api.money import answer_deposit_terms as _answer_deposit_terms
from .api.money import begin_deposit as _begin_deposit
from .api.money import get_balances as _get_balances
from .api.money import get_deposit as _get_deposit
from .api.money import get_deposit_terms as _get_deposit_terms
from .api.money import get_exchange_offer as _get_exchange_offer
from .api.money import get_withdrawal as _get_withdrawal
from .api.money import get_withdrawal_terms as _get_withdrawal_terms
from .api.money import list_deposits as _list_deposits
from .api.money import list_movements as _list_movements
from .api.money import list_withdrawals as _list_withdrawals
from .api.money import request_withdrawal as _request_withdrawal
from .api.operator_cases import get_case as _get_case
from .api.operator_cases import get_flag as _get_flag
from .api.operator_cases import list_cases as _list_cases
from .api.operator_cases import list_flags as _list_flags
from .api.operator_cases import list_holds as _list_holds
from .api.operator_cases import list_signals as _list_signals
from .api.operator_events import read_events as _read_events
from .api.operator_ledger import list_transfers as _list_transfers
from .api.operator_payments import report_payment as _report_payment
from .api.operator_players import get_player as _get_player
from .api.operator_players import list_players as _list_players
from .api.operator_proposals import get_cash_limit_proposal as _get_cash_limit_proposal
from .api.operator_proposals import get_limits_in_force as _get_limits_in_force
from .api.operator_proposals import get_limits_proposal as _get_limits_proposal
from .api.operator_proposals import get_rate_proposal as _get_rate_proposal
from .api.operator_proposals import propose_cash_limit as _propose_cash_limit
from .api.operator_proposals import propose_limits as _propose_limits
from .api.operator_proposals import propose_rate as _propose_rate
from .api.operator_reports_and_exports import create_export as _create_export
from .api.operator_reports_and_exports import download_export as _download_export
from .api.operator_reports_and_exports import get_export as _get_export
from .api.operator_reports_and_exports import get_report as _get_report
from .api.operator_reports_and_exports import list_reports as _list_reports
from .api.operator_rounds_and_shoes import get_round_record as _get_round_record
from .api.operator_rounds_and_shoes import list_round_records as _list_round_records
from .api.operator_rounds_and_shoes import list_shoe_records as _list_shoe_records
from .api.operator_switches import list_switches as _list_switches
from .api.operator_switches import stop_play as _stop_play
from .api.operator_voids import get_void as _get_void
from .api.operator_voids import list_voids as _list_voids
from .api.operator_voids import preview_follow_up as _preview_follow_up
from .api.operator_voids import preview_void as _preview_void
from .api.operator_voids import propose_follow_up as _propose_follow_up
from .api.operator_voids import propose_void as _propose_void
from .api.play import change_shoe as _change_shoe
from .api.play import get_position as _get_position
from .api.play import get_shoes as _get_shoes
from .api.play import list_laboratory_tables as _list_laboratory_tables
from .api.play import make_decision as _make_decision
from .api.play import place_bet as _place_bet
from .api.play import set_client_seed as _set_client_seed
from .api.play import take_hint as _take_hint
from .api.player_protection import answer_reality_check as _answer_reality_check
from .api.player_protection import ask_return as _ask_return
from .api.player_protection import exclude_self as _exclude_self
from .api.player_protection import get_reality_check as _get_reality_check
from .api.player_protection import get_session_plan as _get_session_plan
from .api.player_protection import plan_session as _plan_session
from .api.player_protection import set_reality_check as _set_reality_check
from .api.player_protection import take_time_out as _take_time_out
from .api.points import get_points as _get_points
from .api.points import get_redemption_offer as _get_redemption_offer
from .api.points import list_points as _list_points
from .api.points import redeem_points as _redeem_points
from .api.rule_sets import get_chart as _get_chart
from .api.rule_sets import get_returns as _get_returns
from .api.rule_sets import get_rule_set as _get_rule_set
from .api.sign_in import get_session as _get_session
from .api.sign_in import log_in as _log_in
from .api.sign_in import log_out as _log_out
from .api.sign_in import reauthenticate_by_password as _reauthenticate_by_password
from .api.sign_in import (
    reauthenticate_by_second_factor as _reauthenticate_by_second_factor,
)
from .api.sign_in import send_second_factor as _send_second_factor
from .api.sign_in import sign_up as _sign_up
from .api.tables import get_table as _get_table
from .api.tables import list_tables as _list_tables
from .api.terms_and_policies import accept_documents as _accept_documents
from .api.terms_and_policies import list_documents as _list_documents
from .api.terms_and_policies import list_documents_due as _list_documents_due


class Operations(Caller):
    """The operations of the API. Each returns what the server answers, and raises ApiProblem for a refusal."""

    log_in = _log_in.log_in
    reauthenticate_by_password = _reauthenticate_by_password.reauthenticate_by_password
    reauthenticate_by_second_factor = (
        _reauthenticate_by_second_factor.reauthenticate_by_second_factor
    )
    send_second_factor = _send_second_factor.send_second_factor
    get_session = _get_session.get_session
    log_out = _log_out.log_out
    sign_up = _sign_up.sign_up
    get_balances = _get_balances.get_balances
    list_deposits = _list_deposits.list_deposits
    begin_deposit = _begin_deposit.begin_deposit
    get_deposit_terms = _get_deposit_terms.get_deposit_terms
    answer_deposit_terms = _answer_deposit_terms.answer_deposit_terms
    get_deposit = _get_deposit.get_deposit
    get_exchange_offer = _get_exchange_offer.get_exchange_offer
    accept_exchange_offer = _accept_exchange_offer.accept_exchange_offer
    list_movements = _list_movements.list_movements
    list_withdrawals = _list_withdrawals.list_withdrawals
    request_withdrawal = _request_withdrawal.request_withdrawal
    get_withdrawal_terms = _get_withdrawal_terms.get_withdrawal_terms
    get_withdrawal = _get_withdrawal.get_withdrawal
    list_disputes = _list_disputes.list_disputes
    open_dispute = _open_dispute.open_dispute
    get_dispute = _get_dispute.get_dispute
    reply_to_dispute = _reply_to_dispute.reply_to_dispute
    settle_dispute = _settle_dispute.settle_dispute
    list_documents = _list_documents.list_documents
    list_documents_due = _list_documents_due.list_documents_due
    accept_documents = _accept_documents.accept_documents
    read_log = _read_log.read_log
    list_closed_shoes = _list_closed_shoes.list_closed_shoes
    verify_transcript = _verify_transcript.verify_transcript
    list_rounds = _list_rounds.list_rounds
    get_played_round = _get_played_round.get_played_round
    replay_round = _replay_round.replay_round
    get_round = _get_round.get_round
    get_transcript = _get_transcript.get_transcript
    list_laboratory_tables = _list_laboratory_tables.list_laboratory_tables
    place_bet = _place_bet.place_bet
    make_decision = _make_decision.make_decision
    take_hint = _take_hint.take_hint
    set_client_seed = _set_client_seed.set_client_seed
    get_position = _get_position.get_position
    get_shoes = _get_shoes.get_shoes
    change_shoe = _change_shoe.change_shoe
    list_limits = _list_limits.list_limits
    get_limit = _get_limit.get_limit
    set_limit = _set_limit.set_limit
    end_limit = _end_limit.end_limit
    confirm_limit = _confirm_limit.confirm_limit
    keep_limit = _keep_limit.keep_limit
    get_live_table = _get_live_table.get_live_table
    give_answers = _give_answers.give_answers
    place_live_bet = _place_live_bet.place_live_bet
    withdraw_live_bet = _withdraw_live_bet.withdraw_live_bet
    set_live_client_seed = _set_live_client_seed.set_live_client_seed
    make_live_decision = _make_live_decision.make_live_decision
    choose_early = _choose_early.choose_early
    seal_again = _seal_again.seal_again
    open_seal = _open_seal.open_seal
    take_seat = _take_seat.take_seat
    leave_seats = _leave_seats.leave_seats
    mark_ready = _mark_ready.mark_ready
    sit_out = _sit_out.sit_out
    get_stream = _get_stream.get_stream
    join_waiting_list = _join_waiting_list.join_waiting_list
    leave_waiting_list = _leave_waiting_list.leave_waiting_list
    get_me = _get_me.get_me
    get_address = _get_address.get_address
    set_address = _set_address.set_address
    get_phone = _get_phone.get_phone
    set_phone = _set_phone.set_phone
    list_messages = _list_messages.list_messages
    mark_all_messages_read = _mark_all_messages_read.mark_all_messages_read
    get_message = _get_message.get_message
    mark_message_read = _mark_message_read.mark_message_read
    list_cases = _list_cases.list_cases
    get_case = _get_case.get_case
    list_flags = _list_flags.list_flags
    get_flag = _get_flag.get_flag
    list_holds = _list_holds.list_holds
    list_signals = _list_signals.list_signals
    propose_cash_limit = _propose_cash_limit.propose_cash_limit
    get_cash_limit_proposal = _get_cash_limit_proposal.get_cash_limit_proposal
    get_limits_in_force = _get_limits_in_force.get_limits_in_force
    propose_limits = _propose_limits.propose_limits
    get_limits_proposal = _get_limits_proposal.get_limits_proposal
    propose_rate = _propose_rate.propose_rate
    get_rate_proposal = _get_rate_proposal.get_rate_proposal
    read_events = _read_events.read_events
    create_export = _create_export.create_export
    get_export = _get_export.get_export
    download_export = _download_export.download_export
    list_reports = _list_reports.list_reports
    get_report = _get_report.get_report
    list_transfers = _list_transfers.list_transfers
    report_payment = _report_payment.report_payment
    list_players = _list_players.list_players
    get_player = _get_player.get_player
    list_round_records = _list_round_records.list_round_records
    get_round_record = _get_round_record.get_round_record
    list_shoe_records = _list_shoe_records.list_shoe_records
    list_switches = _list_switches.list_switches
    stop_play = _stop_play.stop_play
    list_voids = _list_voids.list_voids
    propose_void = _propose_void.propose_void
    preview_void = _preview_void.preview_void
    get_void = _get_void.get_void
    propose_follow_up = _propose_follow_up.propose_follow_up
    preview_follow_up = _preview_follow_up.preview_follow_up
    get_points = _get_points.get_points
    list_points = _list_points.list_points
    get_redemption_offer = _get_redemption_offer.get_redemption_offer
    redeem_points = _redeem_points.redeem_points
    get_reality_check = _get_reality_check.get_reality_check
    set_reality_check = _set_reality_check.set_reality_check
    answer_reality_check = _answer_reality_check.answer_reality_check
    exclude_self = _exclude_self.exclude_self
    ask_return = _ask_return.ask_return
    get_session_plan = _get_session_plan.get_session_plan
    plan_session = _plan_session.plan_session
    take_time_out = _take_time_out.take_time_out
    get_rule_set = _get_rule_set.get_rule_set
    get_chart = _get_chart.get_chart
    get_returns = _get_returns.get_returns
    list_tables = _list_tables.list_tables
    get_table = _get_table.get_table
