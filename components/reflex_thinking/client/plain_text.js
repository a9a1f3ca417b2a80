// What a person wrote, as it was written: only code fences and addresses are recognised. Pure: no React, no DOM.

const FENCE = /^ {0,3}(`{3,}|~{3,})([^\n]*)$/;
// Quotation marks, angle brackets and full-width punctuation end an address.
const ADDRESS = /\bhttps?:\/\/[^\s<>"“”«»、。，；：！？（）「」『』【】]+/gi;
const LAST = /[.,;:!?'’*_~`)\]}]/;
const PAIRS = { ")": "(", "]": "[", "}": "{" };

/**
 * The parts of a text: what is in code fences, and what is not. A fence that is not closed is text, too.
 * @param {string} text
 * @returns {({type: "text", text: string} | {type: "code", text: string, language: string})[]}
 */
export function plainParts(text) {
  const lines = text.split("\n");
  const parts = [];
  const prose = (/** @type {number} */ start, /** @type {number | undefined} */ end) => {
    const said = lines.slice(start, end).join("\n").replace(/^(?:[ \t]*\n)+|\s+$/g, "");
    if (said) parts.push({ type: "text", text: said });
  };
  /** @type {Record<string, number>} per kind of fence: none of at least this length is closed any more */
  const unclosed = {};
  let from = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const [, mark, info] = FENCE.exec(lines[at]) ?? [];
    if (!mark || (mark[0] === "`" && info.includes("`")) || mark.length >= (unclosed[mark[0]] ?? Infinity)) continue;
    const end = lines.findIndex((line, index) => index > at && closes(line, mark));
    if (end < 0) {
      unclosed[mark[0]] = mark.length;
      continue;
    }
    prose(from, at);
    parts.push({ type: "code", text: lines.slice(at + 1, end).join("\n"), language: info.trim().split(/\s/)[0] });
    at = end;
    from = end + 1;
  }
  prose(from);
  return parts;
}

function closes(line, mark) {
  const [, other, info] = FENCE.exec(line) ?? [];
  return other !== undefined && other[0] === mark[0] && other.length >= mark.length && !info.trim();
}

/**
 * A text and the addresses in it.
 * @param {string} text
 * @returns {{type: "text" | "link", text: string}[]}
 */
export function linked(text) {
  const parts = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = trimmed(found);
    if (index > from) parts.push({ type: "text", text: text.slice(from, index) });
    parts.push({ type: "link", text: address });
    from = index + address.length;
  }
  if (from < text.length) parts.push({ type: "text", text: text.slice(from) });
  return parts;
}

/** An address without the punctuation of the sentence around it. @param {string} address */
function trimmed(address) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const character of address) counts[character] = (counts[character] ?? 0) + 1;
  let end = address.length;
  for (; end > 0 && LAST.test(address[end - 1]); end -= 1) {
    const last = address[end - 1];
    if (last in PAIRS && counts[last] <= (counts[PAIRS[last]] ?? 0)) break;
    counts[last] -= 1;
  }
  return address.slice(0, end);
}
