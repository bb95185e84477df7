from django.contrib import admin
from django.urls import include, path

handler400 = "config.errors.bad_request"

urlpatterns = [
    path("staff/cash/", include("wallet.cash.urls")),
    path("staff/tables/", include("tables.staff.urls")),
    path("staff/rates/", include("wallet.rate_urls")),
    path("staff/rounds/", include("casino.staff_urls")),
    path("staff/", admin.site.urls),
    path("bank/", include("wallet.urls")),
    path("", include("accounts.entrance_urls")),
    path("", include("accounts.urls")),
    path("", include("casino.urls")),
]
