"""URLs of a player's copy of their data."""

from django.urls import path

from compliance.own_data import views

app_name = "own_data"
urlpatterns = [
    path("", views.show_own_data, name="page"),
    path("copy/", views.download_copy, name="copy"),
]
