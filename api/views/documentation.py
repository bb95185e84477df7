"""The OpenAPI document, and the page that explains it and sends requests."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import conditional_page, require_safe

from accounts.guests.views import open_to_guests
from api.problems import TITLES
from api.schema import MEDIA_TYPE, build_reference, build_schema


@require_safe
@conditional_page
def show_schema(_request: HttpRequest) -> JsonResponse:
    """The OpenAPI document in the caller's language."""
    return JsonResponse(build_schema(), content_type=MEDIA_TYPE)


@open_to_guests
@require_safe
def show_documentation(request: HttpRequest) -> HttpResponse:
    """Reference of every operation, with a form that sends a request to it."""
    context = {
        "tags": build_reference(),
        "titles": {str(status.value): title for status, title in TITLES.items()},
        "base": request.build_absolute_uri("/api/v1/"),
        "origin": f"{request.scheme}://{request.get_host()}",
    }
    return render(request, "api/docs.html", context)
