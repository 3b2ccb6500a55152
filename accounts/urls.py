from allauth.account import views as allauth_views
from allauth.mfa.base import views as mfa_views
from allauth.mfa.totp.views import activate_totp
from allauth.mfa.webauthn.views import add_webauthn
from django.urls import include, path
from django.views.generic import RedirectView

from accounts import appeals, own_data, views
from accounts.coach import coach
from accounts.passkeys import PasskeyLoginView
from accounts.sessions import sessions
from accounts.views import not_for_guests

urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("keep/", views.keep, name="keep"),
    path("settings/", views.settings, name="settings"),
    path("close/", own_data.close, name="account_close"),
    path("export/", own_data.export, name="account_export"),
    path("appeal/", appeals.appeal, name="appeal"),
    path("notices/close/", views.close_notice, name="close_notice"),
    path("coach/", coach, name="coach"),
    path("settings/quick/", views.settings_quick, name="settings_quick"),
    path("name/", views.name, name="account_name"),
    path("sessions/", sessions, name="sessions"),
    # Ours before allauth's of the same name.
    path("login/", views.LoginView.as_view(), name="account_login"),
    path("logout/", views.LogoutView.as_view(), name="account_logout"),
    path("signup/", views.SignupView.as_view(), name="account_signup"),
    path("password/change/", views.PasswordChangeView.as_view(), name="account_change_password"),
    # Who has no password is a guest, and keeps the account in the settings.
    path("password/set/", RedirectView.as_view(pattern_name="settings"), name="account_set_password"),
    path("email/", not_for_guests(allauth_views.email), name="account_email"),
    path("", include("allauth.account.urls")),
    path("mfa/", not_for_guests(mfa_views.index), name="mfa_index"),
    path("mfa/totp/activate/", not_for_guests(activate_totp), name="mfa_activate_totp"),
    path("mfa/webauthn/", RedirectView.as_view(pattern_name="mfa_index"), name="mfa_list_webauthn"),
    path("mfa/webauthn/add/", not_for_guests(add_webauthn), name="mfa_add_webauthn"),
    path("mfa/webauthn/login/", PasskeyLoginView.as_view(), name="mfa_login_webauthn"),
    path("mfa/", include("allauth.mfa.urls")),
]
