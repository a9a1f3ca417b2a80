"""Saying something over HTTP."""

import asyncio
from typing import Any

import pytest
import reflex_thinking as rt
from reflex_thinking import canonical as ev
from reflex_thinking.store.memory import MemoryStore

from ..units.pictures import png
from .hosting import said, sent, serve


async def helpful(turn: rt.Turn):
    yield rt.reasoning("Let me ")
    yield rt.reasoning("see.")
    yield "The answer"
    yield " is 4."


def names(events: list[Any]) -> list[str]:
    return [event.event for event in events]


def joined(events: list[Any], name: str) -> str:
    return "".join(event.data["delta"] for event in events if event.event == name)


async def test_a_stream_has_the_canonical_events_numbered_and_named():
    async with serve(helpful) as host:
        events = await said(host.client(), "2+2")
    assert names(events) == [event.data["type"] for event in events]
    assert [event.id for event in events] == [str(number) for number in range(1, len(events) + 1)]
    assert [event.id for event in events] == [str(event.data["seq"]) for event in events]
    assert events[0].event == "message_started" and events[-1].event == "message_final"
    assert len({event.data["event_id"] for event in events}) == 1


async def test_the_last_event_is_what_was_stored_and_comes_after_it_was(store: MemoryStore):
    async with serve(helpful) as host:
        client = host.client()
        async with client.stream("POST", "/api/chat", json={"message": "2+2"}) as response:
            async for event in sent(response):
                if event.event == "message_final":
                    stored = await store.messages(event.data["event"]["thread_id"])
                    assert stored[-1] == event.data["event"]
                    assert event.data["persisted"] is True
                    break
            else:
                pytest.fail("message_final did not come")


async def test_a_stream_is_not_to_be_kept_or_buffered_by_anybody():
    async with serve(helpful) as host, host.client().stream("POST", "/api/chat", json={"message": "2+2"}) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        assert "no-cache" in response.headers["cache-control"]
        assert response.headers["x-accel-buffering"] == "no"
        lines = [line async for line in response.aiter_lines()]
        assert lines[0] == "retry: 2000"
        assert response.headers["x-message-id"] and response.headers["x-thread-id"]


async def test_who_accepts_only_json_gets_the_finished_response():
    async with serve(helpful) as host:
        response = await host.client().post(
            "/api/chat", json={"message": "2+2"}, headers={"accept": "application/json"}
        )
    assert response.status_code == 200 and response.headers["content-type"] == "application/json"
    body = response.json()
    assert body.pop("reasoning_meta").keys() == {"model_supports", "duration_ms", "tokens"}
    assert body.pop("threadId") == response.headers["x-thread-id"]
    assert body.pop("messageId") == response.headers["x-message-id"]
    assert body == {
        "assistant": {"text": "The answer is 4."},
        "thinking": "Let me see.",
        "chips": [],
        "content": [{"type": "text", "text": "The answer is 4."}],
        "reasoning_content": "Let me see.",
    }


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("*/*", "text/event-stream"),
        ("text/event-stream", "text/event-stream"),
        ("application/json, text/event-stream", "text/event-stream"),
        ("application/json;q=0.5, text/event-stream;q=0.4", "application/json"),
        ("text/html;q=x, application/json", "application/json"),
    ],
)
async def test_what_comes_is_what_is_accepted_first(accept: str, kind: str):
    async with serve(helpful) as host:
        response = await host.client().post("/api/chat", json={"message": "2+2"}, headers={"accept": accept})
    assert response.headers["content-type"].startswith(kind)


async def test_the_simple_stream_thinks_first_then_speaks_and_ends_once():
    async def respond(turn: rt.Turn):
        yield rt.reasoning("Before.")
        yield 'Yes. ["'
        yield rt.reasoning("After.")
        yield 'not a list.\n\n["More", "Less"]'

    async with serve(respond) as host:
        events = await said(host.client(), "Really?", "/api/chat/stream")
    assert names(events) == sorted(names(events), key=["thinking", "text", "done"].index)
    assert names(events).count("done") == 1 and events[-1].event == "done"
    response = events[-1].data
    assert joined(events, "thinking") == response["thinking"] == "Before."
    assert joined(events, "text") == response["assistant"]["text"] == 'Yes. ["not a list.'
    assert response["chips"] == ["More", "Less"]
    assert response["reasoning_content"] == "Before.\n\nAfter."


