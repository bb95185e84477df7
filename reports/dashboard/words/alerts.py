"""Current problems, and unhandled alarms."""

from collections.abc import Iterator, Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from accounts.mail.selectors import count_given_up, late_mails
from accounts.roles.values import Right
from accounts.staff.selectors.staff_accounts import find_last_review, is_review_due
from builds.selectors import is_build_open
from compliance.events.selectors.events import MOST_OPEN, count_open_alarms, open_alarms
from compliance.events.selectors.round_numbers import RoundNumbers, read_round_numbers
from compliance.events.selectors.subjects import load_subject_context
from compliance.events.words.sentences import describe_event
from compliance.events.words.subjects import describe_subject
from journal.models import EventKind
from journal.services.heartbeats import find_silences
from journal.words.remedies import REMEDIES
from pages.page_links import PageLink
from tables.models import Table
from tables.selectors.switches import (
    is_house_stopped,
    stopped_rule_sets,
    tables_with_stopped_boxes,
)
from wallet.cash.selectors import withdrawal_stop
from wallet.ledger.models import LedgerCheck
from wallet.ledger.selectors import check_runs
from wallet.rates.selectors import rates

SHOWN: Final = 5
"""Number of alarms listed; the others are counted."""

_RATES: Final = {
    "no_rate": gettext_lazy("no rate is in effect"),
    "stale_rate": gettext_lazy("the rate is too old"),
    "rate_waits": gettext_lazy("a rate needs a second person"),
}


_TO_DO: Final = {
    "no_rate": gettext_lazy("Enter a rate, and have a second person approve it."),
    "stale_rate": gettext_lazy("Enter today's rate, and have a second person approve it."),
    "rate_waits": gettext_lazy("A second person has to approve or refuse the pending rate."),
}


@dataclass(frozen=True, slots=True)
class Alert:
    """A problem in one sentence, the remedy, its page, and its start if known."""

    words: str
    page: PageLink
    to_do: str = ""
    at: datetime | None = None
    do_at: PageLink | None = None  # page of the subject, if it has one
    do_words: str = ""


@dataclass(frozen=True, slots=True)
class Alerts:
    """Current problems, most severe first, and the ledger's last check.

    `alarms` are the latest unhandled ones; `more` is the number of others, a minimum if `uncounted`. "Nothing to
    report" is shown only to a person who sees everything (`told_all`).
    """

    standing: tuple[Alert, ...]
    alarms: tuple[Alert, ...]
    more: int
    uncounted: bool
    checked: LedgerCheck | None
    told_all: bool

    @property
    def is_calm(self) -> bool:
        return not self.standing and not self.alarms


def load_alerts(rights: AbstractSet[Right]) -> Alerts:
    """Return the alerts for a person with these rights. A fixed number of queries."""
    sees = Right.VIEW_EVENTS in rights
    counted = count_open_alarms() if sees else 0
    return Alerts(
        standing=(
            *_ledger(rights),
            *_workers(rights),
            *_play(rights),
            *_rates(rights),
            *_mail(rights),
            *_staff(rights),
        ),
        alarms=tuple(_alarms(rights)) if sees else (),
        more=max(counted - SHOWN, 0),
        uncounted=counted >= MOST_OPEN,
        checked=check_runs.latest_check() if Right.VIEW_CASH in rights else None,
        told_all=sees and Right.VIEW_SWITCHES in rights,
    )


def _alarms(rights: AbstractSet[Right]) -> Iterator[Alert]:
    """Yield the latest open alarms, newest first. Players appear by number only, whatever the rights."""
    shown = list(open_alarms().annotate(round_numbers=RoundNumbers())[:SHOWN])
    numbers = {one: number for event in shown for one, number in read_round_numbers(event).items()}
    subjects = load_subject_context(
        (event.subject for event in shown), rights - {Right.VIEW_PLAYERS}, (), numbers
    )
    places = replace(subjects, rights=rights)
    for event in shown:
        about = describe_subject(event.subject, places)
        yield Alert(
            describe_event(event, subjects).headline,
            PageLink("events:event", (event.pk,)),
            str(REMEDIES[EventKind(event.kind)]),
            event.at,
            about.page,
            about.words,
        )


