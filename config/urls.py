from django.contrib import admin
from django.urls import include, path

from reports.dashboard import views

handler400 = "config.errors.bad_request"
handler403 = "config.errors.forbidden"
handler500 = "config.errors.server_error"
handler404 = "config.errors.not_found"
handler429 = "config.errors.too_many_requests"  # used by allauth

urlpatterns = [
    path("staff/cash/", include("wallet.cash.urls")),
    path("staff/tables/", include("tables.urls.tables")),
    path("staff/people/", include("accounts.staff.urls")),
    path("staff/keys/", include("api.urls.staff")),
    path("staff/apps/", include("api.urls.staff_apps")),
    path("staff/switches/", include("tables.urls.switches")),
    path("staff/rates/", include("wallet.rates.urls")),
    path("staff/tiers/", include("loyalty.urls.staff")),
    path("staff/events/", include("compliance.events.urls")),
    path("staff/looks/", include("compliance.looks.urls")),
    path("staff/reports/", include("reports.urls")),
    path("staff/standards/", include("reports.standards.urls")),
    path("staff/policies/", include("accounts.urls.policies")),
    path("staff/players/", include("compliance.players.urls")),
    path("staff/erasures/", include("compliance.erasure.urls")),
    path("staff/gate/", include("compliance.gate.urls")),
    path("staff/rounds/", include("casino.urls.staff")),
    path("staff/live/", include("casino.urls.live_staff")),
    path("staff/hands/", include("compliance.hands.urls")),
    path("staff/shoes/", include("compliance.shoes.urls")),
    path("staff/profiles/", include("compliance.profiles.urls")),
    path("staff/restores/", include("compliance.restores.urls")),
    path("staff/alarms/", include("alarms.urls")),
    path("staff/builds/", include("compliance.build.urls")),
    path("staff/voids/", include("compliance.voids.urls")),
    path("staff/cases/", include("cases.urls")),
    path("staff/disputes/", include("compliance.disputes.urls.staff")),
    path("staff/webhooks/", include("api.urls.webhooks")),
    path(
        "staff/", views.show_dashboard, name="overview"
    ),  # before the admin's index, whose URL it takes
    path("staff/", admin.site.urls),
    path("api/v1/", include("api.urls")),
    path("bank/", include("wallet.urls")),
    path("responsible/", include("accounts.protection.urls")),
    path("points/", include("loyalty.urls.player")),
    path("contact/", include("compliance.disputes.urls.players")),
    path("messages/", include("compliance.messages.urls")),
    path("account/data/", include("compliance.own_data.urls")),
    path("account/apps/", include("api.urls.connections")),
    path("", include("api.urls.authorization")),
    path("", include("accounts.urls.entrance")),
    path("", include("accounts.urls.account")),
    path("", include("reports.results.urls")),
    path("", include("casino.urls.players")),
]
