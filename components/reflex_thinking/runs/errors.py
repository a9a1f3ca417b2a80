"""What can go wrong in a run, as exceptions.

::

    ThinkingError
    └── RespondError         raised by a ``respond`` that has something to say to the user
"""

from __future__ import annotations

from ..errors import ThinkingError


class RespondError(ThinkingError):
    """Raise this in ``respond`` to end the answer with a text that the user may read.

    The text of any other exception stays on the server: it could hold a key, a path or somebody else's data.
    """

    def __init__(self, message: str, *, code: str | None = None) -> None:
        """Say what went wrong.

        Args:
            message: The text for the user.
            code: A short name for programs.
        """
        super().__init__(message)
        self.message = message
        self.code = code
