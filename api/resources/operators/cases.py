"""Cases, flags and holds as the operator's systems read them: of the kinds that a key and its owner may see."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from cases.models import Case, CaseFlag, CaseHold, CasePlayer, CaseTopic
from cases.selectors.holds import active_holds
from cases.selectors.queue import QueueLine, build_lines, undecided_suspicions
from cases.selectors.scores import kind_of_signal
from cases.words.findings import describe_flag
from casino.models import Round
from detection.models import Flag, ThresholdChange
from detection.selectors.thresholds import list_in_force
from signals.catalogue import SIGNALS
from signals.definition import Signal
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class CaseDetail:
    """A case with its flags."""

    line: QueueLine
    flags: Sequence[Flag]


@dataclass(frozen=True, slots=True)
class FlagDetail:
    """A flag with the public ids of its rounds."""

    flag: Flag
    rounds: Sequence[UUID]


@dataclass(frozen=True, slots=True)
class SignalSettings:
    """A signal with the approved change that its thresholds come from; None: the defaults."""

    signal: Signal[Any]
    change: ThresholdChange | None

    @property
    def thresholds(self) -> dict[str, float]:
        given = self.change.values if self.change else {}
        return {name: given.get(name, usual) for name, usual in self.signal.defaults.items()}

    @property
    def since(self) -> datetime | None:
        """When the change was approved."""
        return self.change.decision.decided_at if self.change else None


def list_readable_signals(kinds: Sequence[CaseTopic]) -> list[str]:
    """Return the signals whose flags belong to these kinds of case."""
    return [signal for signal in SIGNALS if kind_of_signal(signal) in kinds]


def list_signal_settings(kinds: Sequence[CaseTopic]) -> list[SignalSettings]:
    """Return the signals whose flags belong to these kinds, with what is in force. One query."""
    changes = list_in_force()
    return [
        SignalSettings(SIGNALS[name], changes.get(name)) for name in list_readable_signals(kinds)
    ]


def select_cases(asked: Mapping[str, Any], kinds: Sequence[CaseTopic]) -> QuerySet[Case]:
    """Return the visible cases of a query's filters."""
    rows = Case.objects.select_related("assignee").filter(kind__in=kinds)
    for name in ("kind", "status", "severity", "outcome"):
        if name in asked:
            rows = rows.filter(**{name: asked[name]})
    if "player" in asked:
        rows = rows.filter(pk__in=CasePlayer.objects.filter(player=asked["player"]).values("case"))
    if "since" in asked:
        rows = rows.filter(opened_at__gte=asked["since"])
    return rows.filter(opened_at__lt=asked["until"]) if "until" in asked else rows


def find_case_detail(public_id: UUID, kinds: Sequence[CaseTopic]) -> CaseDetail | None:
    """Return a case with its flags; None if there is none of these kinds."""
    case = (
        Case.objects.select_related("assignee").filter(public_id=public_id, kind__in=kinds).first()
    )
    if case is None:
        return None
    (line,) = build_lines([case])
    joined = CaseFlag.objects.filter(case=case).select_related("flag").order_by("flag_id")
    readable = set(list_readable_signals(kinds)) if line.shows_score else set()
    return CaseDetail(line, [row.flag for row in joined if row.flag.signal in readable])


def select_flags(asked: Mapping[str, Any], kinds: Sequence[CaseTopic]) -> QuerySet[Flag]:
    """Return the visible flags of a query's filters; none of cases that show no score yet, as blind samples have none."""
    hidden = CaseFlag.objects.filter(
        flag=OuterRef("pk"), case__in=Case.objects.filter(undecided_suspicions())
    )
    rows = Flag.objects.filter(~Exists(hidden), signal__in=list_readable_signals(kinds))
    for name in ("player", "signal", "state"):
        if name in asked:
            rows = rows.filter(**{name: asked[name]})
    if "since" in asked:
        rows = rows.filter(raised_at__gte=asked["since"])
    return rows.filter(raised_at__lt=asked["until"]) if "until" in asked else rows


def find_flag_detail(public_id: UUID, kinds: Sequence[CaseTopic]) -> FlagDetail | None:
    """Return a flag with its rounds; None if there is none that may be seen. Two queries."""
    flag = select_flags({}, kinds).filter(public_id=public_id).first()
    if flag is None:
        return None
    rounds = Round.objects.filter(pk__in=flag.rounds).order_by("pk")
    return FlagDetail(flag, list(rounds.values_list("public_id", flat=True)))


def write_sentence(flag: Flag) -> str:
    """Return what a flag says, made from its numbers, in the caller's language."""
    return describe_flag(flag)


def select_holds(kinds: Sequence[CaseTopic]) -> QuerySet[CaseHold]:
    """Return the withdrawals held now in cases of these kinds."""
    return active_holds().filter(case__kind__in=kinds).select_related("case", "withdrawal")


def held_money(hold: CaseHold) -> Money:
    """Return the amount of the held withdrawal."""
    return Money(hold.withdrawal.units, hold.withdrawal.currency_id)
