"""A hand with everything the staff pages need, loaded in a fixed number of queries."""

from dataclasses import replace
from uuid import UUID

from casino.fairness.selectors.dealing import load_record, replay_deal_partially
from casino.models import Round
from casino.rounds.selectors.hand_facts import (
    RoundFacts,
    build_unreplayed_facts,
    prefetch_play,
    redraw_round_cards,
    replay_finished,
)
from compliance.hands.selectors.hands import with_list_data


def load_hand(public_id: UUID) -> RoundFacts | None:
    """Return a hand by its reference, replayed as far as possible; None if there is none."""
    found = prefetch_play(with_list_data(Round.objects.all())).select_related("origin")
    round_ = found.filter(public_id=public_id).first()
    if round_ is None:
        return None
    if round_.status == Round.Status.IN_PROGRESS:
        return _running(round_)
    return replay_finished(round_, redraw_round_cards(round_))


def _running(round_: Round) -> RoundFacts:
    states, alarm = replay_deal_partially(round_, load_record(round_))
    return replace(build_unreplayed_facts(round_), states=states, alarm=alarm)
