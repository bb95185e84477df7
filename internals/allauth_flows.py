"""What the site takes from allauth's `internal` packages, for which allauth has no public names.

- `perform_password_login`: an invitation's first password signs its owner in as the login form does, second factor and hooks included.
- `record_authentication`, `reauthenticate_by_password`: a factor that was connected, or a password that was just typed, is not asked for again.
- `STATE_SESSION_KEY`: what allauth has put off until a reauthentication is dropped when a visit begins, or was idle for too long.
- `Rate`, `get_rates`, `get_cache_key`, `clear`: staff see how many failed sign-ins count against a player, and reset them.
- `consume`: the limit on passwords at self-exclusion counts like those at sign-in. (allauth is about to drop its public copy.)
- `begin_authentication`: a passkey can be shown when a password is reset.
- `TOTP`, `generate_totp_secret`, `hotp_value`, `format_hotp_value`: the demo's staff have a second factor, and see its code.

Not for speed, so nothing is measured. The alternative is a copy of this code, which would not get allauth's fixes.
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
