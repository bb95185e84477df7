"""Back-office pages of shoes."""

from collections import Counter
from functools import cached_property
from typing import Any

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.audit.services import list_viewed_rounds, record_list_view, record_player_views
from accounts.models.audit_views import Look
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, require_staff_user, staff_page
from accounts.staff.views.pages import StaffPage
from blackjack.cards import RANKS
from casino.models import LogLine, Shoe
from casino.models.deals import Status
from casino.selectors.places import find_shoe_rounds, list_shoe_players
from compliance.hands.selectors.hands import with_list_data
from compliance.hands.selectors.time_search import search_by_time
from compliance.hands.words.hand_lines import hand_lines
from compliance.hands.words.proofs import proof_lines, sealed_seed_text, summarize_proofs
from compliance.shoes import services
from compliance.shoes.forms import FindShoesForm
from compliance.shoes.selectors.shoe_proofs import ShoeProofs, burned_cards
from compliance.shoes.selectors.shoes import filter_shoes, is_selective
from pages.lists import active_filters, export_query, load_slice


@staff_page(Right.VIEW_HANDS)
@require_safe
def list_shoes(request: HttpRequest) -> HttpResponse:
    """Filtered shoes, newest first."""
    form = FindShoesForm(request.GET)
    wanted = form.cleaned_data if form.is_valid() else {}
    found = Shoe.objects.none() if form.errors else filter_shoes(wanted)
    between = (wanted.get("since"), wanted.get("until"))
    few = is_selective(wanted)
    part = search_by_time(found, request.GET, "announced_at", between=between, few=few)
    asked = active_filters(request, form)
    record_list_view(
        require_staff_user(request), filter(None, (one.place.player_id for one in part.rows)), asked
    )
    context = {
        "title": _("Shoes"),
        "form": form,
        "part": part,
        "export": export_query(request),
        "chosen": bool(asked),
    }
    return render_staff(request, "compliance/shoes/list.html", context)


class ShoePage(StaffPage):
    """One shoe: commitment, cards dealt, rounds."""

    opens = (Right.VIEW_HANDS,)
    template_name = "compliance/shoes/shoe.html"

    @cached_property
    def shoe(self) -> Shoe:
        shoes = Shoe.objects.select_related("place__player", "place__table", "version__rule_set")
        shoes = shoes.defer("sealed_seed", "kept_left")
        return get_object_or_404(shoes, public_id=self.kwargs["shoe_id"])

    def get_context_data(
        self, *, result: ShoeProofs | None = None, **kwargs: Any
    ) -> dict[str, Any]:
        found, part = (
            self.shoe,
            load_slice(with_list_data(find_shoe_rounds(self.shoe)), self.request),
        )
        hands = list_viewed_rounds(one.public_id for one in part.rows)
        things = [(Look.Kind.SHOE, found.public_id), *hands]
        record_player_views(self.user, list_shoe_players(found), "shoe", *things)
        return super().get_context_data(
            title=_("Shoe %(n)d, %(table)s")
            % {"n": found.number, "table": found.place.table.display_name},
            shoe=found,
            closed=found.is_revealed,
            when_revealed=sealed_seed_text(found),
            lines=LogLine.objects.filter(shoe=found.public_id).order_by("at", "pk"),
            burned=burned_cards(found),
            burn_count=found.version.rules.burn_cards if found.burn_entropy else 0,
            counts=_counts(found),
            undealt=_undealt(found) if found.place.is_live else 0,
            size=found.version.rules.shoe_size,
            cut_card=found.version.rules.cut_card,
            hands=hand_lines(part.rows),
            ticks=Right.PROPOSE_VOIDS in self.rights,
            slice=part,
            proved=result,
            proof_lines=proof_lines(result.proofs) if result else (),
            proved_rounds=[(one, summarize_proofs(one.wrong)) for one in result.rounds]
            if result
            else (),
            rights={right.value for right in self.rights},
            **kwargs,
        )


@ShoePage.form_view(Form, Right.VIEW_HANDS)
def prove(page: ShoePage, _form: Form) -> HttpResponse:
    """Recompute a closed shoe and show the checks."""
    return page.render_page(result=services.record_shoe_proof(page.shoe, page.user))


@ShoePage.form_view(Form, Right.VIEW_HANDS)
def download_transcript(page: ShoePage, _form: Form) -> HttpResponse:
    """Download the transcript of a closed shoe, in the format of `python -m blackjack verify`."""
    text, name = services.take_transcript(page.shoe, page.user), page.shoe.public_id
    response = HttpResponse(text, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="ligalo-shoe-{name}.json"'
    return response


def _undealt(found: Shoe) -> int:
    """Number of deals cancelled before their first card because not all seeds were revealed."""
    return found.deals.filter(status=Status.CANCELLED, rounds=None).count()


def _counts(found: Shoe) -> list[tuple[str, int]]:
    """Number of dealt and shown cards by rank, in finished rounds."""
    dealt = found.deals.filter(cards__isnull=False).values_list("cards", flat=True)
    counted = Counter(card[0] for cards in dealt for card in cards or [])
    return [(rank, counted[rank]) for rank in RANKS] if counted else []
