"""Grants: only what this app signed lets anybody in, and not for long."""

import base64
import json

import pytest
from reflex_thinking.server import grants
from reflex_thinking.server.grants import SECONDS, Grant

KEY = b"a key"
NOW = 1_800_000_000


def signed(**changes: object) -> str:
    return grants.sign(KEY, "ada", "t1", "chat", now=NOW) if not changes else forged(**changes)


def forged(**changes: object) -> str:
    """A grant whose body somebody changed."""
    body, _, signature = signed().partition(".")
    fields = {**dict(zip(Grant._fields, json.loads(base64.urlsafe_b64decode(body)), strict=True)), **changes}
    return base64.urlsafe_b64encode(json.dumps(list(fields.values())).encode()).decode() + "." + signature


def test_a_grant_says_who_may_watch_what_until_when():
    assert grants.read(KEY, signed(), now=NOW) == Grant("ada", "t1", "chat", NOW + SECONDS)


def test_a_grant_is_good_for_a_minute_or_two():
    assert 60 <= SECONDS <= 120
    assert grants.read(KEY, signed(), now=NOW + SECONDS - 1) is not None
    assert grants.read(KEY, signed(), now=NOW + SECONDS) is None


def test_another_key_opens_nothing():
    assert grants.read(b"another key", signed(), now=NOW) is None


@pytest.mark.parametrize("changes", [{"user_id": "bob"}, {"thread_id": "t2"}, {"chat": "other"}, {"until": NOW * 2}])
def test_nothing_in_a_grant_can_be_changed(changes: dict[str, object]):
    assert grants.read(KEY, forged(**changes), now=NOW) is None


@pytest.mark.parametrize(
    "given",
    [None, 7, [], {}, b"x", "", ".", "..", "a.b", "é.ü", "\0.\0", "x" * 1_000_000, signed()[:-1], signed() + "x", " " + signed()],
)  # fmt: skip
def test_whatever_else_is_shown_opens_nothing(given: object):
    assert grants.read(KEY, given, now=NOW) is None
