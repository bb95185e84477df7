from django.urls import include, path

handler400 = "config.errors.bad_request"

urlpatterns = [
    path("bank/", include("wallet.urls")),
    path("", include("accounts.entrance_urls")),
    path("", include("accounts.urls")),
    path("", include("casino.urls")),
]
