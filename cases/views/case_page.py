"""The page of a case: who, why, evidence, rounds, timeline, and what can be done."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.forms import BaseForm
from django.http import Http404
from django.utils import timezone

from accounts.audit.services import list_viewed_rounds, record_player_views
from accounts.models.audit_views import Look
from accounts.models.users import User
from accounts.roles.values import Right
from accounts.staff.views.pages import StaffPage
from cases.forms import (
    AssignForm,
    ContactForm,
    DecideForm,
    DocumentsForm,
    DraftForm,
    LinkForm,
    NoteForm,
    RestrictPlayForm,
    WaitForm,
)
from cases.models import Case, CaseStatus, CaseTopic
from cases.selectors import case_page as selectors
from cases.selectors.evidence import (
    find_flag,
    load_costs,
)
from cases.selectors.holds import list_holds
from cases.selectors.looks import page_of_views
from cases.selectors.queue import find_why_sampled, load_players, shows_score
from cases.selectors.restrictions import list_restrictions
from cases.selectors.rounds import check_seeds, find_case_rounds
from cases.selectors.scores import kinds_of_signal, list_mutable_signals
from cases.selectors.voidable import is_about_counting
from cases.values import ANY_VIEW
from cases.views.act_forms import list_acts
from cases.words.blocks import build_block, list_blocks, show_links
from cases.words.costs import describe_costs, how_costs_are_computed
from cases.words.findings import (
    BADGES,
    case_title,
    describe_meaning,
    origin_text,
    signal_lines,
    signal_name,
)
from cases.words.graphs import draw_links
from cases.words.happenings import describe_happenings
from cases.words.people import describe_people, name_players
from cases.words.rounds import describe_rounds
from cases.words.tables import table_rows
from detection.selectors.mutes import find_active_mutes
from pages.answers import require_found
from pages.lists import load_slice

_WORKING = (CaseStatus.ASSIGNED, CaseStatus.WAITING)


class CaseworkPage(StaffPage):
    """One case. Each look at it is noted."""

    opens = ANY_VIEW
    template_name = "cases/case.html"

    @cached_property
    def case(self) -> Case:
        """The case. Raises Http404, also for a kind that the reader may not see."""
        return require_found(selectors.find_case(self.kwargs["case_id"], self.rights))

    @cached_property
    def players(self) -> list[User]:
        return load_players([self.case.pk]).get(self.case.pk, [])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        case, players = self.case, self.players
        shown, may = shows_score(case), self._may()
        numbers = [one.pk for one in players]
        return super().get_context_data(
            title=case_title(case, [one.display_name for one in players]),
            case=case,
            badge=BADGES.get(case.status, ""),
            is_late=case.is_due(timezone.now()),
            people=describe_people(selectors.load_people(case.kind_of, players), shown=shown),
            shows_score=shown,
            **self._describe_reason(numbers, shown=shown, may=may),
            **self._describe_rounds(numbers, may),
            **self._describe_work(numbers, shown=shown),
            may=may,
            acts=list_acts(case, may, self._forms()),
            **kwargs,
        )

    def _describe_reason(
        self, numbers: list[int], *, shown: bool, may: dict[str, bool]
    ) -> dict[str, Any]:
        """Why there is a case: its origin, signals and costs."""
        case = self.case
        outcomes = selectors.load_outcomes(case.kind_of, numbers[0]) if numbers else []
        return {
            "origin": origin_text(case, shown=shown),
            "sampled": find_why_sampled(case),
            "signals": signal_lines(
                selectors.load_flags(case),
                outcomes,
                several=len(numbers) > 1,
                shown=shown,
                may=may,
            ),
            "mutes": [
                (one, signal_name(one.signal)) for one in find_active_mutes(numbers).values()
            ],
            "mutable": list_mutable_signals([case.kind_of]),
            "is_counting": shown and is_about_counting(case),
            "costs": describe_costs(load_costs(case, numbers[0])) if numbers else [],
            "costs_explained": how_costs_are_computed(),
        }

    def _describe_rounds(self, numbers: list[int], may: dict[str, bool]) -> dict[str, Any]:
        """Charts, the graph of linked accounts and rounds. Notes whom and which rounds the reader sees."""
        case, signal = self.case, self.request.GET.get("signal", "")
        rounds = load_slice(find_case_rounds(case, numbers, signal), self.request)
        links = selectors.load_links(numbers)
        names = name_players(self.players, links)
        blocks = list_blocks(case, self.players, shown=shows_score(case), may=may)
        for block in blocks:
            names |= block.names
        things = list_viewed_rounds(one.public_id for one in rounds.rows)
        looked_at = ((Look.Kind.CASEWORK, case.public_id), *things)
        record_player_views(self.user, map(int, names), page_of_views(case), *looked_at)
        graph = draw_links(links, numbers, names)
        graph_rows = table_rows(graph, {}, may) if graph else []
        blocks, graph = show_links(blocks, graph, graph_rows)
        return {
            "blocks": blocks,
            "link_graph": graph,
            "graph_rows": graph_rows,
            "rounds": rounds,
            "round_lines": describe_rounds(rounds.rows, check_seeds(rounds.rows)),
            "signal": signal,
            "signal_title": signal_name(signal),
        }

    def _describe_work(self, numbers: list[int], *, shown: bool) -> dict[str, Any]:
        """What was done in the case and what came of it."""
        case = self.case
        happenings = selectors.load_case_timeline(case, numbers)
        return {
            "holds": list_holds(case),
            "restrictions": list_restrictions(case),
            "happenings": describe_happenings(
                [one for one in happenings if shown or one.what != "flag"]
            ),
            "steps": selectors.load_steps(case),
            "notes": selectors.load_notes(case),
            "contacts": selectors.load_contacts(case),
            "documents": selectors.load_document_requests(case),
            "drafts": selectors.load_drafts(case),
            "voids": selectors.load_voids(case),
            "linked": selectors.load_linked_cases(case, self.rights),
            "about": selectors.opened_from(case),
        }

    def _may(self) -> dict[str, bool]:
        case, rights = self.case, self.rights
        works = Right.WORK_CASES in rights and self.user.pk not in [one.pk for one in self.players]
        own = works and case.assignee_id in (None, self.user.pk)
        return {
            "work": works,
            "note": works or Right.APPROVE_CASES in rights,
            "assign": works and case.status not in (CaseStatus.DECIDED, CaseStatus.CLOSED),
            "wait": own and case.status == CaseStatus.ASSIGNED,
            "decide": own and case.status in _WORKING,
            "close": own and case.status == CaseStatus.DECIDED,
            "escalate": own and case.status in _WORKING,
            "reopen": works and case.status == CaseStatus.CLOSED,
            "contact": works and case.kind == CaseTopic.PROTECTION,
            "hold": works and case.is_open and Right.HOLD_CASH in rights and bool(self.players),
            "release": works,
            "approve": Right.APPROVE_CASES in rights,
            "void": works and case.is_open and Right.PROPOSE_VOIDS in rights,
            "link": works,
            "report": works and case.kind == CaseTopic.LAUNDERING,
            "documents": works and case.is_open and bool(self.players),
            "play": case.is_open
            and bool(self.players)
            and (Right.WORK_CASES in rights or Right.APPROVE_CASES in rights)
            and bool({Right.LIMIT_PLAYERS, Right.SWITCH_PLAYERS} & rights),
            "restrict": Right.RESTRICT_PLAYERS in rights,
            "limit_tables": Right.VIEW_TABLES in rights and Right.LIMIT_PLAYERS in rights,
            "limit": Right.LIMIT_PLAYERS in rights,
            "see_players": Right.VIEW_PLAYERS in rights,
            "see_hands": Right.VIEW_HANDS in rights,
            "see_cash": Right.VIEW_CASH in rights,
            "see_voids": Right.VIEW_VOIDS in rights,
            "see_disputes": Right.VIEW_DISPUTES in rights,
            "see_looks": Right.VIEW_EVENTS in rights,
        }

    def _forms(self) -> dict[str, Any]:
        case = self.case
        people = selectors.find_candidates(case.kind_of)
        drafts = selectors.load_drafts(case)
        draft = {"text": drafts[0].text if drafts else "", "seen": drafts[0].n if drafts else 0}
        forms: dict[str, tuple[type[BaseForm], dict[str, Any]]] = {
            "assign": (AssignForm, {"people": people, "initial": {"assignee": self.user.pk}}),
            "note": (NoteForm, {}),
            "wait": (WaitForm, {}),
            "decide": (DecideForm, {}),
            "link": (LinkForm, {}),
            "contact": (ContactForm, {}),
            "documents": (DocumentsForm, {}),
            "play": (RestrictPlayForm, {"players": self.players}),
            "report": (DraftForm, {"initial": draft}),
        }
        return {
            name: self.refused_or_new_form(kind, auto_id=f"{name}_%s", **given)
            for name, (kind, given) in forms.items()
        }


class EvidencePage(CaseworkPage):
    """The chart of one signal of a case, with the rounds behind its points."""

    template_name = "cases/evidence.html"

    def _choose_player(self, players: Sequence[int]) -> int:
        """The player of the case whom the address names, else the leading one."""
        asked = self.request.GET.get("player", "")
        return int(asked) if asked.isdecimal() and int(asked) in players else players[0]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        case, signal = self.case, self.kwargs["signal"]
        if not self.players:
            raise Http404
        numbers = [one.pk for one in self.players]
        flag = find_flag(case, self._choose_player(numbers), signal)
        if flag is None and case.kind_of not in kinds_of_signal(signal):
            raise Http404
        shown = shows_score(case)
        block = build_block(flag, numbers, shown=shown, may=self._may()) if flag else None
        names = map(int, block.names) if block else numbers
        thing = (Look.Kind.CASEWORK, case.public_id)
        record_player_views(self.user, names, page_of_views(case), thing)
        return StaffPage.get_context_data(
            self,
            title=f"{case.number}: {signal_name(signal)}",
            case=case,
            signal=signal,
            finding=block,
            meaning=describe_meaning(signal),
            **kwargs,
        )
