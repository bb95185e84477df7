"""Connections of players with registered apps: granted and ended by the player."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from allauth.idp.oidc.models import Token
from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from api.models import AppConnection, RegisteredApp
from api.refusals import AppEnded, AppScopeMissing, InvalidToken, NotForApps, RealMoneyNotAllowed
from api.selectors.apps import find_connection
from api.values.app_scopes import AppScope
from journal.models import EventKind
from journal.refusals import NotFound, Refusal
from journal.services.recording import record, record_once

NOTED_EVERY: Final = timedelta(minutes=1)
"""Resolution of a connection's last use."""


@transaction.atomic
def connect_app(player: User, client_id: str, scopes: Collection[str]) -> AppConnection:
    """Grant these scopes to an app; a connection that exists gets them instead of its own. Raises AppEnded."""
    apps = RegisteredApp.objects.select_for_update(no_key=True)
    app = apps.filter(client=client_id, revoked_at=None).first()
    if app is None:
        raise AppEnded(detail=client_id)
    granted = [scope.value for scope in AppScope if scope.value in scopes]
    connection, _is_new = AppConnection.objects.update_or_create(
        app=app,
        player=player,
        revoked_at=None,
        defaults={
            "scopes": granted,
            "granted_at": timezone.now(),
            "sessions_ended": player.sessions_ended,
        },
    )
    _record(EventKind.APP_CONNECTED, connection, scopes=granted)
    return connection


@transaction.atomic
def disconnect_app(player: User, connection_id: int) -> AppConnection:
    """End a connection with the next request. Idempotent. Raises NotFound if it is not this player's."""
    found = AppConnection.objects.select_for_update(of=("self",)).select_related("app")
    connection = found.filter(pk=connection_id, player=player).first()
    if connection is None:
        raise NotFound
    if connection.revoked_at is None:
        connection.revoked_at = timezone.now()
        connection.save(update_fields=["revoked_at"])
        Token.objects.filter(client=connection.app.client_id, user=player).delete()
        _record(EventKind.APP_DISCONNECTED, connection)
    return connection


@dataclass(frozen=True, slots=True)
class AppGrant:
    """What an access token allows: the scopes of the token that its connection still has."""

    connection: AppConnection
    scopes: frozenset[str]


def authenticate_token(text: str) -> AppGrant:
    """Return the grant of an access token. Raises InvalidToken.

    Never cached: a connection that has ended ends with the next request. Notes its use.
    """
    found = find_connection(text)
    if found is None:
        raise InvalidToken
    connection, scopes = found
    _note_use(connection)
    return AppGrant(connection, frozenset(scopes) & frozenset(connection.scopes))


def require_scope(grant: AppGrant, enough: Sequence[AppScope]) -> None:
    """Require one of the scopes that are enough; none of them: open to no app. Raises NotForApps, AppScopeMissing."""
    if not enough:
        raise _recorded(grant, NotForApps())
    if grant.scopes.isdisjoint(enough):
        raise _recorded(grant, AppScopeMissing(enough[0].value))


def require_money(grant: AppGrant, *, is_play_money: bool) -> None:
    """Require what play at a table with this money needs. Raises AppScopeMissing, RealMoneyNotAllowed."""
    if is_play_money and AppScope.PLAY not in grant.scopes:
        raise _recorded(grant, AppScopeMissing(AppScope.PLAY.value))
    allowed = AppScope.PLAY_REAL in grant.scopes and grant.connection.app.real_money
    if not is_play_money and not allowed:
        raise _recorded(grant, RealMoneyNotAllowed())


def keep_session(connection: AppConnection, session_key: str) -> None:
    """Store the session that holds the visit of the connection's requests, if it is a new one."""
    if session_key != connection.session_key:
        found = AppConnection.objects.filter(pk=connection.pk, revoked_at=None)
        found.update(session_key=session_key)


def _recorded(grant: AppGrant, refusal: Refusal) -> Refusal:
    """Record the refusal, once an hour and code, and return it."""
    connection, now = grant.connection, timezone.now()
    record_once(
        EventKind.APP_REFUSED,
        actor=connection.player_id,
        subject=f"app {connection.app_id}",
        data={"code": refusal.code, "player": connection.player_id},
        once=f"{now:%Y-%m-%d %H} {connection.player_id} {refusal.code}",
    )
    return refusal


def _note_use(connection: AppConnection) -> None:
    now = timezone.now()
    if connection.last_used_at is None or now - connection.last_used_at >= NOTED_EVERY:
        AppConnection.objects.filter(pk=connection.pk, revoked_at=None).update(last_used_at=now)


def _record(kind: EventKind, connection: AppConnection, **data: object) -> None:
    player, app = connection.player_id, connection.app
    record(kind, actor=player, subject=f"user {player}", data={"app": app.name, **data})
