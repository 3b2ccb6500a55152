from django.urls import path

from accounts.blocks import views

urlpatterns = [
    path("players/<str:username>/block/", views.block, name="block"),
    path("players/<str:username>/unblock/", views.unblock, name="unblock"),
    path("players/<str:username>/mute/", views.mute, name="mute"),
    path("players/<str:username>/unmute/", views.unmute, name="unmute"),
    path("accounts/blocked/", views.blocked, name="blocked"),
    path("accounts/person/", views.person, name="person"),
]
