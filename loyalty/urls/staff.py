from django.urls import path

from loyalty.views import staff

app_name = "tiers"
urlpatterns = [
    path("", staff.TiersPage.as_view(), name="list"),
    path("new/", staff.EditTiersPage.as_view(), name="new"),
    path("<int:pk>/", staff.TierSetPage.as_view(), name="set"),
    path("<int:pk>/count/", staff.request_set_preview, name="count"),
    path("<int:pk>/decide/", staff.decide, name="decide"),
    path("counts/<int:pk>/", staff.show_count, name="counted"),
]
