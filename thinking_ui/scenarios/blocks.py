"""Finished and unfinished thinking blocks, one per thing that can be seen."""

from typing import Any

from reflex_thinking import ThinkingBlock, ThinkingStep

NOW = 1_760_000_000_000


def reasoning(step_id: str, content: str, **fields: Any) -> ThinkingStep:
    """A passage of reasoning."""
    return ThinkingStep(id=step_id, type="reasoning", content=content, **fields)


def tool(step_id: str, name: str, content: str, seconds: float | None = None, **fields: Any) -> ThinkingStep:
    """A call of a tool that took so many seconds."""
    times = {} if seconds is None else {"started_at": NOW, "ended_at": NOW + round(seconds * 1000)}
    return ThinkingStep(id=step_id, type="tool_call", tool_name=name, content=content, **{**times, **fields})


def assistant(step_id: str, name: str, task: str, seconds: float | None = None, **fields: Any) -> ThinkingStep:
    """A call of another assistant."""
    times = {} if seconds is None else {"started_at": NOW, "ended_at": NOW + round(seconds * 1000)}
    return ThinkingStep(
        id=step_id, type="assistant_call", assistant_name=name, assistant_id=f"asst_{step_id}", assistant_task=task,
        **{**times, **fields},
    )  # fmt: skip


TRIP = ThinkingBlock(
    id="trip",
    summary="Balanced food, step-free access and guest rooms for a long weekend in Lisbon",
    started_at=NOW,
    ended_at=NOW + 14_200,
    steps=[
        reasoning(
            "trip-1",
            "Eleven guests, two of them in wheelchairs, three vegetarians, one severe **nut allergy**. The budget is "
            "€1,900 for the dinner and it has to be on Saturday.\n\nI will settle the venue first, because it decides "
            "everything else:\n\n- step-free from the street to the table\n- a kitchen that takes allergies seriously\n"
            "- room for eleven at one table",
        ),
        tool(
            "trip-2",
            "web_search",
            "Step-free restaurants in Lisbon for groups of eleven",
            1.9,
            kind="web_search_call",
            tool_input='{"query": "Lisbon restaurant step-free access private room 11 guests", "limit": 8}',
            tool_result="8 results. Ponto Final do Cais: step-free from the quay, private room for 14, printed allergy "
            "matrix. Casa da Ribeira: one step at the door, ramp on request. Mesa Longa: fully accessible, one table "
            "of twelve, closed on Saturdays in November. " + "Taverna do Poço: lift to the first floor. " * 24,
        ),
        reasoning(
            "trip-3",
            "*Mesa Longa* is closed that Saturday, which leaves two. Casa da Ribeira has a step. "
            "Let me check whether Ponto Final still has the room.",
        ),
        tool(
            "trip-4",
            "check_availability",
            "Ponto Final do Cais, Saturday 21 November, 11 guests",
            0.8,
            tool_input='{"venue": "ponto-final", "date": "2026-11-21", "guests": 11}',
            tool_result='{"available": true, "slots": ["19:00", "20:30"], "deposit": 220}',
        ),
        tool(
            "trip-5",
            "code_execution",
            "Split the bill by household",
            0.4,
            kind="code_interpreter_call",
            tool_input="total = 11 * 128 + 220\nshares = {'Almeida': 4, 'Berg': 3, 'Okafor': 4}\n"
            "{name: round(total * n / 11, 2) for name, n in shares.items()}",
            tool_result="{'Almeida': 592.0, 'Berg': 444.0, 'Okafor': 592.0}",
        ),
        reasoning(
            "trip-6",
            "€1,628 in all, within budget. I will offer the 19:00 slot first, since the two guests in wheelchairs take "
            "the 22:40 train.",
        ),
    ],
)

