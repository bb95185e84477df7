"""Client of the Lígalo API: typed operations, retries, pages, streams, problems as exceptions."""

from ligalo_client.client import Ligalo
from ligalo_client.pages import Rows, iterate_rows
from ligalo_client.private_tables import BoxBet, PrivateTable
from ligalo_client.problems import (
    ApiProblem,
    Conflict,
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
)
from ligalo_client.retries import Retries

__all__ = [
    "ApiProblem",
    "BoxBet",
    "Conflict",
    "FieldError",
    "InvalidRequest",
    "Ligalo",
    "LigaloError",
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
    "iterate_rows",
]
