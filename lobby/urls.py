from django.urls import path

from lobby import invitations, views

urlpatterns = [
    path("", views.landing, name="landing"),
    path("lobby/", views.lobby, name="lobby"),
    path("rooms/new/", views.room_new, name="room_new"),
    path("rooms/<slug:code>/join/", invitations.room_join, name="room_join"),
    path("rooms/<slug:code>/sit/", invitations.sit_down, name="sit_down"),
    path("rooms/<slug:code>/qr.svg", invitations.qr, name="qr"),
]
