"""URLs of the staff's pages of the profile."""

from django.urls import path

from compliance.profiles import views

app_name = "profiles"
urlpatterns = [
    path("", views.ProfilesPage.as_view(), name="list"),
    path("new/", views.NewProfilePage.as_view(), name="new"),
    path("fields/", views.ProfileFieldsPage.as_view(), name="fields"),
    path("<int:pk>/", views.ProfileVersionPage.as_view(), name="version"),
    path("<int:pk>/decide/", views.decide, name="decide"),
]
