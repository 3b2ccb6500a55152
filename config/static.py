"""Our stylesheets and scripts as they are served: without comments and blanks: nobody waits for those."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any, Final

from django.core.files.base import ContentFile
from django.utils.encoding import force_str
from lightningcss import process_stylesheet
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS: Final = ("css/", "js/", "games/")
# What these do not know, such as `dvh`, keeps the line before it that says the same in older words.
OLDEST: Final = ["chrome 100", "firefox 100", "safari 15.3"]


def shorter_css(text: str) -> str:
    return str(process_stylesheet(text, browsers_list=OLDEST))


MINIFY: Final[Mapping[str, Callable[[str], str]]] = {".css": shorter_css, ".js": jsmin}


class StaticFiles(CompressedManifestStaticFilesStorage):
    def _save(self, name: str, content: Any) -> Any:
        minify = MINIFY.get(PurePath(name).suffix)
        if minify and name.startswith(OURS):
            whole = "".join(map(force_str, content.chunks()))
            content = ContentFile(minify(whole).encode())
        return super()._save(name, content)
