from django.conf import settings
from django.http import HttpRequest


def operator(_request: HttpRequest) -> dict[str, dict[str, str]]:
    """`operator` in every template: name, site, e-mail and phone of who runs the site."""
    return {
        "operator": {
            "name": settings.OPERATOR_NAME,
            "site": settings.OPERATOR_SITE,
            "email": settings.OPERATOR_EMAIL,
            "phone": settings.OPERATOR_PHONE,
        },
    }
