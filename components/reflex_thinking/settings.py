"""Defaults for the whole app, and what runs behind it: the store and the runs."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import hashlib
import logging
import secrets
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from .errors import ConfigurationError
from .identity import Identify
from .image_sources import check_images
from .locales import AUTO, check_texts, match_locale, preferred_locale
from .runs.limits import Limits
from .runs.registry import Runs
from .store.base import Store
from .store.memory import MemoryStore
from .summaries import Summarise, summarise


@dataclasses.dataclass
class Settings:
    """What :func:`configure` sets."""

    live: str = "expanded"
    auto_close: bool = True
    locale: str = "en-US"
    texts: dict[str, dict[str, Any]] = dataclasses.field(default_factory=dict[str, dict[str, Any]])
    store: Store = dataclasses.field(default_factory=MemoryStore)
    journal_dir: Path | None = Path(".reflex-thinking") / "journal"
    limits: Limits = dataclasses.field(default_factory=Limits)
    summarise: Summarise | None = summarise
    split_chips: bool = True
    images: list[str] = dataclasses.field(default_factory=list[str])
    max_message_length: int = 32_000
    identify: Identify | None = None
    secret: str | None = None


logger = logging.getLogger(__name__)

LIVE_MODES = ("expanded", "collapsed", "overlay", "progress")
settings = Settings()
_CHOICES = {"live": LIVE_MODES}
_runs: Runs | None = None
_ready: asyncio.Task[Any] | None = None


def configure(**options: Any) -> None:
    """Set defaults for the whole app. Call it before the app starts.

    Args:
        options: ``live``, ``auto_close``, ``locale`` (``"auto"`` for that of the reader's browser), ``texts`` (by locale; also for locales of your own) and ``images``
            (origins that images may be loaded from; none by default) for components; ``store`` (a store, or the address of a
            database), ``journal_dir``, ``limits`` and ``summarise`` (a function, async or not, that makes the summary of a
            block, such as :func:`summarise_with` gives; None for none) for runs; ``split_chips``: whether a list of quick
            replies at the end of an answer is taken out of its text (it is by default); ``max_message_length`` for what
            users send; ``identify`` to say who they are (see
            :mod:`reflex_thinking.identity`).

    Raises:
        ConfigurationError: An option does not exist or has a value that cannot be used.
    """
    known = [field.name for field in dataclasses.fields(Settings)]
    for name, value in options.items():
        if name not in known:
            msg = f"configure() has no option {name!r}: use {', '.join(known)}"
            raise ConfigurationError(msg)
        if name in _CHOICES and value not in _CHOICES[name]:
            msg = f"configure({name}={value!r}): use one of {', '.join(map(repr, _CHOICES[name]))}"
            raise ConfigurationError(msg)
        if name == "identify":
            _check_function(name, value)
        if name == "texts":
            check_texts(value)
        if name == "images":
            value = check_images("configure", value)
        if name == "journal_dir" and value is not None:
            value = Path(str(value))
        if name == "store" and isinstance(value, str):
            from .store.database import DatabaseStore  # loads SQLAlchemy, which only a database needs

            value = DatabaseStore(value)
        setattr(settings, name, value)
    if options.get("locale", AUTO) != AUTO:
        match_locale(settings.locale, settings.texts)


def _check_function(name: str, value: object) -> None:
    if value is not None and not callable(value):
        msg = f"configure({name}={value!r}): use a function that takes headers and returns (user id, workspace id)"
        raise ConfigurationError(msg)


def reader_locale(headers: Mapping[str, str]) -> str:
    """The language of a reader who chose none: the app's, or that of the browser that sent these headers."""
    if settings.locale != AUTO:
        return settings.locale
    return preferred_locale(headers.get("accept-language", ""), settings.texts)


@cache
def secret_key() -> bytes:
    """What grants are signed with: the configured secret, or one that is made once and kept beside the journals."""
    if settings.secret:
        return hashlib.sha256(settings.secret.encode()).digest()
    made = secrets.token_bytes(32)
    if settings.journal_dir is None:
        return made
    path = settings.journal_dir.parent / "secret"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unnamed = path.with_name(f".secret-{secrets.token_hex(8)}")
        unnamed.touch(mode=0o600)
        unnamed.write_bytes(made)
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(unnamed)
        unnamed.unlink()
        return path.read_bytes()
    except OSError as error:
        logger.warning("The secret cannot be kept (%s): grants are good for this process alone.", error.strerror)
        return made


async def get_runs() -> Runs:
    """The runs of this process. The first call also commits what a process that died left behind."""
    global _runs, _ready
    if _runs is None:
        _runs = Runs(
            settings.store,
            journal_dir=settings.journal_dir,
            limits=settings.limits,
            summarise=settings.summarise,
            split_chips=settings.split_chips,
            texts=settings.texts,
        )
        _ready = asyncio.ensure_future(_runs.recover())
    if _ready is not None and not _ready.done():
        await asyncio.shield(_ready)
    return _runs


async def close_runs() -> None:
    """The server stops: end what goes on in this process, and wait until what was said is stored."""
    global _runs, _ready
    runs, _runs, _ready = _runs, None, None
    if runs is not None:
        await runs.close()
        if (close := getattr(runs.store, "close", None)) is not None:
            await close()
