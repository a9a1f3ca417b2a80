// What can be derived from blocks, steps and parts. Pure: no React, no DOM. Mirrors model.py, words.py and grouping.py;
// tests/units/vectors.json holds both sides to the same answers.

/**
 * @typedef {"thinking" | "done" | "error" | "cancelled"} Status
 * @typedef {object} Step
 * @property {string} id
 * @property {"reasoning" | "tool_call" | "assistant_call"} type
 * @property {string} content
 * @property {Status} [status]
 * @property {boolean} [redacted]
 * @property {Step[]} [child_steps]
 * @property {number} [started_at]
 * @property {number} [ended_at]
 * @property {number} [outline] of a step whose body is not here: how many words it has
 * @typedef {object} Block
 * @property {string} id
 * @property {string} [summary]
 * @property {Status} status
 * @property {Step[]} steps
 * @property {number} [started_at]
 * @property {number} [ended_at]
 */

const SPACE = "\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const IDEOGRAPH =
  "\\u2e80-\\u2fdf\\u3005-\\u3007\\u3021-\\u3029\\u3038-\\u303b\\u3041-\\u3096\\u309d-\\u309f\\u30a1-\\u30fa" +
  "\\u30fc-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\uff66-\\uff9f\\u{20000}-\\u{3ffff}";
const WORD = new RegExp(`[${IDEOGRAPH}]|[^${SPACE}${IDEOGRAPH}]+`, "gu");
const BREAK = new RegExp(`[${SPACE}]`, "u");
const HEADLINE = /^[ \t]*\*\*([^*\n]{3,120})\*\*[ \t]*$/gm;
const SENTENCE = /[^.!?…。！？\n]+(?:[.!?…](?=\s|$)|[。！？])/g;
const LETTER = /[\p{L}\p{N}]/u;

/** Words in a text of any language: each Han or Kana character is one. @param {string} text */
export function countWords(text) {
  let count = 0;
  for (const [word] of text.matchAll(WORD)) if (LETTER.test(word)) count += 1;
  return count;
}

/** @param {Step[]} steps */
export function countTools(steps) {
  return steps.reduce((count, step) => count + (step.type === "reasoning" ? 0 : 1), 0);
}

/** @param {Step} step */
export function isReadable(step) {
  return step.type === "reasoning" && !step.redacted && (step.outline > 0 || /\S/.test(step.content ?? ""));
}

/**
 * The steps that have something to show: no empty reasoning, and no placeholder for withheld reasoning where there is
 * something to read.
 * @param {Step[] | null | undefined} steps
 */
export function visibleSteps(steps) {
  if (!steps) return [];
  const readable = steps.some(isReadable);
  let redacted = false;
  return steps.filter((step) => {
    if (step.type !== "reasoning") return true;
    if (!step.redacted) return isReadable(step);
    if (readable || redacted) return false;
    redacted = true;
    return true;
  });
}

/** How many calls failed, at any depth; reasoning that was cut off is no call. @param {Step[] | null | undefined} steps */
export function countFailed(steps) {
  const failed = (/** @type {Step} */ step) => (step.type !== "reasoning" && step.status === "error" ? 1 : 0);
  return (steps ?? []).reduce((count, step) => count + failed(step) + countFailed(step.child_steps), 0);
}

/** Counts the words of steps that grow, looking at what is new only. */
export class WordCounter {
  constructor() {
    /** @type {Map<string, {text: string, at: number, words: number}>} per step: all before `at` is counted */
    this.known = new Map();
  }

  /** @param {Step[] | null | undefined} steps @param {string} [around] tells steps apart whose ids are the same in two assistants */
  count(steps, around = "") {
    return (steps ?? []).reduce((sum, step) => {
      const key = `${around}${step.id}`;
      return sum + (isReadable(step) ? step.outline ?? this.step(key, step.content) : 0) + this.count(step.child_steps, `${key}\n`);
    }, 0);
  }

  step(id, text) {
    let known = this.known.get(id);
    if (!known || text.length < known.at) known = { at: 0, words: 0 };
    // A word is counted for good once white space follows it.
    const end = lastBreak(text);
    if (end > known.at) known = { at: end, words: known.words + countWords(text.slice(known.at, end)) };
    this.known.set(id, known);
    return known.words + countWords(text.slice(known.at));
  }
}

function lastBreak(text) {
  for (let at = text.length - 1; at >= 0 && at > text.length - 4096; at -= 1) if (BREAK.test(text[at])) return at + 1;
  return 0;
}

/** The last headline of a growing text, as OpenAI's summaries have them. @param {string} text */
export function headlineOf(text) {
  const tail = text.slice(-4000);
  return [...tail.matchAll(HEADLINE)].at(-1)?.[1] ?? "";
}

