from django.urls import path

from lobby import views

urlpatterns = [
    path("", views.landing, name="landing"),
    path("lobby/", views.lobby, name="lobby"),
    path("rooms/new/", views.room_new, name="room_new"),
    path("rooms/<slug:code>/join/", views.room_join, name="room_join"),
]
