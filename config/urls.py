from inspect import unwrap

from django.contrib import admin
from django.urls import include, path
from django.views import defaults

from accounts import papers
from config import home_screen, probes

urlpatterns = [
    path("accounts/", include("accounts.urls")),
    path("reports/", include("accounts.reports.urls")),
    path("terms/", papers.terms, name="terms"),
    path("privacy/", papers.privacy, name="privacy"),
    path("points/", papers.points, name="points"),
    path("", include("accounts.blocks.urls")),
    path("", include("lobby.urls")),
    path("", include("games.urls")),
    path("manifest.webmanifest", home_screen.manifest, name="manifest"),
    path("service-worker.js", home_screen.service_worker, name="service_worker"),
    path("offline/", home_screen.offline, name="offline"),
    path("admin/", admin.site.urls),
    path("healthz", probes.healthz),
    path("readyz", probes.readyz),
    path("metrics", probes.metrics),
]

# Django's own look for a token in the form first; where a form cannot be read, that fails a second time.
handler400 = unwrap(defaults.bad_request)
handler403 = unwrap(defaults.permission_denied)
handler404 = unwrap(defaults.page_not_found)
handler500 = unwrap(defaults.server_error)
