"""The bank page's addresses."""

from django.urls import path

from wallet import views

app_name = "wallet"
urlpatterns = [
    path("", views.bank, name="bank"),
    path("deposit/", views.deposit, name="deposit"),
]
