"""The HTTP API: rate limits, REST framework, the OpenAPI document."""

from django.utils.translation import gettext_lazy as _

from config.casts import parse_absolute_path, parse_integer
from config.environment import Environment

_env = Environment()

# Requests a minute: that one network may send to the public API, reading and verifying transcripts;
# that one player may send.
API_REQUESTS_PER_MINUTE = {
    "read": _env("API_READS_PER_MINUTE", parse_integer(1, 1_000_000), 120),
    "verify": _env("API_VERIFICATIONS_PER_MINUTE", parse_integer(1, 1_000_000), 20),
    "player": _env("API_PLAYER_REQUESTS_PER_MINUTE", parse_integer(1, 1_000_000), 600),
    "service": _env("API_SERVICE_REQUESTS_PER_MINUTE", parse_integer(1, 1_000_000), 600),
    "token": _env("API_TOKEN_REQUESTS_PER_MINUTE", parse_integer(1, 1_000_000), 60),
    "failed_keys": _env("API_FAILED_KEYS_PER_MINUTE", parse_integer(1, 1_000_000), 20),
}
# Seconds for a whole exchange with a receiver of webhooks; days that ended deliveries are kept; further certificate
# authorities for receivers in listed networks.
WEBHOOK_SECONDS = _env("WEBHOOK_SECONDS", parse_integer(1, 60), 10)
WEBHOOK_DAYS = _env("WEBHOOK_DAYS", parse_integer(1, 365), 30)
WEBHOOK_CA_FILE = _env("WEBHOOK_CA_FILE", parse_absolute_path, "")
WEBHOOKS_OVER_HTTP = False  # only `make run` allows it, to listed loopback networks
SERVICE_KEY_PREFIX = "lgl_live_"  # "lgl_test_" where money and people are invented
# Players' apps sign in by allauth's headless views; browsers by the pages.
HEADLESS_CLIENTS = ("app",)
# Registered apps: authorization codes by allauth, opaque tokens, stored as hashes. Seconds.
IDP_OIDC_ADAPTER = "api.views.app_adapter.AppAdapter"
IDP_OIDC_ACCESS_TOKEN_FORMAT = "opaque"  # noqa: S105 - the name of a format
IDP_OIDC_ACCESS_TOKEN_EXPIRES_IN = 60 * 60
IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN = 30 * 24 * 60 * 60
REST_FRAMEWORK = {
    # Without the permission of its own that each view states, nobody may call it.
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["api.parsers.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "api.views.openapi.OperationSchema",
    "EXCEPTION_HANDLER": "api.views.errors.answer_exception",
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Lígalo",
    "DESCRIPTION": _("Tables, play, money and the operator's data for your own programs."),
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "DISABLE_DOCSTRING_DESCRIPTIONS": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "api.schema.refuse_unknown_fields",
        "api.schema.place_links",
        "api.schema.name_requests",
    ],
    "APPEND_COMPONENTS": {
        "securitySchemes": {
            "ServiceKey": {
                "type": "http",
                "scheme": "bearer",
                "description": _("A key of the operator's system: “lgl_…”."),
            }
        }
    },
    "ENUM_NAME_OVERRIDES": {
        "PlayerState": "accounts.models.users.State.values",
        "VoidState": "compliance.models.CaseState.values",
        "VoidKind": "compliance.models.CaseKind.values",
        "LimitKind": "limits.values.LimitKind.values",
        "PaymentKind": "api.serializers.operators.payments.FLOWS",
        "PaymentStatus": "api.serializers.operators.payments.STATUSES",
        "PaymentOutcome": "api.serializers.operators.payments.OUTCOMES",
        "FollowUpKind": "api.serializers.operators.voids.FOLLOWING",
        "VoidReason": "compliance.models.CaseReason.values",
        "ProposalState": "api.resources.operators.proposals.ProposalState.values",
        "TransferKind": "wallet.ledger.models.TransferKind.values",
        "LedgerAccount": "api.serializers.operators.ledger.ACCOUNTS",
        "CashLimitKind": "limits.values.CashLimitKind.values",
        "SwitchKind": "api.serializers.operators.switches.What.values",
        "ExportState": "api.serializers.operators.exports.STATES",
        "ExportFormat": "api.serializers.operators.exports.FORMATS",
        "ExportSource": "api.serializers.operators.exports.SOURCE_NAMES",
        "RoundState": "api.serializers.operators.rounds.ROUND_STATUSES",
        "ShoeState": "api.serializers.operators.rounds.SHOE_STATUSES",
        "CloseReason": "api.serializers.operators.rounds.CLOSE_REASONS",
        "RealCurrency": "accounts.values.currencies.REAL_CURRENCIES",
        "ForeignCurrency": "wallet.rates.selectors.rates.FOREIGN",
        "AccountState": "accounts.models.users.State",
        "DepositState": "wallet.cash.models.DepositState",
        "WithdrawalState": "wallet.cash.models.WithdrawalState",
        "DisputeState": "compliance.models.DisputeState",
        "TableStatus": ["closed", "opening", "open"],
        "TableKind": ["private", "live"],
        "ShoeStatus": ["closed", "lost", "retired"],
        "LogLineKind": ["announced", "opened", "closed", "lost", "retired"],
        "MoneyKind": ["real", "play"],
        "Currency": ["USD", "VES", "COP", "DOP", "EUR", "PLY"],
        "RoundStatus": ["in_progress", "completed", "cancelled"],
        "ExchangeStatus": ["sealing", "opening", "complete", "aborted", "dropped"],
        "ClockPhase": ["waiting", "betting", "sealing", "answers", "turns", "intermission"],
        "Action": [
            *("hit", "stand", "double", "split", "surrender"),
            *("insure", "even_money", "decline"),
        ],
        "HandOutcome": [
            *("blackjack", "win", "push", "lose", "bust"),
            *("surrender", "even_money", "charlie"),
        ],
        "EarlyAction": ["stand", "hit", "double", "split"],
    },
}
