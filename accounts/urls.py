from django.urls import include, path
from django.views.generic import RedirectView

from accounts import own_data, views
from accounts.sessions import sessions

urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("keep/", views.keep, name="keep"),
    path("settings/", views.settings, name="settings"),
    path("export/", own_data.export, name="account_export"),
    path("settings/quick/", views.settings_quick, name="settings_quick"),
    path("sessions/", sessions, name="sessions"),
    # Ours before allauth's of the same name.
    path("login/", views.LoginView.as_view(), name="account_login"),
    path("logout/", views.LogoutView.as_view(), name="account_logout"),
    path("signup/", views.SignupView.as_view(), name="account_signup"),
    path("password/change/", views.PasswordChangeView.as_view(), name="account_change_password"),
    # Who has no password is a guest, and keeps the account in the settings.
    path("password/set/", RedirectView.as_view(pattern_name="settings"), name="account_set_password"),
    path("", include("allauth.account.urls")),
    path("mfa/", include("allauth.mfa.urls")),
]
