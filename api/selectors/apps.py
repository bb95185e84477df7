"""Registered apps and their connections."""

from collections.abc import Collection

from allauth.idp.oidc.models import Token
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from accounts.models.users import State, User
from accounts.roles.values import Right
from api.models import AppConnection, RealMoneyProposal, RegisteredApp
from approvals.selectors import Queue, undecided_proposals


def list_apps() -> QuerySet[RegisteredApp]:
    """Return every app, newest first, with its people, its connected players, and whether a proposal is `waiting`."""
    apps = RegisteredApp.objects.select_related("client", "made_by", "revoked_by")
    connected = Count("connections", filter=Q(connections__revoked_at=None))
    waiting = Exists(undecided_proposals(RealMoneyProposal).filter(app=OuterRef("pk")))
    return apps.annotate(connected=connected, waiting=waiting).order_by("-pk")


def app_queues() -> tuple[Queue, ...]:
    """Return the queue of apps that wait for a second person to allow real money."""
    waiting = undecided_proposals(RealMoneyProposal).filter(app__revoked_at=None)
    return (Queue("app_real_money", Right.APPROVE_STAFF, waiting, "apps:list"),)


def find_active_app(client_id: str) -> RegisteredApp | None:
    """Return the app with this client id; None if it is unknown or revoked."""
    apps = RegisteredApp.objects.select_related("client")
    return apps.filter(client=client_id, revoked_at=None).first()


def list_connections(player: User) -> QuerySet[AppConnection]:
    """Return the apps that this player is connected with, latest first."""
    found = _valid().filter(player=player)
    return found.select_related("app").order_by("-granted_at")


def find_connection(text: str) -> tuple[AppConnection, Collection[str]] | None:
    """Return the connection of this access token, with its app and player, and the token's scopes.

    None if token or connection has ended. One query.
    """
    tokens = Token.objects.valid().by_value(text).filter(type=Token.Type.ACCESS_TOKEN)
    found = _valid().filter(app__client__token__in=tokens, player=F("app__client__token__user"))
    scopes = F("app__client__token__scopes")
    row = found.annotate(token_scopes=scopes).select_related("app", "player").first()
    return None if row is None else (row, Token(scopes=row.token_scopes).get_scopes())


def _valid() -> QuerySet[AppConnection]:
    """Connections that neither player, app nor house has ended."""
    valid = AppConnection.objects.filter(
        revoked_at=None, app__revoked_at=None, sessions_ended=F("player__sessions_ended")
    )
    return valid.exclude(player__state__in=[State.CLOSED, State.LOCKED])
