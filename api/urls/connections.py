"""URLs of the player's connected apps."""

from django.urls import path

from api.views import connections

app_name = "connections"
urlpatterns = [
    path("", connections.show_connections, name="list"),
    path("<int:pk>/disconnect/", connections.disconnect_app, name="disconnect"),
]
