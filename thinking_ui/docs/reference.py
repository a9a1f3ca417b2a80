"""The tables of the documentation that are made from the code.

A page has a place for each, between two comments; `make docs` writes them anew and a test compares them with the code:

    <!-- props: rt.thinking -->
    …
    <!-- /props -->
"""

import ast
import inspect
import itertools
import json
import re
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

import reflex as rx
import reflex_thinking as rt
from reflex.vars.base import Var
from reflex_thinking.primitives.block import BlockRoot
from reflex_thinking.primitives.disclosure import (
    DisclosureClose,
    DisclosurePanel,
    DisclosureRoot,
    DisclosureTrigger,
)
from reflex_thinking.ui.markdown import Markdown

KIT = Path(rt.__file__).parent
PLACE = re.compile(r"(<!-- (\w+)(?:: ([^>]*?))? -->\n).*?(<!-- /\2 -->)", re.DOTALL)

ELEMENTS: dict[str, type[rx.Component]] = {
    "thinking": BlockRoot,
    "chain_of_thought.root": BlockRoot,
    "markdown": Markdown,
    "disclosure.root": DisclosureRoot,
    "disclosure.trigger": DisclosureTrigger,
    "disclosure.panel": DisclosurePanel,
    "disclosure.close": DisclosureClose,
}
"""Whose fields a function takes beside its own arguments."""

NAMESPACES = ("chain_of_thought", "disclosure")
_HIDDEN = {"thinking": {"message", "start_index", "end_index", "render_empty"}}


def components() -> dict[str, Callable[..., rx.Component]]:
    """Every public function that makes a component, by its name after `rt.`."""
    found: dict[str, Callable[..., rx.Component]] = {}
    for name in rt.__all__:
        value = getattr(rt, name)
        if name in NAMESPACES:
            members = {key: getattr(value, key) for key in vars(type(value)) if not key.startswith("_")}
            found.update({f"{name}.{key}": each for key, each in members.items() if _makes_component(each)})
        elif inspect.isfunction(value) and _makes_component(value):
            found[name] = value
    return found


def _makes_component(function: Any) -> bool:
    made = inspect.signature(function).return_annotation
    return inspect.isclass(made) and issubclass(made, rx.Component)


# Props ----------------------------------------------------------------------------------------------------------------


def props_table(name: str) -> str:
    """What a component takes, as a table.

    Args:
        name: Its name, with or without `rt.`.

    Raises:
        KeyError: There is no such component.
    """
    name = name.removeprefix("rt.")
    function = components()[name]
    described = arguments(function)
    rows = [] if name in ELEMENTS and _is_create(function) else list(_own_rows(function, described))
    known = {row[0].strip("`*") for row in rows} | _HIDDEN.get(name, set())
    for field_name, field in _fields(ELEMENTS.get(name)):
        if field_name not in known:
            rows.append((f"`{field_name}`", _type(field.annotated_type), "", field.doc or ""))
    if not rows:
        return "Takes children, class names and other props of an element."
    return table(("prop", "type", "default", ""), rows)


def _is_create(function: Any) -> bool:
    return inspect.ismethod(function)


def _own_rows(function: Callable[..., Any], described: dict[str, str]) -> Iterator[tuple[str, ...]]:
    for parameter in inspect.signature(function).parameters.values():
        stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        default = "" if parameter.default is parameter.empty else _default(parameter.default)
        kind = "" if stars else _type(parameter.annotation)
        yield f"`{stars}{parameter.name}`", kind, default, described.get(parameter.name, "")


def _fields(element: type[rx.Component] | None) -> Iterator[tuple[str, Any]]:
    if element is not None:
        shared = rx.Component.get_fields()
        yield from ((name, field) for name, field in element.get_fields().items() if name not in shared)


def _default(value: Any) -> str:
    """A default as it would be written; one that stands for "what the kit does" says nothing."""
    return "" if value is None or type(value) is object else f"`{value!r}`"


def _type(annotation: Any) -> str:
    names = [name for name in dict.fromkeys(_names(annotation)) if name not in ("None", "Any")]
    return ", ".join(f"`{name}`" for name in names)


def _names(annotation: Any) -> Iterator[str]:
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType) or origin is Var:
        for each in inside:
            yield from _names(each)
    elif origin is Literal:
        yield from (repr(each).replace("'", '"') for each in inside)
    elif origin is not None and hasattr(annotation, "__metadata__"):
        yield from _names(inside[0])
    elif origin is not None:
        yield getattr(origin, "__name__", str(origin))
    elif annotation is not inspect.Parameter.empty:
        yield "None" if annotation is type(None) else getattr(annotation, "__name__", str(annotation))


def arguments(function: Callable[..., Any]) -> dict[str, str]:
    """What a docstring says of each argument, under `Args:`."""
    text = inspect.getdoc(function) or ""
    _, _, section = text.partition("\nArgs:\n")
    found: dict[str, str] = {}
    name = ""
    for line in section.split("\n\n")[0].splitlines():
        if match := re.fullmatch(r" {4}(\w+): (.*)", line):
            name = match[1]
            found[name] = match[2]
        elif name and line.startswith("     "):
            found[name] += f" {line.strip()}"
    return {key: plain(value) for key, value in found.items()}


