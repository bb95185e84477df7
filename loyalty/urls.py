"""Addresses of a player's points."""

from django.urls import path

from loyalty import views

app_name = "loyalty"
urlpatterns = [
    path("", views.points, name="points"),
    path("redeem/", views.preview, name="preview"),
    path("redeem/confirm/", views.confirm, name="redeem"),
]
