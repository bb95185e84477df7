"""The cashier's addresses in the back office."""

from django.urls import path

from wallet.cash.views import desk, limits

app_name = "cash"
urlpatterns = [
    path("", desk.overview, name="desk"),
    path("deposits/record/", desk.record, name="record"),
    path("deposits/<int:pk>/", desk.deposit, name="deposit"),
    path("withdrawals/<int:pk>/", desk.withdrawal, name="withdrawal"),
    path("limits/", limits.overview, name="limits"),
    path("limits/<int:pk>/", limits.decide, name="decide_limit"),
]
