"""URLs of the contact page and of a player's own disputes."""

from django.urls import path

from compliance.disputes.views import players

app_name = "contact"
urlpatterns = [
    path("", players.contact, name="contact"),
    path("disputes/<uuid:dispute_id>/", players.dispute, name="dispute"),
]
