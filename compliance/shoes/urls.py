"""Back-office URLs of shoes."""

from django.urls import path

from compliance.shoes import views

app_name = "shoes"
urlpatterns = [
    path("", views.list_shoes, name="list"),
    path("<uuid:shoe_id>/", views.ShoePage.as_view(), name="shoe"),
    path("<uuid:shoe_id>/prove/", views.prove, name="prove"),
    path("<uuid:shoe_id>/transcript/", views.download_transcript, name="transcript"),
]
