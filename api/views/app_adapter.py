# mypy: allow-subclassing-any
# (allauth, whose class this extends, ships without types)
"""How allauth's provider of authorization is set up."""

from typing import Any, Final

from allauth.idp.oidc.adapter import DefaultOIDCAdapter

from api.values.app_scopes import AppScope

_NOT_OFFERED: Final = (
    "device_authorization_endpoint",
    "end_session_endpoint",
    "userinfo_endpoint",
    "id_token_signing_alg_values_supported",
)


class AppAdapter(DefaultOIDCAdapter):
    """Authorization codes and opaque tokens only: no tokens about who somebody is."""

    def populate_server_metadata(self, data: dict[str, Any]) -> None:
        """Leave out of the discovery document what is not offered."""
        for name in _NOT_OFFERED:
            del data[name]
        data["scopes_supported"] = [scope.value for scope in AppScope]
        data["grant_types_supported"] = ["authorization_code", "refresh_token"]
        data["response_types_supported"] = ["code"]
