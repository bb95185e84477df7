"""The back office's addresses of tiers."""

from django.urls import path

from loyalty.views import staff

app_name = "tiers"
urlpatterns = [
    path("", staff.overview, name="list"),
    path("new/", staff.edit, name="new"),
    path("<int:pk>/", staff.tier_set, name="set"),
    path("<int:pk>/count/", staff.count, name="count"),
    path("<int:pk>/decide/", staff.decide, name="decide"),
    path("counts/<int:pk>/", staff.counted, name="counted"),
]
