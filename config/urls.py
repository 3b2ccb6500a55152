from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("accounts/", include("accounts.urls")),
    path("", include("lobby.urls")),
    path("", include("games.urls")),
    path("admin/", admin.site.urls),
]
