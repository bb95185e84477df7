"""The baseline view: one SELECT … FOR UPDATE, one UPDATE, one INSERT, a commit, a small template."""

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.users.views import require_user
from tools.benchmarks.bare.models import Counter, Line


@login_required
@never_cache
@require_safe
def counter(request: HttpRequest) -> HttpResponse:
    """Return the page with the form."""
    found = Counter.objects.get(player=require_user(request))
    return render(request, "bare/counter.html", {"counter": found})


@login_required
@never_cache
@require_POST
def add(request: HttpRequest) -> HttpResponse:
    """Count a request; this is what is measured."""
    with transaction.atomic():
        found = Counter.objects.select_for_update().get(player=require_user(request))
        found.total += 1
        found.save(update_fields=["total"])
        Line.objects.create(counter=found, number=found.total)
    return render(request, "bare/counter.html", {"counter": found})
