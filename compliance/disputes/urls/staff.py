"""Back-office URLs of disputes."""

from django.urls import path

from compliance.disputes.views import staff

app_name = "disputes"
urlpatterns = [
    path("", staff.list_disputes, name="list"),
    path("<uuid:dispute_id>/", staff.DisputePage.as_view(), name="dispute"),
    path("<uuid:dispute_id>/reopen/", staff.reopen_dispute, name="reopen"),
]
