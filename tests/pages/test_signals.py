"""What a table has ready for when it is my turn and nobody sees the page."""

import re

import pytest


@pytest.mark.slow
@pytest.mark.parametrize(
    ("visibility", "named"), [("public", "Nhà &lt;ngoại&gt;"), ("unlisted", ""), ("password", "")]
)
def test_only_a_public_room_is_named(client, cai, open_room, visibility, named):
    """A locked screen may be read by whoever passes by."""
    more = {"password": "mở ra"} if visibility == "password" else {}
    room = open_room(name="Nhà <ngoại>", visibility=visibility, **more)
    client.force_login(cai)
    page = client.get(f"/rooms/{room.code}/", headers={"accept-language": "vi"}).content.decode()
    [words] = re.findall(r"<template data-signals=([^>]*)>", page)
    told = dict(re.findall(r'data-(\w+)="([^"]*)"', words))
    assert told["room"] == named
    assert (told["turn"], told["ten"]) == ("Đến lượt bạn · Xì Dách", "Còn 10 giây · Xì Dách")
    assert room.code.lower() not in words.lower()
