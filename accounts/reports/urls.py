from django.urls import path

from accounts.reports import views

urlpatterns = [
    path("", views.reports, name="reports"),
    path("new/", views.report_new, name="report_new"),
]
