"""Client of the Lígalo API: typed operations, retries, pages, streams, problems as exceptions."""

from ligalo_client.bets import BoxBet
from ligalo_client.client import Ligalo
from ligalo_client.live_tables import LiveTable
from ligalo_client.pages import Rows, iterate_rows
from ligalo_client.private_tables import PrivateTable
from ligalo_client.problems import (
    ApiProblem,
    ChangedMeanwhile,
    Conflict,
    DishonestSeals,
    FieldError,
    InvalidRequest,
    LigaloError,
    NoAnswer,
    NotAllowed,
    NotFound,
    NotSignedIn,
    Refused,
    ServerError,
    SignInUnfinished,
    TooManyRequests,
    UnreadableAnswer,
)
from ligalo_client.retries import Retries

__all__ = [
    "ApiProblem",
    "BoxBet",
    "ChangedMeanwhile",
    "Conflict",
    "DishonestSeals",
    "FieldError",
    "InvalidRequest",
    "Ligalo",
    "LigaloError",
    "LiveTable",
    "NoAnswer",
    "NotAllowed",
    "NotFound",
    "NotSignedIn",
    "PrivateTable",
    "Refused",
    "Retries",
    "Rows",
    "ServerError",
    "SignInUnfinished",
    "TooManyRequests",
    "UnreadableAnswer",
    "iterate_rows",
]
