from django.urls import path

from loyalty.views import player

app_name = "loyalty"
urlpatterns = [
    path("", player.points, name="points"),
    path("redeem/", player.preview, name="preview"),
    path("redeem/confirm/", player.confirm, name="redeem"),
]
