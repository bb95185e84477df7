"""How the OpenAPI document is derived from views."""

from drf_spectacular.openapi import AutoSchema

from api.reference import SERVICE_KEY


class OperationSchema(AutoSchema):
    """An operation; that of a `ServiceView` names the scope that the key needs."""

    def get_auth(self) -> list[dict[str, list[str]]]:
        """Return the ways to authenticate."""
        scopes = getattr(self.view, "scopes", None)
        if scopes is None:
            return super().get_auth()
        return [{SERVICE_KEY: [scopes[self.method].value]}]
