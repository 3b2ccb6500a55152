"""Our stylesheets and scripts as they are served: without comments, which no visitor has to wait for."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Any, Final

from django.core.files.base import ContentFile
from django.utils.encoding import force_bytes
from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS: Final = ("css/", "js/", "games/")
COMMENTS: Final = {
    ".css": re.compile(rb"/\*.*?\*/", re.DOTALL),
    ".js": re.compile(rb"^ *//.*\n", re.MULTILINE),
}


class StaticFiles(CompressedManifestStaticFilesStorage):
    def _save(self, name: str, content: Any) -> Any:
        comment = COMMENTS.get(PurePath(name).suffix)
        if comment and name.startswith(OURS):
            whole = b"".join(map(force_bytes, content.chunks()))
            content = ContentFile(comment.sub(b"", whole))
        return super()._save(name, content)
