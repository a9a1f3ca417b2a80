// What tools take and give, for people: one line about a value, and JSON in lines. Pure: no React, no DOM. Mirrors
// tool_values.py; tests/units/tool_values.json holds both to the same answers. JSON is read, but never written anew: numbers
// stay as long as they are, and keys in their order.
import { text as textOf } from "./strings.js";

const LARGEST = 300_000; // characters up to which a text is read as JSON
const MOST_INPUT = 10_000; // characters; what a tool takes is looked at with every piece that streams in
const LINE = 160;
const PIECE = 60;
const KEY = 40;
const MOST_ENTRIES = 12;
const MOST_TITLES = 3;
const DEEPEST_PREVIEW = 3;
const DEEPEST_LINES = 24;
const TITLES = ["title", "name", "label", "headline", "subject"];
const WRAPPERS = new Set(["answer", "content", "data", "message", "output", "response", "result", "text", "value"]);
const STRING = '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"';
const NUMBER = "-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?";
const MARKED = new RegExp(`(${STRING})(\\s*:)?|${NUMBER}`, "g");
const TOKEN = new RegExp(`${STRING}|[[\\]{},:]|[^\\s[\\]{},:"]+`, "g");
const COLOURED = new RegExp(`(${STRING})(\\s*:)?|${NUMBER}|\\b(?:true|false|null)\\b`, "g");
const SPACE = /[ \t\n\v\f\r\u0085\u2028\u2029]+/g;
const CLOSING = { "{": "}", "[": "]" };

/** @typedef {import("./strings.js").Strings} Strings */

/**
 * The object, list or string that a text is as JSON; undefined when it is none of them or too long to look. Strings begin with
 * an `s`, numbers are strings that begin with an `n`, and keys begin with a `k`, so that none of them is changed.
 * @param {string} text
 */
