"""The files of the house that tests read: its own, and those that games bring along."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STATIC = [ROOT / "static", *sorted(ROOT.glob("games/*/static"))]
TEMPLATES = [ROOT / "templates", *sorted(ROOT.glob("games/*/templates"))]


def templates(pattern: str = "*.html") -> list[Path]:
    return [path for folder in TEMPLATES for path in sorted(folder.rglob(pattern))]


def stylesheets() -> list[Path]:
    return [path for folder in STATIC for path in sorted(folder.rglob("*.css"))]


def scripts() -> list[Path]:
    """Ours, not what others wrote."""
    return [path for folder in STATIC for path in sorted(folder.rglob("*.js")) if "vendor" not in path.parts]


def file_name(path: object) -> str:
    """Of a file, for the list of tests."""
    return path.relative_to(ROOT).as_posix() if isinstance(path, Path) else ""


def served_as(path: Path) -> str:
    """A static file's name for the page."""
    return next(path.relative_to(folder).as_posix() for folder in STATIC if path.is_relative_to(folder))
