"""A player's copy of everything that is kept about them."""

from django.urls import path

from compliance.own_data import views

app_name = "own_data"
urlpatterns = [
    path("", views.page, name="page"),
    path("copy/", views.copy, name="copy"),
]
