"""A player's voids, exchanges, points and tiers in a timeline, in words for staff."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db.models import Model
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from casino.models import Round, Void, VoidStep
from compliance.models import CaseStep
from compliance.players.words.happening_text import Describe, HappeningText
from compliance.voids.words import step_label
from loyalty.models.points import PointsEntry
from loyalty.models.redemption import Redemption
from loyalty.models.tiers import TierChange
from loyalty.values.points import HUNDREDTHS
from loyalty.words.points import format_points
from pages.page_links import PageLink
from wallet.ledger.models import Transfer
from wallet.money.values import Money
from wallet.money.words import format_money


def _case_step(step: Any) -> HappeningText:
    case = step.case
    title = _("%(what)s, case %(number)s: %(step)s") % {
        "what": capfirst(case.get_kind_display()),
        "number": case.number,
        "step": step_label(step),
    }
    text = step.note
    if step.n == 1:
        sums = [_signed_money(one["units"], one["currency"]) for one in step.sums]
        text = _join_parts([case.get_reason_display(), *sums, case.evidence])
    return HappeningText(
        title, text, step.acting_user_id, PageLink("voids:case", (case.public_id,))
    )


def _void(row: Void) -> HappeningText:
    title = _("Round voided: %(round)s") % {"round": _round_name(row.round)}
    return _act(title, row, row.round, [row.get_reason_display()])


def _void_step(row: VoidStep) -> HappeningText:
    title = f"{capfirst(row.get_kind_display())}: {_round_name(row.void.round)}"
    return _act(title, row, row.void.round, [])


def _act(title: str, row: Void | VoidStep, round_: Round, parts: list[str]) -> HappeningText:
    """Amount moved, debt and points of a void or of a step on it."""
    parts = [*parts, _signed_money(row.moved, round_.currency)]
    if row.owed:
        parts.append(_("owed: %(amount)s") % {"amount": format_money(round_.money(row.owed))})
    if row.points:
        parts.append(_("points: %(points)s") % {"points": format_points(row.points, signed=True)})
    if row.points_debt:
        told = {"points": format_points(row.points_debt, signed=True)}
        parts.append(_("points owed: %(points)s") % told)
    return HappeningText(
        title, _join_parts(parts), row.acting_user_id, PageLink("voids:case", (row.case,))
    )


def _exchange(row: Transfer) -> HappeningText:
    given = format_money(Money(row.amount, row.currency_id))
    received = format_money(Money(row.received or 0, row.received_currency_id or row.currency_id))
    return HappeningText(_("Exchange"), f"{given} → {received}")


def _tier(row: TierChange) -> HappeningText:
    title = _("Tier: %(tier)s") % {"tier": row.tier.display_name}
    if row.from_tier:
        title = _("Tier: %(before)s → %(after)s") % {
            "before": row.from_tier.display_name,
            "after": row.tier.display_name,
        }
    return HappeningText(title, _("points: %(points)s") % {"points": format_points(row.points)})


def _debt(row: PointsEntry) -> HappeningText:
    title = _("Points: %(what)s") % {"what": row.get_kind_display()}
    told = {"points": format_points(abs(row.hundredths)), "debt": format_points(row.debt_after)}
    return HappeningText(title, _("%(points)s, owed after it: %(debt)s") % told)


def _redemption(row: Redemption) -> HappeningText:
    given = format_points(row.points * HUNDREDTHS)
    return HappeningText(_("Points redeemed"), f"{given} → {format_money(row.money)}")


def _round_name(round_: Round) -> str:
    return f"{round_.place.table.display_name} {round_.number}"


def _signed_money(units: int, currency: str) -> str:
    return format_money(Money(units, currency), signed=True)


def _join_parts(parts: Sequence[str]) -> str:
    return " · ".join(str(part) for part in parts if part)


PLAY_HAPPENINGS: Final[Mapping[type[Model], Describe]] = {
    CaseStep: _case_step,
    Void: _void,
    VoidStep: _void_step,
    Transfer: _exchange,
    TierChange: _tier,
    PointsEntry: _debt,
    Redemption: _redemption,
}
