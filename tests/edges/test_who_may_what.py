"""Who may ask what: every address, every way of asking, everybody. A route that is not here fails.

One line a route. The letters are the answers to anonymous, guest, player (seated), owner, blocked, muted,
banned (logged in before), moderator and admin (each by their group), superuser: first to GET, then to POST
without a field.
"""

import json
import os
import re

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.sessions.models import Session
from django.test import Client, RequestFactory
from django.urls import URLPattern, get_resolver, resolve, reverse

from accounts import middleware
from lobby import words
from lobby.catalogue import GAMES
from lobby.models import Presence
from tests.edges.world import CODE, NAMES, PEOPLE

pytestmark = pytest.mark.slow

ANSWERS = {
    "o": 200,  # here you are; of a form: filled in wrongly
    "s": 204,
    ">": "on",  # to another page
    "d": "door",  # of the log-in
    "b": 400, "x": 403, "0": 404, "m": 405,
}  # fmt: skip

ROUTES = """
/                                            oooooooooo mmmmmmmmmm
/lobby/                                      oooooooooo mmmmmmmmmm
/rooms/new/                                  dooooodooo dooooodooo
/practice/                                   mmmmmmmmmm >>>>>>>>>>
/rooms/{table}/                              oooo0ooooo mmmmmmmmmm
/rooms/{locked}/                             o>oo0oo>>> mmmmmmmmmm
/rooms/{closed}/                             oooo0ooooo mmmmmmmmmm
/rooms/{table}/sit/                          mmmmmmmmmm o>>>0>o>>>
/rooms/{locked}/sit/                         mmmmmmmmmm oo>>0>oooo
/rooms/{closed}/sit/                         mmmmmmmmmm >>>>0>>>>>
/rooms/{table}/qr.svg                        dooo0odooo mmmmmmmmmm
/rooms/{locked}/qr.svg                       d0oo0od000 mmmmmmmmmm
/rooms/{table}/join/                         d>>>0>d>>> d>>>0>d>>>
/rooms/{locked}/join/                        do>>0>dooo do>>0>dooo
/rooms/{table}/play/                         mmmmmmmmmm d>>>0>d>>>
/rooms/{locked}/play/                        mmmmmmmmmm d>>>0>d>>>
/rooms/{table}/room/                         mmmmmmmmmm d>>>0>d>>>
/rooms/{locked}/room/                        mmmmmmmmmm d>>>0>d>>>
/rooms/{table}/zones/                        dooo0odooo mmmmmmmmmm
/rooms/{locked}/zones/                       d>oo0od>>> mmmmmmmmmm
/rooms/{table}/history/                      dooo0odooo mmmmmmmmmm
/rooms/{locked}/history/                     d>oo0od>>> mmmmmmmmmm
/rooms/{table}/tonight/                      dooo0odooo mmmmmmmmmm
/rooms/{locked}/tonight/                     d>oo0od>>> mmmmmmmmmm
/rooms/{table}/ledger.csv                    dooo0odooo mmmmmmmmmm
/rooms/{locked}/ledger.csv                   d>oo0od>>> mmmmmmmmmm
/rooms/{table}/fairness/                     dooo0odooo mmmmmmmmmm
/rooms/{locked}/fairness/                    d>oo0od>>> mmmmmmmmmm
/rounds/{running}/                           0000000000 mmmmmmmmmm
/rounds/{over}/                              oooooooooo mmmmmmmmmm
/rounds/{running}/script.json                0000000000 mmmmmmmmmm
/rounds/{over}/script.json                   oooooooooo mmmmmmmmmm
/fair/{table}/1.json                         0000000000 mmmmmmmmmm
/fair/{closed}/{number}.json                 oooooooooo mmmmmmmmmm
/leaderboard/                                oooooooooo mmmmmmmmmm
/players/{owner}/                            oooooooooo mmmmmmmmmm
/players/{owner}/block/                      mmmmmmmmmm d>>>>>d>>>
/players/{owner}/unblock/                    mmmmmmmmmm d>>>>>d>>>
/players/{owner}/mute/                       mmmmmmmmmm d>>>>>d>>>
/players/{owner}/unmute/                     mmmmmmmmmm d>>>>>d>>>
/rules/xidach/                               oooooooooo mmmmmmmmmm
/rules/xidach/marks/                         oooooooooo mmmmmmmmmm
/manifest.webmanifest                        oooooooooo mmmmmmmmmm
/service-worker.js                           oooooooooo mmmmmmmmmm
/offline/                                    oooooooooo mmmmmmmmmm
/terms/                                      oooooooooo mmmmmmmmmm
/privacy/                                    oooooooooo mmmmmmmmmm
/points/                                     oooooooooo mmmmmmmmmm
/reports/new/                                dooooodooo dooooodooo
/reports/                                    dooooodooo mmmmmmmmmm
/accounts/guest/                             mmmmmmmmmm >>>>>>>>>>
/accounts/keep/                              d>>>>>d>>> do>>>>d>>>
/accounts/settings/                          dooooodooo dooooodooo
/accounts/export/                            dooooodooo do>>>>d>>>
/accounts/close/                             dooooodxxx d>oooodxxx
/accounts/appeal/                            ddddddoddd ddddddoddd
/accounts/blocked/                           dooooodooo dooooodooo
/accounts/person/                            d00000d000 mmmmmmmmmm
/accounts/notices/close/                     mmmmmmmmmm d>>>>>d>>>
/accounts/name/                              dooooodooo dooooodooo
/accounts/coach/                             mmmmmmmmmm d>>>>>d>>>
/accounts/settings/quick/                    mmmmmmmmmm >>>>>>>>>>
/accounts/sessions/                          dooooodooo d0>>>>d>>>
/accounts/login/                             oo>>>>o>>> oo>>>>o>>>
/accounts/logout/                            >ooooo>ooo >>>>>>>>>>
/accounts/signup/                            o>>>>>o>>> o>>>>>o>>>
/accounts/password/change/                   d>oooodooo d>oooodooo
/accounts/password/set/                      >>>>>>>>>> >>>>>>>>>>
/accounts/email/                             d>oooodooo d>>>>>d>>>
/accounts/inactive/                          oooooooooo mmmmmmmmmm
/accounts/reauthenticate/                    dxoooodooo dxoooodooo
/accounts/confirm-email/                     oooooooooo mmmmmmmmmm
/accounts/confirm-email/nothing/             oooooooooo 0000000000
/accounts/password/reset/                    oooooooooo oooooooooo
/accounts/password/reset/done/               oooooooooo mmmmmmmmmm
/accounts/password/reset/key/1-nothing/      oooooooooo oooooooooo
/accounts/password/reset/key/done/           oooooooooo mmmmmmmmmm
/accounts/login/code/confirm/                d>>>>>d>>> d>>>>>d>>>
/accounts/mfa/                               d>oooodooo d>mmmmdmmm
/accounts/mfa/authenticate/                  d>>>>>d>>> d>>>>>d>>>
/accounts/mfa/reauthenticate/                dx>>>>d>>> dx>>>>d>>>
/accounts/mfa/totp/activate/                 d>>>>>d>>> d>>>>>d>>>
/accounts/mfa/totp/deactivate/               d00000d000 d00000d000
/accounts/mfa/recovery-codes/                d00000d000 dmmmmmdmmm
/accounts/mfa/recovery-codes/generate/       do>>>>d>>> do>>>>d>>>
/accounts/mfa/recovery-codes/download/       d00000d000 d00000d000
/accounts/mfa/webauthn/                      >>>>>>>>>> >>>>>>>>>>
/accounts/mfa/webauthn/add/                  d>>>>>d>>> d>>>>>d>>>
/accounts/mfa/webauthn/reauthenticate/       dx>>>>d>>> dx>>>>d>>>
/accounts/mfa/webauthn/keys/1/edit/          d0>>>>d>>> d0>>>>d>>>
/accounts/mfa/webauthn/keys/1/remove/        d0>>>>d>>> d0>>>>d>>>
/accounts/mfa/webauthn/login/                dd>>>>d>>> dd>>>>d>>>
/healthz                                     oooooooooo mmmmmmmmmm
/readyz                                      oooooooooo mmmmmmmmmm
/metrics                                     oooooooooo mmmmmmmmmm
/admin/                                      dddddddooo dddddddooo
/admin/login/                                dxxxxxd>>> dxxxxxdooo
/admin/logout/                               >>>>>>>mmm >>>>>>>>>>
/admin/password_change/                      ddddddd>>> ddddddd>>>
/admin/password_change/done/                 ddddddd>>> ddddddd>>>
/admin/autocomplete/                         dddddddxxx dddddddmmm
/admin/jsi18n/                               dddddddooo dddddddmmm
/admin/r/1/1/                                ddddddd000 ddddddd000
/admin/accounts/                             dddddddooo dddddddooo
/admin/nothing                               ddddddd000 ddddddd000
/admin/search/                               dddddddooo dddddddooo
/admin/games/round/{over}/whole/             dddddddooo dddddddooo
/admin/accounts/user/{player}/password/      dddddddxxo dddddddxxo
"""

