"""Who asks."""

import pytest
import reflex_thinking as rt
from reflex_thinking.identity import NOBODY, USER_COOKIE, cookie, digest, identity_of

SECRET = "s3cret-s3cret-s3cret"


def test_a_user_is_named_after_the_cookie_without_giving_it_away():
    user_id, workspace_id = identity_of({"cookie": f"a=b; {USER_COOKIE}={SECRET}; c=d"})
    assert user_id == digest(SECRET) and workspace_id == ""
    assert SECRET not in user_id and len(user_id) == 32


def test_without_a_cookie_the_fallback_counts():
    assert identity_of({}, fallback="tab") == ("tab", "")
    assert identity_of({"cookie": f"{USER_COOKIE}="}, fallback="tab") == ("tab", "")
    assert identity_of({}) == NOBODY


@pytest.mark.parametrize("header", ["", ";;;", "x", '=";=', f"not_{USER_COOKIE}=1", f"{USER_COOKIE}"])
def test_a_broken_cookie_header_is_no_cookie(header: str):
    assert cookie({"cookie": header}, USER_COOKIE) == ""


def test_a_broken_cookie_beside_it_does_not_matter():
    assert cookie({"cookie": f'bad{{}}="; {USER_COOKIE}=yes; []=1'}, USER_COOKIE) == "yes"


def test_an_apps_own_function_decides_alone():
    headers = {"authorization": "token-1", "cookie": f"{USER_COOKIE}={SECRET}"}
    assert identity_of(headers, lambda given: (given["authorization"], "lab"), fallback="tab") == ("token-1", "lab")
    assert identity_of(headers, lambda given: None, fallback="tab") == NOBODY
    assert identity_of(headers, lambda given: ("", "lab"), fallback="tab") == NOBODY


def test_an_own_function_that_fails_makes_nobody_and_logs_no_secret(caplog: pytest.LogCaptureFixture):
    def broken(headers):
        raise ValueError(f"bad token {headers['authorization']}")

    assert identity_of({"authorization": SECRET}, broken, fallback="tab") == NOBODY
    assert "ValueError" in caplog.text and SECRET not in caplog.text


def test_what_is_no_function_cannot_be_configured():
    with pytest.raises(rt.ConfigurationError, match=r"configure\(identify='ada'\)"):
        rt.configure(identify="ada")
