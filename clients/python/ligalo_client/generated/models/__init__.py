"""Contains all the data models used in inputs/outputs"""

from .accept_policies import AcceptPolicies
from .accepted_enum import AcceptedEnum
from .accepted_offer import AcceptedOffer
from .accepted_policy import AcceptedPolicy
from .accepted_policy_document_enum import AcceptedPolicyDocumentEnum
from .account_state import AccountState
from .action import Action
from .address_position import AddressPosition
from .answer import Answer
from .answer_enum import AnswerEnum
from .answers import Answers
from .balances import Balances
from .bar import Bar
from .behind_offer import BehindOffer
from .bet import Bet
from .bet_record import BetRecord
from .bet_record_side_bets import BetRecordSideBets
from .bet_return import BetReturn
from .bet_return_outcomes import BetReturnOutcomes
from .blank_enum import BlankEnum
from .bounds import Bounds
from .box import Box
from .box_bet import BoxBet
from .box_bet_side_bets import BoxBetSideBets
from .box_number import BoxNumber
from .box_side_bets import BoxSideBets
from .break_ import Break
from .case_detail import CaseDetail
from .case_progress import CaseProgress
from .case_record import CaseRecord
from .case_record_kind_enum import CaseRecordKindEnum
from .case_record_outcome_enum import CaseRecordOutcomeEnum
from .case_record_page import CaseRecordPage
from .case_record_status_enum import CaseRecordStatusEnum
from .case_step import CaseStep
from .cash_limit_kind import CashLimitKind
from .cause_enum import CauseEnum
from .chart import Chart
from .chart_codes import ChartCodes
from .chart_rows import ChartRows
from .check import Check
from .choices import Choices
from .chosen_hands import ChosenHands
from .client_seed import ClientSeed
from .clock_phase import ClockPhase
from .close_reason import CloseReason
from .closed_shoe import ClosedShoe
from .column import Column
from .currency import Currency
from .cuts import Cuts
from .dealer import Dealer
from .debt import Debt
from .decision import Decision
from .decision_record import DecisionRecord
from .deposit import Deposit
from .deposit_answer import DepositAnswer
from .deposit_detail import DepositDetail
from .deposit_page import DepositPage
from .deposit_state import DepositState
from .deposit_terms import DepositTerms
from .destination import Destination
from .destination_kind_enum import DestinationKindEnum
from .dispute import Dispute
from .dispute_detail import DisputeDetail
from .dispute_page import DisputePage
from .dispute_state import DisputeState
from .document_kind_enum import DocumentKindEnum
from .double_enum import DoubleEnum
from .due_check import DueCheck
from .early_action import EarlyAction
from .early_choice import EarlyChoice
from .early_choices import EarlyChoices
from .entry_record import EntryRecord
from .event import Event
from .event_data import EventData
from .event_object import EventObject
from .event_page import EventPage
from .exchange import Exchange
from .exchange_status import ExchangeStatus
from .exchanged import Exchanged
from .excluded_hand import ExcludedHand
from .exclusion_return import ExclusionReturn
from .export_format import ExportFormat
from .export_record import ExportRecord
from .export_source import ExportSource
from .export_state import ExportState
from .fallback_enum import FallbackEnum
from .felt import Felt
from .field_problem import FieldProblem
from .figure import Figure
from .flag_detail import FlagDetail
from .flag_record import FlagRecord
from .flag_record_figures import FlagRecordFigures
from .flag_record_page import FlagRecordPage
from .flag_record_state_enum import FlagRecordStateEnum
from .flag_record_thresholds import FlagRecordThresholds
from .follow_up import FollowUp
from .follow_up_kind import FollowUpKind
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
from .hint import Hint
from .hint_step import HintStep
from .hold_record import HoldRecord
from .hold_record_page import HoldRecordPage
from .holding import Holding
from .hours import Hours
from .interval import Interval
from .language_enum import LanguageEnum
from .ledger_account import LedgerAccount
from .limit import Limit
from .limit_amount import LimitAmount
from .limit_kind import LimitKind
from .limit_page import LimitPage
from .limit_setting import LimitSetting
from .limit_values import LimitValues
from .limits import Limits
from .limits_in_force import LimitsInForce
from .link import Link
from .list_cases_kind import ListCasesKind
from .list_cases_outcome import ListCasesOutcome
from .list_cases_severity import ListCasesSeverity
from .list_cases_status import ListCasesStatus
from .list_flags_signal import ListFlagsSignal
from .list_flags_state import ListFlagsState
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
from .live_bet import LiveBet
from .live_box_bet import LiveBoxBet
from .live_box_bet_side_bets import LiveBoxBetSideBets
from .live_decision import LiveDecision
from .live_shoe import LiveShoe
from .live_table import LiveTable
from .log_line import LogLine
from .log_line_kind import LogLineKind
from .log_page import LogPage
from .login import Login
from .message import Message
from .message_detail import MessageDetail
from .message_page import MessagePage
from .money import Money
from .money_enum import MoneyEnum
from .money_input import MoneyInput
from .movement import Movement
from .movement_kind_enum import MovementKindEnum
from .new_address import NewAddress
from .new_deposit import NewDeposit
from .new_dispute import NewDispute
from .new_export import NewExport
from .new_export_filters import NewExportFilters
from .new_limit import NewLimit
from .new_phone import NewPhone
from .new_redemption import NewRedemption
from .new_reply import NewReply
from .new_seal import NewSeal
from .new_session_plan import NewSessionPlan
from .new_withdrawal import NewWithdrawal
from .next_bet import NextBet
from .next_enum import NextEnum
from .offer import Offer
from .opened_seal import OpenedSeal
from .optional_seed import OptionalSeed
from .own_closed_shoe import OwnClosedShoe
from .own_part import OwnPart
from .pace import Pace
from .password import Password
from .past_decision import PastDecision
from .past_round import PastRound
from .past_round_page import PastRoundPage
from .past_void import PastVoid
from .payment_kind import PaymentKind
from .payment_outcome import PaymentOutcome
from .payment_report import PaymentReport
from .payment_status import PaymentStatus
from .payment_step import PaymentStep
from .pending_limit import PendingLimit
from .period_enum import PeriodEnum
from .permission import Permission
from .phone import Phone
from .placed_bet import PlacedBet
from .planned_session import PlannedSession
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
from .policy import Policy
from .policy_block import PolicyBlock
from .policy_block_kind_enum import PolicyBlockKindEnum
from .policy_document_enum import PolicyDocumentEnum
from .policy_page import PolicyPage
from .position import Position
from .possible_action import PossibleAction
from .problem import Problem
from .profile import Profile
from .proposal_record import ProposalRecord
from .proposal_state import ProposalState
from .proposed_cash_limit import ProposedCashLimit
from .proposed_follow_up import ProposedFollowUp
from .proposed_limit_values import ProposedLimitValues
from .proposed_limits import ProposedLimits
from .proposed_rate import ProposedRate
from .proposed_void import ProposedVoid
from .provider import Provider
from .public_box import PublicBox
from .public_dealer import PublicDealer
from .public_hand import PublicHand
from .public_side_bet import PublicSideBet
from .public_stake import PublicStake
from .public_table import PublicTable
from .question import Question
from .read_all import ReadAll
from .reality_answer import RealityAnswer
from .reality_check import RealityCheck
from .redemption import Redemption
from .redemption_offer import RedemptionOffer
from .replay import Replay
from .reply import Reply
from .reply_outcome_enum import ReplyOutcomeEnum
from .report_list import ReportList
from .report_name import ReportName
from .report_outcome import ReportOutcome
from .residence import Residence
from .restriction import Restriction
from .restriction_kind_enum import RestrictionKindEnum
from .restriction_record import RestrictionRecord
from .return_ import Return
from .return_proof import ReturnProof
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
from .second_factor_code import SecondFactorCode
from .section import Section
from .section_rows_item import SectionRowsItem
from .section_totals_item import SectionTotalsItem
from .self_exclusion import SelfExclusion
from .session import Session
from .session_plan import SessionPlan
from .session_plan_state_enum import SessionPlanStateEnum
from .session_play import SessionPlay
from .severity_enum import SeverityEnum
from .sheet import Sheet
from .shoe import Shoe
from .shoe_change import ShoeChange
from .shoe_page import ShoePage
from .shoe_record import ShoeRecord
from .shoe_record_page import ShoeRecordPage
from .shoe_state import ShoeState
from .shoe_status import ShoeStatus
from .shoes import Shoes
from .signal_record import SignalRecord
from .signal_record_page import SignalRecordPage
from .signal_record_thresholds import SignalRecordThresholds
from .signup import Signup
from .sit_out import SitOut
from .situation import Situation
from .split_enum import SplitEnum
from .started_deposit import StartedDeposit
from .statement_page import StatementPage
from .step import Step
from .step_enum import StepEnum
from .stop_order import StopOrder
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
from .time_out import TimeOut
from .total import Total
from .transcript import Transcript
from .transcript_to_verify import TranscriptToVerify
from .transcript_to_verify_transcript import TranscriptToVerifyTranscript
from .transcript_transcript import TranscriptTranscript
from .transfer_kind import TransferKind
from .transfer_page import TransferPage
from .transfer_record import TransferRecord
from .turn import Turn
from .verification import Verification
from .void_case import VoidCase
from .void_kind import VoidKind
from .void_page import VoidPage
from .void_preview import VoidPreview
from .void_reason import VoidReason
from .void_state import VoidState
from .void_status import VoidStatus
from .wager_result import WagerResult
from .withdrawal import Withdrawal
from .withdrawal_detail import WithdrawalDetail
from .withdrawal_page import WithdrawalPage
from .withdrawal_state import WithdrawalState
from .withdrawal_terms import WithdrawalTerms