# Of each kind of thing in the back office, as a moderator, an admin and a superuser are answered: its list; a
# new one, asked for and sent; one of them, looked at and sent; its past; to delete it, asked and sent. All
# others are at the door.
OFFICE = """
accounts.Report          ooo xxx xxx ooo >>> ooo xxx xxx
accounts.Appeal          ooo xxx xxx ooo xxx ooo xxx xxx
accounts.User            ooo xoo xoo ooo xoo ooo xxx xxx
accounts.ModAction       ooo xxx xxx ooo xxx ooo xxx xxx
auth.Group               xxo xxo xxo xxo xxo xxo xxo xxo
account.EmailAddress     xxo xxo xxo xxo xxo xxo xxo xxo
lobby.Room               ooo xxx xxx ooo xxx ooo xxx xxx
lobby.RoomEvent          ooo xxx xxx ooo xxx ooo xxx xxx
lobby.ChatLine           ooo xxx xxx ooo xxx ooo xxx xxx
games.Round              ooo xxx xxx ooo xxx ooo xxx xxx
games.Move               ooo xxx xxx ooo xxx ooo xxx xxx
games.Score              ooo xxx xxx ooo xxx ooo xxx xxx
games.Standing           ooo xxx xxx ooo xxx ooo xxx xxx
games.Suspicion          ooo xxx xxx ooo xxx ooo xxx xxx
"""
ASKED = [
    ("changelist", "GET"), ("add", "GET"), ("add", "POST"), ("change", "GET"), ("change", "POST"),
    ("history", "GET"), ("delete", "GET"), ("delete", "POST"),
]  # fmt: skip

