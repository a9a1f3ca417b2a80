"""The demo chat: what the kit's components come to when they are put together."""

from .page import chat_page
from .state import Chat

__all__ = ["Chat", "chat_page"]
