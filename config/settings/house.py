"""What the operator decides: ages, guests, names and addresses, notices, limits of time and amount."""

from config.casts import (
    parse_boolean,
    parse_integer,
    parse_integers_by_country,
    parse_links,
    parse_profile_name,
)
from config.environment import Environment

_env = Environment()

# Profile of a new installation, read once, by the migration that creates its first version; staff change it by
# two people.
FIRST_PROFILE = _env("FIRST_PROFILE", parse_profile_name, "house")

# Minimum age for opening an account and playing; MINIMUM_AGES has higher ones by country.
MINIMUM_AGE = _env("MINIMUM_AGE", parse_integer(18, 99), 18)
MINIMUM_AGES = _env("MINIMUM_AGES", parse_integers_by_country(18, 99), {})
# Play-money table for visitors without an account; empty: none. Then the maximum of new guests a
# day, per network and in total.
GUEST_TABLE = _env("GUEST_TABLE", str, "friendly")
GUESTS_PER_NETWORK = _env("GUESTS_PER_NETWORK", parse_integer(1, 10_000), 50)
GUESTS_IN_TOTAL = _env("GUESTS_IN_TOTAL", parse_integer(1, 1_000_000), 5_000)
OPERATOR_NAME = _env("OPERATOR_NAME", str, "Lígalo")
OPERATOR_SITE = _env("OPERATOR_SITE", str, "ligalocontodo.com")
OPERATOR_EMAIL = _env("OPERATOR_EMAIL", str, "info@grupoligalo.com")
OPERATOR_PHONE = _env("OPERATOR_PHONE", str, "+1 829 518 7047")
# Names and links of help organisations for problem gambling, and of regulators.
HELP_ORGANISATIONS = _env("HELP_ORGANISATIONS", parse_links, [])
REGULATORS = _env("REGULATORS", parse_links, [])
OPERATOR_ADDRESS = _env("OPERATOR_ADDRESS", str, "")  # postal address; empty: not shown
# Hours within which a withdrawal is paid or refused: staff see how much is left of them for a held one.
PAY_WITHDRAWALS_HOURS = _env("PAY_WITHDRAWALS_HOURS", parse_integer(24, 720), 120)
# Days within which a dispute is answered: promised on the contact page, and staff see the overdue
# ones.
DISPUTE_ANSWER_DAYS = _env("DISPUTE_ANSWER_DAYS", parse_integer(1, 60), 7)
# Notice in hours before new rules apply to real money: time to read them or to leave the table.
RULES_NOTICE_HOURS = _env("RULES_NOTICE_HOURS", parse_integer(1, 30 * 24), 24)
# Default interval of reality checks (time played and result); whether players may turn them off.
REALITY_CHECK_MINUTES = _env("REALITY_CHECK_MINUTES", parse_integer(5, 240), 60)
REALITY_CHECK_OPTIONAL = _env("REALITY_CHECK_OPTIONAL", parse_boolean, default=False)
# A deposit expires after this time without word from its provider.
DEPOSIT_EXPIRY_HOURS = _env("DEPOSIT_EXPIRY_HOURS", parse_integer(1, 30 * 24), 24)
# Withdrawals are open while the last ledger check passed and is younger than this; the check runs
# hourly.
LEDGER_CHECK_HOURS = _env("LEDGER_CHECK_HOURS", parse_integer(2, 48), 3)
# A void that is not decided within this time expires.
VOID_PROPOSAL_DAYS = _env("VOID_PROPOSAL_DAYS", parse_integer(1, 90), 7)
# Bets and wins from these amounts in US dollars are significant events: per round, and per player
# and day.
LARGE_BET_USD = _env("LARGE_BET_USD", parse_integer(1, 1_000_000), 100)
LARGE_WIN_USD = _env("LARGE_WIN_USD", parse_integer(1, 1_000_000), 100)
LARGE_BETS_DAY_USD = _env("LARGE_BETS_DAY_USD", parse_integer(1, 1_000_000), 2_000)
LARGE_WINS_DAY_USD = _env("LARGE_WINS_DAY_USD", parse_integer(1, 1_000_000), 500)
SHOE_MOST_SECONDS = _env("SHOE_MOST_SECONDS", parse_integer(60, 10**8), 7 * 24 * 60 * 60)
# Stakes in the last thirty days that make a high-stakes player in the reports, in US dollars.
HIGH_STAKES_USD = _env("HIGH_STAKES_USD", parse_integer(1, 10**9), 5_000)
# Months of rounds that players can look up themselves; older ones are kept and provided on request.
HISTORY_MONTHS = _env("HISTORY_MONTHS", parse_integer(12, 240), 12)