POLICY = ThinkingBlock(
    id="policy",
    summary="Checked the refund against two policies and found an exception that applies",
    started_at=NOW,
    ended_at=NOW + 47_300,
    steps=[
        reasoning("policy-1", "The customer wants a refund on day 34; our window is 30 days. I should not guess here."),
        assistant(
            "policy-2",
            "Policy Checker",
            "Does the 30-day refund window have an exception for orders that arrived late?",
            31.6,
            assistant_result="Yes. Section 4.2 starts the window on the **day of delivery** when the carrier was late. "
            "Delivery was on day 9, so the request came on day 25.",
            child_steps=[
                reasoning(
                    "policy-2-1", "Two documents mention refunds. The regional addendum is newer, so it comes first."
                ),
                tool(
                    "policy-2-2",
                    "retrieve",
                    "Refund policy, sections on delivery",
                    1.1,
                    tool_input='{"document": "refund-policy-2026", "sections": ["4", "7"]}',
                    tool_result="4.2 Late delivery. Where the carrier misses the promised date by more than five days, "
                    "the refund window begins on the day of delivery.",
                ),
                assistant(
                    "policy-2-3",
                    "Regional Lawyer",
                    "Does the Portuguese addendum change section 4.2?",
                    18.4,
                    assistant_result="No. The addendum only extends it for gifts.",
                    child_steps=[
                        reasoning(
                            "policy-2-3-1", "The addendum has three paragraphs, and only the second is about time."
                        ),
                        tool(
                            "policy-2-3-2",
                            "retrieve",
                            "Portuguese addendum",
                            12.0,
                            status="error",
                            error="The document store did not answer within 12 seconds.",
                        ),
                        tool(
                            "policy-2-3-3",
                            "retrieve",
                            "Portuguese addendum, from the archive",
                            0.9,
                            tool_result="§2 For gifts the window begins when the person who received it opens it.",
                        ),
                    ],
                ),
            ],
        ),
        tool(
            "policy-3",
            "order_lookup",
            "Order 88-2041",
            0.6,
            tool_result='{"promised": "2026-10-08", "delivered": "2026-10-17", "days_late": 9}',
        ),
        reasoning(
            "policy-4", "Nine days late, so the exception applies. I will approve the refund and quote section 4.2."
        ),
    ],
)

WORKING = ThinkingBlock(
    id="working",
    summary="Comparing three suppliers",
    status="thinking",
    steps=[
        reasoning("working-1", "Three suppliers can deliver before the end of the month. Prices differ by about 8 %."),
        tool(
            "working-2",
            "web_search",
            "Delivery times of Nordlicht GmbH",
            1.2,
            kind="web_search_call",
            tool_result="6 results",
        ),
        assistant(
            "working-3",
            "Contract Reader",
            "Find the penalty clauses in the three framework contracts",
            status="thinking",
            child_steps=[
                tool("working-3-1", "read_file", "framework-nordlicht.pdf", 0.7, tool_result="42 pages"),
                tool("working-3-2", "read_file", "framework-oru.pdf", status="thinking", progress=0.4),
            ],
        ),
        reasoning("working-4", "", status="thinking"),
    ],
)

FAILED = ThinkingBlock(
    id="failed",
    summary="Could not reach the warehouse system",
    status="error",
    started_at=NOW,
    ended_at=NOW + 21_050,
    steps=[
        reasoning("failed-1", "I need the stock of article 4711 in all three warehouses."),
        tool("failed-2", "stock_level", "Article 4711, Hamburg", 0.4, tool_result='{"stock": 112}'),
        tool(
            "failed-3",
            "stock_level",
            "Article 4711, Rotterdam",
            20.0,
            tool_input='{"article": 4711, "warehouse": "RTM"}',
            status="error",
            error="503 Service Unavailable: the warehouse system is down for maintenance until 06:00 UTC.",
        ),
    ],
)

STOPPED = ThinkingBlock(
    id="stopped",
    summary="Was drafting the release notes",
    status="cancelled",
    started_at=NOW,
    ended_at=NOW + 6_900,
    steps=[
        reasoning("stopped-1", "Forty-one commits since the last release; most of them are dependency bumps."),
        tool("stopped-2", "read_file", "CHANGELOG.md", 2.0, status="cancelled"),
    ],
)

REDACTED = ThinkingBlock(
    id="redacted",
    started_at=NOW,
    ended_at=NOW + 3_400,
    steps=[
        reasoning("redacted-1", "", redacted=True),
        tool("redacted-2", "web_search", "Current dosage guidelines", 0.9),
    ],
)

PARTLY_REDACTED = ThinkingBlock(
    id="partly-redacted",
    started_at=NOW,
    ended_at=NOW + 5_800,
    steps=[
        reasoning("partly-1", "", redacted=True),
        reasoning("partly-2", "The second half may be shown."),
        reasoning("partly-3", ""),
    ],
)

