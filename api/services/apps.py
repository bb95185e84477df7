"""Registered apps: registered, changed and revoked by administrators."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from allauth.idp.oidc.models import Client, Token
from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from api.models import AppConnection, RealMoneyDecision, RealMoneyProposal, RegisteredApp
from api.refusals import AppEnded, NoSecret, RealMoneyAlready
from api.values.app_scopes import AppScope
from approvals.selectors import undecided_proposals
from approvals.services import DecisionFlow
from journal.models import EventKind
from journal.services.recording import record

_FLOW: Final = DecisionFlow(RealMoneyDecision, build_right_check(Right.APPROVE_STAFF))
_SECRET: Final = "lgl_app_"  # noqa: S105 - how secrets begin
_GRANTS: Final = [Client.GrantType.AUTHORIZATION_CODE.value, Client.GrantType.REFRESH_TOKEN.value]


@dataclass(frozen=True, slots=True)
class AppRequest:
    """An app to be registered. A public one has no secret."""

    name: str
    maker: str
    website: str
    redirect_uris: Sequence[str]
    scopes: frozenset[AppScope]
    is_public: bool


@dataclass(frozen=True, slots=True)
class IssuedApp:
    """An app with its new secret, which is shown once and never stored; empty for a public app."""

    app: RegisteredApp
    secret: str


@transaction.atomic
def register_app(asked: AppRequest, *, acting_user: User) -> IssuedApp:
    """Register an app. Raises NotPermitted."""
    require(acting_user, Right.EDIT_STAFF)
    secret = "" if asked.is_public else _create_secret()
    client = Client(
        name=asked.name, type=Client.Type.PUBLIC if asked.is_public else Client.Type.CONFIDENTIAL
    )
    client.set_secret(secret or _create_secret())
    client.set_scopes([scope.value for scope in AppScope if scope in asked.scopes])
    client.set_grant_types(_GRANTS)
    client.set_redirect_uris(list(asked.redirect_uris))
    client.save(force_insert=True)
    app = RegisteredApp.objects.create(
        client=client,
        name=asked.name,
        maker=asked.maker,
        website=asked.website,
        made_by=acting_user,
    )
    _record(EventKind.APP_REGISTERED, app, acting_user, scopes=client.get_scopes())
    return IssuedApp(app, secret)


@transaction.atomic
def renew_secret(app_id: int, *, reason: str, acting_user: User) -> IssuedApp:
    """Replace the secret of an app; the old one ends at once. Raises NotPermitted, ReasonMissing, AppEnded, NoSecret."""
    require(acting_user, Right.EDIT_STAFF)
    reason = require_reason(reason)
    app, secret = _lock_app(app_id), _create_secret()
    if app.is_public:
        raise NoSecret
    app.client.set_secret(secret)
    app.client.save(update_fields=["secret"])
    _record(EventKind.APP_SECRET_RENEWED, app, acting_user, reason=reason)
    return IssuedApp(app, secret)


@transaction.atomic
def revoke_app(app_id: int, *, reason: str, acting_user: User) -> RegisteredApp:
    """End an app and all its connections with the next request. Raises NotPermitted, ReasonMissing, AppEnded."""
    require(acting_user, Right.EDIT_STAFF)
    reason = require_reason(reason)
    app, now = _lock_app(app_id), timezone.now()
    app.revoked_at, app.revoked_by, app.real_money = now, acting_user, False
    app.save(update_fields=["revoked_at", "revoked_by", "real_money"])
    ended = AppConnection.objects.filter(app=app, revoked_at=None).update(revoked_at=now)
    Token.objects.filter(client=app.client_id).delete()
    Client.objects.filter(pk=app.client_id).update(grant_types="", response_types="")
    _record(EventKind.APP_REVOKED, app, acting_user, connections=ended, reason=reason)
    return app


@transaction.atomic
def propose_real_money(app_id: int, *, reason: str, acting_user: User) -> RealMoneyProposal:
    """Propose that the app may play with real money. Raises NotPermitted, ReasonMissing, AppEnded, RealMoneyAlready."""
    require(acting_user, Right.EDIT_STAFF)
    reason, app = require_reason(reason), _lock_app(app_id)
    if app.real_money or undecided_proposals(RealMoneyProposal).filter(app=app).exists():
        raise RealMoneyAlready
    row = RealMoneyProposal.objects.create(app=app, proposed_by=acting_user, reason=reason)
    _record(EventKind.APP_REAL_MONEY_PROPOSED, app, acting_user, reason=reason)
    return row


@transaction.atomic
def decide_real_money(
    proposal_id: int, *, approved: bool, reason: str, acting_user: User
) -> RealMoneyDecision:
    """Decide whether an app may play with real money; the database allows it. Raises as `DecisionFlow.decide`, AppEnded."""
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    proposal = RealMoneyProposal.objects.get(pk=proposal_id)
    app = _lock_app(proposal.app_id)
    decision, is_new = _FLOW.decide(proposal, verdict)
    if is_new:
        told = {"approved": approved, "proposed_by": proposal.proposed_by_id}
        _record(EventKind.APP_REAL_MONEY_DECIDED, app, acting_user, **told, reason=decision.reason)
    return decision


@transaction.atomic
def stop_real_money(app_id: int, *, reason: str, acting_user: User) -> RegisteredApp:
    """Stop the app's play with real money with the next request. Raises NotPermitted, ReasonMissing, AppEnded."""
    require(acting_user, Right.EDIT_STAFF)
    reason, app = require_reason(reason), _lock_app(app_id)
    if app.real_money:
        app.real_money = False
        app.save(update_fields=["real_money"])
        _record(EventKind.APP_REAL_MONEY_STOPPED, app, acting_user, reason=reason)
    return app


def _create_secret() -> str:
    return f"{_SECRET}{secrets.token_urlsafe(32)}"


def _lock_app(app_id: int) -> RegisteredApp:
    apps = RegisteredApp.objects.select_for_update(of=("self",)).select_related("client")
    app = apps.get(pk=app_id)
    if not app.is_active:
        raise AppEnded(detail=str(app))
    return app


def _record(kind: EventKind, app: RegisteredApp, acting_user: User, **data: object) -> None:
    record(kind, actor=acting_user.pk, subject=f"app {app.pk}", data={"name": app.name, **data})
