"""Back-office pages of hands."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.audit.services import record_list_view, record_looks, record_view, round_things
from accounts.models.audit_views import Look
from accounts.roles.selectors import rights_of
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, staff_of, staff_page
from casino.models import Round
from casino.rounds.selectors.hand_facts import HandFacts
from casino.rounds.selectors.round_money import money_of, points_of
from casino.rounds.words.replay import felt_of, replay_of
from casino.selectors.places import co_seated_rounds
from compliance.hands import services
from compliance.hands.forms import HandsForm
from compliance.hands.selectors import decision_costs
from compliance.hands.selectors.hand_facts import load_hand
from compliance.hands.selectors.hands import are_few, filter_hands, status_of, with_list_data
from compliance.hands.selectors.ledger_rows import sum_moved, transfers_of
from compliance.hands.selectors.proofs import prove_hand
from compliance.hands.selectors.time_search import search_by_time
from compliance.hands.services import alarm_if_different
from compliance.hands.words.columns import STATUS_WORDS
from compliance.hands.words.decision_lines import decision_lines
from compliance.hands.words.hand_lines import hand_lines, seat_words
from compliance.hands.words.ledger_lines import transfer_lines, void_lines
from compliance.hands.words.outcome_labels import result_label
from compliance.hands.words.proofs import proof_lines, when_revealed
from pages.answers import found_or_404, see_other
from pages.lists import active_filters, export_query
from tables.selectors.tables import mathematics_of


@staff_page(Right.VIEW_HANDS)
@require_safe
def hands(request: HttpRequest) -> HttpResponse:
    """Filtered hands, newest first."""
    form = HandsForm(request.GET)
    wanted = form.cleaned_data if form.is_valid() else {}
    found = Round.objects.none() if form.errors else filter_hands(wanted)
    between = (wanted.get("since"), wanted.get("until"))
    part = search_by_time(found, request.GET, "started_at", between=between, few=are_few(wanted))
    asked = active_filters(request, form)
    record_list_view(staff_of(request), (one.player_id for one in part.rows), asked)
    record_looks(staff_of(request), *round_things(one.public_id for one in part.rows))
    context = {
        "title": _("Hands"),
        "form": form,
        "hands": hand_lines(part.rows),
        "ticks": Right.PROPOSE_VOIDS in rights_of(staff_of(request)),
        "part": part,
        "export": export_query(request),
        "chosen": bool(asked),
    }
    return render_staff(request, "compliance/hands/list.html", context)


@staff_page(Right.VIEW_HANDS)
@require_safe
def hand(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """One hand: cards, decisions, money, and the proofs, computed on the spot."""
    known = _load_and_record_look(request, round_id, "hand")
    round_ = known.round
    transfers = transfers_of(round_.public_id)
    found = None if known.running else prove_hand(known, sum_moved(transfers))
    wrong = alarm_if_different(known, found)
    beside = _co_seated(request, round_)
    context = {
        "title": _title(round_),
        "hand": known,
        "round": round_,
        "status": status_of(round_),
        "status_words": STATUS_WORDS[status_of(round_)],
        "felt": felt_of(round_, known.seen),
        "result": result_label(round_),
        **_decisions(known),
        "transfers": transfer_lines(transfers),
        "proved": found,
        "proof_lines": proof_lines(found.proofs) if found else (),
        "wrong": wrong,
        "when_revealed": when_revealed(round_.deal.shoe),
        "money": money_of(round_),
        "voids": void_lines(round_),
        "points": points_of(round_),
        "seat": seat_words(round_) if round_.place.is_live else "",
        "co_seated": hand_lines(beside) if beside else [],
        "rights": {right.value for right in rights_of(staff_of(request))},
    }
    return render_staff(request, "compliance/hands/hand.html", context)


@staff_page(Right.VIEW_HANDS)
@require_http_methods(["GET", "HEAD", "POST"])
def decisions(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """Fragment with the decisions, polled while a worker computes their costs; POST requests the computation."""
    known = _load_and_record_look(request, round_id, "hand")
    if request.method == "POST":
        services.ask_for_costs(known, acting_user=staff_of(request))
        if not request.headers.get("HX-Request"):
            return see_other("hands:hand", round_id)
    context = {"round": known.round, **_decisions(known)}
    return render(request, "compliance/hands/_decisions.html", context)


@staff_page(Right.VIEW_HANDS)
@require_safe
def replay(request: HttpRequest, round_id: UUID, step: int) -> HttpResponse:
    """One step of the replay of a finished hand."""
    known = _load_and_record_look(request, round_id, "replay")
    if known.running:
        raise Http404
    moment = replay_of(known).step(step)
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
    record_list_view(staff_of(request), (one.player_id for one in found), {})
    record_looks(staff_of(request), *round_things(one.public_id for one in found))
    return found


def _decisions(known: HandFacts) -> dict[str, object]:
    found = decision_costs.costs_of(known)
    lines = decision_lines(known, mathematics_of(known.round.version), found.each)
    return {"decisions": lines, "judged": any(line.best for line in lines), "costs": found}


def _load_and_record_look(request: HttpRequest, round_id: UUID, page: str) -> HandFacts:
    """Load the hand, or 404, and record the view of its player and round."""
    found = found_or_404(load_hand(round_id))
    record_view(staff_of(request), found.round.player, page, (Look.Kind.ROUND, round_id))
    return found


def _title(round_: Round) -> str:
    words = {"table": round_.place.table.name, "n": round_.number}
    return _("Round %(n)s at %(table)s") % words
