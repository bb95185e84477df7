"""Present problems, and alarms that nobody has handled."""

from collections.abc import Iterator, Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from accounts.mail.selectors import count_given_up, late_mails
from accounts.roles.values import Right
from accounts.staff.selectors.staff_accounts import last_review, review_due
from compliance.events.selectors.events import MOST_OPEN, count_open_alarms, open_alarms
from journal.models import EventKind
from journal.services.heartbeats import find_silences
from journal.words.events import WORDS
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
"""Alarms that are named; of more the number is said."""

_RATES: Final = {
    "no_rate": gettext_lazy("no rate is in effect"),
    "stale_rate": gettext_lazy("the rate is too old"),
    "rate_waits": gettext_lazy("a rate waits for a second person"),
}


@dataclass(frozen=True, slots=True)
class Alert:
    """One sentence, since when where that is known, and where it is looked into."""

    words: str
    page: PageLink
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Alerts:
    """Present problems, and the ledger's last check.

    `alarms` are the latest unhandled ones; `more` is the number of others, a minimum if `uncounted`. "Nothing to report" is
    shown only to a person who sees everything (`told_all`).
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
    """Alerts for a person with these rights. A fixed number of queries."""
    sees = Right.VIEW_EVENTS in rights
    counted = count_open_alarms() if sees else 0
    return Alerts(
        standing=(
            *_ledger(rights),
            *_play(rights),
            *_rates(rights),
            *_staff(rights),
            *_mail(rights),
            *_workers(rights),
        ),
        alarms=tuple(_alarms()) if sees else (),
        more=max(counted - SHOWN, 0),
        uncounted=counted >= MOST_OPEN,
        checked=check_runs.latest_check() if Right.VIEW_CASH in rights else None,
        told_all=sees and Right.VIEW_SWITCHES in rights,
    )


def _alarms() -> Iterator[Alert]:
    """The latest first; each stays until it is marked as seen."""
    for event in open_alarms()[:SHOWN]:
        yield Alert(
            str(WORDS[EventKind(event.kind)]), PageLink("events:event", (event.pk,)), event.at
        )


def _ledger(rights: AbstractSet[Right]) -> Iterator[Alert]:
    if Right.VIEW_CASH not in rights:
        return
    why = withdrawal_stop.stop_reason()
    if why is withdrawal_stop.WithdrawalStop.BROKEN:
        words = _("The check of the ledger failed: withdrawals are closed.")
        yield Alert(words, PageLink("cash:findings"))
    elif why is withdrawal_stop.WithdrawalStop.UNCHECKED:
        words = _("The ledger has not been checked for too long: withdrawals are closed.")
        yield Alert(words, PageLink("cash:findings"))
    elif players := withdrawal_stop.count_stopped_players():
        words = ngettext(
            "The check of the ledger failed: withdrawals are closed to %(players)d player.",
            "The check of the ledger failed: withdrawals are closed to %(players)d players.",
            players,
        ) % {"players": players}
        yield Alert(words, PageLink("cash:findings"))


def _play(rights: AbstractSet[Right]) -> Iterator[Alert]:
    if Right.VIEW_SWITCHES not in rights:
        return
    if is_house_stopped():
        yield Alert(_("All play is stopped."), PageLink("switches:overview"))
    for family in stopped_rule_sets():
        words = _("The rules %(rules)s are stopped.") % {"rules": family.name}
        yield Alert(words, PageLink("switches:overview"))
    for table in tables_with_stopped_boxes():
        yield Alert(f"{table.name}: {boxes_stopped(table)}", PageLink("switches:overview"))


def _mail(rights: AbstractSet[Right]) -> Iterator[Alert]:
    """Mail that could not be sent."""
    if Right.VIEW_EVENTS not in rights:
        return
    found = late_mails()
    if found.count:
        words = ngettext(
            "%(mails)d mail could not be sent yet. See that the mail server answers.",
            "%(mails)d mails could not be sent yet. See that the mail server answers.",
            found.count,
        ) % {"mails": found.count}
        yield Alert(words, PageLink("events:list"), found.since)
    if given_up := count_given_up():
        words = ngettext(
            "%(mails)d mail was given up in the last seven days.",
            "%(mails)d mails were given up in the last seven days.",
            given_up,
        ) % {"mails": given_up}
        yield Alert(words, PageLink("events:list", query=f"?kind={EventKind.MAIL_GIVEN_UP}"))


def _workers(rights: AbstractSet[Right]) -> Iterator[Alert]:
    if Right.VIEW_EVENTS not in rights:
        return
    for one in find_silences():
        if one.queue == "beat":
            words = _("Beat gives no heartbeat: start it again.")
        else:
            words = _("The worker of the queue %(queue)s gives no heartbeat: start it again.") % {
                "queue": one.queue
            }
        yield Alert(
            words, PageLink("events:list", query=f"?kind={EventKind.WORKERS_SILENT}"), one.since
        )


def boxes_stopped(table: Table) -> str:
    boxes = table.stopped_boxes
    words = ngettext("box %(boxes)s is stopped", "boxes %(boxes)s are stopped", len(boxes))
    return words % {"boxes": ", ".join(map(str, boxes))}


def _staff(rights: AbstractSet[Right]) -> Iterator[Alert]:
    if Right.VIEW_STAFF not in rights:
        return
    last = last_review()
    if review_due(last, timezone.now()):
        words = _("The rights of all staff are to be reviewed.")
        yield Alert(words, PageLink("people:review"), last.at if last else None)


def _rates(rights: AbstractSet[Right]) -> Iterator[Alert]:
    if Right.VIEW_RATES not in rights:
        return
    for one in rates.rate_statuses():
        if one.code in _RATES:
            told = {"currency": one.currency, "why": _RATES[one.code]}
            words = _("%(currency)s takes no new bets: %(why)s.") % told
            yield Alert(words, PageLink("rates:history", (one.currency,)))
