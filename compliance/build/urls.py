"""URLs of the pages of builds."""

from django.urls import path

from compliance.build import views

app_name = "builds"
urlpatterns = [
    path("", views.Builds.as_view(), name="page"),
    path("<int:pk>/", views.Build.as_view(), name="build"),
    path("acceptances/<int:pk>/decide/", views.decide, name="decide"),
]
