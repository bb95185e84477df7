"""URLs of a player's copy of their data."""

from django.urls import path

from compliance.own_data import views

app_name = "own_data"
urlpatterns = [
    path("", views.page, name="page"),
    path("copy/", views.copy, name="copy"),
]
