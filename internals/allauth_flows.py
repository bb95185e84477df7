"""Names from allauth's `internal` packages, for which allauth has no public API.

- `perform_password_login`: after an invitation, the first password signs in like the login form,
  with second factor and hooks.
- `record_authentication`, `reauthenticate_by_password`: no second question for a factor just
  connected or a password just typed.
- `STATE_SESSION_KEY`: actions that allauth postponed until a reauthentication are dropped when a
  visit begins or was idle too long.
- `Rate`, `get_rates`, `get_cache_key`, `clear`: staff see how many failed sign-ins count against a
  player, and reset them.
- `consume`: the rate limit of passwords at self-exclusion works like the one at sign-in. (allauth
  is about to drop its public copy.)
- `begin_authentication`: a passkey can be used when a password is reset.
- `TOTP`, `generate_totp_secret`, `hotp_value`, `format_hotp_value`: second factor of the demo's
  staff, and its current code.

Not for speed, so nothing is measured. The alternative is a copy of this code, which would miss
allauth's fixes.
"""

from allauth.account.internal.flows.login import perform_password_login, record_authentication
from allauth.account.internal.flows.reauthentication import (
    STATE_SESSION_KEY,
    reauthenticate_by_password,
)
from allauth.core.internal.ratelimit import Rate, clear, consume, get_cache_key, get_rates
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from allauth.mfa.webauthn.internal.auth import begin_authentication

__all__ = [
    "STATE_SESSION_KEY",
    "TOTP",
    "Rate",
    "begin_authentication",
    "clear",
    "consume",
    "format_hotp_value",
    "generate_totp_secret",
    "get_cache_key",
    "get_rates",
    "hotp_value",
    "perform_password_login",
    "reauthenticate_by_password",
    "record_authentication",
]
