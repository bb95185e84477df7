"""Public fairness pages: explanation, closed shoes, log, transcripts, verification."""

from http import HTTPStatus
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.guests.views import open_to_guests
from blackjack.canonical import canonical_json
from casino.fairness.forms import ClosedShoesForm
from casino.fairness.selectors.closed_shoes import ORDER, PAGE, find_shared_shoe, public_shoes
from casino.fairness.selectors.exchanges import aborted_exchanges
from casino.fairness.selectors.public_log import chained_lines, public_line
from casino.fairness.selectors.transcripts import transcript_text
from casino.values.clocks import OPENING_SECONDS
from pages.lists import form_filters
from pages.pagination import ByNumber, load_requested_page

PER_PAGE = 25
LINES_AT_ONCE = 1000


@open_to_guests
@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """Page on how cards are drawn, with closed shoes by table and day, and aborted exchanges by live table."""
    form = ClosedShoesForm(request.GET)
    aborted = aborted_exchanges()
    context = {
        "form": form,
        "live_tables": aborted,
        "aborted": sum(one.count for one in aborted),
        "opening": OPENING_SECONDS,
    }
    if not form.is_valid():
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return render(request, "casino/fairness.html", context, status=status)
    page = load_requested_page(public_shoes(form.wanted), ORDER, PAGE, request)
    found = {"page": page, "filters": urlencode(form_filters(form))}
    return render(request, "casino/fairness.html", {**context, **found})


@open_to_guests
@require_safe
def log(request: HttpRequest) -> HttpResponse:
    """The public log, newest line first: each line holds the hash of the one before."""
    page = load_requested_page(chained_lines(), ByNumber("n"), PER_PAGE, request)
    context = {"page": page, "at_once": LINES_AT_ONCE, "next": LINES_AT_ONCE + 1}
    return render(request, "casino/log.html", context)


@require_safe
def log_lines(_request: HttpRequest, first: int) -> HttpResponse:
    """The log from line `first` on as JSON lines, for mirrors. The `Link` header names the next page."""
    found = list(chained_lines().filter(n__gte=first).order_by("n")[: LINES_AT_ONCE + 1])
    lines, more = found[:LINES_AT_ONCE], found[LINES_AT_ONCE:]
    text = "".join(f"{canonical_json(public_line(line))}\n" for line in lines)
    response = HttpResponse(text, content_type="application/jsonl; charset=utf-8")
    if more:
        response["Link"] = f'<{reverse("casino:log_lines", args=[more[0].n])}>; rel="next"'
    return response


@open_to_guests
@require_safe
def log_line(_request: HttpRequest, n: int) -> HttpResponse:
    """One line of the log as canonical JSON, for the verify page; an empty 404 if it does not exist."""
    line = chained_lines().filter(n=n).first()
    if line is None:
        return HttpResponse(status=HTTPStatus.NOT_FOUND)
    return HttpResponse(canonical_json(public_line(line)), content_type="application/json")


@open_to_guests
@require_safe
def verify(request: HttpRequest, token: str | None = None) -> HttpResponse:
    """Verify a transcript in the browser; a shared link includes its transcript."""
    url = ""
    if token is not None:
        find_shared_shoe(token)
        url = reverse("casino:transcript", args=[token])
    return render(request, "casino/verify.html", {"transcript_url": url})


NOBODY = 0
"""No player id: all amounts of a live shoe are hidden."""


@open_to_guests
@require_safe
def transcript(request: HttpRequest, token: str) -> HttpResponse:
    """Transcript of a closed shoe, for anybody with the link; at a live table with the reader's own amounts only."""
    shoe = find_shared_shoe(token)
    text = transcript_text(shoe, request.user.pk or NOBODY)
    response = HttpResponse(text, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="ligalo-shoe-{shoe.public_id}.json"'
    response["Cache-Control"] = "private, no-store"
    return response