async def test_the_text_streams_while_it_is_made():
    gate = asyncio.Event()

    async def respond(turn: rt.Turn):
        yield rt.reasoning("Hm.")
        yield "First"
        await gate.wait()
        yield " and second."

    async with serve(respond) as host:
        for path in ("/api/chat", "/api/chat/stream"):
            gate.clear()
            seen = ""
            async with host.client().stream("POST", path, json={"message": "Go"}) as response:
                async for event in sent(response):
                    seen += event.data.get("text_delta", event.data.get("delta", ""))
                    if "First" in seen:
                        gate.set()
            assert seen.endswith("First and second.")


async def test_a_thread_goes_on_and_respond_gets_what_was_said_before():
    turns: list[rt.Turn] = []

    async def respond(turn: rt.Turn):
        turns.append(turn)
        yield f"Answer {len(turns)}"

    client_options = {"thinkingEnabled": False, "locale": "pt-BR", "workspaceId": "lab"}
    async with serve(respond) as host:
        client = host.client()
        first = await said(client, "One", client=client_options)
        thread_id = first[0].data["thread_id"]
        await said(client, "Two", threadId=thread_id)
        thread = (await client.get(f"/api/threads/{thread_id}")).json()
    assert [turn.thread_id for turn in turns] == [thread_id, thread_id]
    assert (turns[0].thinking_enabled, turns[0].locale, turns[0].workspace_id) == (False, "pt-BR", "lab")
    assert (turns[1].thinking_enabled, turns[1].locale, turns[1].workspace_id) == (True, "en-US", "lab")
    assert [event["role"] for event in turns[1].history] == ["user", "assistant"]
    assert (thread["id"], thread["title"]) == (thread_id, "One")
    texts = [event["segments"][0]["text"] for event in thread["messages"]]
    assert texts == ["One", "Answer 1", "Two", "Answer 2"]


async def test_a_thread_of_another_workspace_is_not_found():
    async with serve(helpful) as host:
        client = host.client()
        first = await said(client, "One", client={"workspaceId": "lab"})
        body = {"message": "Two", "threadId": first[0].data["thread_id"], "client": {"workspaceId": "other"}}
        assert (await client.post("/api/chat", json=body)).status_code == 404


async def failing(turn: rt.Turn):
    yield rt.reasoning("Hm.")
    yield "Half"
    raise rt.RespondError("The model is overloaded.", code="overloaded")


async def crashing(turn: rt.Turn):
    yield "Half"
    raise ZeroDivisionError("secret /etc/passwd")


async def test_a_run_that_fails_says_so_and_message_final_comes_all_the_same():
    async with serve(failing) as host:
        client = host.client()
        events = await said(client, "Go")
        simple = await said(client, "Go", "/api/chat/stream")
        finished = await client.post("/api/chat", json={"message": "Go"}, headers={"accept": "application/json"})
    assert [name for name in names(events) if name != "summary_updated"][-2:] == ["message_error", "message_final"]
    assert events[-1].data["event"]["status"] == "error"
    assert names(simple) == ["thinking", "text", "error"]
    assert simple[-1].data == {"message": "The model is overloaded.", "code": "overloaded"}
    assert finished.status_code == 502
    assert finished.json()["error"] == {"code": "overloaded", "message": "The model is overloaded."}
    assert finished.json()["messageId"] == finished.headers["x-message-id"]


async def test_what_a_bug_says_stays_on_the_server():
    async with serve(crashing) as host:
        client = host.client()
        for accept in ("text/event-stream", "application/json"):
            response = await client.post("/api/chat", json={"message": "Go"}, headers={"accept": accept})
            assert "passwd" not in response.text and "Something went wrong" in response.text


