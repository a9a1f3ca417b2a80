"""FastAPI and server-sent events only: the kit's runs over HTTP, without a page and without Reflex.

From a clone:           make example NAME=fastapi_sse
In a project of yours:  pip install 'reflex-thinking[api]' fastapi
                        granian --interface asgi --port 8000 fastapi_sse:service

Say something, and read the canonical events as they come; the answer goes on when the reader leaves:

    curl -N localhost:8000/api/chat -H 'content-type: application/json' -d '{"message": "Is 561 a prime?"}'

`/api/chat/stream` tells it more simply, `/api/chat/{id}/events` goes on reading, `/api/openapi.json` describes it all.
"""

import asyncio

import reflex_thinking as rt
from fastapi import FastAPI


async def agent(trace: rt.Trace, turn: rt.Turn):
    """Find the divisors of the number in a question."""
    number = next((int(word) for word in turn.text.replace("?", " ").split() if word.isdecimal()), None)
    if number is None or not 1 < number <= 10**9:
        raise rt.RespondError("Ask about a number from 2 to 1,000,000,000.")
    with trace.reasoning() as step:
        step.write(f"{number} is prime when nothing up to its root, {int(number**0.5)}, divides it.")
    with trace.tool("divide", input={"number": number}) as call:
        divisors: list[int] = []
        for candidate in range(2, int(number**0.5) + 1):
            if number % candidate == 0:
                divisors.append(candidate)
                call.log(f"{candidate}\n")
            if candidate % 500 == 0:
                call.progress(candidate / number**0.5)
                await asyncio.sleep(0)
        call.result = divisors
    trace.text(f"{number} is divided by {divisors[0]}." if divisors else f"{number} is a prime.")


app = FastAPI()


@app.get("/health")
def health() -> dict[str, str]:
    """A route of your own, beside those of the kit."""
    return {"status": "ok"}


service = rt.with_api(app, rt.traced(agent))
