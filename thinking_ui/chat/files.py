"""The files of a corpus: where they are, and what is in them. Blocking."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

MOST_FILE_BYTES = 1_000_000
MOST_FILES = 5_000
SUFFIXES = (".md", ".markdown")


class DocumentError(Exception):
    """A document that cannot be read. The text names it by its place in the corpus and never by a path of the server."""


def walk(roots: Sequence[Path], problems: dict[str, str]) -> Iterator[tuple[str, Path]]:
    """The Markdown files of some folders and single files, each with its place in the corpus.

    Args:
        roots: The folders and files. A file's place is its path from the folder that holds the root.
        problems: Gets, by place, what cannot be used and why.
    """
    count = 0
    for root in roots:
        if not root.exists():
            problems[root.name] = f"{root.name}: there is no such folder or file"
            continue
        home = root.resolve()
        for path in [root] if root.is_file() else _markdown_files(root):
            source = path.relative_to(root.parent).as_posix()
            if not path.resolve().is_relative_to(home):
                problems[source] = f"{source}: it points to a file outside the corpus"
                continue
            count += 1
            if count > MOST_FILES:
                problems[root.name] = f"{root.name}: only the first {MOST_FILES:,} files are read"
                return
            yield source, path


def text_of(source: str, path: Path) -> str:
    """What is in a file.

    Args:
        source: Its place in the corpus, for messages.
        path: Where it is on this machine.

    Raises:
        DocumentError: It cannot be read.
    """
    try:
        if path.stat().st_size > MOST_FILE_BYTES:
            msg = f"{source}: the file is larger than {MOST_FILE_BYTES:,} bytes"
            raise DocumentError(msg)
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        msg = f"{source}: the file is not UTF-8 text"
        raise DocumentError(msg) from None
    except OSError as error:
        msg = f"{source}: {error.strerror or 'the file cannot be read'}"
        raise DocumentError(msg) from None


def _markdown_files(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if name.casefold().endswith(SUFFIXES) and not name.startswith("."):
                yield Path(place) / name
