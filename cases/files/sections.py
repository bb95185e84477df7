"""The sections of the file of a case: figures, rounds, decisions and who looked."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext as _

from accounts.models.users import User
from accounts.roles.values import Right
from cases.files.charts import tell_figures
from cases.files.paper import Section, tell_moment
from cases.models import Case
from cases.selectors import case_page as selectors
from cases.selectors.evidence import load_costs
from cases.selectors.holds import HoldLine, list_holds
from cases.selectors.queue import find_why_sampled
from cases.selectors.rounds import load_flagged_rounds
from cases.words.costs import describe_costs, how_costs_are_computed
from cases.words.findings import (
    describe_flag,
    describe_outcome,
    describe_thresholds,
    origin_text,
    signal_name,
)
from cases.words.graphs import draw_links
from cases.words.happenings import describe_happenings, step_text, step_title
from cases.words.holds import describe_end
from cases.words.people import describe_people, name_players
from cases.words.shapes import EvidenceDrawing
from detection.models import Flag
from wallet.money.words import format_money

_ROUNDS_LISTED: Final = 5000


@dataclass(frozen=True, slots=True)
class CaseFacts:
    case: Case
    players: list[User]
    shown: bool
    rights: frozenset[Right]
    charts: Sequence[tuple[str, EvidenceDrawing]] = field(default_factory=tuple)

    @property
    def numbers(self) -> list[int]:
        return [one.pk for one in self.players]


def list_sections(facts: CaseFacts) -> list[Section]:
    """Return all sections of the file of a case."""
    case = facts.case
    return [
        _overview(facts),
        tell_people(facts),
        tell_costs(facts),
        tell_evidence(facts),
        _links(facts),
        *([_rounds(case)] if facts.shown else []),
        _holds(list_holds(case)),
        _records(case),
        _decisions(case),
        _notes(case),
        _linked(facts),
        _looks(case),
        *tell_figures(facts.charts),
    ]


def _overview(facts: CaseFacts) -> Section:
    case = facts.case
    lines = [
        f"{_('Kind')}: {case.get_kind_display()}",
        f"{_('Status')}: {case.get_status_display()}",
        f"{_('Opened')}: {tell_moment(case.opened_at)}, {origin_text(case, shown=facts.shown)}",
        f"{_('Due')}: {tell_moment(case.due_at)} ({case.get_severity_display()})",
    ]
    if case.outcome:
        lines.append(f"{_('Outcome')}: {case.get_outcome_display()}")
    if case.reason:
        lines.append(f"{_('Reason')}: {case.reason}")
    if case.assignee:
        lines.append(f"{_('Assigned to')}: {case.assignee.full_name}")
    if facts.shown:
        score = {"now": case.score, "then": case.score_at_opening}
        lines.append(f"{_('Score')}: " + _("%(now)s, when opened %(then)s") % score)
    if sample := find_why_sampled(case):
        lines.append(f"{_('Blind sample')}: {sample.get_why_display()} {sample.signal}".rstrip())
    return Section(_("Overview"), lines)


def tell_people(facts: CaseFacts) -> Section:
    """Return the players with state, score and unfinished withdrawals."""
    people = describe_people(
        selectors.load_people(facts.case.kind_of, facts.players), shown=facts.shown
    )
    rows = [
        (
            f"{one.player.display_name} ({one.player.pk})",
            ", ".join([str(one.player.get_state_display()), *one.restrictions]),
            _("verified") if one.player.is_verified else _("not verified"),
            "" if one.score is None else str(one.score),
            ", ".join(f"{row.number} {format_money(money)}" for row, money in one.withdrawals),
        )
        for one in people
    ]
    head = (_("Player"), _("State"), _("Identity"), _("Score"), _("Unfinished withdrawals"))
    return Section(_("Players"), head=head, rows=rows)


def tell_costs(facts: CaseFacts) -> Section:
    """Return what a highest bet or an earlier cut would change; empty if the bets cost the house nothing."""
    lines = load_costs(facts.case, facts.numbers[0]) if facts.numbers else []
    head = (
        _("Measure"),
        _("Expected cost of 100 rounds"),
        _("Interval (95%)"),
        _("Highest bet"),
        _("Rounds"),
    )
    rows = [
        (one.change, one.cost, one.interval, one.highest, one.rounds)
        for one in describe_costs(lines)
    ]
    told = [how_costs_are_computed()] if rows else []
    return Section(_("Effect of a limit or an earlier cut"), told, head=head, rows=rows)


def tell_evidence(facts: CaseFacts) -> Section:
    """Return every signal's judgement, with the charts."""
    flags = selectors.load_flags(facts.case)
    rows = [_flag_row(one, shown=facts.shown) for one in flags]
    flagged = {one.signal for one in flags}
    outcomes = (
        selectors.load_outcomes(facts.case.kind_of, facts.numbers[0]) if facts.numbers else []
    )
    rows += [
        (signal_name(one.signal), describe_outcome(one), str(one.n), "", "")
        for one in outcomes
        if one.signal not in flagged
    ]
    if not facts.shown:  # in the order of a blind sample, which has no flags
        rows.sort()
    head = (_("Signal"), _("Finding"), _("Number"), _("Thresholds"), _("Judged"))
    return Section(_("Evidence by signal"), (), facts.charts, head, rows)


