"""Back-office URLs of events and of the history of configured rows."""

from django.urls import path

from compliance.events import views

app_name = "events"
urlpatterns = [
    path("", views.list_events, name="list"),
    path("<int:pk>/", views.EventPage.as_view(), name="event"),
    path("changes/", views.list_changes, name="changes"),
    path("changes/<int:pk>/", views.show_change, name="change"),
    path("integrity/", views.IntegrityPage.as_view(), name="integrity"),
    path("integrity/chain/", views.download_chain, name="chain_file"),
    path("integrity/verifier/", views.download_verifier, name="verifier"),
]
