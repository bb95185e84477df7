"""URLs of service keys in the back office."""

from django.urls import path

from api.views import service_keys

app_name = "keys"
urlpatterns = [
    path("", service_keys.KeysPage.as_view(), name="list"),
    path("new/", service_keys.NewKeyPage.as_view(), name="new"),
    path("<int:pk>/", service_keys.KeyPage.as_view(), name="key"),
    path("<int:pk>/rotate/", service_keys.rotate_key, name="rotate"),
    path("<int:pk>/revoke/", service_keys.revoke_key, name="revoke"),
]