def plain(text: str) -> str:
    """A sentence of a docstring as Markdown."""
    text = re.sub(r":\w+:`~?\.?([^`]+)`", r"`\1`", text)
    return " ".join(text.replace("``", "`").split())


def component_sections(documented: set[str]) -> str:
    """A section for every component that the page says nothing about."""
    sections: list[str] = []
    for name, function in components().items():
        if name not in documented:
            says = plain((inspect.getdoc(function) or "").split("\n\n")[0])
            sections.append(f"### `rt.{name}`\n\n{says}\n\n{props_table(name)}")
    return "\n\n".join(["## Others", *sections]) if sections else ""


# Other tables ---------------------------------------------------------------------------------------------------------


def variables_table() -> str:
    """Every CSS variable that may be set, and what stands in its place when it is not."""
    rows: dict[str, tuple[str, ...]] = {}
    for sheet in sorted((KIT / "client").glob("*.css")):
        for match in re.finditer(r"var\((--rxt-[\w-]+), ", sheet.read_text(encoding="utf-8")):
            fallback = _balanced(match.string, match.end())
            radix = re.fullmatch(r"var\((--[\w-]+), (.*)\)", fallback)
            rows.setdefault(match[1], (f"`{match[1]}`", *(radix.groups() if radix else ("", fallback))))
    shown = [(name, radix and f"`{radix}`", f"`{other}`") for name, radix, other in rows.values()]
    return table(("variable", "in a Radix theme", "without one"), shown)


def _balanced(text: str, start: int) -> str:
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth < 0:
            return text[start:at]
    msg = f"a bracket is left open: {text[start : start + 60]!r}"
    raise ValueError(msg)


def formats_table() -> str:
    """The wire formats that `rt.events` reads."""
    from reflex_thinking.providers import flavours

    rows: list[tuple[str, ...]] = []
    for name, place in flavours.FLAVOURS.items():
        module = inspect.getdoc(_module(place)) or ""
        others = sorted(alias for alias, known in flavours._ALIASES.items() if known == name)
        rows.append((f"`{name}`", plain(module.split("\n\n")[0]), ", ".join(f"`{alias}`" for alias in others)))
    return table(("`provider=`", "reads", "also called"), rows)


def _module(place: str) -> Any:
    from importlib import import_module

    return import_module(f".{place.partition(':')[0]}", "reflex_thinking.providers")


def events_table() -> str:
    """The canonical events, from their schema."""
    schema = json.loads((KIT.parents[1] / "docs" / "events.schema.json").read_text(encoding="utf-8"))
    shared = {"event_id", "seq", "at", "parent_id", "type"}
    rows: list[tuple[str, ...]] = []
    for definition in schema["$defs"].values():
        kinds = definition.get("properties", {}).get("type", {})
        names = [kinds["const"]] if "const" in kinds else kinds.get("enum", [])
        if names and "event_id" in definition["properties"]:
            needed = set(definition.get("required", ()))
            fields = [f"`{key}`{'' if key in needed else '?'}" for key in definition["properties"] if key not in shared]
            rows.extend((f"`{name}`", ", ".join(fields), plain(definition.get("description", ""))) for name in names)
    return table(("type", "fields", ""), rows)


def limits_table() -> str:
    """How far runs may go: the fields of `Limits` with what is written below each."""
    from reflex_thinking.runs import limits

    (body,) = (node.body for node in ast.parse(inspect.getsource(limits)).body if isinstance(node, ast.ClassDef))
    rows: list[tuple[str, ...]] = []
    for field, note in itertools.pairwise(body):
        match field, note:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(says))):
                rows.append((f"`{name}`", f"`{getattr(limits.Limits(), name)}`", plain(says)))
            case _:
                pass
    return table(("field", "default", ""), rows)


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A Markdown table. Columns in which nothing stands are left out."""
    used = [at for at in range(len(head)) if any(row[at] for row in rows)]
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(line[at].replace("|", "\\|") for at in used) + " |" for line in lines)


# Into the pages -------------------------------------------------------------------------------------------------------


def filled(text: str) -> str:
    """A page with its tables written anew.

    Raises:
        KeyError: A place names a table or a component that does not exist.
    """
    documented = {match[3].removeprefix("rt.") for match in PLACE.finditer(text) if match[2] == "props"}
    made: dict[str, Callable[[str], str]] = {
        "props": props_table,
        "components": lambda _: component_sections(documented),
        "variables": lambda _: variables_table(),
        "formats": lambda _: formats_table(),
        "events": lambda _: events_table(),
        "limits": lambda _: limits_table(),
    }

    def write(place: re.Match[str]) -> str:
        content = made[place[2]](place[3] or "")
        return f"{place[1]}\n{content}\n\n{place[4]}" if content else place[1] + place[4]

    return PLACE.sub(write, text)
