"""URLs of a player's messages."""

from django.urls import path

from compliance.messages.views import messages

app_name = "messages"
urlpatterns = [
    path("", messages.list_messages, name="list"),
    path("read/", messages.mark_all_read, name="read_all"),
    path("<slug:sort>/<int:pk>/", messages.show_message, name="message"),
]
