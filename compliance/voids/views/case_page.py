"""What the pages about cases that void hands show, and to whom they offer what."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid5

from django.http import QueryDict
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from accounts.models.users import User
from accounts.roles.values import Right
from casino.models import Round
from casino.selectors.places import co_seated_rounds
from compliance.models import CaseKind, CaseState, VoidCase, VoidLine
from compliance.voids.forms import FollowForm, ProposeForm
from compliance.voids.selectors import cases, figures
from compliance.voids.selectors.figures import CaseFigures, HandFigures
from compliance.voids.selectors.hand_choice import ChosenHands, HandChoice
from compliance.voids.selectors.sums import CaseSums, SumsMoved, sums_of, sums_that_moved
from compliance.voids.words import (
    BADGES,
    account_label,
    cards_of,
    effect_of,
    refusal_label,
    step_label,
    why_not,
)
from wallet.money.values import Money

WAYS: Final = ("hands", "shoe", "player", "since", "until")
SHOWN: Final = 50  # hands of a preview
_DIGITS: Final = 9  # of the number of a line, in an address
_MOST_ASKED: Final = 500  # hands in an address


@dataclass(frozen=True, slots=True)
class CaseLine:
    case: VoidCase
    badge: str
    expired: bool
    own: bool


@dataclass(frozen=True, slots=True)
class CaseHandLine:
    """A hand of a case: its cards, what it was, and what the case does or did with it."""

    n: int
    round: Round
    hands: list[str]
    dealer: str
    staked: Money
    returned: Money
    figures: HandFigures | None
    line: VoidLine | None
    moved: Money | None
    co_seated: list[Round]  # of other players in its deal at a live table

    @property
    def refusal(self) -> str | Promise:
        """Why nothing can be done with it; empty where it can."""
        code = self.figures.found.refusal if self.figures else ""
        return refusal_label(code) if code else ""

    @property
    def legs(self) -> list[tuple[str | Promise, Money]]:
        """Whose account gets and whose pays; they add up to zero."""
        legs = self.figures.found.legs if self.figures else ()
        return [(account_label(account), money) for account, money in legs]

    @property
    def why_not(self) -> str | Promise:
        return why_not(self.line.code) if self.line else ""


@dataclass(frozen=True, slots=True)
class CasePreview:
    """What a proposal that is being written is about, and would do."""

    found: ChosenHands
    figures: CaseFigures | None
    sums: CaseSums | None
    lines: list[CaseHandLine]
    effect: str | Promise

    @property
    def people(self) -> set[int]:
        """The players whom it names."""
        return people_on(self.lines, self.sums)

    @property
    def reasons(self) -> list[tuple[str | Promise, int]]:
        """How many hands are left out, by reason."""
        return [(why_not(code), number) for code, number in self.found.counted.items()]

    @property
    def left_out(self) -> list[tuple[UUID, str | Promise]]:
        """The first hands that are left out, each with its reason."""
        return [(one.hand, why_not(one.code)) for one in self.found.named]

    @property
    def more(self) -> int:
        """Hands that are not shown one by one."""
        return len(self.found.rounds) - len(self.lines)


def line_of(case: VoidCase, user: User) -> CaseLine:
    """A case as a list shows it."""
    return CaseLine(
        case=case,
        badge=BADGES.get(case.state, ""),
        expired=is_expired(case, timezone.now()),
        own=case.proposed_by_id == user.pk,
    )


def is_expired(case: VoidCase, now: datetime) -> bool:
    """Whether it can no longer be decided, even if its state does not say so yet."""
    return case.state == CaseState.PROPOSED and case.expires_at <= now


def asked_for(params: QueryDict) -> dict[str, str]:
    """What a link to a new proposal fills in: `round` (as often as wanted), `shoe`, or `player` with `since` and `until`."""
    found = {
        name: str(params[name]) for name in ("shoe", "player", "since", "until") if params.get(name)
    }
    if rounds := params.getlist("round"):
        found["hands"] = "\n".join(rounds[:_MOST_ASKED])
    return found


def key_of(form: ProposeForm | FollowForm, user: User) -> UUID:
    """Bind the form's key to its person, so that nobody can use up another's."""
    return uuid5(form.cleaned_data["key"], f"void of {user.pk}")


def following(kind: str) -> CaseKind | None:
    """What follows a void, by the name in an address."""
    known = {one.value: one for one in CaseKind if one != CaseKind.VOID}
    return known.get(kind)


def may_be_followed(case: VoidCase) -> bool:
    """Whether another case can follow this one."""
    return case.kind == CaseKind.VOID and case.state == CaseState.CARRIED_OUT


def title_of_proposal(kind: CaseKind, of: VoidCase | None) -> str:
    """The head of the page that proposes."""
    if of is None:
        return _("Propose a void")
    words = {"number": of.number, "kind": kind.label}
    return _("%(number)s: %(kind)s") % words


def preview(
    form: ProposeForm | FollowForm, kind: CaseKind, of: VoidCase | None
) -> CasePreview | None:
    """What the hands named in a form would bring, as far as it can be read; a fixed number of queries. Raises Refusal.

    The form then carries the digest of it.
    """
    named = _hand_choice(form)
    if named is None or not (named or of):
        return None
    found = figures.choose_hands_for(kind, named, of)
    reason = of.reason if of else _reason(form)
    shown = (
        figures.figures_of_hands(kind, reason, found.rounds) if reason and found.rounds else None
    )
    _carries(form, shown.digest if shown and not shown.idle else "")
    by_round = {hand.round.pk: hand for hand in shown.hands} if shown else {}
    keys = [round_.pk for round_ in found.rounds[:SHOWN]]
    rounds = Round.objects.select_related("player", "place__table").in_bulk(keys)
    beside = co_seated_rounds(rounds.values())
    lines = [_hand(n, rounds[key], by_round.get(key), beside[key]) for n, key in enumerate(keys, 1)]
    sums = sums_of(shown) if shown else None
    return CasePreview(found, shown, sums, lines, effect_of(kind, reason) if reason else "")


def people_on(lines: Iterable[CaseHandLine], *sums: CaseSums | SumsMoved | None) -> set[int]:
    """The players whom a page names that shows these hands and sums."""
    of_sums = (one.people for one in sums if one is not None)
    return {line.round.player_id for line in lines}.union(*of_sums)


def _hand_choice(form: ProposeForm | FollowForm) -> HandChoice | None:
    """The hands that a form names; None where that cannot be read."""
    probe = form if form.is_bound else type(form)({**form.initial})
    probe.is_valid()
    return None if probe.errors.keys() & set(WAYS) else probe.choice


def _reason(form: ProposeForm | FollowForm) -> str:
    return form.cleaned_data.get("reason", "") if form.is_bound else ""


def _carries(form: ProposeForm | FollowForm, digest: str) -> None:
    if form.is_bound:
        fill(form, "seen", digest)
    else:
        form.initial["seen"] = digest


def fill(form: ProposeForm | FollowForm, name: str, value: str) -> None:
    """Put another value into a hidden field of a form that was sent."""
    data = QueryDict(mutable=True)
    data.update(form.data)
    data[name] = value
    form.data = data


def case_page(
    case: VoidCase, user: User, rights: frozenset[Right], params: Mapping[str, str]
) -> dict[str, Any]:
    now = timezone.now()
    waits = case.state == CaseState.PROPOSED
    shown = figures.figures_of_case(case) if waits else None
    done = cases.count_progress(case)
    after = params.get("after", "")
    numbered = after.isdecimal() and len(after) <= _DIGITS
    rows, more = cases.case_lines(case, int(after) if numbered else 0)
    by_round = {hand.round.pk: hand for hand in shown.hands} if shown else {}
    beside = co_seated_rounds(row.round for row in rows)
    lines = [
        _hand(row.n, row.round, by_round.get(row.round_id), beside[row.round_id], row)
        for row in rows
    ]
    sums = sums_of(shown) if shown else None
    moved = sums_that_moved(cases.sums_moved(case)) if done.done else None
    return {
        "title": f"{case.number} · {case.get_kind_display()}",
        "case": case,
        "badge": BADGES.get(case.state, ""),
        "effect": effect_of(case.kind, case.reason),
        "expired": is_expired(case, now),
        "since": _time(case.chosen.get("since")),
        "until": _time(case.chosen.get("until")),
        "left_out": [
            (why_not(code), number) for code, number in case.chosen.get("left_out", {}).items()
        ],
        "steps": [(step, step_label(step)) for step in cases.case_steps(case)],
        "followers": [line_of(one, user) for one in cases.followers(case)],
        "progress": done,
        "figures": shown,
        "sums": sums,
        "people": people_on(lines, sums, moved),
        "changed": shown is not None and shown.digest != case.seen,
        "moved": moved,
        "lines": lines,
        "after": more,
        "sees_looks": Right.VIEW_EVENTS in rights,
        **_may(case, user, rights, expired=is_expired(case, now)),
    }


def _time(written: str | None) -> datetime | None:
    return datetime.fromisoformat(written) if written else None


def _may(case: VoidCase, user: User, rights: frozenset[Right], *, expired: bool) -> dict[str, Any]:
    """What this person is offered; the services judge again."""
    own = case.proposed_by_id == user.pk
    first = case.of is not None and case.of.proposed_by_id == user.pk
    waits = case.state == CaseState.PROPOSED and not expired
    follows = may_be_followed(case) and Right.PROPOSE_VOIDS in rights
    return {
        "waits": waits,
        "own": own,
        "first": first,
        "decides": waits and not own and not first and Right.APPROVE_VOIDS in rights,
        "may_withdraw": waits and own and Right.PROPOSE_VOIDS in rights,
        "follows": figures.possible_followers(case) if follows else [],
    }


def _hand(
    n: int,
    round_: Round,
    found: HandFigures | None,
    co_seated: list[Round],
    line: VoidLine | None = None,
) -> CaseHandLine:
    hands, dealer = cards_of(round_)
    return CaseHandLine(
        n=n,
        round=round_,
        hands=hands,
        dealer=dealer,
        staked=round_.money(round_.staked),
        returned=round_.money(round_.returned or 0),
        figures=found,
        line=line,
        moved=round_.money(line.moved) if line and line.moved is not None else None,
        co_seated=co_seated,
    )
