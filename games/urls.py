from django.urls import path

from games.archive import views as archive
from games.books import views as books
from games.people import views as people
from games.table import practice, without_socket
from games.table import views as table

urlpatterns = [
    path("practice/", practice.practice, name="practice"),
    path("rooms/<slug:code>/", table.room, name="room"),
    path("rooms/<slug:code>/play/", without_socket.play, name="play"),
    path("rooms/<slug:code>/room/", without_socket.room_word, name="room_word"),
    path("rooms/<slug:code>/zones/", without_socket.zones, name="zones"),
    path("rooms/<slug:code>/history/", archive.room_history, name="history"),
    path("rooms/<slug:code>/tonight/", archive.room_tonight, name="tonight"),
    path("rooms/<slug:code>/ledger.csv", archive.room_ledger, name="ledger"),
    path("rooms/<slug:code>/fairness/", archive.room_fairness, name="fairness"),
    path("rounds/<int:round_id>/", archive.round_result, name="round"),
    path("rounds/<int:round_id>/script.json", archive.round_script, name="round_script"),
    path("fair/<slug:code>/<int:number>.json", archive.fair_record, name="fair_record"),
    path("leaderboard/", people.leaderboard, name="leaderboard"),
    path("players/<str:username>/", people.player, name="player"),
    path("rules/<slug:game>/", books.rules, name="rules"),
    path("rules/<slug:game>/marks/", books.marks, name="marks"),
]
