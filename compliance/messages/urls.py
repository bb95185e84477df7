"""URLs of a player's messages."""

from django.urls import path

from compliance.messages.views import messages

app_name = "messages"
urlpatterns = [
    path("", messages.messages, name="list"),
    path("read/", messages.read_all, name="read_all"),
    path("<slug:sort>/<int:pk>/", messages.message, name="message"),
]
