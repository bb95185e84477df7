"""Fairness for everybody: the explanation, the public list, transcripts behind their links, and the verify page."""

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from blackjack.canonical import canonical_json
from casino.models import Shoe
from casino.selectors.fairness import closed_shoe, own_shoe, public_shoes, shared_shoe
from casino.selectors.fairness_log import chained_lines, published
from casino.selectors.history import rounds_of_shoe
from casino.selectors.transcripts import transcript_text
from casino.views.players import player_of, player_required

PER_PAGE = 25
LINES_AT_ONCE = 1000


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """How a card is drawn, and the closed shoes: commitment, revealed seed, times."""
    shoes = Paginator(public_shoes(), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "casino/fairness.html", {"shoes": shoes})


@require_safe
def log(request: HttpRequest) -> HttpResponse:
    """The public log, newest line first: each line holds the hash of the one before."""
    lines = Paginator(chained_lines().order_by("-n"), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "casino/log.html", {"lines": lines})


@require_safe
def log_lines(_request: HttpRequest, first: int) -> HttpResponse:
    """The log from line `first` on, as one canonical JSON object a line, for whoever keeps a copy."""
    found = chained_lines().filter(n__gte=first).order_by("n")[:LINES_AT_ONCE]
    text = "".join(f"{canonical_json(published(line))}\n" for line in found)
    return HttpResponse(text, content_type="application/jsonl; charset=utf-8")


@require_safe
def verify(request: HttpRequest, token: str | None = None) -> HttpResponse:
    """Recompute a transcript in the visitor's own browser; a shared link brings its transcript along."""
    url = ""
    if token is not None:
        shared_shoe(token)
        url = reverse("casino:transcript", args=[token])
    return render(request, "casino/verify.html", {"transcript_url": url})


@require_safe
def transcript(_request: HttpRequest, token: str) -> HttpResponse:
    """The document of a closed shoe, for whoever its player gave the link."""
    shoe = shared_shoe(token)
    response = HttpResponse(transcript_text(shoe), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="ligalo-shoe-{shoe.public_id}.json"'
    response["Cache-Control"] = "private, no-store"
    return response


@player_required
@require_safe
def shoe(request: HttpRequest, shoe_id: UUID) -> HttpResponse:
    """One's own closed shoe with its rounds and its links."""
    found: Shoe = own_shoe(player_of(request), shoe_id)
    context = {"shoe": found, "links": closed_shoe(found), "rounds": rounds_of_shoe(found)}
    return render(request, "casino/shoe.html", context)
