"""The site on a machine whose clock is wrong by SKEW seconds."""

import os
from datetime import datetime, timedelta


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line
    from django.utils import timezone

    right, wrong_by = timezone.now, timedelta(seconds=float(os.environ["SKEW"]))

    def skewed() -> datetime:
        return right() + wrong_by

    timezone.now = skewed
    execute_from_command_line(["manage.py", "serve"])


if __name__ == "__main__":
    main()
