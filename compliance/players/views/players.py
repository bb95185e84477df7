"""Player list, profile, and timeline."""

from collections.abc import Set as AbstractSet
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_safe

from accounts.audit.services import record_list_view, record_player_view
from accounts.identity.selectors.addresses import load_address
from accounts.identity.selectors.document_numbers import find_number_holder, load_document_number
from accounts.identity.selectors.duplicate_accounts import is_possible_duplicate
from accounts.identity.selectors.verification import may_renew
from accounts.models.users import State, User
from accounts.roles.selectors import has_right, load_rights
from accounts.roles.values import Right
from accounts.sign_in.views import failures
from accounts.staff.views.back_office import render_staff, require_staff_user, staff_page
from accounts.staff.views.pages import StaffFormPage
from accounts.users.selectors.emails import has_confirmed_email
from accounts.users.selectors.phones import find_phone
from compliance.models import ErasedPerson
from compliance.players.forms.acts import DocumentForm
from compliance.players.forms.search import PlayersForm, TimelineForm
from compliance.players.selectors import profile
from compliance.players.selectors.listing import find_players, load_with_balances
from compliance.players.selectors.timeline import TimelinePlace, visible_sorts
from compliance.players.values import HappeningSort
from compliance.players.views.act_page import get_player_or_404
from compliance.players.words.columns import country_name
from compliance.players.words.profile import (
    house_limit_lines,
    latest_round_lines,
    load_factors,
    own_limit_lines,
    state_changes,
)
from compliance.players.words.timeline import load_timeline
from limits.models import LimitSet
from limits.selectors.sets import load_limit_set
from pages.answers import see_other
from pages.lists import active_filters, build_page_queries, export_query, load_slice
from tables.words.limits import list_values
from wallet.cash.selectors import desk_lines, payments, player_holdings

LATEST_HAPPENINGS = 12
_SEE_CASES = {Right.VIEW_CASES, Right.VIEW_AML_CASES, Right.VIEW_PROTECTION_CASES}


@staff_page(Right.VIEW_PLAYERS)
@require_safe
def list_players(request: HttpRequest) -> HttpResponse:
    form = PlayersForm(request.GET)
    valid = form.is_valid()
    rows = load_slice(find_players(request.GET), request)
    asked = active_filters(request, form)
    record_list_view(require_staff_user(request), (row.pk for row in rows.rows), asked)
    context = {
        "title": _("Players"),
        "form": form,
        "slice": rows,
        "lines": [
            (one, country_name(one), balances) for one, balances in load_with_balances(rows.rows)
        ],
        "asked": not valid or any(form.cleaned_data.values()),
        "filtered": not valid
        or any(form.cleaned_data[name] for name in form.fields if name != "q"),
        "export": export_query(request),
        "may_export": has_right(require_staff_user(request), Right.VIEW_REPORTS),
        "waiting": profile.waiting_liftings().count(),
    }
    status = HTTPStatus.OK if valid else HTTPStatus.UNPROCESSABLE_ENTITY
    return render_staff(request, "compliance/players/list.html", context, status=status)


class FindByDocumentPage(StaffFormPage[DocumentForm]):
    """Find the player with a document number."""

    opens = (Right.VIEW_PLAYERS,)
    template_name = "compliance/players/by_document.html"
    title = gettext_lazy("Find by document")

    def process_form(self, form: DocumentForm) -> HttpResponse:
        holder = find_number_holder(form.cleaned_data["number"])
        if holder is not None:
            return see_other("players:player", holder)
        form.add_error("document_number", _("No player has this number."))
        return self.form_invalid(form)


