"""The timeline of a case in words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, Final, TypeAlias

from django.utils.translation import gettext as _, ngettext

from accounts.models.visits import Visit
from accounts.values.reasons import translate_reason
from cases.models import CaseNote, CaseSource, ContactRecord, StatusStep
from cases.selectors.case_page import CaseHappening
from cases.selectors.restrictions import RestrictionLine
from cases.words.findings import describe_flag, signal_name
from casino.models import Round
from detection.models import Flag
from pages.moments import moment_text
from pages.page_links import PageLink
from wallet.cash.models import Deposit, Withdrawal
from wallet.money.values import Money
from wallet.money.words import format_money

_Told: TypeAlias = tuple[str, str, PageLink | None]


@dataclass(frozen=True, slots=True)
class HappeningLine:
    at: datetime
    title: str
    text: str
    page: PageLink | None = None


def describe_happenings(rows: Sequence[CaseHappening]) -> list[HappeningLine]:
    """Return the lines of a timeline; rounds at one table without anything between them are one line."""
    lines = []
    for _key, group in groupby(rows, _group_key):
        found = list(group)
        lines.append(_line(found[0]) if len(found) == 1 else _line_of_rounds(found))
    return lines


def _group_key(row: CaseHappening) -> tuple[str, int]:
    """Rounds of one player at one table have the same key, everything else its own."""
    about: Any = row.about
    if row.what == "round":
        return f"round {about.player_id}", about.place.table_id
    return row.what, id(row)


def _line_of_rounds(rows: Sequence[CaseHappening]) -> HappeningLine:
    """Rounds in a row as one line, newest first."""
    newest, oldest = rows[0], rows[-1]
    title = ngettext("%(n)d round", "%(n)d rounds", len(rows)) % {"n": len(rows)}
    since = moment_text(oldest.at, _("j M Y, H:i"))
    text = _("at %(table)s since %(time)s") % {
        "table": newest.about.place.table.display_name,
        "time": since,
    }
    return HappeningLine(newest.at, title, text)


def _line(row: CaseHappening) -> HappeningLine:
    title, text, page = _TOLD[row.what](row.about)
    return HappeningLine(row.at, title, text, page)


def _tell_step(step: StatusStep) -> _Told:
    return step_title(step), step_text(step), None


def _tell_note(note: CaseNote) -> _Told:
    return _("Note by %(person)s") % {"person": note.acting_user.full_name}, note.text, None


def _tell_contact(one: ContactRecord) -> _Told:
    return _("Contact by %(person)s") % {"person": one.acting_user.full_name}, one.said, None


def _tell_source(one: CaseSource) -> _Told:
    return _("Joined the case: %(what)s") % {"what": one.get_origin_display()}, _("the site"), None


def _tell_restriction(line: RestrictionLine) -> _Told:
    row = line.restriction
    title = _("Restricted: %(what)s") % {"what": row.get_kind_display()}
    if line.money:
        title = f"{title} {format_money(line.money)}"
    return title, f"{row.acting_user.full_name} · {row.reason}", None


def _tell_restriction_end(line: RestrictionLine) -> _Told:
    title = _("Restriction ended: %(what)s") % {"what": line.restriction.get_kind_display()}
    return title, f"{line.end.acting_user.full_name} · {line.end.reason}" if line.end else "", None


def _tell_flag(flag: Flag) -> _Told:
    return signal_name(flag.signal), describe_flag(flag), None


def _tell_deposit(one: Deposit) -> _Told:
    page = PageLink("cash:deposit", (one.pk,))
    return f"{_('Deposit')} {one.number}", _payment_text(one), page


def _tell_withdrawal(one: Withdrawal) -> _Told:
    page = PageLink("cash:withdrawal", (one.pk,))
    return f"{_('Withdrawal')} {one.number}", _payment_text(one), page


def _payment_text(one: Deposit | Withdrawal) -> str:
    return f"{format_money(Money(one.units, one.currency_id))} · {one.get_state_display()}"


def _tell_visit(visit: Visit) -> _Told:
    return _("Visit"), visit.address or "", None


def _tell_round(one: Round) -> _Told:
    title = _("Round %(number)s") % {"number": one.number}
    return title, one.place.table.display_name, PageLink("hands:hand", (one.public_id,))


_TOLD: Final[Mapping[str, Callable[[Any], _Told]]] = {
    "step": _tell_step,
    "note": _tell_note,
    "contact": _tell_contact,
    "source": _tell_source,
    "restriction": _tell_restriction,
    "restriction end": _tell_restriction_end,
    "flag": _tell_flag,
    "deposit": _tell_deposit,
    "withdrawal": _tell_withdrawal,
    "visit": _tell_visit,
    "round": _tell_round,
}


def step_title(step: StatusStep) -> str:
    """Return a step's new status, who it was assigned to, or its outcome."""
    told = _("with the manager") if step.escalates else str(step.get_to_status_display())
    if step.outcome:
        told = f"{told}: {step.get_outcome_display()}"
    elif step.assignee:
        told = f"{told}: {step.assignee.full_name}"
    return told[:1].upper() + told[1:]


def step_text(step: StatusStep) -> str:
    """Return who took a step and why."""
    person = step.acting_user.full_name if step.acting_user else _("the site")
    return f"{person} · {translate_reason(step.reason)}" if step.reason else person
