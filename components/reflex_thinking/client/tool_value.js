// What a tool takes or gives: JSON in lines and colours, a button that copies it, and a search where it is long.
import { createElement as h, memo, useContext, useEffect, useMemo, useRef, useState } from "react";
import { PathContext, useOpen } from "./disclosure.js";
import { StringsContext } from "./language.js";
import { formatNumber, formatSize } from "./strings.js";
import { useText } from "./thinking.js";
import { CopyButton } from "./turns.js";
import { chunks, coloured, places, shownValue } from "./values.js";

const AT_FIRST = 20_000; // characters that are in the page before the reader asks for all
const MOST_COLOURED = 100_000; // characters; every word of what has colours is an element
const LONG = { characters: 1200, lines: 15 }; // what is longer can be searched
const MOST_PLACES = 1000;
const NOWHERE = [];

const isLong = (text) => text.length > LONG.characters || text.split("\n", LONG.lines + 1).length > LONG.lines;

/** The beginning of a text: whole lines where there are any. */
function beginning(text) {
  const line = text.lastIndexOf("\n", AT_FIRST);
  return text.slice(0, line > 0 ? line : AT_FIRST);
}

/** A piece of the text. What is not in view is not laid out. */
const Chunk = memo(function Chunk({ text, hasColours, found, length, current }) {
  const content = found.length ? marked(text, found, length, current) : hasColours ? inColours(text) : text;
  return h("span", { className: "rxt-value-chunk" }, content);
});

const inColours = (text) => coloured(text).map(([piece, kind], key) => (kind ? h("span", { key, className: `hljs-${kind}` }, piece) : piece));

function marked(text, found, length, current) {
  const pieces = found.flatMap((at, index) => [
    text.slice(index ? found[index - 1] + length : 0, at),
    h("mark", { key: at, "data-current": at === current || undefined }, text.slice(at, at + length)),
  ]);
  return [...pieces, text.slice(found.at(-1) + length)];
}

/** What is looked for, and the way from one place to the next. */
function useSearch(text) {
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const lower = useMemo(() => (query ? text.toLowerCase() : ""), [text, query !== ""]);
  // Where small letters are more than large ones, what is found in them would be elsewhere in the text.
  const found = useMemo(() => {
    if (!query) return NOWHERE;
    return lower.length === text.length ? places(lower, query.toLowerCase(), MOST_PLACES) : places(text, query, MOST_PLACES);
  }, [lower, text, query]);
  const place = found.length ? at % found.length : 0;
  const press = (event) => {
    if (event.key === "Enter" && found.length) setAt((place + (event.shiftKey ? found.length - 1 : 1)) % found.length);
    else if (event.key === "Escape" && query) setQuery("");
    else return;
    // These keys mean something to the chat around it, too.
    event.preventDefault();
    event.stopPropagation();
  };
  const write = (event) => {
    setQuery(event.currentTarget.value);
    setAt(0);
  };
  return { query, found, place, current: found[place] ?? -1, press, write };
}

/** @param {{text: string, label: string, stateId: string}} props */
export const ToolValue = memo(function ToolValue({ text, label, stateId, ...rest }) {
  const t = useText();
  const strings = useContext(StringsContext);
  const around = useContext(PathContext);
  const path = useMemo(() => (around ? [...around, stateId] : null), [around, stateId]);
  const [isOpen, setOpen] = useOpen({ path });
  const shown = useMemo(() => shownValue(text), [text]);
  const search = useSearch(shown.text);
  const { query, found, current } = search;
  const isCut = shown.text.length > AT_FIRST;
  const isWhole = !isCut || isOpen || current + query.length > AT_FIRST;
  const pieces = useMemo(() => chunks(isWhole ? shown.text : beginning(shown.text)), [shown, isWhole]);
  const hasColours = shown.isJson && (isWhole ? shown.text.length : AT_FIRST) <= MOST_COLOURED;
  const area = useRef(null);
  useEffect(() => {
    if (current < 0) return undefined;
    // What comes into view gets its real height only then, so that it takes a second look.
    toMark(area.current);
    const frame = requestAnimationFrame(() => toMark(area.current));
    return () => cancelAnimationFrame(frame);
  }, [current, query]);
  let next = 0;
  const content = pieces.map(({ start, text: piece }) => {
    const first = next;
    const end = start + piece.length;
    while (next < found.length && found[next] < end) next += 1;
    const inside = next > first ? found.slice(first, next).map((at) => at - start) : NOWHERE;
    const isHere = current >= start && current < end;
    return h(Chunk, { key: start, text: piece, hasColours, found: inside, length: query.length, current: isHere ? current - start : -1 });
  });
  const copy = h(CopyButton, { read: () => shown.text, className: "rxt-code-copy", "data-slot": "value-copy" }, h("span", { "aria-hidden": true }, t("ai.chat.copy")));
  const more = h("button", { type: "button", className: "rxt-more", "aria-expanded": isOpen, onClick: () => setOpen(!isOpen), "data-slot": "thinking-show-all" }, t(isOpen ? "ai.thinking.show_less" : "ai.thinking.show_all"), isOpen ? null : ` (${formatSize(strings, shown.text.length)})`);
  return h(
    "div",
    { ...rest, className: "rxt-field rxt-code rxt-value", "data-kind": shown.isJson ? "json" : "text" },
    h("div", { className: "rxt-value-head" }, h("span", { className: "rxt-field-label" }, label), isLong(shown.text) ? h(SearchField, { label, ...search }) : null, copy),
    h("pre", { ref: area, tabIndex: 0, "aria-label": label, role: "group", dir: shown.isJson ? "ltr" : "auto" }, content),
    isCut ? more : null,
  );
});

function SearchField({ label, query, found, place, press, write }) {
  const t = useText();
  const { locale } = useContext(StringsContext);
  const name = t("ai.value.search");
  const count = `${formatNumber(locale, found.length)}${found.length === MOST_PLACES ? "+" : ""}`;
  const said = !query ? "" : found.length ? `${formatNumber(locale, place + 1)}/${count}` : t("ai.value.not_found");
  return h(
    "span",
    { className: "rxt-value-search" },
    h("span", { role: "status", className: "rxt-time", "data-slot": "value-found" }, said),
    h("input", { type: "search", value: query, placeholder: name, "aria-label": `${name}: ${label}`, dir: "auto", onKeyDown: press, onChange: write, "data-slot": "value-search" }),
  );
}

/** Scroll the area to what was found, and nothing else. @param {HTMLElement} area */
function toMark(area) {
  const mark = area?.querySelector("[data-current]");
  if (!mark) return;
  const { top, bottom } = mark.getBoundingClientRect();
  const view = area.getBoundingClientRect();
  if (top < view.top || bottom > view.bottom) area.scrollTop += (top + bottom) / 2 - (view.top + view.bottom) / 2;
}
