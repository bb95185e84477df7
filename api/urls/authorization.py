"""URLs of OAuth 2.0 for registered apps, by the names that allauth's views use."""

from allauth.idp.oidc import views
from django.urls import include, path

from api.views import authorization
from api.views.consent import ConsentView

_OIDC = [
    path(".well-known/openid-configuration", views.configuration, name="configuration"),
    path(".well-known/oauth-authorization-server", views.configuration, name="metadata"),
    path(".well-known/jwks.json", views.jwks, name="jwks"),
    path("identity/o/authorize", ConsentView.as_view(), name="authorization"),
    path("identity/o/api/token", authorization.issue_token, name="token"),
    path("identity/o/api/revoke", authorization.revoke_token, name="revoke"),
    path("identity/o/api/userinfo", authorization.deny_endpoint, name="userinfo"),
    path("identity/o/api/device/code", authorization.deny_endpoint, name="device_code"),
    path("identity/o/logout", authorization.deny_endpoint, name="logout"),
]
urlpatterns = [path("", include(([path("", include((_OIDC, "oidc")))], "idp")))]
