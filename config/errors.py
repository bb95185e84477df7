"""Pages for requests that could not be read; Django's own handler would read them again."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001  # how Django calls it
    """400, in place of Django's view: that one asks for the CSRF token, which is in the body that cannot be read."""
    return render(request, "400.html", status=400)
