"""Addresses of a player's messages."""

from django.urls import path

from compliance.messages import views

app_name = "messages"
urlpatterns = [
    path("", views.messages, name="list"),
    path("read/", views.read_all, name="read_all"),
    path("<slug:sort>/<int:pk>/", views.message, name="message"),
]