function parsed(text) {
  if (text.length > LARGEST || !/^[ \t\n\r]*[[{"]/.test(text)) return undefined;
  const mark = (whole, string, colon) => (string ? `"${colon ? "k" : "s"}${whole.slice(1)}` : `"n${whole}"`);
  try {
    return JSON.parse(text.replace(MARKED, mark));
  } catch {
    return undefined;
  }
}

/**
 * One line about a value: "8 hits", "available: true · slots: 19:00, 20:30", or the beginning of a text.
 * @param {Strings} strings @param {string} text
 */
export function preview(strings, text) {
  const value = parsed(text);
  return cut(value === undefined ? text : described(strings, value, 0), LINE);
}

/** The same for what a tool takes; empty while the rest of it is still to come, and for what is long. @param {Strings} strings @param {string} text */
export function inputPreview(strings, text) {
  if (text.length > MOST_INPUT) return "";
  if (!/^\s*[[{]/.test(text)) return preview(strings, text);
  const value = /[\]}]\s*$/.test(text) ? parsed(text) : undefined;
  return value === undefined ? "" : cut(described(strings, value, 0), LINE);
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isString = (value) => typeof value === "string" && value[0] === "s";
const scalar = (value) => (typeof value === "string" ? value.slice(1) : String(value));

function described(strings, wrapped, depth) {
  const value = unwrapped(wrapped);
  if (isObject(value)) return object(strings, value, depth);
  return Array.isArray(value) ? list(strings, value, depth, "") : scalar(value);
}

/** What is inside of lists and objects that have nothing else in them. */
function unwrapped(value) {
  for (;;) {
    let inner = null;
    if (Array.isArray(value) && value.length === 1) [inner] = value;
    else if (isObject(value)) {
      const [[key, only] = [], more] = Object.entries(value);
      if (!more && key) inner = isObject(only) || WRAPPERS.has(key.slice(1)) ? only : null;
    }
    if (inner === null) return value;
    value = inner;
  }
}

function object(strings, value, depth) {
  if (value.ktype === "stext" && isString(value.ktext)) return value.ktext.slice(1);
  const all = Object.entries(value);
  const entries = all.slice(0, MOST_ENTRIES);
  if (depth >= DEEPEST_PREVIEW) return textOf(strings, "ai.value.items", { n: all.length });
  // How many there are of something says most.
  const lists = entries.filter(([, inner]) => Array.isArray(inner));
  const others = entries.filter(([, inner]) => !Array.isArray(inner) && inner !== null);
  return [...lists, ...others].map(([key, inner]) => entry(strings, key.slice(1), inner, depth)).filter(Boolean).join(" · ");
}

function entry(strings, key, value, depth) {
  const name = words(key);
  if (Array.isArray(value)) return list(strings, value, depth + 1, WRAPPERS.has(key) ? "" : name);
  const said = cut(described(strings, value, depth + 1), PIECE);
  return said ? `${name}: ${said}` : "";
}

function list(strings, values, depth, name) {
  const before = name ? `${name}: ` : "";
  if (values.length === 1) return before + cut(described(strings, values[0], depth + 1), name ? PIECE : LINE);
  if (values.length && values.length <= MOST_ENTRIES && values.every((value) => typeof value !== "object" || value === null)) {
    const said = values.map((value) => cut(scalar(value), PIECE)).join(", ");
    if ([...said].length <= PIECE) return before + said;
  }
  const n = values.length;
  const count = name ? textOf(strings, "ai.value.count", { n, name }) : textOf(strings, "ai.value.items", { n });
  const titles = values.slice(0, MOST_TITLES).map(title).filter(Boolean);
  if (!titles.length) return count;
  return `${count}: ${[...titles, ...(n > titles.length ? ["…"] : [])].join(", ")}`;
}

/** What something is called, if it says so. */
function title(value) {
  const found = isObject(value) ? TITLES.map((key) => value[`k${key}`]).find((one) => isString(one) && one.slice(1).trim()) : undefined;
  return found ? cut(found.slice(1), KEY) : "";
}

/** A key as words: `searchResults` and `search_results` are "search results". */
function words(key) {
  const apart = key.slice(0, 2 * KEY).replace(/[_-]+/g, " ");
  return cut(apart.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`), KEY);
}

/** The beginning of a text as one line. @param {string} text @param {number} [limit] in characters */
export function cut(text, limit = LINE) {
  const line = text.slice(0, limit * 4).replace(SPACE, " ").replace(/^ | $/g, "");
  if (line.length <= limit && text.length <= limit * 4) return line;
  const characters = [...line];
  return characters.length > limit || text.length > limit * 4 ? `${characters.slice(0, limit - 1).join("").trimEnd()}…` : line;
}

/** A value as it is shown: JSON in lines, a JSON string as what it says, anything else as it is. @param {string} text */
export function shownValue(text) {
  const value = parsed(text);
  if (typeof value === "string") return { text: value.slice(1), isJson: false };
  return value === undefined ? { text, isJson: false } : { text: pretty(text), isJson: true };
}

/** JSON in lines. What is short stays in one; what is nested too deeply, too. @param {string} text */
export function pretty(text) {
  const tokens = text.match(TOKEN) ?? [];
  const pieces = [];
  let depth = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token in CLOSING) {
      const end = flatEnd(tokens, at);
      if (end) {
        for (; at <= end; at += 1) pieces.push(tokens[at] === ":" || tokens[at] === "," ? `${tokens[at]} ` : tokens[at]);
        at -= 1;
        continue;
      }
      depth += 1;
      pieces.push(token, lineBreak(depth));
    } else if (token === "}" || token === "]") {
      depth -= 1;
      pieces.push(lineBreak(depth, depth + 1), token);
    } else if (token === ",") pieces.push(",", lineBreak(depth) || " ");
    else pieces.push(token === ":" ? ": " : token);
  }
  return pieces.join("");
}

const lineBreak = (depth, inner = depth) => (inner > DEEPEST_LINES ? "" : `\n${"  ".repeat(depth)}`);

/** Where a short object or list ends that has no other in it; 0 when it is none. */
function flatEnd(tokens, start) {
  let length = 0;
  for (let at = start + 1; at < tokens.length && length <= PIECE; at += 1) {
    if (tokens[at] in CLOSING) return 0;
    if (tokens[at] === CLOSING[tokens[start]]) return at;
    length += tokens[at].length + (tokens[at] === ":" || tokens[at] === "," ? 1 : 0);
  }
  return 0;
}

/** Pieces of JSON that have a colour: `[text, kind]`, the kind empty for what has none. @param {string} json */
export function coloured(json) {
  const pieces = [];
  let end = 0;
  for (const found of json.matchAll(COLOURED)) {
    if (found.index > end) pieces.push([json.slice(end, found.index), ""]);
    const [whole, string, colon] = found;
    pieces.push([string ?? whole, !string ? (/^[tfn]/.test(whole) ? "literal" : "number") : colon ? "attr" : "string"]);
    if (colon) pieces.push([colon, ""]);
    end = found.index + whole.length;
  }
  if (end < json.length) pieces.push([json.slice(end), ""]);
  return pieces;
}

/** A text in chunks of whole lines, of about so many characters; a line that is longer is cut. @param {string} text */
export function chunks(text, size = 4000) {
  const found = [];
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + size);
    const line = end < text.length ? text.lastIndexOf("\n", end) : -1;
    if (line > start) end = line + 1;
    found.push({ start, text: text.slice(start, end) });
    start = end;
  }
  return found;
}

/** Where a text is found in another one, whatever its case: at most so many places. @param {string} text @param {string} query */
export function places(text, query, most = 1000) {
  const found = [];
  if (!query) return found;
  for (let at = text.indexOf(query); at >= 0 && found.length < most; at = text.indexOf(query, at + query.length)) found.push(at);
  return found;
}
