"""Hints from the strategy chart during play, stored with the round."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models.users import User
from casino.fairness.selectors.dealing import DealRecord, replay_deal
from casino.limits.values.at_deal import LimitsAtDeal
from casino.models import Hint, Round
from casino.play.selectors.player_money import PlayerMoney, load_record_and_money
from casino.play.services.advice import best_action
from casino.play.services.decisions import StepRequest
from casino.play.services.offers import load_funds
from casino.refusals import ActionRefused, Conflict
from casino.services.alarms import reports_alarms
from casino.services.locks import lock_round
from casino.values.charts import read_chart
from journal.refusals import NotFound
from tables.models import Table
from tables.selectors.tables import find_mathematics


@reports_alarms
@transaction.atomic
def take_hint(player: User, request: StepRequest, table: Table) -> Hint:
    """Store and return the chart's advice for the current decision, once per decision. Raises a `Refusal`."""
    try:
        round_ = lock_round(player, request.round)
    except Round.DoesNotExist as error:
        raise NotFound from error
    if round_.place.table_id != table.pk or round_.place.is_live:
        raise NotFound
    if not LimitsAtDeal.from_round(round_).hints:
        raise ActionRefused(_("Hints are off at this table."), code="no_hints")
    record, player_money = load_record_and_money(round_)
    if request.step != len(record.actions) or round_.status != Round.Status.IN_PROGRESS:
        raise Conflict
    return _kept(round_, request.step, record, player_money)


def _kept(round_: Round, step: int, record: DealRecord, player_money: PlayerMoney) -> Hint:
    found = round_.hints.filter(step=step).first()
    if found is not None:
        return found
    chart = read_chart(find_mathematics(round_.deal.shoe.version))
    if chart is None:
        told = _("The hints of this table are not ready yet. Please try again later.")
        raise ActionRefused(told, code="no_chart")
    now = replay_deal(round_, record)[-1]
    advice = best_action(chart, now, round_, load_funds(round_, player_money))
    return Hint.objects.create(round=round_, step=step, advice=advice.verb, at=timezone.now())
