// Markdown as React elements. Text of a model or a tool is data: it becomes elements and text nodes, never HTML, so that
// nothing in it runs. No image is loaded unless the host app allowed where it comes from, and links open safely.
import { createElement as h, memo, useEffect, useRef, useState } from "react";
import { CodeBlock } from "./code.js";
import { InlineImage } from "./images.js";
import { growingTokens, tokensOf } from "./markdown_tokens.js";
import { linked } from "./plain_text.js";
import { Sealer } from "./seal.js";
import { directionOfText } from "./strings.js";
import { useGradually } from "./thinking.js";

const SAFE_LINK = /^(?:https?:|mailto:|#)/i;
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp|copy|reg|hellip|mdash|ndash));/gi;
const NAMED = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", copy: "©", reg: "®", hellip: "…", mdash: "—", ndash: "–" };

/** @param {string} text */
function decode(text) {
  return text.replace(ENTITY, (whole, hex, decimal, name) => {
    if (name) return NAMED[name.toLowerCase()];
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** An address that may stand in a link, or null. @param {string} href */
export function safeLink(href) {
  const address = decode(href).replace(/[\u0000-\u0020\u007f]/g, "");
  return SAFE_LINK.test(address) ? address : null;
}

/** A text as it is, with its addresses as links. @param {string} text */
export function plainElements(text) {
  return linked(text).map((part, key) => {
    const href = part.type === "link" ? safeLink(part.text) : null;
    return href ? h(Link, { key, href }, part.text) : part.text;
  });
}

function Link({ href, children }) {
  return h("a", { href, target: "_blank", rel: "noopener noreferrer nofollow" }, children);
}

/** @param {any[] | undefined} tokens @param {{images?: string[]}} options */
function inline(tokens, options) {
  return (tokens ?? []).map((token, key) => inlineToken(token, key, options));
}

function inlineToken(token, key, options) {
  switch (token.type) {
    case "strong":
    case "em":
    case "del":
      return h(token.type, { key }, inline(token.tokens, options));
    case "codespan":
      return h("code", { key }, token.text);
    case "br":
      return h("br", { key });
    case "link": {
      const href = safeLink(token.href);
      const children = inline(token.tokens, options);
      if (!href) return h("span", { key }, children);
      return h(Link, { key, href }, children);
    }
    case "image":
      return h(InlineImage, { key, alt: token.text, address: decode(token.href), images: options.images });
    case "html":
      return token.raw;
    case "text":
      return token.tokens ? inline(token.tokens, options) : decode(token.raw);
    default:
      return token.text === undefined ? token.raw : decode(token.text);
  }
}

function blocks(tokens, options, tight = false) {
  return (tokens ?? []).map((token, key) => blockToken(token, key, options, tight));
}

function blockToken(token, key, options, tight) {
  switch (token.type) {
    case "space":
      return null;
    case "heading":
      return h("p", { key, className: "rxt-heading", dir: "auto" }, inline(token.tokens, options));
    case "paragraph":
      return h("p", { key, dir: "auto" }, inline(token.tokens, options));
    case "text":
      return tight ? h("span", { key }, inline(token.tokens ?? [token], options)) : h("p", { key, dir: "auto" }, inline(token.tokens ?? [token], options));
    case "blockquote":
      return h("blockquote", { key, dir: "auto" }, blocks(token.tokens, options));
    case "hr":
      return h("hr", { key });
    case "checkbox":
      return h("span", { key, className: "rxt-check", "data-checked": token.checked }, token.checked ? "☑ " : "☐ ");
    case "code":
      return h(CodeBlock, { key, language: token.lang?.split(/\s/)[0], text: token.text, continued: options.continued });
    case "list": {
      const items = token.items.map((item, index) =>
        h("li", { key: index, className: item.task ? "rxt-task" : undefined }, blocks(item.tokens, options, !item.loose)),
      );
      // The markers stand in the padding of the list, so that list and items need one direction.
      const dir = directionOfText(token.raw);
      return token.ordered ? h("ol", { key, dir, start: token.start === 1 ? undefined : token.start }, items) : h("ul", { key, dir }, items);
    }
    case "table": {
      const cell = (/** @type {any} */ data, /** @type {number} */ index, /** @type {string} */ tag) =>
        h(tag, { key: index, style: data.align ? { textAlign: data.align } : undefined, dir: "auto" }, inline(data.tokens, options));
      return h(
        "div",
        { key, className: "rxt-table", tabIndex: 0, dir: directionOfText(token.raw) },
        h(
          "table",
          null,
          h("thead", null, h("tr", null, token.header.map((data, index) => cell(data, index, "th")))),
          h("tbody", null, token.rows.map((row, number) => h("tr", { key: number }, row.map((data, index) => cell(data, index, "td"))))),
        ),
      );
    }
    case "html":
      return h("p", { key, className: "rxt-plain", dir: "auto" }, token.raw.trim());
    default: // also the address of a reference: the text that refers to it may be elsewhere
      return h("p", { key, className: "rxt-plain", dir: "auto" }, plainElements(token.raw.trim()));
  }
}

const PAGES_AT_ONCE = 2;
const HELD = 1500; // ms after which what is held back at the end of a text is shown, should nothing follow

const Chunk = memo(function Chunk({ text, prefix, images }) {
  return h(Rendered, { tokens: tokensOf(prefix + text), images, prefix });
});

const GrowingChunk = memo(function GrowingChunk({ text, prefix, images }) {
  const source = prefix + text;
  const [released, release] = useState("");
  const { tokens, held } = released === source ? { tokens: tokensOf(source), held: false } : growingTokens(source);
  useEffect(() => {
    if (!held) return undefined;
    const timer = setTimeout(() => release(source), HELD);
    return () => clearTimeout(timer);
  }, [held, source]);
  return h(Rendered, { tokens, images, prefix });
});

function Rendered({ tokens, images, prefix }) {
  const rendered = blocks(tokens, { images, continued: Boolean(prefix) });
  return prefix ? h("div", { className: "rxt-continued" }, rendered) : rendered;
}

const Page = memo(function Page({ chunks, tail = null, growing = false, images }) {
  const element = useRef(null);
  const isFull = tail === null;
  const [skippable, setSkippable] = useState(isFull);
  useEffect(() => {
    if (!isFull || skippable) return;
    // The browser may skip a full page that is out of view, and does so for a moment with any; it must not change its height.
    element.current.style.containIntrinsicBlockSize = `auto ${element.current.getBoundingClientRect().height}px`;
    setSkippable(true);
  }, [isFull, skippable]);
  const isGrowing = growing && !isFull;
  return h(
    "div",
    { ref: element, className: "rxt-page", "data-full": skippable || undefined, "data-growing": isGrowing || undefined },
    chunks.map((chunk, index) => h(Chunk, { key: index, ...chunk, images })),
    tail?.text.trim() ? h(isGrowing ? GrowingChunk : Chunk, { key: chunks.length, ...tail, images }) : null,
  );
});

/** Markdown. While it grows only its open tail is parsed and rendered again, and what is open at its end is closed. */
export const Markdown = memo(function Markdown({ text = "", growing = false, images, className = "", ...rest }) {
  const { pages, chunks, tail } = useSealed(text ?? "");
  const shown = useGradually(pages, PAGES_AT_ONCE);
  const hasMore = shown.length === pages.length && (chunks.length > 0 || tail.text.trim() !== "");
  // The page that grows keeps its elements when it is full, so that what is read in it stays in place.
  return h(
    "div",
    { ...rest, className: `rxt-markdown ${className}`.trim() },
    [...shown, ...(hasMore ? [chunks] : [])].map((page, index) =>
      h(Page, { key: index, chunks: page, tail: index === pages.length ? tail : null, growing, images }),
    ),
  );
});

/** @param {string} text */
function useSealed(text) {
  const state = useRef(null);
  if (state.current === null || state.current.text !== text) {
    const before = state.current?.text;
    if (before === undefined || !text.startsWith(before)) state.current = { text: "", sealer: new Sealer() };
    state.current.sealer.push(text.slice(state.current.text.length));
    state.current.text = text;
  }
  return state.current.sealer.sealed;
}
