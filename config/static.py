"""Our stylesheets and scripts as they are served: without comments and blanks: nobody waits for those.

And one that no folder holds: `css/games.css`, the colours of every game of the list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path, PurePath
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage
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


class GamesInOne(BaseFinder):
    """A page that shows many games asks for one sheet: the `tokens.css` of each, one after the other."""

    name: Final = "css/games.css"

    def check(self, **options: Any) -> list[Any]:
        return []

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[Any]:
        yield self.name, self._written()

    def find(self, path: str, find_all: bool = False, **options: Any) -> Any:
        found = [self._written().path(self.name)] if path == self.name else []
        return found if find_all else next(iter(found), None)

    def _written(self) -> FileSystemStorage:
        """Anew only if a game changed: its age tells whether files must be collected again."""
        storage = FileSystemStorage(settings.DATA_DIR / "made", allow_overwrite=True)
        text = "".join(sheet.read_text(encoding="utf-8") for sheet in sheets_of_games())
        if not storage.exists(self.name) or Path(storage.path(self.name)).read_text(encoding="utf-8") != text:
            storage.save(self.name, ContentFile(text.encode()))
        return storage


def sheets_of_games() -> list[Path]:
    folders = map(Path, settings.STATICFILES_DIRS)
    return [sheet for folder in folders for sheet in folder.glob("games/*/tokens.css")]
