"""A player's long-term data: points, messages, a dispute, documents, and what staff do about them."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.identity.services import document_uploads
from accounts.models.users import User
from accounts.visits.services.visits import start_visit
from casino.models import Round
from detection.models import ThresholdChange, TrialDifference
from detection.services.mutes import mute_signal
from detection.services.thresholds import propose_thresholds
from limits.values import LimitKind, LimitPeriod
from loyalty.models.previews import TierPreview
from loyalty.selectors.tiers import find_tier_set_in_force
from tests.accounts.papers import picture
from tests.cases.flagged import analyst, figures_of, opened
from tests.compliance.disputed import answered, disputed
from tests.limits.house_limits import held
from tests.loyalty.test_tier_pages import sent as tiers_sent


def left_by(bea: User, closed: Round) -> Mapping[str, Mapping[str, Any]]:
    """Create Bea's long-term data; return the URL arguments of its pages for her and for staff, by URL name."""
    dispute = disputed(bea, "The dealer had 18 and I had 19.", closed)
    reply = answered(dispute, "We have played the cards again.")
    letter = bea.letters.get(about=str(reply.pk))
    document_uploads.store_upload(bea, "front", picture())
    held(bea, LimitKind.LOSS, 90_000, LimitPeriod.MONTH)
    tiers_sent("preview")
    start_visit(bea, "b" * 32, "192.0.2.7", "Firefox")
    case = opened(bea, "CC1")
    of_case = {"case_id": case.public_id}
    change = thresholds_on_trial(bea)
    return {
        "cases:case": of_case,
        "cases:evidence": {**of_case, "signal": "CC1"},
        "cases:signal": {"signal": "CC1"},
        "cases:flag_changes": {"pk": change.pk},
        "cases:progress": {"pk": change.trials.get().pk},
        "cases:player_mutes": {"pk": bea.pk},
        "cases:void": of_case,
        "casino:replay": {"round_id": closed.public_id},
        "contact:dispute": {"dispute_id": dispute.public_id},
        "disputes:dispute": {"dispute_id": dispute.public_id},
        "messages:message": {"sort": "account", "pk": letter.pk},
        "players:papers": {"pk": bea.pk},
        "players:number": {"pk": bea.pk},
        "players:house_limits": {"pk": bea.pk},
        "players:visits": {"pk": bea.pk},
        "tiers:set": {"pk": find_tier_set_in_force().pk},
        "tiers:counted": {"pk": TierPreview.objects.latest("pk").pk},
    }


def thresholds_on_trial(bea: User) -> ThresholdChange:
    """Return proposed thresholds by which Bea would gain a flag; another signal is muted for her."""
    change = propose_thresholds("CC1", {"level": 0.2}, reason="more", acting_user=analyst())
    TrialDifference.objects.create(
        change=change, player=bea, gained=True, beside=False, n=412, figures=figures_of("CC1")
    )
    until = timezone.now() + timedelta(days=30)
    mute_signal(bea, "CC2", until=until, reason="a known regular", acting_user=analyst())
    return change
