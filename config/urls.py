from django.urls import include, path

urlpatterns = [
    path("bank/", include("wallet.urls")),
    path("", include("accounts.entrance_urls")),
    path("", include("accounts.urls")),
    path("", include("casino.urls")),
]
