"""The lobby, and the rules of each table."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from casino.selectors.lobby import limits_section, lobby_tables
from tables.help import sections
from tables.models import Table
from tables.selectors import table_by_slug
from tables.wording import rules_line


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Every open table with its rules in a line and its limits."""
    return render(request, "casino/lobby.html", {"tables": lobby_tables()})


@require_safe
def help_index(request: HttpRequest) -> HttpResponse:
    """The rules of every open table; no login is needed."""
    return render(request, "casino/help_index.html", {"tables": lobby_tables()})


@require_safe
def help_page(request: HttpRequest, slug: str) -> HttpResponse:
    """One table's rules, generated from the value the engine plays by."""
    try:
        table = table_by_slug(slug)
    except Table.DoesNotExist as error:
        raise Http404 from error
    rules = table.version.rules
    context = {
        "table": table,
        "rules_line": rules_line(rules),
        "sections": [*sections(rules), limits_section(table)],
    }
    return render(request, "casino/help.html", context)
