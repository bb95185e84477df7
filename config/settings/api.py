"""The HTTP API: rate limits, REST framework, the OpenAPI document."""

from django.utils.translation import gettext_lazy as _

from config.casts import parse_integer
from config.environment import Environment

_env = Environment()

# Requests a minute: that one network may send to the public API, reading and verifying transcripts;
# that one player may send.
API_REQUESTS_PER_MINUTE = {
    "read": _env("API_READS_PER_MINUTE", parse_integer(1, 1_000_000), 120),
    "verify": _env("API_VERIFICATIONS_PER_MINUTE", parse_integer(1, 1_000_000), 20),
    "player": _env("API_PLAYER_REQUESTS_PER_MINUTE", parse_integer(1, 1_000_000), 600),
}
# Players' apps sign in by allauth's headless views; browsers by the pages.
HEADLESS_CLIENTS = ("app",)
REST_FRAMEWORK = {
    # Without the permission of its own that each view states, nobody may call it.
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["api.parsers.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "api.views.errors.answer_exception",
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Lígalo",
    "DESCRIPTION": _("Tables, rules, exact returns and provably fair shoes of the house."),
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "DISABLE_DOCSTRING_DESCRIPTIONS": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "AccountState": "accounts.models.users.State",
        "DepositState": "wallet.cash.models.DepositState",
        "WithdrawalState": "wallet.cash.models.WithdrawalState",
        "DisputeState": "compliance.models.DisputeState",
        "TableStatus": ["closed", "opening", "open"],
        "TableKind": ["private", "live"],
        "ShoeStatus": ["closed", "lost"],
        "LogLineKind": ["announced", "opened", "closed", "lost"],
        "MoneyKind": ["real", "play"],
        "Currency": ["USD", "VES", "COP", "DOP", "EUR", "PLY"],
        "RoundStatus": ["in_progress", "completed", "cancelled"],
        "ExchangeStatus": ["sealing", "opening", "complete", "aborted", "dropped"],
        "ClockPhase": ["waiting", "betting", "sealing", "answers", "turns", "intermission"],
        "Action": [
            *("hit", "stand", "double", "split", "surrender"),
            *("insure", "even_money", "decline"),
        ],
        "EarlyAction": ["stand", "hit", "double", "split"],
    },
}