def _flag_row(flag: Flag, *, shown: bool) -> tuple[str, ...]:
    """Return a flag's row; before the decision without what a blind sample does not have."""
    if not shown:
        return signal_name(flag.signal), describe_flag(flag), str(flag.n), "", ""
    told = describe_thresholds(flag.signal, flag.thresholds)
    thresholds = "; ".join(f"{name}: {value}" for name, value in told)
    judged = _("version %(version)d, %(at)s") % {
        "version": flag.version,
        "at": tell_moment(flag.raised_at),
    }
    return signal_name(flag.signal), describe_flag(flag), str(flag.n), thresholds, judged


def _links(facts: CaseFacts) -> Section:
    links = selectors.load_links(facts.numbers)
    drawing = draw_links(links, facts.numbers, name_players(facts.players, links))
    if drawing is None:
        return Section(_("Linked accounts"))
    return Section(
        _("Linked accounts"),
        drawings=[(_("Linked accounts"), drawing)],
        head=drawing.head,
        rows=drawing.rows,
    )


def _rounds(case: Case) -> Section:
    rows = [
        (
            one.number or str(one.public_id),
            one.player.display_name,
            one.place.table.display_name,
            tell_moment(one.started_at),
            _("voided") if getattr(one, "voided", False) else str(one.get_status_display()),
        )
        for one in load_flagged_rounds(case, _ROUNDS_LISTED)
    ]
    told = _(
        "Each round can be replayed from its shoe's seed, whose commitment was published before the first card."
    )
    head = (_("Round"), _("Player"), _("Table"), _("Time"), _("State"))
    return Section(_("Rounds behind the flags"), [told] if rows else [], head=head, rows=rows)


def _holds(holds: Sequence[HoldLine]) -> Section:
    rows = [
        (
            one.hold.withdrawal.number,
            format_money(one.money),
            one.hold.acting_user.full_name if one.hold.acting_user else _("the site"),
            ", ".join(one.hold.signals) or one.hold.reason,
            tell_moment(one.hold.at),
            describe_end(one),
        )
        for one in holds
    ]
    head = (_("Withdrawal"), _("Amount"), _("By"), _("Reason"), _("Time"), _("State"))
    return Section(_("Held withdrawals"), head=head, rows=rows)


def _records(case: Case) -> Section:
    joined = describe_happenings(selectors.load_joined(case))
    rows = [
        *((tell_moment(one.at), one.title, one.text, "") for one in joined),
        *(
            (tell_moment(one.at), _("Void proposed"), one.void.number, one.void.get_state_display())
            for one in selectors.load_voids(case)
        ),
        *(
            (
                tell_moment(one.happened_at),
                _("Contact by %(person)s") % {"person": one.acting_user.full_name},
                one.said,
                one.agreed,
            )
            for one in selectors.load_contacts(case)
        ),
        *(
            (
                tell_moment(one.at),
                _("Documents requested"),
                str(one.get_what_display()),
                one.acting_user.full_name,
            )
            for one in selectors.load_document_requests(case)
        ),
        *(
            (tell_moment(one.at), _("Draft of the report"), one.text, one.acting_user.full_name)
            for one in selectors.load_drafts(case)
        ),
    ]
    head = (_("Time"), _("What"), _("Text"), _("More"))
    return Section(_("History"), head=head, rows=[tuple(map(str, row)) for row in rows])


def _decisions(case: Case) -> Section:
    rows = [
        (str(one.n), tell_moment(one.at), step_title(one), step_text(one))
        for one in selectors.load_steps(case)
    ]
    head = (_("Step"), _("Time"), _("Status"), _("Staff member and reason"))
    return Section(_("Decisions"), head=head, rows=rows)


def _notes(case: Case) -> Section:
    rows = [
        (tell_moment(one.at), one.acting_user.full_name, one.text)
        for one in selectors.load_notes(case)
    ]
    return Section(_("Notes"), head=(_("Time"), _("Who"), _("Text")), rows=rows)


def _linked(facts: CaseFacts) -> Section:
    rows = [
        (other.number, str(other.get_status_display()), link.reason)
        for other, link in selectors.load_linked_cases(facts.case, facts.rights)
    ]
    return Section(_("Linked cases"), head=(_("Case"), _("Status"), _("Reason")), rows=rows)


def _looks(case: Case) -> Section:
    rows = [(tell_moment(one.at), one.staff.full_name) for one in selectors.load_case_looks(case)]
    return Section(_("Views of this case"), head=(_("Time"), _("Who")), rows=rows)