__all__ = (
    "AcceptedEnum",
    "AcceptedOffer",
    "AcceptedPolicy",
    "AcceptedPolicyDocumentEnum",
    "AcceptPolicies",
    "AccountState",
    "Action",
    "AddressPosition",
    "Answer",
    "AnswerEnum",
    "Answers",
    "Balances",
    "Bar",
    "BehindOffer",
    "Bet",
    "BetRecord",
    "BetRecordSideBets",
    "BetReturn",
    "BetReturnOutcomes",
    "BlankEnum",
    "Bounds",
    "Box",
    "BoxBet",
    "BoxBetSideBets",
    "BoxNumber",
    "BoxSideBets",
    "Break",
    "CaseDetail",
    "CaseProgress",
    "CaseRecord",
    "CaseRecordKindEnum",
    "CaseRecordOutcomeEnum",
    "CaseRecordPage",
    "CaseRecordStatusEnum",
    "CaseStep",
    "CashLimitKind",
    "CauseEnum",
    "Chart",
    "ChartCodes",
    "ChartRows",
    "Check",
    "Choices",
    "ChosenHands",
    "ClientSeed",
    "ClockPhase",
    "ClosedShoe",
    "CloseReason",
    "Column",
    "Currency",
    "Cuts",
    "Dealer",
    "Debt",
    "Decision",
    "DecisionRecord",
    "Deposit",
    "DepositAnswer",
    "DepositDetail",
    "DepositPage",
    "DepositState",
    "DepositTerms",
    "Destination",
    "DestinationKindEnum",
    "Dispute",
    "DisputeDetail",
    "DisputePage",
    "DisputeState",
    "DocumentKindEnum",
    "DoubleEnum",
    "DueCheck",
    "EarlyAction",
    "EarlyChoice",
    "EarlyChoices",
    "EntryRecord",
    "Event",
    "EventData",
    "EventObject",
    "EventPage",
    "Exchange",
    "Exchanged",
    "ExchangeStatus",
    "ExcludedHand",
    "ExclusionReturn",
    "ExportFormat",
    "ExportRecord",
    "ExportSource",
    "ExportState",
    "FallbackEnum",
    "Felt",
    "FieldProblem",
    "Figure",
    "FlagDetail",
    "FlagRecord",
    "FlagRecordFigures",
    "FlagRecordPage",
    "FlagRecordStateEnum",
    "FlagRecordThresholds",
    "FollowUp",
    "FollowUpKind",
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
    "Hint",
    "HintStep",
    "Holding",
    "HoldRecord",
    "HoldRecordPage",
    "Hours",
    "Interval",
    "LanguageEnum",
    "LedgerAccount",
    "Limit",
    "LimitAmount",
    "LimitKind",
    "LimitPage",
    "Limits",
    "LimitSetting",
    "LimitsInForce",
    "LimitValues",
    "Link",
    "ListCasesKind",
    "ListCasesOutcome",
    "ListCasesSeverity",
    "ListCasesStatus",
    "ListFlagsSignal",
    "ListFlagsState",
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
    "LiveBet",
    "LiveBoxBet",
    "LiveBoxBetSideBets",
    "LiveDecision",
    "LiveShoe",
    "LiveTable",
    "Login",
    "LogLine",
    "LogLineKind",
    "LogPage",
    "Message",
    "MessageDetail",
    "MessagePage",
    "Money",
    "MoneyEnum",
    "MoneyInput",
    "Movement",
    "MovementKindEnum",
    "NewAddress",
    "NewDeposit",
    "NewDispute",
    "NewExport",
    "NewExportFilters",
    "NewLimit",
    "NewPhone",
    "NewRedemption",
    "NewReply",
    "NewSeal",
    "NewSessionPlan",
    "NewWithdrawal",
    "NextBet",
    "NextEnum",
    "Offer",
    "OpenedSeal",
    "OptionalSeed",
    "OwnClosedShoe",
    "OwnPart",
    "Pace",
    "Password",
    "PastDecision",
    "PastRound",
    "PastRoundPage",
    "PastVoid",
    "PaymentKind",
    "PaymentOutcome",
    "PaymentReport",
    "PaymentStatus",
    "PaymentStep",
    "PendingLimit",
    "PeriodEnum",
    "Permission",
    "Phone",
    "PlacedBet",
    "PlannedSession",
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
    "Policy",
    "PolicyBlock",
    "PolicyBlockKindEnum",
    "PolicyDocumentEnum",
    "PolicyPage",
    "Position",
    "PossibleAction",
    "Problem",
    "Profile",
    "ProposalRecord",
    "ProposalState",
    "ProposedCashLimit",
    "ProposedFollowUp",
    "ProposedLimits",
    "ProposedLimitValues",
    "ProposedRate",
    "ProposedVoid",
    "Provider",
    "PublicBox",
    "PublicDealer",
    "PublicHand",
    "PublicSideBet",
    "PublicStake",
    "PublicTable",
    "Question",
    "ReadAll",
    "RealityAnswer",
    "RealityCheck",
    "Redemption",
    "RedemptionOffer",
    "Replay",
    "Reply",
    "ReplyOutcomeEnum",
    "ReportList",
    "ReportName",
    "ReportOutcome",
    "Residence",
    "Restriction",
    "RestrictionKindEnum",
    "RestrictionRecord",
    "Return",
    "ReturnProof",
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
    "SecondFactorCode",
    "Section",
    "SectionRowsItem",
    "SectionTotalsItem",
    "SelfExclusion",
    "Session",
    "SessionPlan",
    "SessionPlanStateEnum",
    "SessionPlay",
    "SeverityEnum",
    "Sheet",
    "Shoe",
    "ShoeChange",
    "ShoePage",
    "ShoeRecord",
    "ShoeRecordPage",
    "Shoes",
    "ShoeState",
    "ShoeStatus",
    "SignalRecord",
    "SignalRecordPage",
    "SignalRecordThresholds",
    "Signup",
    "SitOut",
    "Situation",
    "SplitEnum",
    "StartedDeposit",
    "StatementPage",
    "Step",
    "StepEnum",
    "StopOrder",
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
    "TimeOut",
    "Total",
    "Transcript",
    "TranscriptToVerify",
    "TranscriptToVerifyTranscript",
    "TranscriptTranscript",
    "TransferKind",
    "TransferPage",
    "TransferRecord",
    "Turn",
    "Verification",
    "VoidCase",
    "VoidKind",
    "VoidPage",
    "VoidPreview",
    "VoidReason",
    "VoidState",
    "VoidStatus",
    "WagerResult",
    "Withdrawal",
    "WithdrawalDetail",
    "WithdrawalPage",
    "WithdrawalState",
    "WithdrawalTerms",
)
