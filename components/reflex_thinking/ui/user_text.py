"""What the user said: as it was written, and folded when it is long."""

from reflex.components.component import field
from reflex.vars.base import Var

from ..client import MARKDOWN_PACKAGES
from ..primitives.base import ClientComponent


class UserText(ClientComponent):
    """A text with its line breaks. Only code fences and addresses are recognised; a long one has a button to unfold it."""

    tag = "UserText"
    source = "user_text.js"
    lib_dependencies: list[str] = list(MARKDOWN_PACKAGES)  # noqa: RUF012

    text: Var[str] = field(doc="The text.")
    state_id: Var[str] = field(doc="The name under which it is kept that the reader unfolded it.")
