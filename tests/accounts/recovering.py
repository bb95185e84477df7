"""Players who lost their second factors, for the recovery tests."""

from typing import Any
from uuid import uuid4

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from psycopg import Connection

from accounts.identity.services.number_entry import reveal_number
from accounts.models.recovery import FactorReset
from accounts.models.users import User
from accounts.recovery.services import decide_reset, request_reset
from accounts.roles.values import Role
from tests.accounts.staff import staff
from tests.accounts.test_second_step import ana_with_an_app


def comparing(role: Role, player: User, name: str = "") -> User:
    """Return a staff member who has viewed the player's document number."""
    person = staff(role, name)
    reveal_number(player, acting_user=person)
    return person


def ana_without_her_phone() -> tuple[User, str]:
    """Return Ana, who lost her app and recovery codes, and the secret of that app."""
    user, secret = ana_with_an_app()
    RecoveryCodes.activate(user)
    return user, secret


def asked(player: User) -> FactorReset:
    """Return a factor reset requested by an analyst."""
    analyst = comparing(Role.COMPLIANCE_ANALYST, player)
    return request_reset(
        player.pk, key=uuid4(), acting_user=analyst, reason="saw her cédula by video"
    )


def approved(player: User) -> FactorReset:
    """Return a factor reset requested by an analyst and approved by a manager."""
    reset = asked(player)
    manager = comparing(Role.COMPLIANCE_MANAGER, player)
    decide_reset(reset.pk, approved=True, acting_user=manager, reason="the same cédula")
    return reset


def told_earlier(owner: Connection[Any], reset: FactorReset, hours: float) -> None:
    """Set the request and its mail to `hours` ago; only the table owner can disable the triggers against it."""
    for table, column, pk in (
        ("accounts_factorreset", "proposed_at", reset.pk),
        ("accounts_letter", "mailed_at", reset.letter_id),
    ):
        owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        owner.execute(
            f"UPDATE {table} SET {column} = now() - %s * interval '1 hour' WHERE id = %s",  # noqa: S608  # constant table names
            [hours, pk],
        )
        owner.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
