"""URLs of the contact page and of a player's own disputes."""

from django.urls import path

from compliance.disputes.views import players

app_name = "contact"
urlpatterns = [
    path("", players.show_contact, name="contact"),
    path("disputes/<uuid:dispute_id>/", players.show_dispute, name="dispute"),
]
