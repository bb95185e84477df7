"""URLs of version 1 of the API, by kind of client. Addresses have no slash at the end."""

from api.urls import auth, operators, players, public

app_name = "api"

urlpatterns = [
    *public.urlpatterns,
    *auth.urlpatterns,
    *players.urlpatterns,
    *operators.urlpatterns,
]
