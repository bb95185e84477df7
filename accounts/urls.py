"""Pages of the player's own account."""

from django.urls import path

from accounts import views
from accounts.identity import views as identity
from accounts.visiting import views as visiting

app_name = "accounts"
urlpatterns = [
    path("options/", views.options, name="options"),
    path("account/", identity.account, name="account"),
    path("account/identity/", identity.identity, name="identity"),
    path("account/identity/send/", identity.send, name="send_document"),
    path("account/identity/number/", identity.give_number, name="give_number"),
    path("account/sessions/", visiting.sessions, name="sessions"),
    path("account/sessions/end/", visiting.end, name="end_session"),
    path("options/sounds/", views.sounds, name="sounds"),
    path("documents/<slug:kind>/", views.document, name="document"),
]
