"""The player's account as the API shows it."""

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.identity.selectors.addresses import KnownAddress, load_address
from accounts.identity.selectors.checklist import ChecklistStep, load_checklist
from accounts.identity.selectors.uploads import list_uploads
from accounts.models.restrictions import Restriction
from accounts.models.users import User
from accounts.restrictions.refusals import IneligibilityReason
from accounts.restrictions.selectors.active_restrictions import find_active
from accounts.restrictions.selectors.eligibility import may_play_real_money, may_withdraw
from accounts.users.selectors.emails import has_confirmed_email
from profiles.selectors.in_force import profile_in_force


@dataclass(frozen=True, slots=True)
class StepResource:
    step: ChecklistStep
    done: bool


@dataclass(frozen=True, slots=True)
class Permission:
    """Whether the player may do something now; else a code and a sentence."""

    allowed: bool
    code: str | None
    detail: str | None

    @classmethod
    def from_reason(cls, reason: IneligibilityReason | None) -> "Permission":
        if reason is None:
            return cls(allowed=True, code=None, detail=None)
        return cls(allowed=False, code=reason.code, detail=str(reason.message))


@dataclass(frozen=True, slots=True)
class AddressPosition:
    is_required: bool
    address: KnownAddress | None


def load_address_position(player: User) -> AddressPosition:
    """Return the address in force, and whether the profile requires one. One query."""
    required = profile_in_force(player.country).address_required
    return AddressPosition(required, load_address(player))


@dataclass(frozen=True, slots=True)
class ProfileResource:
    """A player's data, verification and state. Eight queries at most."""

    player: User
    email_confirmed: bool
    verification: Sequence[StepResource]
    real_money_play: Permission
    withdrawals: Permission
    restrictions: Sequence[Restriction]


def load_profile(player: User) -> ProfileResource:
    """Return what the account page and the identity page show."""
    confirmed = has_confirmed_email(player)
    checklist = load_checklist(player, list_uploads(player))
    return ProfileResource(
        player=player,
        email_confirmed=confirmed,
        verification=[StepResource(step, step in checklist.done) for step in checklist.steps],
        real_money_play=Permission.from_reason(may_play_real_money(player, confirmed=confirmed)),
        withdrawals=Permission.from_reason(may_withdraw(player)),
        restrictions=list(find_active(player.pk)),
    )
