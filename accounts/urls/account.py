"""URLs of the player's own account."""

from django.urls import path

from accounts.identity import views as identity
from accounts.policy_pages.views import acceptance, public
from accounts.profile.views import account, options
from accounts.visits.views import sessions

app_name = "accounts"
urlpatterns = [
    path("options/", options.options, name="options"),
    path("account/", account.account, name="account"),
    path("account/identity/", identity.identity, name="identity"),
    path("account/identity/send/", identity.upload_document, name="send_document"),
    path("account/identity/details/", identity.save_details, name="give_details"),
    path("account/identity/address/", identity.save_address, name="give_address"),
    path("account/sessions/", sessions.sessions, name="sessions"),
    path("account/sessions/end/", sessions.end_session, name="end_session"),
    path("options/sounds/", options.switch_sounds, name="sounds"),
    path("documents/", public.list_policies, name="documents"),
    path("documents/accept/", acceptance.accept, name="accept"),
    path("documents/<slug:kind>/", public.show_policy, name="document"),
    path("documents/<slug:kind>/<int:number>/", public.show_version, name="document_version"),
    path(
        "documents/<slug:kind>/<int:number>/changes/",
        public.show_changes,
        name="document_changes",
    ),
]
