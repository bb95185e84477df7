"""Contains all the data models used in inputs/outputs"""

from .accepted_offer_request import AcceptedOfferRequest
from .account_state import AccountState
from .action import Action
from .answer_enum import AnswerEnum
from .answer_field_request import AnswerFieldRequest
from .answers_body_request import AnswersBodyRequest
from .balances import Balances
from .bar import Bar
from .behind_offer import BehindOffer
from .bet_body_request import BetBodyRequest
from .bet_record import BetRecord
from .bet_record_side_bets import BetRecordSideBets
from .bet_return import BetReturn
from .bet_return_outcomes import BetReturnOutcomes
from .blank_enum import BlankEnum
from .bounds import Bounds
from .box import Box
from .box_bet_field_request import BoxBetFieldRequest
from .box_bet_field_request_side_bets import BoxBetFieldRequestSideBets
from .box_number_body_request import BoxNumberBodyRequest
from .box_side_bets import BoxSideBets
from .break_ import Break
from .case_progress import CaseProgress
from .case_step import CaseStep
from .cash_limit_body_request import CashLimitBodyRequest
from .cash_limit_kind import CashLimitKind
from .cause_enum import CauseEnum
from .chart import Chart
from .chart_codes import ChartCodes
from .chart_rows import ChartRows
from .check import Check
from .choices_field_request import ChoicesFieldRequest
from .client_seed_body_request import ClientSeedBodyRequest
from .clock_phase import ClockPhase
from .close_reason import CloseReason
from .closed_shoe import ClosedShoe
from .code_request import CodeRequest
from .column import Column
from .currency import Currency
from .cuts import Cuts
from .dealer import Dealer
from .debt import Debt
from .decision_body_request import DecisionBodyRequest
from .decision_record import DecisionRecord
from .deposit import Deposit
from .deposit_detail import DepositDetail
from .deposit_page import DepositPage
from .deposit_state import DepositState
from .deposit_terms import DepositTerms
from .destination_kind_enum import DestinationKindEnum
from .destination_request import DestinationRequest
from .dispute import Dispute
from .dispute_detail import DisputeDetail
from .dispute_page import DisputePage
from .dispute_state import DisputeState
from .double_enum import DoubleEnum
from .due_check import DueCheck
from .early_action import EarlyAction
from .early_body_request import EarlyBodyRequest
from .early_choice import EarlyChoice
from .entry_record import EntryRecord
from .event import Event
from .event_data import EventData
from .event_object import EventObject
from .event_page import EventPage
from .exchange import Exchange
from .exchange_status import ExchangeStatus
from .exchanged import Exchanged
from .excluded_hand import ExcludedHand
from .export_body_request import ExportBodyRequest
from .export_body_request_filters import ExportBodyRequestFilters
from .export_format import ExportFormat
from .export_record import ExportRecord
from .export_source import ExportSource
from .export_state import ExportState
from .fallback_enum import FallbackEnum
from .felt import Felt
from .field_problem import FieldProblem
from .figure import Figure
from .foreign_currency import ForeignCurrency
from .frame import Frame
from .frame_kind_enum import FrameKindEnum
from .get_exchange_offer_given import GetExchangeOfferGiven
from .get_exchange_offer_received import GetExchangeOfferReceived
from .get_redemption_offer_currency import GetRedemptionOfferCurrency
from .get_report_accounts import GetReportAccounts
from .get_report_currency import GetReportCurrency
from .get_report_period import GetReportPeriod
from .get_report_segment import GetReportSegment
from .hand import Hand
from .hand_outcome import HandOutcome
from .hands_body_request import HandsBodyRequest
from .hint import Hint
from .holding import Holding
from .hours import Hours
from .interval_request import IntervalRequest
from .language_enum import LanguageEnum
from .ledger_account import LedgerAccount
from .limit import Limit
from .limit_amount import LimitAmount
from .limit_kind_enum import LimitKindEnum
from .limit_page import LimitPage
from .limit_values_body_request import LimitValuesBodyRequest
from .limits import Limits
from .limits_body_request import LimitsBodyRequest
from .link import Link
from .list_movements_currency import ListMovementsCurrency
from .list_movements_kind import ListMovementsKind
from .list_players_country import ListPlayersCountry
from .list_players_kind import ListPlayersKind
from .list_players_money import ListPlayersMoney
from .list_players_since import ListPlayersSince
from .list_players_state import ListPlayersState
from .list_players_verified import ListPlayersVerified
from .list_points_kind import ListPointsKind
from .list_round_records_currency import ListRoundRecordsCurrency
from .list_round_records_flag import ListRoundRecordsFlag
from .list_round_records_result import ListRoundRecordsResult
from .list_round_records_status import ListRoundRecordsStatus
from .list_rounds_currency import ListRoundsCurrency
from .list_rounds_result import ListRoundsResult
from .list_shoe_records_reason import ListShoeRecordsReason
from .list_shoe_records_status import ListShoeRecordsStatus
from .list_transfers_kind import ListTransfersKind
from .list_voids_kind import ListVoidsKind
from .list_voids_reason import ListVoidsReason
from .list_voids_stakes import ListVoidsStakes
from .list_voids_state import ListVoidsState
from .live_box_bet_field_request import LiveBoxBetFieldRequest
from .live_box_bet_field_request_side_bets import LiveBoxBetFieldRequestSideBets
from .live_decision_body_request import LiveDecisionBodyRequest
from .live_shoe import LiveShoe
from .live_table import LiveTable
from .log_line import LogLine
from .log_line_kind import LogLineKind
from .log_page import LogPage
from .login_request import LoginRequest
from .message import Message
from .message_detail import MessageDetail
from .message_page import MessagePage
from .money import Money
from .money_enum import MoneyEnum
from .money_input_request import MoneyInputRequest
from .movement import Movement
from .movement_kind_enum import MovementKindEnum
from .new_deposit_request import NewDepositRequest
from .new_dispute_request import NewDisputeRequest
from .new_limit_request import NewLimitRequest
from .new_redemption_request import NewRedemptionRequest
from .new_reply_request import NewReplyRequest
from .new_withdrawal_request import NewWithdrawalRequest
from .next_bet import NextBet
from .next_enum import NextEnum
from .offer import Offer
from .opening_body_request import OpeningBodyRequest
from .optional_seed_body_request import OptionalSeedBodyRequest
from .own_closed_shoe import OwnClosedShoe
from .own_part import OwnPart
from .pace import Pace
from .password_request import PasswordRequest
from .past_decision import PastDecision
from .past_round import PastRound
from .past_round_page import PastRoundPage
from .past_void import PastVoid
from .payment_step import PaymentStep
from .pending_limit import PendingLimit
from .period_enum import PeriodEnum
from .permission import Permission
from .placed_bet import PlacedBet
from .play_money import PlayMoney
from .played_round import PlayedRound
from .player_detail import PlayerDetail
from .player_page import PlayerPage
from .player_record import PlayerRecord
from .player_state import PlayerState
from .player_total import PlayerTotal
from .points import Points
from .points_entry import PointsEntry
from .points_entry_kind_enum import PointsEntryKindEnum
from .points_page import PointsPage
from .position import Position
from .possible_action import PossibleAction
from .problem import Problem
from .profile import Profile
from .proposal_record import ProposalRecord
from .proposal_state import ProposalState
from .propose_void_body_request import ProposeVoidBodyRequest
from .provider import Provider
from .public_box import PublicBox
from .public_dealer import PublicDealer
from .public_hand import PublicHand
from .public_side_bet import PublicSideBet
from .public_stake import PublicStake
from .public_table import PublicTable
from .question import Question
from .rate_body_request import RateBodyRequest
from .read_all import ReadAll
from .real_currency import RealCurrency
from .reality_answer_request import RealityAnswerRequest
from .reality_check import RealityCheck
from .redemption import Redemption
from .redemption_offer import RedemptionOffer
from .replay import Replay
from .reply import Reply
from .reply_outcome_enum import ReplyOutcomeEnum
from .report_list import ReportList
from .report_name import ReportName
from .restriction import Restriction
from .restriction_kind_enum import RestrictionKindEnum
from .restriction_record import RestrictionRecord
from .returns import Returns
from .returns_side_bets import ReturnsSideBets
from .round_ import Round
from .round_detail import RoundDetail
from .round_detail_state import RoundDetailState
from .round_points import RoundPoints
from .round_record import RoundRecord
from .round_record_page import RoundRecordPage
from .round_state import RoundState
from .round_status import RoundStatus
from .rule_set import RuleSet
from .rule_set_rules import RuleSetRules
from .seal import Seal
from .seal_body_request import SealBodyRequest
from .section import Section
from .section_rows_item import SectionRowsItem
from .section_totals_item import SectionTotalsItem
from .self_exclusion_request import SelfExclusionRequest
from .session import Session
from .session_play import SessionPlay
from .sheet import Sheet
from .shoe import Shoe
from .shoe_body_request import ShoeBodyRequest
from .shoe_page import ShoePage
from .shoe_record import ShoeRecord
from .shoe_record_page import ShoeRecordPage
from .shoe_state import ShoeState
from .shoe_status import ShoeStatus
from .shoes import Shoes
from .signup_request import SignupRequest
from .sit_out_body_request import SitOutBodyRequest
from .situation import Situation
from .split_enum import SplitEnum
from .started_deposit import StartedDeposit
from .statement_page import StatementPage
from .step import Step
from .step_body_request import StepBodyRequest
from .step_enum import StepEnum
from .stop_body_request import StopBodyRequest
from .stopped import Stopped
from .stream import Stream
from .subject_enum import SubjectEnum
from .switch_kind import SwitchKind
from .switch_page import SwitchPage
from .switch_record import SwitchRecord
from .table import Table
from .table_kind import TableKind
from .table_page import TablePage
from .table_status import TableStatus
from .tier import Tier
from .time_left import TimeLeft
from .time_out_request import TimeOutRequest
from .total import Total
from .transcript import Transcript
from .transcript_transcript import TranscriptTranscript
from .transfer_kind import TransferKind
from .transfer_page import TransferPage
from .transfer_record import TransferRecord
from .turn import Turn
from .verification import Verification
from .verify_request import VerifyRequest
from .verify_request_transcript import VerifyRequestTranscript
from .void_case import VoidCase
from .void_kind import VoidKind
from .void_page import VoidPage
from .void_preview import VoidPreview
from .void_reason import VoidReason
from .void_state import VoidState
from .void_status import VoidStatus
from .wager_body_request import WagerBodyRequest
from .wager_result import WagerResult
from .withdrawal import Withdrawal
from .withdrawal_detail import WithdrawalDetail
from .withdrawal_page import WithdrawalPage
from .withdrawal_state import WithdrawalState
from .withdrawal_terms import WithdrawalTerms

