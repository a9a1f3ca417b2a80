"""The documentation as pages: tables that are what the code says, links, headings, and files that stand alone."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
import reflex_thinking as rt

from thinking_ui.docs import library, live, reference, rendering
from thinking_ui.pages import docs as app_pages
from tools import docs as static_pages

PAGES = list(library.pages().values())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_its_tables_are_what_the_code_says(page: library.Page):
    assert reference.filled(page.text) == page.text, "write them anew: make docs"


def test_every_component_is_documented():
    text = library.pages()["components"].text
    assert reference.components()
    for name in reference.components():
        assert f"<!-- props: rt.{name} -->" in text or f"### `rt.{name}`" in text, name


def test_every_argument_of_every_component_is_explained():
    for name in reference.components():
        for row in reference.props_table(name).splitlines()[2:]:
            assert row.rstrip("| ").count("|") >= 2, f"rt.{name}: {row}"


def test_every_variable_of_the_stylesheets_is_listed():
    sheets = "".join(path.read_text(encoding="utf-8") for path in (Path(rt.__file__).parent / "client").glob("*.css"))
    assert set(re.findall(r"var\((--rxt-[\w-]+)", sheets)) == set(
        re.findall(r"`(--rxt-[\w-]+)`", reference.variables_table())
    )


def test_a_table_that_does_not_exist_is_an_error():
    with pytest.raises(KeyError):
        reference.filled("<!-- props: rt.nothing -->\n<!-- /props -->")


def test_a_changed_default_would_be_noticed(monkeypatch: pytest.MonkeyPatch):
    before = reference.props_table("thinking")
    monkeypatch.setattr(rt.thinking, "__kwdefaults__", {**(rt.thinking.__kwdefaults__ or {}), "show_words": True})
    assert reference.props_table("thinking") != before


@pytest.mark.parametrize("name", ["index", "concepts", "components", "theming", "providers", "persistence", "scaling",
                                  "accessibility", "recipes", "events", "migration", "api", "terminal", "agents",
                                  "requests", "behaviour", "demo"])  # fmt: skip
def test_the_page_is_there_and_in_the_table_of_contents(name: str):
    assert name in library.pages()
    assert f'href="/docs/{name}"' in rendering.sidebar("", app_pages.address) or name == "index"


def test_headings_are_numbered_as_code_hosts_do():
    page = library.read("x", "# A\n\n## `rt.thinking`\n\n## Same\n\n```sh\n# no heading\n```\n\n## Same\n")
    assert [heading.anchor for heading in page.headings] == ["a", "rtthinking", "same", "same-1"]


def test_html_in_a_page_stays_text():
    page = library.read("x", "# A\n\n<script>alert(1)</script>\n\n`<b>` [x](javascript:alert(1))\n")
    html = "".join(piece for piece in rendering.pieces(page, app_pages.address) if isinstance(piece, str))
    assert "<script" not in html and "javascript:alert" not in re.findall(r'href="([^"]*)"', html)


def test_links_lead_to_the_other_pages_in_both_forms():
    page = library.read("x", "# A\n\n[c](concepts.md#the-words) [i](index.md) [b](../bench/README.md) [h](#a)\n")
    assert _links(page, app_pages.address) == ["/docs/concepts#the-words", "/docs", "#a"]
    assert _links(page, static_pages.address) == ["concepts.html#the-words", "index.html", "#a"]


def _links(page: library.Page, address: rendering.Address) -> list[str]:
    return re.findall(r'href="([^"]*)"', "".join(map(str, rendering.pieces(page, address))))


def test_code_is_coloured_and_an_unknown_language_is_no_error():
    assert '<span class="k">' in rendering.code("def f(): ...", "python")
    assert rendering.code("a < b", "nonesuch").count("a &lt; b") == 1


@pytest.mark.parametrize(
    ("code", "problem"),
    [("x = 1", "has to be a component"), ("1 / 0\nx", "ZeroDivisionError"), ("", "has to be a component")],
)
def test_an_example_that_cannot_be_shown_is_named(code: str, problem: str, monkeypatch: pytest.MonkeyPatch):
    page = library.read("wrong", f"# A\n\n```python live\n{code}\n```\n")
    monkeypatch.setattr(library, "pages", lambda: {"wrong": page})
    live.examples.cache_clear()
    with pytest.raises(live.ExampleError, match=problem) as raised:
        live.examples("wrong")
    assert "wrong.md, example 1" in str(raised.value)
    live.examples.cache_clear()


class Outline(HTMLParser):
    """What a static page refers to, and what can be referred to in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given["href"]] if tag == "a" and "href" in given else []
        self.loaded += [given["src"]] if "src" in given else []
        self.loaded += [given["href"]] if tag == "link" else []


def test_static_pages_stand_alone_and_every_link_between_them_works(tmp_path: Path):
    written = {path.name: Outline(path.read_text(encoding="utf-8")) for path in static_pages.write(tmp_path / "out")}
    assert set(written) == {f"{page.name}.html" for page in PAGES}
    for name, outline in written.items():
        assert outline.loaded == [] and len(outline.ids) == len(set(outline.ids)), name
        for link in outline.links:
            if "://" not in link:
                target, _, anchor = link.partition("#")
                assert not anchor or anchor in written[target or name].ids, f"{name}: {link}"
                assert not target or target in written, f"{name}: {link}"


def test_checking_writes_nothing_and_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    changed = library.read("scaling", "# A\n\n<!-- limits -->\n<!-- /limits -->\n")
    monkeypatch.setattr(library, "pages", lambda: {"scaling": changed})
    monkeypatch.setattr("sys.argv", ["docs", "--check"])
    before = changed.path.read_bytes()
    assert static_pages.main() == 1
    assert "make docs" in capsys.readouterr().err
    assert changed.path.read_bytes() == before
