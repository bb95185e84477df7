"""Back-office pages of hands."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.audit.services import (
    list_viewed_rounds,
    record_list_view,
    record_object_views,
    record_player_view,
)
from accounts.models.audit_views import Look
from accounts.roles.selectors import load_rights
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, require_staff_user, staff_page
from casino.models import Round
from casino.rounds.selectors.hand_facts import RoundFacts
from casino.rounds.selectors.round_money import build_round_money, load_round_points
from casino.rounds.words.replay import build_felt, build_replay
from casino.selectors.places import co_seated_rounds
from compliance.hands import services
from compliance.hands.forms import HandsForm
from compliance.hands.selectors import decision_costs
from compliance.hands.selectors.hand_facts import load_hand
from compliance.hands.selectors.hands import (
    filter_hands,
    is_selective,
    round_status,
    with_list_data,
)
from compliance.hands.selectors.ledger_rows import load_round_transfers, sum_moved
from compliance.hands.selectors.proofs import prove_hand
from compliance.hands.selectors.time_search import search_by_time
from compliance.hands.services import report_difference
from compliance.hands.words.columns import STATUS_WORDS
from compliance.hands.words.decision_lines import decision_lines
from compliance.hands.words.hand_lines import format_seat, hand_lines
from compliance.hands.words.ledger_lines import transfer_lines, void_lines
from compliance.hands.words.outcome_labels import result_label
from compliance.hands.words.proofs import proof_lines, sealed_seed_text
from pages.answers import require_found, see_other
from pages.lists import active_filters, export_query
from profiles.selectors.in_force import find_country
from tables.selectors.tables import find_mathematics


@staff_page(Right.VIEW_HANDS)
@require_safe
def list_hands(request: HttpRequest) -> HttpResponse:
    """Filtered hands, newest first."""
    form = HandsForm(request.GET)
    wanted = form.cleaned_data if form.is_valid() else {}
    found = Round.objects.none() if form.errors else filter_hands(wanted)
    between = (wanted.get("since"), wanted.get("until"))
    part = search_by_time(
        found, request.GET, "started_at", between=between, few=is_selective(wanted)
    )
    asked = active_filters(request, form)
    record_list_view(require_staff_user(request), (one.player_id for one in part.rows), asked)
    record_object_views(
        require_staff_user(request), *list_viewed_rounds(one.public_id for one in part.rows)
    )
    context = {
        "title": _("Hands"),
        "form": form,
        "hands": hand_lines(part.rows),
        "ticks": Right.PROPOSE_VOIDS in load_rights(require_staff_user(request)),
        "part": part,
        "export": export_query(request),
        "chosen": bool(asked),
    }
    return render_staff(request, "compliance/hands/list.html", context)


@staff_page(Right.VIEW_HANDS)
@require_safe
def show_hand(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """One hand: cards, decisions, money, and the proofs, computed on the spot."""
    known = _load_and_record_look(request, round_id, "hand")
    round_ = known.round
    transfers = load_round_transfers(round_.public_id)
    found = None if known.running else prove_hand(known, sum_moved(transfers))
    wrong = report_difference(known, found)
    beside = _co_seated(request, round_)
    context = {
        "title": _title(round_),
        "hand": known,
        "round": round_,
        "status": round_status(round_),
        "status_words": STATUS_WORDS[round_status(round_)],
        "felt": build_felt(round_, known.seen),
        "result": result_label(round_),
        **_decisions(known),
        "transfers": transfer_lines(transfers),
        "proved": found,
        "proof_lines": proof_lines(found.proofs) if found else (),
        "wrong": wrong,
        "when_revealed": sealed_seed_text(round_.deal.shoe),
        "money": build_round_money(round_),
        "voids": void_lines(round_),
        "points": load_round_points(round_),
        "profile_country": find_country(round_.country_profile_id),
        "seat": format_seat(round_) if round_.place.is_live else "",
        "co_seated": hand_lines(beside) if beside else [],
        "rights": {right.value for right in load_rights(require_staff_user(request))},
    }
    return render_staff(request, "compliance/hands/hand.html", context)


@staff_page(Right.VIEW_HANDS)
@require_http_methods(["GET", "HEAD", "POST"])
def show_decisions(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """Fragment with the decisions, polled while a worker computes their costs; POST requests the computation."""
    known = _load_and_record_look(request, round_id, "hand")
    if request.method == "POST":
        services.request_costs(known, acting_user=require_staff_user(request))
        if not request.headers.get("HX-Request"):
            return see_other("hands:hand", round_id)
    context = {"round": known.round, **_decisions(known)}
    return render(request, "compliance/hands/_decisions.html", context)


@staff_page(Right.VIEW_HANDS)
@require_safe
def show_replay(request: HttpRequest, round_id: UUID, step: int) -> HttpResponse:
    """One step of the replay of a finished hand."""
    known = _load_and_record_look(request, round_id, "replay")
    if known.running:
        raise Http404
    moment = build_replay(known).step(step)
    context = {
        "title": _("Replay: %(hand)s") % {"hand": _title(known.round)},
        "round": known.round,
        "step": moment,
        "result": result_label(known.round) if moment.number == moment.last else "",
    }
    return render_staff(request, "compliance/hands/replay.html", context)


def _co_seated(request: HttpRequest, round_: Round) -> list[Round]:
    """Other players' rounds in the same deal of a live table; records that their players were viewed."""
    keys = [one.pk for one in co_seated_rounds([round_])[round_.pk]]
    if not keys:
        return []
    found = list(with_list_data(Round.objects.filter(pk__in=keys)).order_by("player"))
    record_list_view(require_staff_user(request), (one.player_id for one in found), {})
    record_object_views(
        require_staff_user(request), *list_viewed_rounds(one.public_id for one in found)
    )
    return found


def _decisions(known: RoundFacts) -> dict[str, object]:
    found = decision_costs.load_costs(known)
    lines = decision_lines(known, find_mathematics(known.round.version), found.each)
    return {"decisions": lines, "judged": any(line.best for line in lines), "costs": found}


def _load_and_record_look(request: HttpRequest, round_id: UUID, page: str) -> RoundFacts:
    """Load the hand, or 404, and record the view of its player and round."""
    found = require_found(load_hand(round_id))
    record_player_view(
        require_staff_user(request), found.round.player, page, (Look.Kind.ROUND, round_id)
    )
    return found


def _title(round_: Round) -> str:
    words = {"table": round_.place.table.display_name, "n": round_.number}
    return _("Round %(n)s at %(table)s") % words