async def test_a_run_can_be_stopped_and_stopping_it_again_does_no_harm():
    async def endless(turn: rt.Turn):
        yield "On and"
        await asyncio.Event().wait()

    async with serve(endless) as host:
        client = host.client()
        for path, last in (("/api/chat", "message_final"), ("/api/chat/stream", "error")):
            async with client.stream("POST", path, json={"message": "Go"}) as response:
                cancel = f"/api/chat/{response.headers['x-message-id']}/cancel"
                events = []
                async for event in sent(response):
                    events.append(event)
                    if event.event in ("text_delta", "text"):
                        assert (await client.post(cancel)).status_code == 202
            assert names(events)[-1] == last
            assert (await client.post(cancel, json={})).status_code == 202
            status = events[-1].data.get("code") or events[-1].data["event"]["status"]
            assert status == "cancelled"


async def test_stopping_is_told_to_who_waits_for_json():
    started = asyncio.Event()

    async def endless(turn: rt.Turn):
        started.set()
        yield "On and"
        await asyncio.Event().wait()

    async with serve(endless) as host:
        client = host.client()
        client.cookies = (await client.get("/")).cookies
        waiting = asyncio.create_task(
            client.post("/api/chat", json={"message": "Go"}, headers={"accept": "application/json"})
        )
        await started.wait()
        from reflex_thinking.settings import get_runs

        [run] = list((await get_runs())._active.values())
        assert (await client.post(f"/api/chat/{run.id}/cancel")).status_code == 202
        response = await waiting
    assert response.status_code == 409
    assert response.json()["error"]["code"] == "cancelled"


async def test_a_thread_in_which_an_answer_is_being_made_is_busy():
    gate = asyncio.Event()

    async def slow(turn: rt.Turn):
        yield "A"
        await gate.wait()

    async with serve(slow) as host:
        client = host.client()
        async with client.stream("POST", "/api/chat", json={"message": "Go"}) as response:
            body = {"message": "And?", "threadId": response.headers["x-thread-id"]}
            refused = await client.post("/api/chat", json=body)
            assert (refused.status_code, refused.json()["error"]["code"]) == (409, "thread_busy")
            gate.set()
            async for _ in sent(response):
                pass
        assert (await client.post("/api/chat", json=body)).status_code == 200


async def test_a_run_that_names_its_quick_replies_keeps_its_text():
    async def respond(turn: rt.Turn):
        yield 'Use ["a", "b"]'
        yield ev.Artifact(name="chips", data=["More"])
        yield ev.Artifact(name="fitBrief", data={"fit": 1})

    async with serve(respond) as host:
        events = await said(host.client(), "Go", "/api/chat/stream")
    assert joined(events, "text") == events[-1].data["assistant"]["text"] == 'Use ["a", "b"]'
    assert (events[-1].data["chips"], events[-1].data["fitBrief"]) == (["More"], {"fit": 1})


ANSWERS = [
    ('Here you are.\n\n["More", "Less"]', "Here you are.", ["More", "Less"]),
    ('Here you are. ["More"]\n', "Here you are.", ["More"]),
    ("Here you are.\n\n- More\n- Less\n", None, []),
    ('Here you are:\n```json\n["More", "Less"]\n```', None, []),
    ('Here ["you", "are"] now. ', None, []),
    ('Here you are. ["More", "Le', None, []),
]


