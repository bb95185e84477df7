"""Completeness of a player's data copy: each table that names a person is included or listed here with a reason."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

import pytest
from allauth.idp.oidc.models import Token
from django.apps import apps
from django.db import models
from django.utils import timezone

from accounts.identity.services import number_entry
from accounts.identity.services.phones import set_phone
from accounts.identity.values.document_numbers import DocumentNumber
from accounts.models.inactivity import InactiveSpell
from accounts.models.users import User
from accounts.profile.services.preferences import Preferences, set_preferences
from accounts.protection.services import reality_answers
from accounts.visits.services.visits import start_visit
from casino.models import TableWatch
from compliance.models import DisputeOutcome
from compliance.own_data.selectors.document import stream_own_data
from journal.models import EventKind
from journal.services.recording import record
from limits.services.players import LimitRequest, set_limit
from limits.values import LimitKind, LimitPeriod
from loyalty.services.redeeming import redeem_points
from tests.accounts.people import ana_confirmed, number
from tests.api.apps import AppCaller
from tests.compliance.cases import analyst
from tests.compliance.disputed import WRONG, answered, disputed
from tests.limits.own_limits import limited
from tests.live.scenes import Guest, a_live_table
from tests.loyalty.test_points import earned
from tests.wallet.ledger import funded

pytestmark = pytest.mark.database
TOLD: Final = {
    "account.EmailAddress.user": "account",
    "mfa.Authenticator.user": "account",
    "accounts.StateChange.user": "states",
    "accounts.Consent.user": "consents",
    "accounts.IdentityNumber.player": "document_numbers",
    "accounts.PhoneNumber.player": "account",
    "accounts.ResidentialAddress.player": "account",
    "accounts.Upload.player": "documents",
    "accounts.InactiveSpell.player": "inactivity",
    "accounts.Restriction.player": "restrictions",
    "accounts.Letter.player": "messages",
    "limits.Limit.player": "own_limits",
    "limits.DepositAnswer.player": "deposit_answers",
    "limits.SessionPlan.player": "session_plans",
    "accounts.Visit.player": "visits",
    "accounts.FactorReset.player": "second_step_resets",
    "wallet.Account.player": "money",
    "wallet.Transfer.player": "movements",
    "wallet.Deposit.player": "deposits",
    "wallet.Withdrawal.player": "withdrawals",
    "limits.LimitSet.player": "limits_of_play",
    "tables.Switching.player": "play_stopped",
    "loyalty.PointsAccount.player": "points",
    "loyalty.PointsEntry.player": "points_earned",
    "loyalty.TierChange.player": "tiers",
    "loyalty.Redemption.player": "redemptions",
    "casino.Place.player": "places",
    "casino.Participant.player": "places",
    "casino.Round.player": "rounds",
    "casino.Notice.player": "notices",
    "compliance.Dispute.player": "disputes",
    "compliance.DisputeReply.acting_user": "dispute_replies",
    "api.AppConnection.player": "connected_apps",
}
"""The part of the document that includes each table and column."""

_STAFF: Final = "an act of staff in the house's work"
_SUSPICION: Final = "staff wrote it for staff; a message tells the player the decision"
_IN_MOVEMENTS: Final = "each of its postings is among the movements"
LEFT_OUT: Final = {
    "accounts.User_groups.user": "roles: staff have them, players none",
    "accounts.User_user_permissions.user": "rights: staff have them, players none",
    "accounts.StaffAccess.user": "staff have it, players none",
    "accounts.PolicyVersion.proposed_by": _STAFF,
    "reports.StandardLook.staff": _STAFF,
    "accounts.PolicyDecision.decided_by": _STAFF,
    "accounts.StateChange.acting_user": _STAFF,
    "accounts.IdentityNumber.acting_user": _STAFF,
    "accounts.ResidentialAddress.acting_user": _STAFF,
    "accounts.AddressVerification.acting_user": _STAFF,
    "accounts.Upload.decided_by": _STAFF,
    "accounts.Restriction.imposed_by": _STAFF,
    "limits.Limit.proposed_by": "the player, of whom the row is, or staff",
    "accounts.Double.newer": _SUSPICION,
    "accounts.Double.other": "another person's account",
    "accounts.RegisterNumber.player": "a hash of the document number, which is told",
    "accounts.SanctionsMatch.player": "a suspicion that nobody has decided; telling it would warn",
    "accounts.GateAnswer.player": "the latest answers of outside checks; the player's page tells what is missing",
    "accounts.ListLoad.acting_user": _STAFF,
    "accounts.SanctionsDecision.decided_by": _STAFF,
    "compliance.Erasure.player": "the request is a dispute, which is told; afterwards nobody is left to tell",
    "compliance.ErasedPerson.player": "an erased person has no account to read it in",
    "accounts.Note.player": _SUSPICION,
    "accounts.Note.acting_user": _STAFF,
    "accounts.DataSeen.player": "the house's own control of its staff",
    "accounts.DataSeen.staff": _STAFF,
    "accounts.Look.staff": _STAFF,
    **dict.fromkeys(
        (
            "detection.PlayerDay.player",
            "detection.SignalState.player",
            "detection.FoundDeviation.player",
        ),
        "figures computed from the rounds, which are told",
    ),
    **dict.fromkeys(
        (
            "detection.DuePlayer.player",
            "detection.LatestOutcome.player",
            "detection.Flag.player",
            "detection.Flag.other",
            "detection.Mute.player",
            "detection.BlindSample.player",
            "detection.TrialDifference.player",
            "detection.TrialDifference.other",
            "detection.AccountLink.one",
            "detection.AccountLink.other",
            "detection.LinkedAccount.player",
        ),
        "a suspicion that nobody has decided; telling it would warn, and a case tells its outcome",
    ),
    "cases.CasePlayer.player": "a case that nobody has decided; telling it would warn, and letters tell what it asks for",
    "cases.CaseRestriction.player": "the case's record; the limits and stops themselves are told",
    **dict.fromkeys(
        (
            "cases.Case.assignee",
            "cases.Case.opened_by",
            "cases.CaseHold.acting_user",
            "cases.CaseLink.acting_user",
            "cases.CaseNote.acting_user",
            "cases.CaseRestriction.acting_user",
            "cases.CaseRestrictionEnd.acting_user",
            "cases.ContactRecord.acting_user",
            "cases.DocumentRequest.acting_user",
            "cases.HoldRelease.proposed_by",
            "cases.HoldReleaseDecision.decided_by",
            "cases.ReportDraft.acting_user",
            "cases.SavedView.owner",
            "cases.StatusStep.acting_user",
            "cases.StatusStep.assignee",
            "reports.DayReview.proposed_by",
            "reports.DayReviewDecision.decided_by",
            "wallet.Detachment.proposed_by",
            "wallet.DetachmentDecision.decided_by",
            "wallet.TaxPayment.proposed_by",
            "wallet.TaxPaymentDecision.decided_by",
        ),
        _STAFF,
    ),
    "wallet.CarriedHold.player": "sums of movements of archived months, which are told",
    "detection.Mute.acting_user": _STAFF,
    "detection.ThresholdChange.proposed_by": _STAFF,
    "detection.ThresholdDecision.decided_by": _STAFF,
    "wallet.OpenStake.player": "what is in play stands beside each balance",
    "wallet.WithheldTax.player": "taxes stand beside each round and in the movements",
    "wallet.WithdrawalHold.player": "what is being withdrawn stands beside each balance",
    "wallet.Receivable.player": "what is owed for a round is collected by movements",
    "wallet.DepositReview.player": _SUSPICION,
    "wallet.DepositReview.acting_user": _STAFF,
    "wallet.Closing.player": "the change of state to closed is told",
    "wallet.Closing.acting_user": _STAFF,
    "wallet.Correction.player": _IN_MOVEMENTS,
    "casino.Void.player": _IN_MOVEMENTS + ", and its notice is told",
    "casino.WaitingPlayer.player": "a turn in a queue, gone when the seat is taken or given up",
    "casino.VoidStep.player": _IN_MOVEMENTS + ", and its notice is told",
    "allauth_idp_oidc.Client.owner": "always empty: apps are registered by staff",
    "allauth_idp_oidc.Token.user": "hashes of tokens; the connection that they belong to is told",
    "reports.DayOfPlayer.player": "sums of the rounds, which are told",
    "reports.DayOfHands.player": "sums of the rounds, which are told",
    **dict.fromkeys(
        (
            "admin.LogEntry.user",
            "accounts.DoubleDecision.decided_by",
            "accounts.Lifting.proposed_by",
            "accounts.LiftingDecision.decided_by",
            "accounts.SanctionsProposal.proposed_by",
            "accounts.SanctionsVerdict.decided_by",
            "compliance.Erasure.proposed_by",
            "compliance.ErasureDecision.decided_by",
            "accounts.FactorReset.proposed_by",
            "accounts.FactorResetDecision.decided_by",
            "accounts.FactorResetEnd.acting_user",
            "accounts.RightsReview.acting_user",
            "accounts.StaffChange.person",
            "accounts.StaffChange.proposed_by",
            "accounts.StaffChangeDecision.decided_by",
            "wallet.Rate.proposed_by",
            "wallet.RateDecision.decided_by",
            "wallet.RateRecall.proposed_by",
            "wallet.RateRecallDecision.decided_by",
            "wallet.RateMaxAge.proposed_by",
            "wallet.Spread.proposed_by",
            "wallet.RateMaxAgeDecision.decided_by",
            "wallet.SpreadDecision.decided_by",
            "wallet.DepositStep.acting_user",
            "wallet.WithdrawalStep.acting_user",
            "wallet.Correction.proposed_by",
            "wallet.CorrectionDecision.decided_by",
            "wallet.Acceptance.proposed_by",
            "wallet.AcceptanceDecision.decided_by",
            "limits.CashLimit.proposed_by",
            "limits.CashLimitDecision.decided_by",
            "limits.LimitSet.proposed_by",
            "limits.LimitDecision.decided_by",
            "tables.RuleSetVersion.created_by",
            "tables.VersionStep.acting_user",
            "tables.TableChange.proposed_by",
            "tables.TableChangeDecision.decided_by",
            "tables.Switching.acting_user",
            "loyalty.TierSet.proposed_by",
            "loyalty.TierSetDecision.decided_by",
            "loyalty.TierPreview.asked_by",
            "alarms.AlarmNotice.person",
            "alarms.DutyTurn.ended_by",
            "alarms.DutyTurn.person",
            "alarms.DutyTurn.set_by",
            "builds.BuildAcceptance.proposed_by",
            "builds.BuildAcceptanceDecision.decided_by",
            "restores.Release.proposed_by",
            "restores.ReleaseDecision.decided_by",
            "profiles.ProfileVersion.proposed_by",
            "profiles.ProfileDecision.decided_by",
            "casino.Freeze.proposed_by",
            "casino.FreezeDecision.decided_by",
            "casino.Void.acting_user",
            "casino.VoidStep.acting_user",
            "compliance.VoidCase.proposed_by",
            "compliance.CaseStep.acting_user",
            "reports.Export.acting_user",
            "api.RegisteredApp.made_by",
            "api.RegisteredApp.revoked_by",
            "api.RealMoneyProposal.proposed_by",
            "api.RealMoneyDecision.decided_by",
            "api.ServiceKey.owner",
            "api.ServiceKey.made_by",
            "api.ServiceKey.revoked_by",
            "api.WebhookEndpoint.owner",
            "api.WebhookNetwork.proposed_by",
            "api.WebhookNetwork.ended_by",
            "api.WebhookNetworkDecision.decided_by",
        ),
        _STAFF,
    ),
}


def read(player: User) -> dict[str, Any]:
    found: dict[str, Any] = json.loads("".join(stream_own_data(player, timezone.now())))
    return found


def naming_a_person() -> set[str]:
    """Return the columns of all tables with a foreign key to an account."""
    return {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.get_fields()
        if isinstance(field, models.ForeignKey) and field.related_model is User
    }


def test_every_table_about_a_person_is_included_or_excluded_with_a_reason() -> None:
    assert naming_a_person() == set(TOLD) | set(LEFT_OUT)
    assert not set(TOLD) & set(LEFT_OUT)
    assert set(TOLD.values()) <= set(read(ana_confirmed()))


def test_every_account_column_is_included_or_excluded_with_a_reason() -> None:
    other_name = {"id": "number", "reality_minutes": "reality_check_minutes"}
    other_name |= {"is_test_account": "test_account"}
    left_out = {
        "password": "a hash that nobody needs",
        "is_staff": "players are none",
        "is_superuser": "players are none",
        "is_guest": "guests have no account to ask from",
        "sessions_ended": "a counter that ends sessions",
        "erased_at": "an erased person has no account to ask from",
        "address_country": "the country of the residence, which is told",
    }
    columns = {other_name.get(one.name, one.name) for one in User._meta.concrete_fields}
    assert columns - set(left_out) <= set(read(ana_confirmed())["account"])


@pytest.mark.committed
def test_visits_and_choices_are_included() -> None:
    player = ana_confirmed()
    start_visit(player, "a" * 32, "10.1.2.3", "Firefox on a phone")
    set_preferences(player, replace(Preferences.from_user(player), quick_cards=True, sounds=True))
    reality_answers.set_interval(player, 30)
    shown = {"answer": "go_on", "minutes": 31}
    record(
        EventKind.REALITY_CHECK_ANSWERED, actor=player.pk, subject=f"user {player.pk}", data=shown
    )
    player.refresh_from_db()
    found = read(player)
    (visit,) = found["visits"]
    assert (visit["ip"], visit["browser"]) == ("10.1.2.3", "Firefox on a phone")
    assert "a" * 32 not in json.dumps(found)
    account = found["account"]
    assert (account["quick_cards"], account["sounds"]) == (True, True)
    assert account["reality_check_minutes"] == 30
    assert player.session_began is not None
    assert account["session_began"] == player.session_began.isoformat()
    chosen, told = found["reality_checks"]
    assert (chosen["minutes"], told["answer"]) == (30, "go_on")


def test_the_phone_and_watched_tables_are_included() -> None:
    ana = Guest(a_live_table(), "ana")
    set_phone(ana.player, "+57 300 123 4567")
    at = timezone.now()
    TableWatch.objects.create(participant=ana.participant, begun_at=at, ended_at=at)
    found = read(ana.player)
    assert found["account"]["phone"] == "+573001234567"
    (watch,) = found["watched_tables"]
    assert (watch["table"], watch["begun_at"]) == (ana.place.table.name, at.isoformat())


def test_inactivity_is_included() -> None:
    ana, at = Guest(a_live_table(), "ana"), timezone.now()
    InactiveSpell.objects.create(
        player=ana.player,
        active_at=at - timedelta(days=335),
        announced_at=at,
        due_at=at + timedelta(days=30),
    )
    (spell,) = read(ana.player)["inactivity"]
    assert (spell["announced_at"], spell["inactive_at"]) == (at.isoformat(), None)


def test_own_limits_are_included_with_pending_ones() -> None:
    player = ana_confirmed()
    limited(player, LimitKind.LOSS, 50)
    limited(player, LimitKind.LOSS, 80)
    set_limit(player, LimitRequest(LimitKind.TIME, LimitPeriod.DAY, 3600), key=uuid4())
    first, looser, hours = read(player)["own_limits"]
    assert first["limit"] == {"amount": "50.00", "currency": "USD"}
    assert looser["limit"] == {"amount": "80.00", "currency": "USD"}
    assert [one["to_be_confirmed"] for one in (first, looser, hours)] == [False, True, False]
    assert looser["confirmed_at"] is None
    assert hours["limit"] == "3600 s"


def test_corrected_numbers_are_included() -> None:
    player = ana_confirmed()
    right = DocumentNumber("CO", "79123456")
    number_entry.correct_number(player.pk, right, acting_user=analyst(), reason="a digit was wrong")
    mistaken, counts = read(player)["document_numbers"]
    assert (mistaken["number"], counts["number"]) == (number(player.email).normal, right.normal)
    assert mistaken["withdrawn_at"] is not None
    assert counts["withdrawn_at"] is None


def test_disputes_are_included_without_staff_notes() -> None:
    player = ana_confirmed()
    dispute = disputed(player)
    disputed(ana_confirmed(email="bea@example.com"), text="of another")
    answered(dispute, text="It was a push.", outcome=DisputeOutcome.REJECTED)
    found = read(player)
    (one,) = found["disputes"]
    assert (one["number"], one["text"], one["state"]) == (dispute.number, WRONG, "closed")
    (reply,) = found["dispute_replies"]
    assert (reply["dispute"], reply["by"], reply["text"], reply["outcome"]) == (
        dispute.number,
        "house",
        "It was a push.",
        "rejected",
    )
    text = json.dumps(found)
    assert "the cards were played again" not in text
    assert "of another" not in text


def test_redemptions_are_included() -> None:
    player = User.objects.get(pk=funded("ana"))
    earned(player.pk, "500")
    made = redeem_points(player, 300, "USD", key=uuid4())
    (one,) = read(player)["redemptions"]
    assert (one["points"], one["movement"]) == (300, made.transfer_id)
    assert one["amount"] == {"amount": made.money.text, "currency": "USD"}


def test_connected_apps_are_included_without_tokens() -> None:
    player = User.objects.get(pk=funded("ana"))
    app, another = AppCaller.of(player, "read play"), User.objects.get(pk=funded("bea"))
    AppCaller.of(another, "read")
    found = read(player)
    (one,) = found["connected_apps"]
    assert (one["app"], one["maker"], one["scopes"]) == ("Trainer", "Example Ltd", ["read", "play"])
    assert one["revoked_at"] is None
    hashes = Token.objects.filter(user=player).values_list("hash", flat=True)
    assert hashes
    text = json.dumps(found)
    assert [secret for secret in (*hashes, app.headers["authorization"]) if secret in text] == []