@staff_page(Right.VIEW_PLAYERS)
@require_safe
def show_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Profile of one player; the view is an event."""
    user, one = require_staff_user(request), get_player_or_404(pk)
    record_player_view(user, one, "profile")
    rights = load_rights(user)
    context = {
        "title": one.display_name,
        "player": one,
        **_describe_person(user, one),
        **_describe_restraints(one),
        "holdings": player_holdings.load_holdings(one.pk),
        "owed": profile.amounts_owed(one),
        "lifetime": profile.load_lifetime(one),
        "standing": profile.points_and_tier(one),
        "factors": load_factors(one),
        "failures": failures.count_failures(request, one),
        "notes": profile.list_notes(one),
        "rounds": latest_round_lines(one) if Right.VIEW_HANDS in rights else None,
        "cash": _list_latest_payments(one) if Right.VIEW_CASH in rights else None,
        "happenings": load_timeline(one, _usual(visible_sorts(rights)), size=LATEST_HAPPENINGS),
        "may": _list_permissions(one, rights),
    }
    return render_staff(request, "compliance/players/player.html", context)


def _describe_person(user: User, one: User) -> dict[str, Any]:
    """Who the player is, and accounts that may be the same person's, whose view is recorded."""
    alike = profile.find_alike_players(one)
    record_list_view(user, (other.pk for other in alike), ())
    return {
        "age": profile.calculate_age(one),
        "country": country_name(one),
        "address": load_address(one),
        "phone": find_phone(one.pk),
        "confirmed": has_confirmed_email(one),
        "closed": one.state == State.CLOSED,
        "erased": ErasedPerson.objects.filter(player=one).first(),
        "consents": profile.list_consents(one),
        "states": state_changes(one),
        "alike": alike,
        "number": load_document_number(one),
        "in_doubt": bool(alike) and is_possible_duplicate(one.pk),
    }


def _describe_restraints(one: User) -> dict[str, Any]:
    """Limits, restrictions and signs of harm."""
    limits = load_limit_set(one.pk)
    return {
        "signs": profile.load_harm_signs(one, timezone.now()),
        "restrictions": profile.load_restrictions(one),
        "own_limits": own_limit_lines(one),
        "house_limits": house_limit_lines(one),
        "limits": list_values(LimitSet, limits.values) if limits else [],
    }


def _list_latest_payments(one: User) -> list[desk_lines.DeskLine]:
    return [desk_lines.build_desk_line(row) for row in payments.load_latest_payments(one.pk)]


def _list_permissions(one: User, rights: AbstractSet[Right]) -> dict[str, bool]:
    restricts = Right.RESTRICT_PLAYERS in rights
    return {
        "restrict": restricts,
        "verify": restricts and can_be_verified(one),
        "see_papers": restricts,
        "approve": Right.APPROVE_PLAYERS in rights,
        "note": Right.NOTE_PLAYERS in rights,
        "limit": Right.LIMIT_PLAYERS in rights,
        "see_tables": Right.VIEW_TABLES in rights,
        "see_cash": Right.VIEW_CASH in rights,
        "see_looks": Right.VIEW_EVENTS in rights,
        "see_hands": Right.VIEW_HANDS in rights,
        "see_cases": bool(rights & _SEE_CASES),
        "work_cases": Right.WORK_CASES in rights,
    }


@staff_page(Right.VIEW_PLAYERS)
@require_safe
def show_timeline(request: HttpRequest, pk: int) -> HttpResponse:
    """Timeline of a player, newest first."""
    user, one = require_staff_user(request), get_player_or_404(pk)
    record_player_view(user, one, "timeline")
    sorts = visible_sorts(load_rights(user))
    form = TimelineForm(request.GET, sorts)
    chosen = [HappeningSort(name) for name in form.cleaned_data["sort"]] if form.is_valid() else []
    found = load_timeline(
        one, chosen or _usual(sorts), before=TimelinePlace.parse(request.GET.get("before", ""))
    )
    context = {
        "title": _("History of %(person)s") % {"person": one.display_name},
        "player": one,
        "form": form,
        "happenings": found,
        "part": build_page_queries(request, older=found.older, more=found.more),
    }
    return render_staff(request, "compliance/players/timeline.html", context)


def can_be_verified(player: User) -> bool:
    """Return whether the player can be verified now: not verified or due for renewal, and not closed."""
    anew = not player.is_verified or may_renew(player, timezone.now().date())
    return anew and player.state != State.CLOSED


def _usual(sorts: list[HappeningSort]) -> list[HappeningSort]:
    return [sort for sort in sorts if sort != HappeningSort.SEEN]
