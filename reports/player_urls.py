"""Addresses of players' own statistics."""

from django.urls import path

from reports.views import results

app_name = "results"
urlpatterns = [
    path("statistics/", results.statistics, name="statistics"),
]
