"""Addresses of what protects players."""

from django.urls import path

from accounts.protection import views

app_name = "protection"
urlpatterns = [
    path("", views.hub, name="hub"),
    path("time-out/", views.take_time_out, name="time_out"),
    path("reality-check/", views.reality_check, name="reality"),
    path("exclusion/", views.exclude, name="exclude"),
]