EMBLEMS = {card for game in GAMES.values() for card in game.cards}  # and on tiles

# What is done to rows of its lists, as a moderator, an admin and a superuser are answered: asked why, done at
# once (>), or not offered it (x). All others are at the door. An act that is not here fails.
ACTS = """
account.EmailAddress     make_verified    xx>
account.EmailAddress     delete_selected  xxo
accounts.Appeal          let_back_in      ooo
accounts.Appeal          keep             ooo
accounts.Report          take             >>>
accounts.Report          give_back        >>>
accounts.Report          resolve          >>>
accounts.Report          dismiss          >>>
accounts.User            warn             ooo
accounts.User            mute             ooo
accounts.User            unmute           >>>
accounts.User            ban              ooo
accounts.User            let_back_in      >>>
accounts.User            rename           ooo
accounts.User            end_log_ins      ooo
accounts.User            reset_link       xoo
auth.Group               delete_selected  xxo
games.Round              void_rounds      ooo
games.Suspicion          looked           ooo
lobby.Room               close_rooms      ooo
lobby.Room               reopen_rooms     ooo
lobby.ChatLine           remove_lines     ooo
lobby.ChatLine           restore_lines    ooo
"""

# What a room says to each word of it that is posted there.
WORDS = {
    "sit": {"seat": 4},
    "stand_up": {},
    "ready": {"ready": "false"},
    "start": {},
    "bot": {"seat": 4, "level": "house"},
    "unbot": {"seat": 3},
    "kick": {"seat": 1, "reason": "đi ngủ"},
    "unkick": {"player": NAMES["blocked"]},
    "bench": {"seat": 1},
    "unbench": {"player": NAMES["blocked"]},
    "hand_over": {"seat": 1},
    "options": {"turn_seconds": 31},
    "close": {},
    "chat": {"text": "chào cả nhà"},
}
SAID = {
    "d": "door", ">": "on", "o": "done", "-": "not_seated", "O": "not_owner", "r": "round_running",
    "c": "room_closed", "n": "not_allowed", "m": "muted", "k": "not_kicked", "b": "not_benched",
    "f": "malformed",
}  # fmt: skip
SAYS = """
#           waiting   table     locked    closed
sit         dooo0odooo dfff0fdfff d>ff0fd>>> dfff0fdfff
stand_up    d-oo0od--- d-oo0od--- d>oo0od>>> dccc0cdccc
ready       d-oo0od--- d-oo0od--- d>oo0od>>> dccc0cdccc
start       dOOo0OdOOO dOOr0OdOOO d>Oo0Od>>> dccc0cdccc
bot         dOOo0OdOOO dfff0fdfff d>ff0fd>>> dfff0fdfff
unbot       dOOo0OdOOO dOOo0OdOOO d>ff0fd>>> dfff0fdfff
kick        dOOo0OdOOO dOOo0OdOOO d>Oo0Od>>> dccc0cdccc
unkick      dOOo0OdOOO dOOk0OdOOO d>Ok0Od>>> dccc0cdccc
bench       dOOo0OdOOO dOOo0OdOOO d>Oo0Od>>> dccc0cdccc
unbench     dOOb0OdOOO dOOb0OdOOO d>Ob0Od>>> dccc0cdccc
hand_over   dOOo0OdOOO dOOr0OdOOO d>Oo0Od>>> dccc0cdccc
options     dOOo0OdOOO dOOr0OdOOO d>Oo0Od>>> dccc0cdccc
close       dOOo0OdOOO dOOr0OdOOO d>Oo0Od>>> dccc0cdccc
chat        dooo0mdooo dooo0mdooo d>oo0md>>> dccc0cdccc
"""


