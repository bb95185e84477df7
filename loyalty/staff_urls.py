"""The back office's addresses of tiers."""

from django.urls import path

from loyalty import staff_views

app_name = "tiers"
urlpatterns = [
    path("", staff_views.overview, name="list"),
    path("new/", staff_views.edit, name="new"),
    path("<int:pk>/", staff_views.tier_set, name="set"),
    path("<int:pk>/count/", staff_views.count, name="count"),
    path("<int:pk>/decide/", staff_views.decide, name="decide"),
    path("counts/<int:pk>/", staff_views.counted, name="counted"),
]
