"""Runs the commands of one house, one after the other: to start Django takes longer than most of them.

A line that comes in is a command with its arguments, a line that goes out whether it went well and what it
printed or complained of.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import traceback
from collections.abc import Sequence

import django
from django.core.management import CommandError, call_command
from django.db import connections


def run(arguments: Sequence[str]) -> tuple[bool, str]:
    """No connection is kept: its database may be taken away in the meantime."""
    printed, complained = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(complained):
        try:
            call_command(*arguments)
        except CommandError as error:
            return False, f"{complained.getvalue()}{error}"
        except (Exception, SystemExit):
            return False, complained.getvalue() + traceback.format_exc()
        finally:
            connections.close_all()
    return True, printed.getvalue()


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    answers = sys.stdout
    for line in sys.stdin:
        print(json.dumps(run(json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
