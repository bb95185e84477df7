"""URLs of player protection."""

from django.urls import path

from accounts.protection.views import pages

app_name = "protection"
urlpatterns = [
    path("", pages.hub, name="hub"),
    path("time-out/", pages.take_time_out, name="time_out"),
    path("reality-check/", pages.reality_check, name="reality"),
    path("exclusion/", pages.exclude, name="exclude"),
    path("exclusion/return/", pages.come_back, name="return"),
]
