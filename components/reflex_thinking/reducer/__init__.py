"""Events become a message, one after the other.

:func:`apply` changes a :class:`Draft` and says what it changed, as **ops**: small JSON arrays that a browser applies to its
own copy. Applied in order to an empty message they give exactly :meth:`Draft.snapshot`.

==========================  ==========================================================================================
op                          meaning
==========================  ==========================================================================================
``["n", path, part]``       insert a part at ``path``
``["a", path, text]``       append to the text of the part at ``path``
``["a", path, text, key]``  append to its field ``key``, which may not be there yet
``["s", path, fields]``     set fields of the part; null removes one
``[…, "parts"]``            as the last element of an ``n`` or ``s``: the path leads to one of an assistant call's ``parts``
``["b", index, fields]``    set fields of a block, or add the next one
``["m", fields]``           set fields of the message; null removes one
==========================  ==========================================================================================

A path is the index of a part, or a list of indices for what is nested in assistant calls. The empty message is
``{"id": …, "role": "assistant", "status": "thinking", "parts": [], "blocks": []}``.

Late, repeated and unordered events are normal. What is heard of before it was announced is announced by that: a part by
its text, a call by its result, an assistant by what it does. What is known already changes nothing, and what is complete
stays as it is. Steps stand in the order of their sequence numbers, but nothing moves: what came after an answer stays
after it, and the parts of a reasoning segment stand together where its first one stood. An image or a file with an id that
is known takes the place of the earlier version. When the message ends, or an
assistant call, everything in it that is open ends with the same status; the first end counts.
"""

from .dispatch import apply, apply_all
from .draft import Draft
from .node import Op, Path, step_id
from .values import as_text

__all__ = ["Draft", "Op", "Path", "apply", "apply_all", "as_text", "step_id"]
