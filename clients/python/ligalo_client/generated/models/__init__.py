"""Contains all the data models used in inputs/outputs"""

from .action import Action
from .answer_enum import AnswerEnum
from .answer_field_request import AnswerFieldRequest
from .answers_body_request import AnswersBodyRequest
from .bar import Bar
from .behind_offer import BehindOffer
from .bet_body_request import BetBodyRequest
from .bet_return import BetReturn
from .bet_return_outcomes import BetReturnOutcomes
from .blank_enum import BlankEnum
from .box import Box
from .box_bet_field_request import BoxBetFieldRequest
from .box_bet_field_request_side_bets import BoxBetFieldRequestSideBets
from .box_number_body_request import BoxNumberBodyRequest
from .box_side_bets import BoxSideBets
from .chart import Chart
from .chart_codes import ChartCodes
from .chart_rows import ChartRows
from .check import Check
from .choices_field_request import ChoicesFieldRequest
from .client_seed_body_request import ClientSeedBodyRequest
from .clock_phase import ClockPhase
from .closed_shoe import ClosedShoe
from .code_request import CodeRequest
from .currency import Currency
from .cuts import Cuts
from .dealer import Dealer
from .decision_body_request import DecisionBodyRequest
from .double_enum import DoubleEnum
from .due_check import DueCheck
from .early_action import EarlyAction
from .early_body_request import EarlyBodyRequest
from .early_choice import EarlyChoice
from .exchange import Exchange
from .exchange_status import ExchangeStatus
from .fallback_enum import FallbackEnum
from .felt import Felt
from .field_problem import FieldProblem
from .frame import Frame
from .frame_kind_enum import FrameKindEnum
from .hand import Hand
from .hint import Hint
from .hours import Hours
from .interval_request import IntervalRequest
from .language_enum import LanguageEnum
from .limits import Limits
from .list_rounds_currency import ListRoundsCurrency
from .list_rounds_result import ListRoundsResult
from .live_box_bet_field_request import LiveBoxBetFieldRequest
from .live_box_bet_field_request_side_bets import LiveBoxBetFieldRequestSideBets
from .live_decision_body_request import LiveDecisionBodyRequest
from .live_shoe import LiveShoe
from .live_table import LiveTable
from .log_line import LogLine
from .log_line_kind import LogLineKind
from .log_page import LogPage
from .login_request import LoginRequest
from .money import Money
from .money_enum import MoneyEnum
from .money_input_request import MoneyInputRequest
from .next_bet import NextBet
from .next_enum import NextEnum
from .opening_body_request import OpeningBodyRequest
from .optional_seed_body_request import OptionalSeedBodyRequest
from .outcome_enum import OutcomeEnum
from .own_closed_shoe import OwnClosedShoe
from .own_part import OwnPart
from .pace import Pace
from .password_request import PasswordRequest
from .past_decision import PastDecision
from .past_round import PastRound
from .past_round_page import PastRoundPage
from .past_void import PastVoid
from .permission import Permission
from .placed_bet import PlacedBet
from .play_money import PlayMoney
from .position import Position
from .possible_action import PossibleAction
from .problem import Problem
from .profile import Profile
from .public_box import PublicBox
from .public_dealer import PublicDealer
from .public_hand import PublicHand
from .public_side_bet import PublicSideBet
from .public_stake import PublicStake
from .public_table import PublicTable
from .question import Question
from .reality_answer_request import RealityAnswerRequest
from .reality_check import RealityCheck
from .replay import Replay
from .restriction import Restriction
from .restriction_kind_enum import RestrictionKindEnum
from .returns import Returns
from .returns_side_bets import ReturnsSideBets
from .round_ import Round
from .round_points import RoundPoints
from .round_record import RoundRecord
from .round_status import RoundStatus
from .rule_set import RuleSet
from .rule_set_rules import RuleSetRules
from .seal import Seal
from .seal_body_request import SealBodyRequest
from .session import Session
from .session_play import SessionPlay
from .shoe import Shoe
from .shoe_body_request import ShoeBodyRequest
from .shoe_page import ShoePage
from .shoe_status import ShoeStatus
from .shoes import Shoes
from .signup_request import SignupRequest
from .sit_out_body_request import SitOutBodyRequest
from .situation import Situation
from .split_enum import SplitEnum
from .state_enum import StateEnum
from .step import Step
from .step_body_request import StepBodyRequest
from .step_enum import StepEnum
from .stream import Stream
from .table import Table
from .table_kind import TableKind
from .table_page import TablePage
from .table_status import TableStatus
from .time_left import TimeLeft
from .transcript import Transcript
from .transcript_transcript import TranscriptTranscript
from .turn import Turn
from .verification import Verification
from .verify_request import VerifyRequest
from .verify_request_transcript import VerifyRequestTranscript
from .void_reason_enum import VoidReasonEnum
from .wager_body_request import WagerBodyRequest
from .wager_result import WagerResult

