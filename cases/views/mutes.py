"""Mutes: a list of those that count now, and the page on which they are made and ended for one player."""

from datetime import timedelta
from functools import cached_property
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from accounts.audit.services import record_list_view, record_player_view
from accounts.roles.values import Right
from accounts.staff.views.pages import PlayerStaffPage, StaffFormPage, StaffPage
from cases.forms import CaseReasonForm
from cases.selectors.scores import list_mutable_signals
from cases.signal_forms import MuteForm
from cases.values import ANY_VIEW, visible_kinds
from cases.words.findings import signal_name
from detection.models import Mute
from detection.selectors.mutes import filter_active_mutes, is_mutable, list_mutes
from detection.services.mutes import mute_signal, unmute_signal
from journal.refusals import NotFound
from pages.lists import load_slice
from signals.catalogue import SIGNALS


class MutesPage(StaffPage):
    """Mutes that count now, the newest first."""

    title = gettext_lazy("Muted signals")
    opens = ANY_VIEW
    template_name = "cases/mutes.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        signals = list_mutable_signals(visible_kinds(self.rights))
        rows = filter_active_mutes(Mute.objects.filter(signal__in=signals))
        found = load_slice(rows.select_related("player", "acting_user"), self.request)
        record_list_view(self.user, {one.player_id for one in found.rows}, ())
        return super().get_context_data(
            slice=found, mutes=[(one, signal_name(one.signal)) for one in found.rows], **kwargs
        )


class PlayerMutesPage(StaffFormPage[MuteForm], PlayerStaffPage):
    """Muted signals of a player, with a form to mute one and one to end each mute."""

    opens = ANY_VIEW
    sends = Right.WORK_CASES
    template_name = "cases/player_mutes.html"

    @cached_property
    def signals(self) -> list[str]:
        """Signals that this reader may mute."""
        return list_mutable_signals(visible_kinds(self.rights))

    def get_initial(self) -> dict[str, Any]:
        return {name: self.request.GET.get(name, "") for name in ("signal", "case")}

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "signals": self.signals}

    def process_form(self, form: MuteForm) -> HttpResponse:
        data = form.cleaned_data
        self._require_visible(data["signal"])
        made = mute_signal(
            self.player,
            data["signal"],
            until=timezone.now() + timedelta(days=data["days"]),
            reason=data["reason"],
            acting_user=self.user,
        )
        text = _("%(signal)s is muted for this player. It counts again on its own after that.")
        text %= {"signal": signal_name(made.signal)}
        if data["case"]:
            return self.redirect_with_message(text, "cases:case", data["case"])
        return self.redirect_with_message(text, "cases:player_mutes", self.player.pk)

    def _require_visible(self, signal: str) -> None:
        """Raise NotFound for a signal of cases that the reader may not see; one that cannot be muted is refused later."""
        known = SIGNALS.get(signal)
        if known is not None and is_mutable(known) and signal not in self.signals:
            raise NotFound

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        record_player_view(self.user, self.player, "mutes")
        active, over = list_mutes(self.player.pk, self.signals)
        return super().get_context_data(
            title=_("Muted signals of %(name)s") % {"name": self.player.display_name},
            player=self.player,
            active=[(one, signal_name(one.signal)) for one in active],
            over=[(one, signal_name(one.signal)) for one in over],
            may_end=Right.WORK_CASES in self.rights,
            sees_player=Right.VIEW_PLAYERS in self.rights,
            **kwargs,
        )


@PlayerMutesPage.form_view(CaseReasonForm, Right.WORK_CASES)
def end_mute(page: PlayerMutesPage, form: CaseReasonForm) -> HttpResponse:
    """End a mute before its time."""
    signal = page.kwargs["signal"]
    if signal not in page.signals:
        raise NotFound
    unmute_signal(page.player, signal, reason=form.cleaned_data["reason"], acting_user=page.user)
    return page.redirect_with_message(
        _("%(signal)s counts again.") % {"signal": signal_name(signal)},
        "cases:player_mutes",
        page.player.pk,
    )
