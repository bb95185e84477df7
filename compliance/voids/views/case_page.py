"""Contents of the pages of void cases, and what each person may do there."""

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
from compliance.voids.forms import FollowUpForm, ProposeVoidForm
from compliance.voids.selectors import cases, figures
from compliance.voids.selectors.figures import CaseFigures, HandFigures
from compliance.voids.selectors.hand_choice import ChosenHands, HandChoice
from compliance.voids.selectors.sums import CaseSums, MovedSums, build_case_sums, build_moved_sums
from compliance.voids.words import (
    BADGES,
    account_label,
    effect_text,
    exclusion_label,
    format_cards,
    refusal_label,
    step_label,
)
from wallet.money.values import Money

WAYS: Final = ("hands", "shoe", "player", "since", "until")
SHOWN: Final = 50  # hands in a preview
_DIGITS: Final = 9  # digits of a line number in a URL
_MOST_ASKED: Final = 500  # hands in a URL


@dataclass(frozen=True, slots=True)
class CaseLine:
    case: VoidCase
    badge: str
    expired: bool
    own: bool


@dataclass(frozen=True, slots=True)
class CaseHandLine:
    """A hand of a case: its cards, its result, and the effect of the case on it."""

    n: int
    round: Round
    hands: list[str]
    dealer: str
    staked: Money
    returned: Money
    figures: HandFigures | None
    line: VoidLine | None
    moved: Money | None
    co_seated: list[Round]  # other players' rounds in the same live deal

    @property
    def refusal(self) -> str | Promise:
        """Reason why the case cannot include the hand; "" if it can."""
        code = self.figures.found.refusal if self.figures else ""
        return refusal_label(code) if code else ""

    @property
    def legs(self) -> list[tuple[str | Promise, Money]]:
        """Amounts by account; they add up to zero."""
        legs = self.figures.found.legs if self.figures else ()
        return [(account_label(account), money) for account, money in legs]

    @property
    def why_not(self) -> str | Promise:
        return exclusion_label(self.line.code) if self.line else ""


@dataclass(frozen=True, slots=True)
class CasePreview:
    """Hands and effect of a proposal before it is sent."""

    found: ChosenHands
    figures: CaseFigures | None
    sums: CaseSums | None
    lines: list[CaseHandLine]
    effect: str | Promise

    @property
    def people(self) -> set[int]:
        """Ids of the players shown."""
        return collect_player_ids(self.lines, self.sums)

    @property
    def reasons(self) -> list[tuple[str | Promise, int]]:
        """Number of excluded hands by reason."""
        return [
            (exclusion_label(code), number) for code, number in self.found.counts_by_reason.items()
        ]

    @property
    def left_out(self) -> list[tuple[UUID, str | Promise]]:
        """The first excluded hands with their reasons."""
        return [(one.hand, exclusion_label(one.code)) for one in self.found.first_excluded]

    @property
    def more(self) -> int:
        """Number of hands not listed."""
        return len(self.found.rounds) - len(self.lines)


def build_case_line(case: VoidCase, user: User) -> CaseLine:
    """Return a case as a line of a list."""
    return CaseLine(
        case=case,
        badge=BADGES.get(case.state, ""),
        expired=is_expired(case, timezone.now()),
        own=case.proposed_by_id == user.pk,
    )


def is_expired(case: VoidCase, now: datetime) -> bool:
    """Return whether a proposal is past its expiry, even if its state is not updated yet."""
    return case.state == CaseState.PROPOSED and case.expires_at <= now


def read_initial_values(params: QueryDict) -> dict[str, str]:
    """Return the initial values of a new proposal from the URL.

    Reads `round` (repeatable, at most `_MOST_ASKED`), `shoe`, or `player` with `since` and `until`.
    """
    found = {
        name: str(params[name]) for name in ("shoe", "player", "since", "until") if params.get(name)
    }
    if rounds := params.getlist("round"):
        found["hands"] = "\n".join(rounds[:_MOST_ASKED])
    return found


def derive_case_key(form: ProposeVoidForm | FollowUpForm, user: User) -> UUID:
    """Derive the case key from the form's key and the user, so that nobody can use up another's key."""
    return uuid5(form.cleaned_data["key"], f"void of {user.pk}")


def parse_follow_up_kind(kind: str) -> CaseKind | None:
    """Return the kind of follow-up with this name in a URL; None if there is none."""
    known = {one.value: one for one in CaseKind if one != CaseKind.VOID}
    return known.get(kind)


def proposal_title(kind: CaseKind, of: VoidCase | None) -> str:
    """Return the title of the proposal page."""
    if of is None:
        return _("Propose a void")
    words = {"number": of.number, "kind": kind.label}
    return _("%(number)s: %(kind)s") % words