/** The last whole sentence of a growing text, as one plain line. @param {string} text */
export function lastSentence(text, limit = 140) {
  const tail = text.slice(-800).replace(/[*_`#>]+/g, "");
  const found = [...tail.matchAll(SENTENCE)].map(([sentence]) => sentence.replace(/\s+/g, " ").trim());
  return found.findLast((sentence) => sentence.length > 8 && sentence.length <= limit) ?? "";
}

/** How long something took, or null while that is not known. @param {{started_at?: number, ended_at?: number}} timed */
export function durationOf({ started_at, ended_at }) {
  return started_at == null || ended_at == null ? null : ended_at - started_at;
}

const TOO_LONG = /length|max|tokens|context|budget/;
const FILTERED = /filter|safety|sensitive|recitation|prohibited|blocklist|spii|guardrail/;

/**
 * Why an answer is not whole: `"cancelled"`, `"length"`, `"filtered"`, `"incomplete"`, or `"error"` where nothing says what
 * went wrong; empty when it is whole, still being made, or says itself why it failed.
 * @param {{role?: string, status?: Status, incomplete?: boolean, stop_reason?: string, error?: any}} message
 */
export function endingOf({ role, status, incomplete, stop_reason, error }) {
  if (role === "user" || error) return "";
  if (status === "cancelled" || status === "error") return status;
  if (status !== "done" || !incomplete) return "";
  const reason = (stop_reason ?? "").toLowerCase();
  if (FILTERED.test(reason)) return "filtered";
  return TOO_LONG.test(reason) ? "length" : "incomplete";
}

const PART_STATUS = {
  thinking: { type: "running" },
  done: { type: "complete" },
  error: { type: "incomplete", reason: "error" },
  cancelled: { type: "incomplete", reason: "cancelled" },
};

/** The status of the last part; complete when there is none. @param {{status?: Status}[]} parts */
export function partStatus(parts) {
  return PART_STATUS[parts.at(-1)?.status ?? "done"];
}

const RASTER = [
  ["image/png", /^\x89PNG\r\n\x1a\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF[^]{4}WEBP/],
  ["image/avif", /^[^]{4}ftyp(?:avi[fs]|[^]{8,52}avif)/],
];

/** The type of an image by its first bytes, null for what is never shown as one. @param {unknown} data base64 */
export function rasterType(data) {
  if (typeof data !== "string") return null;
  try {
    const head = atob(data.slice(0, 88));
    return /** @type {string | null} */ (RASTER.find(([, sign]) => /** @type {RegExp} */ (sign).test(head))?.[0] ?? null);
  } catch {
    return null;
  }
}

/** What base64 stands for; throws when it is none. @param {string} data */
export function bytesOf(data) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(data);
  const text = atob(data);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}

/** What people call the type of a part, for example `png`. @param {{type: string, name?: string, media_type?: string}} part */
export function shortType({ type, name = "", media_type = "" }) {
  const ending = type === "file" ? /\.([A-Za-z0-9]{1,5})$/.exec(name ?? "")?.[1] : null;
  if (ending) return ending.toLowerCase();
  const subtype = (media_type ?? "").split("/").at(-1).toLowerCase();
  const word = { "octet-stream": "", plain: "txt" }[subtype] ?? subtype.replace(/^x-/, "").split("+")[0];
  return /^[a-z0-9]{1,8}$/.test(word) ? word : "";
}

/** A name without folders, invisible characters and tricks with the direction of writing. @param {string} name */
export function fileName(name) {
  const last = name.split(/[\\/]/).at(-1);
  return last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "").replace(/^[ .]+|[ .]+$/g, "");
}

const THINKING_TYPES = new Set(["reasoning", "tool_call", "assistant_call"]);

/** @param {{type: string}} part @param {boolean} chainOfThought */
function groupOf(part, chainOfThought) {
  if (!THINKING_TYPES.has(part.type)) return part.type;
  if (chainOfThought) return "chain_of_thought";
  return part.type === "reasoning" ? "reasoning" : "tool";
}

/**
 * Runs of parts that are rendered together, both ends included.
 * @param {{id: string, type: string}[]} parts
 * @param {boolean} [chainOfThought]
 */
export function groupParts(parts, chainOfThought = true) {
  const ranges = [];
  parts.forEach((part, index) => {
    const group = groupOf(part, chainOfThought);
    const last = ranges.at(-1);
    if (last?.group === group && THINKING_TYPES.has(part.type)) last.end_index = index;
    else ranges.push({ key: part.id, group, start_index: index, end_index: index });
  });
  return ranges;
}

/**
 * The block that a range of a message's parts forms. One that begins inside of a group is a block of its own.
 * @param {{id: string, status: Status, parts: any[]}} message
 * @param {number} start
 * @param {number} end inclusive
 * @returns {Block}
 */
export function blockOfRange(message, start, end) {
  const steps = message.parts.slice(start, end + 1).filter((part) => THINKING_TYPES.has(part.type));
  const ordinal = groupParts(message.parts.slice(0, start)).filter((range) => range.group === "chain_of_thought").length;
  const isInside = start > 0 && [start - 1, start].every((index) => THINKING_TYPES.has(message.parts[index]?.type));
  const isLast = end >= message.parts.length - 1;
  const status =
    isLast && message.status !== "done"
      ? message.status
      : steps.some((step) => step.status === "thinking")
        ? "thinking"
        : "done";
  return {
    id: isInside ? `${message.id}:${ordinal - 1}.${start}` : `${message.id}:${ordinal}`,
    status,
    steps,
    started_at: steps[0]?.started_at,
    ended_at: steps.at(-1)?.ended_at,
  };
}
