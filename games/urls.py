from django.urls import path

from games import posts, views

urlpatterns = [
    path("rooms/<slug:code>/", views.room, name="room"),
    path("rooms/<slug:code>/play/", posts.play, name="play"),
    path("rooms/<slug:code>/room/", posts.room_word, name="room_word"),
    path("rooms/<slug:code>/zones/", posts.zones, name="zones"),
    path("rooms/<slug:code>/history/", views.room_history, name="history"),
    path("rooms/<slug:code>/ledger.csv", views.room_ledger, name="ledger"),
    path("rooms/<slug:code>/fairness/", views.room_fairness, name="fairness"),
    path("rounds/<int:round_id>/", views.round_result, name="round"),
    path("rounds/<int:round_id>/script.json", views.round_script, name="round_script"),
    path("fair/<slug:code>/<int:number>.json", views.fair_record, name="fair_record"),
    path("leaderboard/", views.leaderboard, name="leaderboard"),
    path("players/<str:username>/", views.player, name="player"),
    path("rules/<slug:game>/", views.rules, name="rules"),
    path("healthz", views.healthz),
    path("readyz", views.readyz),
    path("metrics", views.metrics),
]