def build_preview(
    form: ProposeVoidForm | FollowUpForm, kind: CaseKind, of: VoidCase | None
) -> CasePreview | None:
    """Return the hands named in a form and the effect on them, as far as the form is readable; else None.

    Stores the digest of the figures in the form. A fixed number of queries. Raises Refusal.
    """
    named = _hand_choice(form)
    if named is None or not (named or of):
        return None
    found = figures.choose_hands_for(kind, named, of)
    reason = of.reason if of else _reason(form)
    shown = (
        figures.calculate_figures(kind, reason, found.rounds) if reason and found.rounds else None
    )
    _carries(form, shown.digest if shown and not shown.has_no_effect else "")
    by_round = {hand.round.pk: hand for hand in shown.hands} if shown else {}
    keys = [round_.pk for round_ in found.rounds[:SHOWN]]
    rounds = Round.objects.select_related("player", "place__table").in_bulk(keys)
    beside = co_seated_rounds(rounds.values())
    lines = [_hand(n, rounds[key], by_round.get(key), beside[key]) for n, key in enumerate(keys, 1)]
    sums = build_case_sums(shown) if shown else None
    return CasePreview(found, shown, sums, lines, effect_text(kind, reason) if reason else "")


def collect_player_ids(
    lines: Iterable[CaseHandLine], *sums: CaseSums | MovedSums | None
) -> set[int]:
    """Return the ids of the players shown by these hands and sums."""
    of_sums = (one.people for one in sums if one is not None)
    return {line.round.player_id for line in lines}.union(*of_sums)


def _hand_choice(form: ProposeVoidForm | FollowUpForm) -> HandChoice | None:
    """The hands a form names; None if those fields are invalid."""
    probe = form if form.is_bound else type(form)({**form.initial})
    probe.is_valid()
    return None if probe.errors.keys() & set(WAYS) else probe.choice


def _reason(form: ProposeVoidForm | FollowUpForm) -> str:
    return form.cleaned_data.get("reason", "") if form.is_bound else ""


def _carries(form: ProposeVoidForm | FollowUpForm, digest: str) -> None:
    if form.is_bound:
        replace_field_value(form, "seen", digest)
    else:
        form.initial["seen"] = digest


def replace_field_value(form: ProposeVoidForm | FollowUpForm, name: str, value: str) -> None:
    """Replace the value of a hidden field in a submitted form."""
    data = QueryDict(mutable=True)
    data.update(form.data)
    data[name] = value
    form.data = data


def build_case_context(
    case: VoidCase, user: User, rights: frozenset[Right], params: Mapping[str, str]
) -> dict[str, Any]:
    now = timezone.now()
    waits = case.state == CaseState.PROPOSED
    shown = figures.calculate_case_figures(case) if waits else None
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
    sums = build_case_sums(shown) if shown else None
    moved = build_moved_sums(cases.load_moved_sums(case)) if done.done else None
    return {
        "title": f"{case.number} · {case.get_kind_display()}",
        "case": case,
        "badge": BADGES.get(case.state, ""),
        "effect": effect_text(case.kind, case.reason),
        "expired": is_expired(case, now),
        "since": _time(case.chosen.get("since")),
        "until": _time(case.chosen.get("until")),
        "left_out": [
            (exclusion_label(code), number)
            for code, number in case.chosen.get("left_out", {}).items()
        ],
        "steps": [(step, step_label(step)) for step in cases.case_steps(case)],
        "followers": [build_case_line(one, user) for one in cases.list_follow_ups(case)],
        "progress": done,
        "figures": shown,
        "sums": sums,
        "people": collect_player_ids(lines, sums, moved),
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
    """Actions that the page offers this person; the services check again."""
    own = case.proposed_by_id == user.pk
    first = case.of is not None and case.of.proposed_by_id == user.pk
    waits = case.state == CaseState.PROPOSED and not expired
    may_decide = waits and Right.APPROVE_VOIDS in rights
    follows = case.may_be_followed and Right.PROPOSE_VOIDS in rights
    return {
        "waits": waits,
        "own": own,
        "first": first,
        "may_decide": may_decide,
        "decides": may_decide and user.pk not in case.excluded_deciders,
        "may_withdraw": waits and own and Right.PROPOSE_VOIDS in rights,
        "follows": figures.find_possible_follow_ups(case) if follows else [],
    }


def _hand(
    n: int,
    round_: Round,
    found: HandFigures | None,
    co_seated: list[Round],
    line: VoidLine | None = None,
) -> CaseHandLine:
    hands, dealer = format_cards(round_)
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
