"""Who may ask what: every address, every way of asking, everybody. A route that is not here fails.

One line a route. The letters are the answers to anonymous, guest, player (seated), owner, blocked, muted,
banned (logged in before), moderator, admin: first to GET, then to POST without a field.
"""

import json

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.sessions.models import Session
from django.test import Client
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
/                                            ooooooooo mmmmmmmmm
/lobby/                                      ooooooooo mmmmmmmmm
/rooms/new/                                  dooooodoo dooooodoo
/rooms/{table}/                              dooo0odoo mmmmmmmmm
/rooms/{locked}/                             d>oo0od>> mmmmmmmmm
/rooms/{closed}/                             dooo0odoo mmmmmmmmm
/rooms/{table}/join/                         d>>>0>d>> d>>>0>d>>
/rooms/{locked}/join/                        do>>0>doo do>>0>doo
/rooms/{table}/play/                         mmmmmmmmm d>>>0>d>>
/rooms/{locked}/play/                        mmmmmmmmm d>>>0>d>>
/rooms/{table}/room/                         mmmmmmmmm d>>>0>d>>
/rooms/{locked}/room/                        mmmmmmmmm d>>>0>d>>
/rooms/{table}/zones/                        dooo0odoo mmmmmmmmm
/rooms/{locked}/zones/                       d>oo0od>> mmmmmmmmm
/rooms/{table}/history/                      dooo0odoo mmmmmmmmm
/rooms/{locked}/history/                     d>oo0od>> mmmmmmmmm
/rooms/{table}/ledger.csv                    dooo0odoo mmmmmmmmm
/rooms/{locked}/ledger.csv                   d>oo0od>> mmmmmmmmm
/rooms/{table}/fairness/                     dooo0odoo mmmmmmmmm
/rooms/{locked}/fairness/                    d>oo0od>> mmmmmmmmm
/rounds/{running}/                           000000000 mmmmmmmmm
/rounds/{over}/                              ooooooooo mmmmmmmmm
/rounds/{running}/script.json                000000000 mmmmmmmmm
/rounds/{over}/script.json                   ooooooooo mmmmmmmmm
/fair/{table}/1.json                         000000000 mmmmmmmmm
/fair/{closed}/{number}.json                 ooooooooo mmmmmmmmm
/leaderboard/                                ooooooooo mmmmmmmmm
/players/{owner}/                            ooooooooo mmmmmmmmm
/players/{owner}/block/                      mmmmmmmmm d>>>>>d>>
/players/{owner}/unblock/                    mmmmmmmmm d>>>>>d>>
/players/{owner}/mute/                       mmmmmmmmm d>>>>>d>>
/players/{owner}/unmute/                     mmmmmmmmm d>>>>>d>>
/rules/xidach/                               ooooooooo mmmmmmmmm
/terms/                                      ooooooooo mmmmmmmmm
/privacy/                                    ooooooooo mmmmmmmmm
/points/                                     ooooooooo mmmmmmmmm
/reports/new/                                dooooodoo dooooodoo
/reports/                                    dooooodoo mmmmmmmmm
/accounts/guest/                             mmmmmmmmm >>>>>>>>>
/accounts/keep/                              d>>>>>d>> do>>>>d>>
/accounts/settings/                          dooooodoo dooooodoo
/accounts/export/                            dooooodoo do>>>>d>>
/accounts/close/                             dooooodxx d>oooodxx
/accounts/appeal/                            ddddddodd ddddddodd
/accounts/blocked/                           dooooodoo dooooodoo
/accounts/person/                            d00000d00 mmmmmmmmm
/accounts/notices/close/                     mmmmmmmmm d>>>>>d>>
/accounts/name/                              d>oooodoo d>oooodoo
/accounts/settings/quick/                    mmmmmmmmm >>>>>>>>>
/accounts/sessions/                          dooooodoo d00000d00
/accounts/login/                             oo>>>>o>> oo>>>>o>>
/accounts/logout/                            >ooooo>oo >>>>>>>>>
/accounts/signup/                            o>>>>>o>> o>>>>>o>>
/accounts/password/change/                   d>oooodoo d>oooodoo
/accounts/password/set/                      >>>>>>>>> >>>>>>>>>
/accounts/email/                             d>oooodoo d>>>>>d>>
/accounts/inactive/                          ooooooooo mmmmmmmmm
/accounts/reauthenticate/                    dxoooodoo dxoooodoo
/accounts/confirm-email/                     ooooooooo mmmmmmmmm
/accounts/confirm-email/nothing/             ooooooooo 000000000
/accounts/password/reset/                    ooooooooo ooooooooo
/accounts/password/reset/done/               ooooooooo mmmmmmmmm
/accounts/password/reset/key/1-nothing/      ooooooooo ooooooooo
/accounts/password/reset/key/done/           ooooooooo mmmmmmmmm
/accounts/login/code/confirm/                d>>>>>d>> d>>>>>d>>
/accounts/mfa/                               d>oooodoo d>mmmmdmm
/accounts/mfa/authenticate/                  d>>>>>d>> d>>>>>d>>
/accounts/mfa/reauthenticate/                dx>>>>d>> dx>>>>d>>
/accounts/mfa/totp/activate/                 d>>>>>d>> d>>>>>d>>
/accounts/mfa/totp/deactivate/               d00000d00 d00000d00
/accounts/mfa/recovery-codes/                d00000d00 dmmmmmdmm
/accounts/mfa/recovery-codes/generate/       do>>>>d>> do>>>>d>>
/accounts/mfa/recovery-codes/download/       d00000d00 d00000d00
/accounts/mfa/webauthn/                      >>>>>>>>> >>>>>>>>>
/accounts/mfa/webauthn/add/                  d>>>>>d>> d>>>>>d>>
/accounts/mfa/webauthn/reauthenticate/       dx>>>>d>> dx>>>>d>>
/accounts/mfa/webauthn/keys/1/edit/          d0>>>>d>> d0>>>>d>>
/accounts/mfa/webauthn/keys/1/remove/        d0>>>>d>> d0>>>>d>>
/accounts/mfa/webauthn/login/                dd>>>>d>> dd>>>>d>>
/healthz                                     ooooooooo mmmmmmmmm
/readyz                                      ooooooooo mmmmmmmmm
/metrics                                     ooooooooo mmmmmmmmm
/admin/                                      dddddddoo dddddddoo
/admin/login/                                dxxxxxd>> dxxxxxdoo
/admin/logout/                               >>>>>>>mm >>>>>>>>>
/admin/password_change/                      dddddddoo dddddddoo
/admin/password_change/done/                 dddddddoo dddddddmm
/admin/autocomplete/                         dddddddxx dddddddmm
/admin/jsi18n/                               dddddddoo dddddddmm
/admin/r/1/1/                                ddddddd00 ddddddd00
/admin/accounts/                             dddddddoo dddddddoo
/admin/nothing                               ddddddd00 ddddddd00
/admin/search/                               dddddddoo dddddddoo
/admin/games/round/{over}/whole/             dddddddoo dddddddoo
/admin/accounts/user/{player}/password/      dddddddxo dddddddxo
"""

# Of each kind of thing in the back office, as a moderator and an admin are answered: its list; a new one,
# asked for and sent; one of them, looked at and sent; its past; to delete it, asked and sent. All others are
# at the door.
OFFICE = """
accounts.Report          oo xx xx oo >> oo xx xx
accounts.Appeal          oo xx xx oo xx oo xx xx
accounts.User            oo xo xo oo xo oo xx xx
accounts.ModAction       oo xx xx oo xx oo xx xx
auth.Group               xo xo xo xo xo xo xo xo
account.EmailAddress     xo xo xo xo xo xo xo xo
lobby.Room               oo xx xx oo xx oo xx xx
lobby.RoomEvent          oo xx xx oo xx oo xx xx
lobby.ChatLine           oo xx xx oo xx oo xx xx
games.Round              oo xx xx oo xx oo xx xx
games.Move               oo xx xx oo xx oo xx xx
games.Score              oo xx xx oo xx oo xx xx
games.Standing           oo xx xx oo xx oo xx xx
games.Suspicion          oo xx xx oo xx oo xx xx
"""
ASKED = [
    ("changelist", "GET"), ("add", "GET"), ("add", "POST"), ("change", "GET"), ("change", "POST"),
    ("history", "GET"), ("delete", "GET"), ("delete", "POST"),
]  # fmt: skip

EMBLEMS = {card for game in GAMES.values() for card in game.cards[:2]}

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
    "hand_over": {"seat": 1},
    "options": {"turn_seconds": 31},
    "close": {},
    "chat": {"text": "chào cả nhà"},
}
SAID = {
    "d": "door", ">": "on", "o": "done", "-": "not_seated", "O": "not_owner", "r": "round_running",
    "c": "room_closed", "n": "not_allowed", "m": "muted", "k": "not_kicked", "f": "malformed",
}  # fmt: skip
SAYS = """
#           waiting   table     locked    closed
sit         dooo0odoo dfff0fdff d>ff0fd>> dfff0fdff
stand_up    d-oo0od-- d-oo0od-- d>oo0od>> dccc0cdcc
ready       d-oo0od-- d-oo0od-- d>oo0od>> dccc0cdcc
start       dOOo0OdOO dOOr0OdOO d>Oo0Od>> dccc0cdcc
bot         dOOo0OdOO dfff0fdff d>ff0fd>> dfff0fdff
unbot       dOOo0OdOO dOOo0OdOO d>ff0fd>> dfff0fdff
kick        dOOo0OdOO dOOo0OdOO d>Oo0Od>> dccc0cdcc
unkick      dOOo0OdOO dOOk0OdOO d>Ok0Od>> dccc0cdcc
hand_over   dOOo0OdOO dOOr0OdOO d>Oo0Od>> dccc0cdcc
options     dOOo0OdOO dOOr0OdOO d>Oo0Od>> dccc0cdcc
close       dOOo0OdOO dOOr0OdOO d>Oo0Od>> dccc0cdcc
chat        dooo0mdoo dooo0mdoo d>oo0md>> dccc0cdcc
"""


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
    assert "no-store" in answer.headers["Cache-Control"], address
    text = "" if answer.streaming else answer.content.decode()
    assert not [seed for seed in world.seeds if seed in text], address
    if "{table}" in address or "{running}" in address or "admin" in address:
        signs = EMBLEMS if 'class="emblem"' in text else set()
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


# --- words of a room --------------------------------------------------------------------------


def test_every_word_is_in_the_list():
    assert set(WORDS) == set(words.WORDS) == {line[0] for line in rows(SAYS)}


@pytest.mark.parametrize(("word", "answers"), [(line[0], line[1:]) for line in rows(SAYS)])
def test_who_may_say_what_to_a_room(world, word, answers):
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
        answer = world.asks("admin", "GET", address)
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


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE"])
def test_nothing_but_a_post_changes_anything(world, method):
    """Staff's look at what is not for everybody leaves its line, as it should."""
    world.undoes = False
    before = everything()
    for address in addresses(world):
        for who in ("anonymous", "owner", "admin") if method == "GET" else ("admin",):
            assert world.asks(who, method, address).status_code < 500, (who, address)
    after = everything()
    changed = {label for label in before if before[label] != after[label]}
    assert changed <= {"accounts.ModAction"}
    assert all(
        row["act"] == "look" for row in after["accounts.ModAction"][len(before["accounts.ModAction"]) :]
    )


def test_nothing_is_posted_without_its_token(world):
    """T18"""
    before, strict = everything(), Client(enforce_csrf_checks=True)
    strict.force_login(world.people["admin"])
    for address in addresses(world):
        assert strict.post(address).status_code == 403, address
        middleware.pages.clear()
    assert everything() == before
