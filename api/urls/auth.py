"""Sign-in of players' apps."""

from django.urls import path

from api.views import auth

urlpatterns = [
    path("auth/session", auth.SessionView.as_view(), name="app_session"),
    path("auth/login", auth.PlayerLoginView.as_view(), name="app_login"),
    path("auth/signup", auth.PlayerSignupView.as_view(), name="app_signup"),
    path("auth/second-factor", auth.SecondFactorView.as_view(), name="app_second_factor"),
    path(
        "auth/reauthenticate/password",
        auth.PasswordAgainView.as_view(),
        name="app_reauthenticate",
    ),
    path(
        "auth/reauthenticate/second-factor",
        auth.SecondFactorAgainView.as_view(),
        name="app_factor_again",
    ),
]