TOOLS_ONLY = ThinkingBlock(
    id="tools-only",
    started_at=NOW,
    ended_at=NOW + 2_100,
    steps=[
        tool("tools-1", "weather", "Porto, tomorrow", 0.7, tool_result='{"high": 17, "rain": 0.2}'),
        tool("tools-2", "calendar", "Free slots tomorrow", 0.3, tool_result='["09:00", "15:30"]'),
    ],
)

ARABIC = ThinkingBlock(
    id="arabic",
    summary="وازنتُ بين ميزانية الرحلة وسهولة الوصول للضيوف",
    started_at=NOW,
    ended_at=NOW + 8_600,
    steps=[
        reasoning(
            "arabic-1",
            "لدينا أحد عشر ضيفًا، اثنان منهم على كراسٍ متحركة. سأبدأ بالمكان لأنه **يحدد كل شيء آخر**.\n\n- مدخل بلا درج\n- قاعة لأحد عشر شخصًا",
        ),
        tool(
            "arabic-2", "web_search", "مطاعم في لشبونة بلا درج", 1.4, kind="web_search_call", tool_result="ثماني نتائج"
        ),
        reasoning("arabic-3", "سأقترح موعد السابعة مساءً أولًا."),
    ],
)

HOSTILE = ThinkingBlock(
    id="hostile",
    summary="<img src=x onerror=alert(1)> was only text",
    started_at=NOW,
    ended_at=NOW + 1_000,
    steps=[
        reasoning(
            "hostile-1",
            'A page said: <script>window.pwned = 1</script> and <img src=x onerror="window.pwned = 1">\n\n'
            "[click me](javascript:window.pwned=1) [or me](data:text/html,<script>1</script>) "
            "[this is fine](https://example.com/a?b=1&c=2)\n\n![a chart](https://example.com/tracker.png)\n\n"
            '<iframe src="https://example.com"></iframe>\n\n<svg onload="window.pwned=1"><a xlink:href="javascript:1">x</a></svg>',
        ),
        tool(
            "hostile-2",
            "<b>bold_tool</b>",
            "<i>description</i>",
            0.1,
            tool_input='{"a": "</pre><script>window.pwned = 1</script>"}',
            tool_result="<script>window.pwned = 1</script>",
        ),
        reasoning(
            "hostile-3", "Unbroken: " + "Donaudampfschifffahrtsgesellschaftskapitän" * 12 + "\n\n`" + "x" * 300 + "`"
        ),
    ],
)

MARKDOWN = ThinkingBlock(
    id="markdown",
    summary="Everything markdown can do",
    started_at=NOW,
    ended_at=NOW + 64_000,
    steps=[
        reasoning(
            "markdown-1",
            "## Comparing options\n\nThe *first* option is **cheaper**, ~~but~~ `latency` is worse. See "
            "[the report](https://example.com/report).\n\n1. Measure\n2. Compare\n   - in Lisbon\n   - in Porto\n3. Decide\n\n"
            "- [x] read the contract\n- [ ] ask legal\n\n> Measure twice, cut once.\n\n"
            "| Supplier | Price | Days |\n|---|---:|:-:|\n| Nordlicht | €1,240 | 12 |\n| Oru | €1,310 | 9 |\n\n"
            "```python\ndef cheapest(offers):\n    return min(offers, key=lambda offer: offer.price)\n```\n\n---\n\nDone &amp; dusted.",
        ),
    ],
)


def _long_block() -> ThinkingBlock:
    """Two hundred steps, about a hundred kilobytes."""
    passage = "Step {n} looks at another corner of the problem, weighs what is known against what is missing, and "
    passage += "writes the conclusion down before it moves on. " * 7
    steps: list[ThinkingStep] = []
    for number in range(200):
        if number % 3:
            steps.append(
                reasoning(f"long-{number}", passage.format(n=number) + f"\n\nThat settles point **{number}**.")
            )
        else:
            result = f'{{"row": {number}, "values": [{", ".join(str(i) for i in range(160))}]}}'
            steps.append(
                tool(
                    f"long-{number}",
                    "query",
                    f"Rows {number}–{number + 9}",
                    0.2,
                    tool_input=f"{number}",
                    tool_result=result,
                )
            )
    return ThinkingBlock(
        id="long", summary="Went through two hundred steps", started_at=NOW, ended_at=NOW + 3_725_000, steps=steps
    )


LONG = _long_block()