@pytest.mark.parametrize(("answer", "text", "chips"), ANSWERS)
@pytest.mark.parametrize("size", [1, 3, 1000])
async def test_however_it_is_cut_store_and_every_route_have_the_same_text_and_chips(
    answer: str, text: str | None, chips: list[str], size: int, store: MemoryStore
):
    text = answer if text is None else text

    async def respond(turn: rt.Turn):
        yield rt.reasoning("Hm.")
        for start in range(0, len(answer), size):
            yield answer[start : start + size]

    async with serve(respond) as host:
        client = host.client()
        events = await said(client, "Go")
        final = events[-1].data["event"]
        message_id, thread_id = final["id"], final["thread_id"]
        simple = await said(client, "Go", "/api/chat/stream", threadId=thread_id)
        accept = {"accept": "application/json"}
        whole = (await client.post("/api/chat", json={"message": "Go", "threadId": thread_id}, headers=accept)).json()
        resumed = []
        for last in range(len(events)):
            async with client.stream(
                "GET", f"/api/chat/{message_id}/events", headers={"last-event-id": str(last)}
            ) as response:
                resumed.append([event.data async for event in sent(response)])
        messages = (await client.get(f"/api/threads/{thread_id}")).json()["messages"]
    assert "".join(event.data["text_delta"] for event in events if event.event == "text_delta") == text
    assert [event.data["data"] for event in events if event.event == "artifact"] == ([chips] if chips else [])
    assert all(tail == [event.data for event in events[last:]] for last, tail in enumerate(resumed))
    assert joined(simple, "text") == text
    for answered in (simple[-1].data, whole):
        assert (answered["assistant"]["text"], answered["chips"]) == (text, chips)
        assert answered["content"] == [{"type": "text", "text": text}]
    assert messages == await store.messages(thread_id)
    stored = [message for message in messages if message["role"] == "assistant"]
    assert len(stored) == 3 and stored[0] == final
    for message in stored:
        assert [segment["text"] for segment in message["segments"] if segment["type"] == "text"] == [text]
        assert message.get("artifacts", {}).get("chips", []) == chips


async def test_a_stream_without_news_gives_signs_of_life():
    gate = asyncio.Event()

    async def quiet(turn: rt.Turn):
        await gate.wait()
        yield "Here."

    async with (
        serve(quiet, heartbeat_seconds=0.05) as host,
        host.client().stream("POST", "/api/chat", json={"message": "Go"}) as response,
    ):
        lines = []
        async for line in response.aiter_lines():
            lines.append(line)
            if lines.count(": still here") == 2:
                gate.set()
    assert "event: message_final" in lines


async def test_a_message_that_could_not_be_stored_is_told_and_shown(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
):
    add = store.add_message

    async def broken(thread_id: str, event: dict[str, Any], replies: Any = None) -> None:
        if event["role"] == "assistant":
            raise OSError("disk full")
        await add(thread_id, event)

    monkeypatch.setattr(store, "add_message", broken)
    async with serve(helpful) as host:
        client = host.client()
        events = await said(client, "2+2")
        assert events[-1].event == "message_final" and events[-1].data["persisted"] is False
        thread = (await client.get(f"/api/threads/{events[0].data['thread_id']}")).json()
    assert thread["messages"][-1] == events[-1].data["event"]


async def test_texts_of_any_kind_come_through_unchanged():
    text = "line\r\nline\rline\u2028\u2029\x85\x0b\x0c\x1csep \u0000 data: x\n\nid: 7 </script> 😀 \U0010ffff"

    async def respond(turn: rt.Turn):
        yield rt.reasoning(text)
        yield text

    async with serve(respond) as host:
        client = host.client()
        events = await said(client, text)
        simple = await said(client, text, "/api/chat/stream")
        assert events[-1].data["event"]["segments"][-1]["text"] == text
        assert simple[-1].data["assistant"]["text"] == joined(simple, "text") == text
        thread = (await client.get(f"/api/threads/{events[0].data['thread_id']}")).json()
    assert thread["messages"][0]["segments"][0]["text"] == text


async def test_images_and_files_are_in_every_form_of_an_answer():
    chart, table = rt.image(png(), alt="A field", id="p1"), rt.file(b"a,b", name="data.csv", id="p2")

    async def respond(turn: rt.Turn):
        yield rt.reasoning("A chart would help.")
        yield "See: "
        yield chart
        yield table

    async with serve(respond) as host:
        client = host.client()
        events = await said(client, "Draw it.")
        response = await client.post("/api/chat", json={"message": "Again."}, headers={"accept": "application/json"})
        thread = (await client.get(f"/api/threads/{events[-1].data['event']['thread_id']}")).json()
    added = [event.data["part"] for event in events if event.event == "part_added"]
    assert added == [chart.part.to_json_dict(), table.part.to_json_dict()]
    assert response.json()["content"] == [{"type": "text", "text": "See: "}, *added]
    segments = [segment for segment in thread["messages"][-1]["segments"] if segment["type"] in {"image", "file"}]
    assert [{**part, "sequence_number": number} for number, part in enumerate(added, start=3)] == segments