MAY_BE_KEPT = ("/manifest.webmanifest",)  # the same for everybody


def rows(table):
    return [line.split() for line in table.strip().splitlines() if not line.startswith("#")]


def all_routes(patterns=None, before=""):
    """Every pattern of the site, as `resolve` names it; none twice."""
    for one in get_resolver().url_patterns if patterns is None else patterns:
        whole = before + str(one.pattern).removeprefix("^" if before else "")
        if isinstance(one, URLPattern):
            yield whole
        else:
            yield from all_routes(one.url_patterns, whole)


def told(answer):
    """The letter of an answer."""
    if answer.status_code in (301, 302, 303):
        return "d" if "/login/" in answer["Location"] else ">"
    return next((letter for letter, status in ANSWERS.items() if status == answer.status_code), "?")


def route_of(path):
    return resolve(path).route.replace("^", "")


def pages_of(model):
    """The addresses of one kind of thing in the back office, one of them by its number."""
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    one = model.objects.order_by("pk").values_list("pk", flat=True).first()
    assert one is not None, f"the world has no {model._meta.label}"
    for kind, method in ASKED:
        yield method, reverse(f"{name}_{kind}", args=[] if kind in ("changelist", "add") else [one])


def addresses(world):
    yield from dict.fromkeys(world.address(line[0]) for line in rows(ROUTES))
    for model in admin.site._registry:
        yield from dict.fromkeys(address for _method, address in pages_of(model))


# --- routes -----------------------------------------------------------------------------------


def test_every_route_is_in_the_list(world):
    listed = {route_of(address) for address in addresses(world)}
    of_rows = "<path:object_id>/"  # the old address of a row, which only leads on
    assert {
        route for route in map(plain, all_routes()) if not route.endswith(f"/{of_rows}")
    } - listed == set()


def plain(route):
    return route.replace("^", "")


@pytest.mark.parametrize(("address", "to_get", "to_post"), rows(ROUTES), ids=lambda part: part)
def test_who_may_ask_what(world, address, to_get, to_post):
    told_all = {"GET": "", "POST": ""}
    for method in told_all:
        for who in PEOPLE:
            answer = world.asks(who, method, world.address(address))
            told_all[method] += told(answer)
            check(world, who, answer, address)
    assert (told_all["GET"], told_all["POST"]) == (to_get, to_post)


def check(world, who, answer, address):
    """What holds for all answers: nobody keeps them, and nobody learns of a hand or a seed from them."""
    assert "no-store" in answer.headers["Cache-Control"] or address in MAY_BE_KEPT, address
    text = "" if answer.streaming else answer.content.decode()
    assert not [seed for seed in world.seeds if seed in text], address
    if "{table}" in address or "{running}" in address or "admin" in address:
        signs = EMBLEMS if re.search('class="(emblem|tile)\\b', text) else set()
        known = world.hands.get(who, set()) | signs
        assert set(CODE.findall(text)) <= known, (who, address)


def test_a_hand_is_on_its_own_page(world):
    """So that what was looked for above would have been found."""
    page = world.asks("player", "GET", world.address("/rooms/{table}/")).content.decode()
    assert set(CODE.findall(page)) == world.hands["player"] and len(world.hands["player"]) == 13


# --- the back office --------------------------------------------------------------------------


def test_every_thing_of_the_back_office_is_in_the_list():
    assert {model._meta.label for model in admin.site._registry} == {line[0] for line in rows(OFFICE)}


@pytest.mark.parametrize(("label", "answers"), [(line[0], line[1:]) for line in rows(OFFICE)])
def test_who_may_do_what_in_the_back_office(world, label, answers):
    found = []
    for method, address in pages_of(apps.get_model(label)):
        given = [world.asks(who, method, address) for who in PEOPLE]
        for who, answer in zip(PEOPLE, given, strict=True):
            check(world, who, answer, address)
        letters = "".join(map(told, given))
        assert letters[:7] == "ddddddd", address
        found.append(letters[7:])
    assert found == answers


