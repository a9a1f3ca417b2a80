"""What components accept, and what they say when they do not."""

import pytest
import reflex as rx
import reflex_thinking as rt


@pytest.fixture(autouse=True)
def in_an_app_folder(tmp_path, monkeypatch: pytest.MonkeyPatch):
    """Assets are linked into the folder of the app that is being compiled."""
    monkeypatch.chdir(tmp_path)


BLOCK = rt.ThinkingBlock(id="b", steps=[rt.ThinkingStep(id="s", type="reasoning", content="x")])


def test_a_block_can_be_a_model_a_dict_or_a_var():
    for block in (BLOCK, BLOCK.to_json_dict(), rx.Var("state.block", _var_type=rt.ThinkingBlock).guess_type()):
        assert '"data-slot":"thinking"' in str(rt.thinking(block))


def test_no_block_renders_nothing():
    assert "thinking" not in str(rt.thinking(None))


def test_a_dict_that_is_no_block_is_refused():
    with pytest.raises(rt.DataError, match="steps"):
        rt.thinking({"steps": "none"})


def test_an_unknown_component_is_refused_by_name():
    with pytest.raises(rt.ConfigurationError, match="'Reasonings'"):
        rt.thinking(BLOCK, components={"Reasonings": lambda step: rx.fragment()})
    with pytest.raises(rt.ConfigurationError, match="'Tool'"):
        rt.chain_of_thought.parts(components={"Tool": lambda part: rx.fragment()})  # pyright: ignore[reportArgumentType]
    with pytest.raises(rt.ConfigurationError, match="'byName'"):
        rt.message_parts(rt.Message(id="m"), components={"tools": {"byName": {}}})  # pyright: ignore[reportArgumentType]


MESSAGE = rt.Message(id="m", parts=[rt.ThinkingStep(id="r", type="reasoning", content="Yes.")])


def test_a_group_takes_its_message_and_indices_in_order_or_by_name():
    root, child = rt.chain_of_thought.root, rx.el.b("x")
    in_order = str(root(MESSAGE, 0, 2, child))
    assert in_order == str(root(child, message=MESSAGE, start_index=0, end_index=2))
    assert in_order == str(root(MESSAGE, child, start_index=0, end_index=2))
    assert "startIndex:0" in in_order and "endIndex:2" in in_order and '"b"' in in_order
    assert '"b"' in str(root(child, block=BLOCK))


def test_a_group_without_its_parts_is_refused():
    for arguments in ((), (rx.el.b("x"),), (MESSAGE, 0), (MESSAGE, rx.el.b("x"))):
        with pytest.raises(
            rt.ConfigurationError, match=r"chain_of_thought\.root has no (message|start_index|end_index)"
        ):
            rt.chain_of_thought.root(*arguments)


def test_with_a_chain_of_thought_other_renderers_of_thinking_are_not_even_called():
    def never(*arguments: object) -> rx.Component:
        raise AssertionError(arguments)

    made = rt.message_parts(
        MESSAGE,
        components={
            "ChainOfThought": lambda: rx.el.b("chain"),
            "Reasoning": never,
            "tools": {"by_name": {"search": never}, "Fallback": never},
            "ReasoningGroup": never,
            "ToolGroup": never,
        },
    )
    str(made)


def test_the_same_renderers_share_their_memos():
    first = str(rt.step_list())
    assert first == str(rt.step_list())
    assert first != str(rt.step_list(components={"Reasoning": lambda step: rx.el.p(step.content)}))


def test_slots_are_replaced_or_left_out():
    bar = str(rt.summary_bar(label="Mine", badge=None, icon=lambda: rx.el.b("!")))
    assert "Mine" in bar
    assert '"b"' in bar
    assert "BarBadge" not in bar
    assert "BarSummary" in bar


def test_every_client_file_is_linked_into_the_app(tmp_path):
    str(rt.markdown("x"))
    linked = {path.name for path in (tmp_path / "assets" / "external" / "reflex_thinking" / "client").iterdir()}
    assert {"store.js", "thinking.js", "thinking.css", "markdown.js"} <= linked
    assert (tmp_path / "assets" / "external" / "reflex_thinking" / "locales" / "en-US.json").exists()
