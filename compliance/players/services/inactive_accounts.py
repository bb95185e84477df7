"""Inactive accounts: announced by letter, then inactive until the player signs in.

How long that takes, and whether identity is verified again then, is in the profile. No fee is taken.
"""

from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from accounts.identity.services.verification import end_verification
from accounts.models.inactivity import InactiveSpell
from accounts.models.letters import Letter
from accounts.models.users import State, User
from casino.services.isolation import run_isolated
from journal.models import EventKind
from journal.services.recording import record
from pages.moments import months_later
from profiles.selectors.in_force import profile_in_force

BATCH: Final = 100


def find_unseen_players(now: datetime) -> QuerySet[User]:
    """Return players whose inactivity is to be announced, longest unseen first; none if accounts never become inactive.

    `active_at` is their last sign-in, or when they registered.
    """
    profile = profile_in_force()
    players = User.objects.filter(is_staff=False, is_guest=False, is_test_account=False)
    if not profile.inactive_after_months:
        return players.none()
    until = months_later(now, -profile.inactive_after_months)
    until += timedelta(days=profile.inactivity_notice_days)
    players = players.annotate(active_at=Coalesce("session_began", "created_at"))
    announced = InactiveSpell.objects.filter(ended_at__isnull=True).values("player")
    unseen = players.filter(active_at__lte=until).exclude(pk__in=announced)
    return unseen.exclude(state=State.CLOSED).order_by("active_at", "pk")


def announce_inactivity(now: datetime) -> int:
    """Announce to a batch of players that their account will be inactive, each in its own transaction. Return how many."""
    found = list(find_unseen_players(now).values_list("pk", flat=True)[:BATCH])
    return sum(
        run_isolated(
            f"the inactivity of player {pk} could not be announced", partial(_announce, pk, now)
        )
        for pk in found
    )


@transaction.atomic
def _announce(pk: int, now: datetime) -> bool:
    player = User.objects.select_for_update(skip_locked=True).filter(pk=pk).first()
    if player is None or not find_unseen_players(now).filter(pk=pk).exists():
        return False
    profile, active_at = profile_in_force(), player.session_began or player.created_at
    spell = InactiveSpell.objects.create(
        player=player,
        active_at=active_at,
        announced_at=now,
        due_at=max(
            months_later(active_at, profile.inactive_after_months),
            now + timedelta(days=profile.inactivity_notice_days),
        ),
    )
    data = {"active_at": active_at.isoformat(), "due_at": spell.due_at.isoformat()}
    record(EventKind.INACTIVITY_ANNOUNCED, subject=f"user {pk}", data=data)
    _write(Letter.Kind.INACTIVE_SOON, spell)
    return True


def find_due_spells(now: datetime) -> QuerySet[InactiveSpell]:
    """Return announced spells whose time has come."""
    due = InactiveSpell.objects.filter(ended_at__isnull=True, inactive_at__isnull=True)
    return due.filter(due_at__lte=now).exclude(player__state=State.CLOSED)


def make_accounts_inactive(now: datetime) -> int:
    """Make a batch of announced accounts inactive, each in its own transaction. Return how many."""
    due = find_due_spells(now).order_by("due_at", "pk")
    return sum(
        run_isolated(
            f"the account of player {player} could not become inactive",
            partial(_make_inactive, player, spell, now),
        )
        for spell, player in list(due.values_list("pk", "player")[:BATCH])
    )


@transaction.atomic
def _make_inactive(player_id: int, spell_id: int, now: datetime) -> bool:
    # Sign-in locks the spell before the player: what it holds is left to the next run.
    spells = find_due_spells(now).select_for_update(of=("self",), skip_locked=True)
    spell = spells.filter(pk=spell_id).first()
    player = User.objects.select_for_update(skip_locked=True).filter(pk=player_id).first()
    if player is None or spell is None:
        return False
    if (player.session_began or player.created_at) > spell.active_at:
        # Signed in while the spell was being announced.
        spell.ended_at = now
        spell.save(update_fields=["ended_at"])
        return True
    spell.inactive_at = now
    spell.save(update_fields=["inactive_at"])
    again = profile_in_force().inactivity_identification and end_verification(player, letter=False)
    data = {"active_at": spell.active_at.isoformat(), "verify_again": again}
    record(EventKind.ACCOUNT_INACTIVE, subject=f"user {player_id}", data=data)
    _write(Letter.Kind.INACTIVE, spell)
    return True


def _write(kind: Letter.Kind, spell: InactiveSpell) -> None:
    Letter.objects.create(player=spell.player, kind=kind, about=str(spell.pk))