__all__ = (
    "Action",
    "AnswerEnum",
    "AnswerFieldRequest",
    "AnswersBodyRequest",
    "Bar",
    "BehindOffer",
    "BetBodyRequest",
    "BetReturn",
    "BetReturnOutcomes",
    "BlankEnum",
    "Box",
    "BoxBetFieldRequest",
    "BoxBetFieldRequestSideBets",
    "BoxNumberBodyRequest",
    "BoxSideBets",
    "Chart",
    "ChartCodes",
    "ChartRows",
    "Check",
    "ChoicesFieldRequest",
    "ClientSeedBodyRequest",
    "ClockPhase",
    "ClosedShoe",
    "CodeRequest",
    "Currency",
    "Cuts",
    "Dealer",
    "DecisionBodyRequest",
    "DoubleEnum",
    "DueCheck",
    "EarlyAction",
    "EarlyBodyRequest",
    "EarlyChoice",
    "Exchange",
    "ExchangeStatus",
    "FallbackEnum",
    "Felt",
    "FieldProblem",
    "Frame",
    "FrameKindEnum",
    "Hand",
    "Hint",
    "Hours",
    "IntervalRequest",
    "LanguageEnum",
    "Limits",
    "ListRoundsCurrency",
    "ListRoundsResult",
    "LiveBoxBetFieldRequest",
    "LiveBoxBetFieldRequestSideBets",
    "LiveDecisionBodyRequest",
    "LiveShoe",
    "LiveTable",
    "LoginRequest",
    "LogLine",
    "LogLineKind",
    "LogPage",
    "Money",
    "MoneyEnum",
    "MoneyInputRequest",
    "NextBet",
    "NextEnum",
    "OpeningBodyRequest",
    "OptionalSeedBodyRequest",
    "OutcomeEnum",
    "OwnClosedShoe",
    "OwnPart",
    "Pace",
    "PasswordRequest",
    "PastDecision",
    "PastRound",
    "PastRoundPage",
    "PastVoid",
    "Permission",
    "PlacedBet",
    "PlayMoney",
    "Position",
    "PossibleAction",
    "Problem",
    "Profile",
    "PublicBox",
    "PublicDealer",
    "PublicHand",
    "PublicSideBet",
    "PublicStake",
    "PublicTable",
    "Question",
    "RealityAnswerRequest",
    "RealityCheck",
    "Replay",
    "Restriction",
    "RestrictionKindEnum",
    "Returns",
    "ReturnsSideBets",
    "Round",
    "RoundPoints",
    "RoundRecord",
    "RoundStatus",
    "RuleSet",
    "RuleSetRules",
    "Seal",
    "SealBodyRequest",
    "Session",
    "SessionPlay",
    "Shoe",
    "ShoeBodyRequest",
    "ShoePage",
    "Shoes",
    "ShoeStatus",
    "SignupRequest",
    "SitOutBodyRequest",
    "Situation",
    "SplitEnum",
    "StateEnum",
    "Step",
    "StepBodyRequest",
    "StepEnum",
    "Stream",
    "Table",
    "TableKind",
    "TablePage",
    "TableStatus",
    "TimeLeft",
    "Transcript",
    "TranscriptTranscript",
    "Turn",
    "Verification",
    "VerifyRequest",
    "VerifyRequestTranscript",
    "VoidReasonEnum",
    "WagerBodyRequest",
    "WagerResult",
)
