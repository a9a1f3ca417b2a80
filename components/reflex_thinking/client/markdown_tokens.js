// Markdown as tokens. Pure: no React, no DOM.
//
// A finished text is read as it is. A text that grows ends in the middle of something: emphasis, code and links that are
// open at its end are closed, and a last line that is nothing but markup so far is held back. So nothing appears as
// asterisks, pipes or dashes first and as something else a moment later.
import { Lexer, Tokenizer, getDefaults } from "marked";

const DEEPEST = 24; // quotes, lists, links and emphasis inside of each other; what is deeper stays text
const MOST_WORK = 400_000; // characters that are looked at in search of the end of emphasis
const MOST_HELD = 400; // characters of a line that are held back

const MARKUP = /^[ \t>]*(?:[-+*=_#~`]+|\d{1,9}[.)])[ \t]*$/; // a list, a rule, a heading or a fence may begin here
const ROW = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*\|/; // a row of a table, also in a list or a quote
const HALF_DELIMITER = /^[ \t>]*[|:-][|: \t-]*$/; // a table's second row, or a part of it
const HALF_FENCE = /^[ \t>]*(?:`+|~+)$/;
const MARKERS = /[*_~`[]/;
const LABEL = /(!?)\[([^[\]\n]{0,400})$/;
const ADDRESS = /(!?)\[([^[\]\n]{0,400})\]\((?:<[^>\n]{0,2000}|[^\s<)]{0,2000}(?:[ \t]+(?:["'(][^\n]{0,400})?)?)$/;
const CITATION = /^\^?\d*$/;
const CHECKBOX = /^[ xX]?$/;

/** Marked's own, but bounded: beyond a depth, or after a lot of work, markup is left as the text it is. */
class BoundedTokenizer extends Tokenizer {
  depth = 0;
  work = 0;

  emStrong(source, ...rest) {
    return this.inside(source, () => super.emStrong(source, ...rest));
  }

  /** Only with two tildes: one alone means "about", as in 20~30. */
  del(source, ...rest) {
    return source.startsWith("~~") ? this.inside(source, () => super.del(source, ...rest)) : undefined;
  }

  link(source) {
    return this.inside("", () => super.link(source));
  }

  reflink(source, links) {
    return this.inside("", () => super.reflink(source, links));
  }

  blockquote(source) {
    return this.inside("", () => super.blockquote(source));
  }

  list(source) {
    return this.inside("", () => super.list(source));
  }

  inside(searched, read) {
    if (/^[*_~]/.test(searched)) this.work += searched.length;
    if (this.depth >= DEEPEST || this.work > MOST_WORK) return undefined;
    this.depth += 1;
    try {
      return read();
    } finally {
      this.depth -= 1;
    }
  }
}

/** A finished text. @param {string} text @returns {any[]} */
export function tokensOf(text) {
  return Lexer.lex(text, { ...getDefaults(), gfm: true, tokenizer: new BoundedTokenizer() });
}

/** A text that grows, and whether something at its end is held back. @param {string} text */
export function growingTokens(text) {
  const { shown, tokens } = withoutHalf(text);
  return { tokens: closed(shown, tokens), held: shown.length < text.length };
}

/** The text without a last line that cannot be understood yet. @param {string} text */
function withoutHalf(text) {
  const start = text.lastIndexOf("\n") + 1;
  const line = text.slice(start);
  const above = text.slice(text.lastIndexOf("\n", start - 2) + 1, Math.max(0, start - 1));
  const isMarkup = MARKUP.test(line);
  const isRow = line.length <= MOST_HELD && ROW.test(line);
  const isDelimiter = above.includes("|") && (line === "" || HALF_DELIMITER.test(line));
  const whole = { shown: text, tokens: tokensOf(text) };
  if (!isMarkup && !isRow && !isDelimiter) return whole;
  const { type, raw } = openBlock(whole.tokens) ?? {};
  if (type === "table" || (type === "code" && (isClosed(raw) || !HALF_FENCE.test(line)))) return whole;
  const hasHeader = type !== "code" && isDelimiter && above.length <= MOST_HELD && ROW.test(above);
  const shown = text.slice(0, hasHeader ? start - 1 - above.length : start);
  return { shown, tokens: tokensOf(shown) };
}

/** Whether a code block has its last line. @param {string} raw */
function isClosed(raw) {
  const lines = raw.trimEnd().split("\n");
  const fence = /^\s*(`{3,}|~{3,})/.exec(lines[0])?.[1];
  return lines.length > 1 && fence !== undefined && lines.at(-1).trim().startsWith(fence);
}

/** The block at the end: a paragraph, a heading, a cell of a table … @param {any[] | undefined} tokens */
function openBlock(tokens) {
  const last = tokens?.at(-1);
  if (last?.type === "blockquote") return openBlock(last.tokens);
  if (last?.type === "list") return openBlock(last.items.at(-1)?.tokens);
  return last;
}

/** The block with the inline markup that may be open at the end, or undefined. @param {any[]} tokens */
function openInline(tokens) {
  const block = openBlock(tokens);
  if (block?.type === "table") return block.rows.at(-1)?.findLast((cell) => cell.text !== "");
  return ["paragraph", "heading", "text"].includes(block?.type) ? block : undefined;
}

/** The tokens of a text whose open emphasis, code and links are closed. @param {string} text @param {any[]} tokens */
function closed(text, tokens) {
  const source = openInline(tokens)?.text.trimEnd();
  const body = text.trimEnd();
  if (!source || !MARKERS.test(source)) return tokens;
  const last = source.slice(source.lastIndexOf("\n") + 1);
  if (!body.endsWith(last)) return tokens;
  const { edited, suffix } = mended(source);
  if (edited === source && !suffix) return tokens;
  const start = body.slice(0, body.length - last.length);
  const without = start + edited.slice(source.length - last.length);
  const plain = edited === source ? tokens : tokensOf(without);
  if (!suffix) return plain;
  const repaired = tokensOf(without + suffix);
  // What closes nothing would be shown.
  const { type, raw } = lastInline(repaired) ?? {};
  return type === "text" && raw.endsWith(suffix.at(-1)) ? plain : repaired;
}

/** An inline text without the half of a marker or an address at its end, and what closes the rest. @param {string} source */
function mended(source) {
  let edited = withoutHalfLink(source);
  const { open, dangling } = openMarkers(edited);
  if (dangling) edited = edited.slice(0, -dangling);
  const suffix = open.reverse().map(({ marker, count }) => marker.repeat(count)).join("");
  return { edited: edited.trimEnd(), suffix };
}

/** A link of which only the beginning is there shows its label; of an image nothing is shown yet. @param {string} source */
function withoutHalfLink(source) {
  const found = ADDRESS.exec(source) ?? LABEL.exec(source);
  if (!found || source[found.index - 1] === "\\" || isInCode(source, found.index)) return source;
  const [whole, image, label] = found;
  const isAddress = whole.length > image.length + label.length + 1;
  const before = source.slice(0, found.index);
  if (image) return before;
  if (isAddress) return before + label;
  if (before === "" && CHECKBOX.test(label)) return "";
  return /[\w\])]$/.test(before) || CITATION.test(label) ? source : before + label;
}

function isInCode(source, at) {
  return openMarkers(source.slice(0, at)).open.at(-1)?.marker === "`";
}

/**
 * The markers that are open at the end, the innermost last, and how many characters at the end are half a marker.
 * @param {string} source
 */
function openMarkers(source) {
  /** @type {{marker: string, count: number}[]} */
  const open = [];
  for (let at = 0; at < source.length; ) {
    const marker = source[at];
    if (marker === "\\") {
      at += 2;
      continue;
    }
    if (!"*_~`".includes(marker)) {
      at += 1;
      continue;
    }
    const count = runLength(source, at);
    const end = at + count;
    if (marker === "`") {
      const close = closingRun(source, end, count);
      if (close < 0) {
        const rest = /`*$/.exec(source)[0].length;
        const isEmpty = end === source.length;
        return isEmpty ? { open, dangling: count } : { open: [...open, { marker, count }], dangling: rest };
      }
      at = close + count;
      continue;
    }
    const { opens, closes } = flanks(source, at, end);
    const left = closes ? close(open, marker, count, end === source.length) : count;
    if (end === source.length && left > 0) return { open, dangling: count };
    if (left > 0 && opens && (marker !== "~" || left === 2)) open.push({ marker, count: left });
    at = end;
  }
  return { open, dangling: 0 };
}

function runLength(source, at) {
  let end = at;
  while (source[end] === source[at]) end += 1;
  return end - at;
}

/** Where a run of backticks of this length begins, or -1. */
function closingRun(source, from, count) {
  for (let at = source.indexOf("`", from); at >= 0; at = source.indexOf("`", at)) {
    const length = runLength(source, at);
    if (length === count) return at;
    at += length;
  }
  return -1;
}

/** Whether a run of markers may begin or end something, as CommonMark has it. */
function flanks(source, at, end) {
  const [before, after] = [source[at - 1] ?? " ", source[end] ?? " "];
  const [spaceBefore, spaceAfter] = [/\s/.test(before), /\s/.test(after)];
  const [signBefore, signAfter] = [/[\p{P}\p{S}]/u.test(before), /[\p{P}\p{S}]/u.test(after)];
  const left = !spaceAfter && (!signAfter || spaceBefore || signBefore);
  const right = !spaceBefore && (!signBefore || spaceAfter || signAfter);
  if (source[at] !== "_") return { opens: left, closes: right };
  return { opens: left && (!right || signBefore), closes: right && (!left || signAfter) };
}

/** Close what a run closes; returns how much of it is left. At the end of the text half of a marker closes nothing. */
function close(open, marker, count, isLast) {
  let left = count;
  for (let index = open.length - 1; index >= 0 && left > 0; index -= 1) {
    if (open[index].marker !== marker) continue;
    if (isLast && open[index].count > left) return left;
    const closing = Math.min(left, open[index].count);
    left -= closing;
    open[index].count -= closing;
    open.length = open[index].count > 0 ? index + 1 : index;
  }
  return left;
}

/** The last piece of inline text. @param {any[]} tokens */
function lastInline(tokens) {
  let last = openInline(tokens)?.tokens?.at(-1);
  while (last?.tokens) last = last.tokens.at(-1);
  return last;
}
