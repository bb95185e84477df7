from django.urls import path

from loyalty.views import player

app_name = "loyalty"
urlpatterns = [
    path("", player.show_points, name="points"),
    path("redeem/", player.preview_redemption, name="preview"),
    path("redeem/confirm/", player.confirm_redemption, name="redeem"),
]
