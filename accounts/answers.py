"""How a page answers a form that was carried out."""

from http import HTTPStatus

from django.http import HttpResponse
from django.shortcuts import redirect


def see_other(address: str, *args: object) -> HttpResponse:
    """Have the browser fetch the page of this name anew: 303, so that reloading it sends nothing again."""
    response = redirect(address, *args)
    response.status_code = HTTPStatus.SEE_OTHER
    return response
