"""How words are counted, by one rule here and in ``client/text.js``.

Each Han or Kana character counts one. What stands between them and between white space counts one when it has a letter
or a digit in it. The tables are spelled out because Python and JavaScript disagree on what white space is.
"""

from __future__ import annotations

import re

_SPACE = "\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_IDEOGRAPH = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3038-\u303b\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_WORD = re.compile(f"[{_IDEOGRAPH}]|[^{_SPACE}{_IDEOGRAPH}]+")


def count_words(text: str) -> int:
    """The number of words in ``text``, in any language."""
    return sum(any(map(str.isalnum, match.group())) for match in _WORD.finditer(text))
