"""Pages of the signals: how useful each one is, its thresholds, and proposals to change them."""

from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_safe

from accounts.audit.services import record_list_view
from accounts.roles.selectors import load_rights
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, require_staff_user, staff_page
from accounts.staff.views.pages import StaffFormPage
from cases.forms import CaseReasonForm
from cases.selectors.flag_changes import ShownTrial, load_shown_trials, may_see_players
from cases.selectors.precision import (
    SignalPrecision,
    count_random_samples,
    load_decided_cases,
    load_precision,
)
from cases.selectors.queue import build_lines
from cases.signal_forms import ThresholdsForm
from cases.values import visible_kinds
from cases.words.findings import BADGES, describe_reasons, signal_name
from cases.words.precision import precision_line, share_text
from cases.words.thresholds import (
    compare_thresholds,
    decided_lines,
    describe_difference,
    progress_text,
    threshold_lines,
)
from detection.models import ThresholdChange, ThresholdDecision
from detection.selectors.thresholds import find_thresholds, list_decided
from detection.selectors.trials import count_undecided, find_recomputation
from detection.services import thresholds
from pages.answers import require_found
from signals.catalogue import SIGNALS
from signals.definition import Signal


@staff_page(Right.VIEW_CASES)
@require_safe
def list_signals(request: HttpRequest) -> HttpResponse:
    """All signals with their usefulness, and how many proposals are open for each."""
    rights = load_rights(require_staff_user(request))
    proposed = count_undecided()
    context = {
        "title": _("Signals"),
        "lines": [
            (precision_line(one), proposed.get(one.signal, 0)) for one in load_precision(rights)
        ],
        "random": share_text(count_random_samples()),
    }
    return render_staff(request, "cases/signals.html", context)


class SignalPage(StaffFormPage[ThresholdsForm]):
    """One signal: outcomes with intervals, thresholds and their history, trials, a form to propose others, decided cases."""

    opens = (Right.VIEW_CASES,)
    sends = Right.EDIT_THRESHOLDS
    template_name = "cases/signal.html"

    @cached_property
    def signal(self) -> Signal[Any]:
        """The signal. Raises Http404 for an unknown one."""
        return require_found(SIGNALS.get(self.kwargs["signal"]))

    @cached_property
    def present(self) -> dict[str, float]:
        """Thresholds in force."""
        return dict(find_thresholds(self.signal).values)

    def get_form_kwargs(self) -> dict[str, Any]:
        kwargs = super().get_form_kwargs()
        return {**kwargs, "signal": self.signal, "present": self.present}

    def offers_form(self, form: ThresholdsForm, /) -> bool:
        return bool(self.signal.thresholds) and super().offers_form(form)

    def process_form(self, form: ThresholdsForm) -> HttpResponse:
        thresholds.propose_thresholds(
            self.signal.id,
            form.values,
            reason=form.cleaned_data["reason"],
            acting_user=self.user,
        )
        text = _(
            "It is proposed, and its trial has begun. Another person can approve it in 14 days."
        )
        return self.redirect_with_message(text, "cases:signal", self.signal.id)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        signal = self.signal
        trials = load_shown_trials(signal.id, self.rights)
        line = precision_line(_find_precision(signal.id, self.rights))
        lines = build_lines(load_decided_cases(signal.id, visible_kinds(self.rights)))
        seen = {one.pk for line in lines for one in line.players}
        seen |= {row.player_id for one in trials for row in one.rows}
        record_list_view(self.user, seen, ())
        recomputation = find_recomputation(signal.id)
        decided = decided_lines(signal, list_decided(signal.id))
        return super().get_context_data(
            title=signal_name(signal.id),
            line=line,
            signal=signal,
            cases=[(one, describe_reasons(one), BADGES.get(one.case.status, "")) for one in lines],
            in_force=threshold_lines(signal, self.present),
            trials=[self._describe_trial(one) for one in trials],
            decided=decided,
            configuration=next((one for one in decided if one.number), None),
            recomputation=recomputation,
            recomputed=progress_text(recomputation) if recomputation else "",
            sees_players=may_see_players(signal.id, self.rights),
            may_approve=Right.APPROVE_THRESHOLDS in self.rights,
            **kwargs,
        )

    def _describe_trial(self, shown: ShownTrial) -> dict[str, Any]:
        trial = shown.trial
        return {
            "trial": trial,
            "row": trial.change,
            "lines": compare_thresholds(self.signal, self.present, trial.change.values),
            "progress": progress_text(trial.past) if trial.past else "",
            "flags": [(row, describe_difference(row)) for row in shown.rows],
            "count": shown.count,
            "may_withdraw": trial.change.proposed_by_id == self.user.pk
            and Right.EDIT_THRESHOLDS in self.rights,
        }


def _find_precision(signal: str, rights: frozenset[Right]) -> SignalPrecision:
    return {one.signal: one for one in load_precision(rights)}[signal]


def _about(pk: int) -> dict[str, str]:
    """Return the argument of the page of a proposal's signal. Raises Http404."""
    return {"signal": get_object_or_404(ThresholdChange, pk=pk).signal}


def _back(decision: ThresholdDecision) -> str:
    return reverse("cases:signal", args=[decision.proposal.signal])


decide = SignalPage.decision_view(
    Right.APPROVE_THRESHOLDS,
    thresholds.decide_thresholds,
    _about,
    approved=gettext_lazy("It is in force. The last 90 days are judged again in the background."),
    refused=gettext_lazy("Refused."),
    back=_back,
)


@SignalPage.form_view(CaseReasonForm, Right.EDIT_THRESHOLDS, about=_about)
def withdraw(page: SignalPage, form: CaseReasonForm) -> HttpResponse:
    """Withdraw one's own proposal."""
    thresholds.withdraw_thresholds(
        page.kwargs["pk"], reason=form.cleaned_data["reason"], acting_user=page.user
    )
    return page.redirect_with_message(
        _("The proposal is withdrawn."), "cases:signal", page.signal.id
    )