def offered(model, person):
    request = RequestFactory().get("/")
    request.user = person
    return admin.site._registry[model].get_actions(request)


def test_every_act_of_the_back_office_is_in_the_list(world):
    acts = [
        (model._meta.label, act)
        for model in admin.site._registry
        for act in offered(model, world.people["superuser"])
    ]
    assert sorted(acts) == sorted((label, act) for label, act, _answers in rows(ACTS))


@pytest.mark.parametrize(("label", "act", "answers"), rows(ACTS))
def test_who_may_act_in_the_back_office(world, label, act, answers):
    model = apps.get_model(label)
    listing = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    row = model.objects.order_by("pk").values_list("pk", flat=True).first()
    given = ""
    for who in PEOPLE:
        answer = world.asks(who, "POST", listing, {"action": act, "_selected_action": [row]})
        check(world, who, answer, listing)
        given += told(answer)
        if answer.status_code == 200:
            assert "cl" not in answer.context, "a page that asks, and not the list again"
        elif given[-1] == ">" and act not in offered(model, world.people[who]):
            given = given[:-1] + "x"
    assert given == "ddddddd" + answers


# --- words of a room --------------------------------------------------------------------------


def test_every_word_is_in_the_list():
    assert set(WORDS) == set(words.WORDS) == {line[0] for line in rows(SAYS)}


@pytest.mark.parametrize(("word", "answers"), [(line[0], line[1:]) for line in rows(SAYS)])
def test_who_may_say_what_to_a_room(world, word, answers):
    """T14"""
    rooms = ("waiting", "table", "locked", "closed")
    assert ["".join(says(world, who, room, word) for who in PEOPLE) for room in rooms] == answers


def says(world, who, room, word):
    address = world.address(f"/rooms/{{{room}}}/room/")
    answer = world.asks(who, "POST", address, {"room": word, **WORDS[word]}, **{"HX-Request": "true"})
    if answer.status_code != 200:
        return told(answer)
    frames = [json.loads(frame) for frame in answer.json()["frames"] if frame.startswith("{")]
    code = next((frame["code"] for frame in frames if frame["type"] == "refused"), "done")
    return next((letter for letter, meant in SAID.items() if meant == code), code)


def test_every_answer_says_what_it_is(world):
    for address in addresses(world):
        answer = world.asks("superuser", "GET", address)
        kind = answer.headers.get("Content-Type", "")
        if not answer.streaming and answer.content:
            assert kind.startswith("application/json") or "charset=" in kind, (address, kind)
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"], address
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        assert "Access-Control-Allow-Origin" not in answer.headers


# --- what changes something, and what does not ------------------------------------------------

BY_THE_WAY = (Session, Presence)  # that somebody was here


def everything():
    """Of all rows, but for those that say when somebody was last here."""
    models = [model for model in apps.get_models() if model not in BY_THE_WAY]
    kept = {model._meta.label: list(model.objects.order_by("pk").values()) for model in models}
    return {
        label: [{k: v for k, v in row.items() if k != "last_login"} for row in kept[label]] for label in kept
    }


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_nothing_but_a_post_changes_anything(world, method):
    """Staff's look at what is not for everybody leaves its line, as it should."""
    world.undoes = False
    before = everything()
    for address in addresses(world):
        for who in (
            ("anonymous", "owner", "admin", "superuser") if method == "GET" else ("admin", "superuser")
        ):
            assert world.asks(who, method, address).status_code < 500, (who, address)
    after = everything()
    changed = {label for label in before if before[label] != after[label]}
    assert changed <= {"accounts.ModAction"}
    assert all(
        row["act"] == "look" for row in after["accounts.ModAction"][len(before["accounts.ModAction"]) :]
    )


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE"])
def test_nobody_asks_in_a_way_that_no_page_knows(world, method):
    """Whoever they are: a form's view of Django's would take PUT for POST."""
    everybody = PEOPLE if os.environ.get("FULL") else ("anonymous", "owner", "superuser")
    for address in addresses(world):
        for who in everybody:
            assert world.asks(who, method, address).status_code == 405, (who, address)


def test_nothing_is_posted_without_its_token(world):
    """T18"""
    before, strict = everything(), Client(enforce_csrf_checks=True)
    strict.force_login(world.people["superuser"])
    for address in addresses(world):
        assert strict.post(address).status_code == 403, address
        middleware.pages.clear()
    assert everything() == before
