from django.urls import include, path

urlpatterns = [
    path("", include("allauth.account.urls")),
    path("mfa/", include("allauth.mfa.urls")),
    path("language/", include("django.conf.urls.i18n")),
]
