"""URLs of the duty list and the watches."""

from django.urls import path

from alarms import views

app_name = "alarms"
urlpatterns = [
    path("duty/", views.Duty.as_view(), name="duty"),
    path("duty/<int:pk>/end/", views.end, name="end"),
    path("watched/", views.Watched.as_view(), name="watched"),
]
