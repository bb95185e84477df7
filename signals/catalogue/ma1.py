"""MA1: linked accounts."""

from collections.abc import Mapping
from typing import Final

import numpy as np
from django.utils.translation import gettext as _, gettext_lazy

from signals.definition import Family, Signal, SignalScope, Threshold, Unit, Words
from signals.evidence import Edge, Graph, Node
from signals.links import LINKED_FROM, Group
from signals.outcomes import Outcome, OutcomeStatus, too_few
from signals.traces import Shared

_SHOWN: Final = 40

KIND_WORDS: Final[Mapping[Shared, Words]] = {
    Shared.DEVICE: gettext_lazy("device"),
    Shared.METHOD: gettext_lazy("payment method"),
    Shared.DOCUMENT: gettext_lazy("document"),
    Shared.PHONE: gettext_lazy("phone"),
    Shared.NETWORK: gettext_lazy("network and browser within 10 minutes"),
}
_FIGURES: Final = {kind: (kind.name or "").lower() for kind in KIND_WORDS}


def judge(group: Group, thresholds: Mapping[str, float]) -> Outcome:
    """Count the pairs whose weights reach the sum, and what they share. An account without links is a group of its own."""
    n = len(group.members)
    if not n:
        return too_few(n)
    weights = group.links.weight
    linked = group.links.take(weights >= thresholds["sum"])
    figures = {"members": float(n), "pairs": float(len(linked))}
    figures["strongest"] = float(weights.max(initial=0))
    for kind, name in _FIGURES.items():
        figures[name] = float(np.count_nonzero(linked.kinds & kind))
    return Outcome(OutcomeStatus.FLAGGED if len(linked) else OutcomeStatus.BELOW, n, figures)


def sentence(outcome: Outcome) -> str:
    shared = ", ".join(
        f"{KIND_WORDS[kind]} ({outcome.figures[name]:.0f})"
        for kind, name in _FIGURES.items()
        if outcome.figures.get(name)
    )
    return _("%(n)d accounts are linked. Shared, with the number of pairs: %(shared)s.") % {
        "n": outcome.n,
        "shared": shared,
    }


def draw(group: Group, _outcome: Outcome) -> Graph:
    """Draw the accounts with what they share, those with most links first."""
    links = group.links
    degree = np.bincount(np.concatenate([links.one, links.other]), minlength=len(group.members))
    shown = np.argsort(-degree, kind="stable")[:_SHOWN]
    place = {int(member): number for number, member in enumerate(shown)}
    edges = tuple(
        Edge(place[one], place[other], float(weight), describe_kinds(kinds))
        for one, other, weight, kinds in zip(
            links.one.tolist(),
            links.other.tolist(),
            links.weight.tolist(),
            links.kinds.tolist(),
            strict=True,
        )
        if one in place and other in place
    )
    nodes = tuple(Node(group.members[member]) for member in shown.tolist())
    return Graph(nodes, edges, len(group.members) - len(shown))


def describe_kinds(kinds: int) -> str:
    """Name what two accounts share."""
    return ", ".join(str(words) for kind, words in KIND_WORDS.items() if kinds & kind)


SIGNAL = Signal(
    id="MA1",
    version=1,
    family=Family.ACCOUNTS,
    severity=40,
    unit=Unit.EVENTS,
    window_days=365,
    words=gettext_lazy("Linked accounts"),
    meaning=gettext_lazy(
        "Accounts share a payment method, a document, or a phone and a device. One person may be behind them; so may a "
        "couple with one card, or a parent and a grown-up child with one phone. One network, or one device, links nobody."
    ),
    judge=judge,
    sentence=sentence,
    draw=draw,
    thresholds=(
        Threshold("sum", gettext_lazy("Weights that two accounts share"), LINKED_FROM, 51, 200),
    ),
    scope=SignalScope.GROUP,
)