__all__ = (
    "AcceptedOfferRequest",
    "AccountState",
    "Action",
    "AnswerEnum",
    "AnswerFieldRequest",
    "AnswersBodyRequest",
    "Balances",
    "Bar",
    "BehindOffer",
    "BetBodyRequest",
    "BetRecord",
    "BetRecordSideBets",
    "BetReturn",
    "BetReturnOutcomes",
    "BlankEnum",
    "Bounds",
    "Box",
    "BoxBetFieldRequest",
    "BoxBetFieldRequestSideBets",
    "BoxNumberBodyRequest",
    "BoxSideBets",
    "Break",
    "CaseProgress",
    "CaseStep",
    "CashLimitBodyRequest",
    "CashLimitKind",
    "CauseEnum",
    "Chart",
    "ChartCodes",
    "ChartRows",
    "Check",
    "ChoicesFieldRequest",
    "ClientSeedBodyRequest",
    "ClockPhase",
    "ClosedShoe",
    "CloseReason",
    "CodeRequest",
    "Column",
    "Currency",
    "Cuts",
    "Dealer",
    "Debt",
    "DecisionBodyRequest",
    "DecisionRecord",
    "Deposit",
    "DepositDetail",
    "DepositPage",
    "DepositState",
    "DepositTerms",
    "DestinationKindEnum",
    "DestinationRequest",
    "Dispute",
    "DisputeDetail",
    "DisputePage",
    "DisputeState",
    "DoubleEnum",
    "DueCheck",
    "EarlyAction",
    "EarlyBodyRequest",
    "EarlyChoice",
    "EntryRecord",
    "Event",
    "EventData",
    "EventObject",
    "EventPage",
    "Exchange",
    "Exchanged",
    "ExchangeStatus",
    "ExcludedHand",
    "ExportBodyRequest",
    "ExportBodyRequestFilters",
    "ExportFormat",
    "ExportRecord",
    "ExportSource",
    "ExportState",
    "FallbackEnum",
    "Felt",
    "FieldProblem",
    "Figure",
    "ForeignCurrency",
    "Frame",
    "FrameKindEnum",
    "GetExchangeOfferGiven",
    "GetExchangeOfferReceived",
    "GetRedemptionOfferCurrency",
    "GetReportAccounts",
    "GetReportCurrency",
    "GetReportPeriod",
    "GetReportSegment",
    "Hand",
    "HandOutcome",
    "HandsBodyRequest",
    "Hint",
    "Holding",
    "Hours",
    "IntervalRequest",
    "LanguageEnum",
    "LedgerAccount",
    "Limit",
    "LimitAmount",
    "LimitKindEnum",
    "LimitPage",
    "Limits",
    "LimitsBodyRequest",
    "LimitValuesBodyRequest",
    "Link",
    "ListMovementsCurrency",
    "ListMovementsKind",
    "ListPlayersCountry",
    "ListPlayersKind",
    "ListPlayersMoney",
    "ListPlayersSince",
    "ListPlayersState",
    "ListPlayersVerified",
    "ListPointsKind",
    "ListRoundRecordsCurrency",
    "ListRoundRecordsFlag",
    "ListRoundRecordsResult",
    "ListRoundRecordsStatus",
    "ListRoundsCurrency",
    "ListRoundsResult",
    "ListShoeRecordsReason",
    "ListShoeRecordsStatus",
    "ListTransfersKind",
    "ListVoidsKind",
    "ListVoidsReason",
    "ListVoidsStakes",
    "ListVoidsState",
    "LiveBoxBetFieldRequest",
    "LiveBoxBetFieldRequestSideBets",
    "LiveDecisionBodyRequest",
    "LiveShoe",
    "LiveTable",
    "LoginRequest",
    "LogLine",
    "LogLineKind",
    "LogPage",
    "Message",
    "MessageDetail",
    "MessagePage",
    "Money",
    "MoneyEnum",
    "MoneyInputRequest",
    "Movement",
    "MovementKindEnum",
    "NewDepositRequest",
    "NewDisputeRequest",
    "NewLimitRequest",
    "NewRedemptionRequest",
    "NewReplyRequest",
    "NewWithdrawalRequest",
    "NextBet",
    "NextEnum",
    "Offer",
    "OpeningBodyRequest",
    "OptionalSeedBodyRequest",
    "OwnClosedShoe",
    "OwnPart",
    "Pace",
    "PasswordRequest",
    "PastDecision",
    "PastRound",
    "PastRoundPage",
    "PastVoid",
    "PaymentStep",
    "PendingLimit",
    "PeriodEnum",
    "Permission",
    "PlacedBet",
    "PlayedRound",
    "PlayerDetail",
    "PlayerPage",
    "PlayerRecord",
    "PlayerState",
    "PlayerTotal",
    "PlayMoney",
    "Points",
    "PointsEntry",
    "PointsEntryKindEnum",
    "PointsPage",
    "Position",
    "PossibleAction",
    "Problem",
    "Profile",
    "ProposalRecord",
    "ProposalState",
    "ProposeVoidBodyRequest",
    "Provider",
    "PublicBox",
    "PublicDealer",
    "PublicHand",
    "PublicSideBet",
    "PublicStake",
    "PublicTable",
    "Question",
    "RateBodyRequest",
    "ReadAll",
    "RealCurrency",
    "RealityAnswerRequest",
    "RealityCheck",
    "Redemption",
    "RedemptionOffer",
    "Replay",
    "Reply",
    "ReplyOutcomeEnum",
    "ReportList",
    "ReportName",
    "Restriction",
    "RestrictionKindEnum",
    "RestrictionRecord",
    "Returns",
    "ReturnsSideBets",
    "Round",
    "RoundDetail",
    "RoundDetailState",
    "RoundPoints",
    "RoundRecord",
    "RoundRecordPage",
    "RoundState",
    "RoundStatus",
    "RuleSet",
    "RuleSetRules",
    "Seal",
    "SealBodyRequest",
    "Section",
    "SectionRowsItem",
    "SectionTotalsItem",
    "SelfExclusionRequest",
    "Session",
    "SessionPlay",
    "Sheet",
    "Shoe",
    "ShoeBodyRequest",
    "ShoePage",
    "ShoeRecord",
    "ShoeRecordPage",
    "Shoes",
    "ShoeState",
    "ShoeStatus",
    "SignupRequest",
    "SitOutBodyRequest",
    "Situation",
    "SplitEnum",
    "StartedDeposit",
    "StatementPage",
    "Step",
    "StepBodyRequest",
    "StepEnum",
    "StopBodyRequest",
    "Stopped",
    "Stream",
    "SubjectEnum",
    "SwitchKind",
    "SwitchPage",
    "SwitchRecord",
    "Table",
    "TableKind",
    "TablePage",
    "TableStatus",
    "Tier",
    "TimeLeft",
    "TimeOutRequest",
    "Total",
    "Transcript",
    "TranscriptTranscript",
    "TransferKind",
    "TransferPage",
    "TransferRecord",
    "Turn",
    "Verification",
    "VerifyRequest",
    "VerifyRequestTranscript",
    "VoidCase",
    "VoidKind",
    "VoidPage",
    "VoidPreview",
    "VoidReason",
    "VoidState",
    "VoidStatus",
    "WagerBodyRequest",
    "WagerResult",
    "Withdrawal",
    "WithdrawalDetail",
    "WithdrawalPage",
    "WithdrawalState",
    "WithdrawalTerms",
)
