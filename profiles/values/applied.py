"""Fields that this version of the product does not read: why it keeps them nevertheless, or that it does not apply them."""

from typing import Final

ALWAYS_KEPT: Final = frozenset(
    {
        "autoplay",  # there is none
        "debt_set_off",  # at each withdrawal and at the closing of an account
        "deck_count_shown",
        "deposit_limits_offered",  # day, week and month
        "harm_markers",
        "identity_before",  # before the first deposit or real-money bet, and before a withdrawal
        "inactivity_fee",  # there is none
        "limit_confirmation",  # a looser limit always waits for one
        "reverse_withdrawals",  # a requested withdrawal is not taken back
        "session_limit_offered",
    }
)
"""Whatever the profile says: the product always does the strictest."""

NOT_APPLIED: Final[frozenset[str]] = frozenset()
"""Stated and shown only. The evidence page counts the profile as partly met while there are any."""
