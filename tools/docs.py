"""Write the tables of docs/ anew from the code, and make static pages of the documentation.

Usage: python -m tools.docs [--check] [OUTPUT_FOLDER]

Each page is one file that needs nothing else; links between them are relative, so that the folder can be put anywhere.
`--check` writes nothing and fails when a table is not what the code says.
"""

import argparse
import base64
import functools
import shutil
import sys
from html import escape
from pathlib import Path

from thinking_ui.docs import library, reference, rendering
from thinking_ui.docs.library import Page
from tools import frontend

OUTPUT = frontend.BUILD / "docs"
ASSETS = frontend.ROOT / "assets"

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · reflex-thinking</title>
<style>{style}</style>
</head>
<body>
<div class="site docs docs-static">
<header class="site-header">
<div class="site-start">
<button type="button" class="icon-button site-narrow docs-menu" aria-label="Menu" aria-expanded="false"
 aria-controls="docs-menu">☰</button>
<a class="site-home" href="index.html" aria-label="reflex-thinking"><span class="brand">{mark}<span>reflex-thinking</span></span></a>
</div>
<div class="site-middle"><div role="search" class="docs-search">{search}</div></div>
<div class="site-end">
<button type="button" class="icon-button site-theme" aria-label="Switch between light and dark">◐</button>
</div>
</header>
<nav id="docs-menu" aria-label="Documentation">{sidebar}</nav>
<main class="docs-main">{content}</main>
<aside aria-label="On this page">{contents}</aside>
</div>
<script>{script}</script>
</body>
</html>
"""
MARK = """<svg viewBox="0 0 24 24" fill="none" aria-hidden="true" class="mark"><path d="M5 7.5h9" class="mark-thought"/>\
<path d="M5 12h12" class="mark-thought"/><path d="M5 16.5h6" class="mark-answer"/>\
<circle cx="16.5" cy="16.5" r="2" class="mark-dot"/></svg>"""
LIVE = '<p class="docs-note">It runs at <code>/docs{place}</code> of the demo: <code>make demo</code></p>'


def address(name: str) -> str:
    """Where a static page is, seen from its neighbours."""
    return f"{name}.html"


def outdated() -> list[Page]:
    """The pages whose tables are not what the code says."""
    return [page for page in library.pages().values() if reference.filled(page.text) != page.text]


def update() -> list[str]:
    """Write all tables anew; returns the files that changed."""
    changed = outdated()
    for page in changed:
        page.path.write_text(reference.filled(page.text), encoding="utf-8")
    library.pages.cache_clear()
    return [frontend.relative(page.path) for page in changed]


def static_page(page: Page) -> str:
    """A page as one HTML file."""
    place = "" if page.name == "index" else f"/{page.name}"
    pieces = rendering.pieces(page, address)
    content = "".join(LIVE.format(place=escape(place)) if isinstance(each, rendering.Live) else each for each in pieces)
    return PAGE.format(
        title=escape(page.title),
        style=style(),
        mark=MARK,
        script=(ASSETS / "docs.js").read_text(encoding="utf-8"),
        search=rendering.search(address),
        sidebar=rendering.sidebar(page.name, address),
        content=f'<div class="docs-text">{content}</div>',
        contents=rendering.contents(page),
    )


@functools.cache
def style() -> str:
    """The stylesheets of the pages, with the font in them."""
    sheets = "".join((ASSETS / name).read_text(encoding="utf-8") for name in ("site.css", "docs.css"))
    font = base64.b64encode((ASSETS / "fonts" / "inter-latin.woff2").read_bytes()).decode()
    return sheets.replace('url("/fonts/inter-latin.woff2")', f'url("data:font/woff2;base64,{font}")')


def write(folder: Path) -> list[Path]:
    """Make the static pages; what else is in the folder goes."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    written: list[Path] = []
    for page in library.pages().values():
        written.append(folder / address(page.name))
        written[-1].write_text(static_page(page), encoding="utf-8")
    return written


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description="Write the tables of docs/ anew and make static pages.")
    parser.add_argument("folder", nargs="?", type=Path, default=OUTPUT)
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a table is outdated")
    options = parser.parse_args()
    if options.check:
        names = [frontend.relative(page.path) for page in outdated()]
        if names:
            print(f"Not what the code says: {', '.join(names)}. Write them anew: make docs", file=sys.stderr)
        return bool(names)
    for name in update():
        print(f"Written anew: {name}")
    print(f"{len(write(options.folder))} pages: {frontend.relative(options.folder / 'index.html')}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
