"""URLs of players' own statistics."""

from django.urls import path

from reports.results import views

app_name = "results"
urlpatterns = [
    path("statistics/", views.statistics, name="statistics"),
]