def _ledger(rights: AbstractSet[Right]) -> Iterator[Alert]:
    if Right.VIEW_CASH not in rights:
        return
    why = withdrawal_stop.find_stop_reason()
    if why is withdrawal_stop.WithdrawalStop.BROKEN:
        words = _("The check of the ledger failed: withdrawals are closed.")
        yield Alert(
            words,
            PageLink("cash:findings"),
            _("Open the findings: each names its rows and what to do."),
        )
    elif why is withdrawal_stop.WithdrawalStop.UNCHECKED:
        words = _("The ledger has not been checked for too long: withdrawals are closed.")
        to_do = _("See that the worker of the long queue runs: it checks the ledger every hour.")
        yield Alert(words, PageLink("cash:findings"), to_do)
    elif players := withdrawal_stop.count_stopped_players():
        words = ngettext(
            "The check of the ledger failed: withdrawals are closed to %(players)d player.",
            "The check of the ledger failed: withdrawals are closed to %(players)d players.",
            players,
        ) % {"players": players}
        yield Alert(
            words,
            PageLink("cash:findings"),
            _("Open the findings: each names its rows and what to do."),
        )


def _play(rights: AbstractSet[Right]) -> Iterator[Alert]:
    if Right.VIEW_SWITCHES not in rights:
        return
    resume = _("Resume it under Switches when its reason is gone.")
    if not is_build_open():
        words = _("Play is closed: the software that was found is not accepted.")
        yield Alert(words, PageLink("builds:page"), _("Compare it, and accept it with two people."))
    elif is_house_stopped():
        yield Alert(_("All play is stopped."), PageLink("switches:overview"), resume)
    for family in stopped_rule_sets():
        words = _("The rules %(rules)s are stopped.") % {"rules": family.display_name}
        yield Alert(words, PageLink("switches:overview"), resume)
    for table in tables_with_stopped_boxes():
        words = f"{table.display_name}: {stopped_boxes_text(table)}"
        yield Alert(words, PageLink("switches:overview"), resume)


def _mail(rights: AbstractSet[Right]) -> Iterator[Alert]:
    if Right.VIEW_EVENTS not in rights:
        return
    found = late_mails()
    if found.count:
        words = ngettext(
            "%(mails)d mail could not be sent yet.",
            "%(mails)d mails could not be sent yet.",
            found.count,
        ) % {"mails": found.count}
        to_do = _("See that the mail server answers. They are sent again until it does.")
        yield Alert(words, PageLink("events:list"), to_do, found.since)
    if given_up := count_given_up():
        words = ngettext(
            "%(mails)d mail was given up in the last seven days.",
            "%(mails)d mails were given up in the last seven days.",
            given_up,
        ) % {"mails": given_up}
        page = PageLink("events:list", query=f"?kind={EventKind.MAIL_GIVEN_UP}")
        yield Alert(words, page, _("Reach these people another way, and check their addresses."))


def _workers(rights: AbstractSet[Right]) -> Iterator[Alert]:
    if Right.VIEW_EVENTS not in rights:
        return
    for one in find_silences():
        if one.queue == "beat":
            words = _("Beat gives no heartbeat.")
        else:
            words = _("The worker of the queue %(queue)s gives no heartbeat.") % {
                "queue": one.queue
            }
        page = PageLink("events:list", query=f"?kind={EventKind.WORKERS_SILENT}")
        to_do = _("Start it again on the server and look into its log. Its tasks wait until then.")
        yield Alert(words, page, to_do, one.since)


def stopped_boxes_text(table: Table) -> str:
    boxes = table.stopped_boxes
    words = ngettext("box %(boxes)s is stopped", "boxes %(boxes)s are stopped", len(boxes))
    return words % {"boxes": ", ".join(map(str, boxes))}


def _staff(rights: AbstractSet[Right]) -> Iterator[Alert]:
    if Right.VIEW_STAFF not in rights:
        return
    last = find_last_review()
    if is_review_due(last, timezone.now()):
        words = _("The rights of all staff are to be reviewed.")
        to_do = _("Open the review and confirm or change the roles of each person.")
        yield Alert(words, PageLink("people:review"), to_do, last.at if last else None)


def _rates(rights: AbstractSet[Right]) -> Iterator[Alert]:
    if Right.VIEW_RATES not in rights:
        return
    for one in rates.rate_statuses():
        if one.code in _RATES:
            told = {"currency": one.currency, "why": _RATES[one.code]}
            words = _("%(currency)s takes no new bets: %(why)s.") % told
            yield Alert(words, PageLink("rates:history", (one.currency,)), str(_TO_DO[one.code]))
