"""What the operator decides and no regulator prescribes; the rest is the profile (docs/profiles.md)."""

from config.casts import (
    parse_integer,
    parse_profile_name,
)
from config.environment import Environment

_env = Environment()

# Profile of a new installation, read once, by the migration that creates its first version; staff change it by
# two people.
FIRST_PROFILE = _env("FIRST_PROFILE", parse_profile_name, "house")

# Play-money table for visitors without an account; empty: none. Then the maximum of new guests a
# day, per network and in total.
GUEST_TABLE = _env("GUEST_TABLE", str, "friendly")
GUESTS_PER_NETWORK = _env("GUESTS_PER_NETWORK", parse_integer(1, 10_000), 50)
GUESTS_IN_TOTAL = _env("GUESTS_IN_TOTAL", parse_integer(1, 1_000_000), 5_000)
OPERATOR_NAME = _env("OPERATOR_NAME", str, "Lígalo")
OPERATOR_SITE = _env("OPERATOR_SITE", str, "ligalocontodo.com")
OPERATOR_EMAIL = _env("OPERATOR_EMAIL", str, "info@grupoligalo.com")
OPERATOR_PHONE = _env("OPERATOR_PHONE", str, "+1 829 518 7047")
OPERATOR_ADDRESS = _env("OPERATOR_ADDRESS", str, "")  # postal address; empty: not shown
# A deposit expires after this time without word from its provider.
DEPOSIT_EXPIRY_HOURS = _env("DEPOSIT_EXPIRY_HOURS", parse_integer(1, 30 * 24), 24)
# Withdrawals are open while the last ledger check passed and is younger than this; the check runs
# hourly.
LEDGER_CHECK_HOURS = _env("LEDGER_CHECK_HOURS", parse_integer(2, 48), 3)
# A void that is not decided within this time expires.
VOID_PROPOSAL_DAYS = _env("VOID_PROPOSAL_DAYS", parse_integer(1, 90), 7)
