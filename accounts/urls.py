"""Pages of the player's own account."""

from django.urls import path

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("options/", views.options, name="options"),
    path("documents/<slug:kind>/", views.document, name="document"),
]
