# mypy: allow-subclassing-any
# (allauth, whose class this extends, ships without types)
"""allauth's authorization view, with the client of the request.

- `_request_info`: the request that the library has validated, or signed into its form.

Not for speed, so nothing is measured. The alternative is a copy of the view, which would miss its fixes.
"""

from allauth.idp.oidc.views import AuthorizationView


class ClientAuthorizationView(AuthorizationView):
    """Asks the player whether a client may have what it asks for."""

    @property
    def client_id(self) -> str:
        """The client of a request that was found valid."""
        return str(self._request_info["client_id"])
