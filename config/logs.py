"""Logs: one JSON line an event, and no place in it for a card, a seed or a session key."""

import logging
import logging.config
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from traceback import extract_tb, format_exception_only, format_list
from typing import Any, Final

import structlog
from django.http import HttpRequest

# Of servers: they tell who came from which address, and the codes of rooms, which may be their keys.
TELLING = ("daphne", "uvicorn.access", "uvicorn.error")
SECRET_WORDS = ("card", "hand", "deck", "seed", "password", "session", "cookie", "csrf", "move", "state")
OF_A_SITE: Final = re.compile(r"(https?://[^/?#\s]*)\S*")  # an address: the site, and its page


def hide_secrets(_logger: Any, _method: str, event: dict[str, Any]) -> dict[str, Any]:
    """The last guard: a field with a telling name never reaches a sink."""
    for name in event:
        if any(word in name.lower() for word in SECRET_WORDS):
            event[name] = "[hidden]"
    return event


def name_the_route(_logger: Any, _method: str, event: dict[str, Any]) -> dict[str, Any]:
    """Django quotes the address that was asked for, and the one before it. Either may hold the key of a room
    or of a letter: told are the kind of page, and of another address its site."""
    said, record = event.pop("positional_args"), event["_record"]
    request = getattr(record, "request", None)
    if isinstance(request, HttpRequest) and said:
        route = request.resolver_match.route if request.resolver_match else "?"
        path = request.path.encode("unicode_escape").decode("ascii")  # as Django quotes it
        told = (route if one == path else OF_A_SITE.sub(r"\1", str(one)) for one in said)
        event["event"] = record.msg % tuple(told)
    return event


def traceback(exc_info: Any) -> str:
    """Where an error came from. What it says of itself may name a card, so an error of a game is named, not
    quoted; no frame tells the values in it."""
    return "\n\n".join(map(_one, reversed(list(_causes(exc_info[1])))))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error, then what led to it."""
    while error is not None:
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _one(error: BaseException) -> str:
    frames = extract_tb(error.__traceback__)
    of_a_game = any("games" in Path(frame.filename).parts for frame in frames)
    said = type(error).__qualname__ if of_a_game else "".join(format_exception_only(error)).rstrip()
    return f"Traceback (most recent call last):\n{''.join(format_list(frames))}{said}"


def configure(settings: dict[str, Any]) -> None:
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        hide_secrets,
    ]
    tail = (
        structlog.dev.ConsoleRenderer(colors=False)
        if sys.stderr.isatty()
        else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {
                "line": {
                    "()": structlog.stdlib.ProcessorFormatter,
                    "pass_foreign_args": True,
                    "foreign_pre_chain": [name_the_route, *shared],
                    "processors": [
                        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                        structlog.processors.ExceptionRenderer(traceback),
                        tail,
                    ],
                }
            },
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
            "root": {"handlers": ["stderr"], "level": settings["level"]},
            "loggers": {name: {"level": "WARNING"} for name in TELLING},
        }
    )
