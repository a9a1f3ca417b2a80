// Text in the reader's language. Pure: no React, no DOM.

/**
 * @typedef {string | Record<string, string>} Text a text, or one text per plural category
 * @typedef {{locale: string, texts: Record<string, Text>}} Strings
 */

const plurals = new Map();
const numbers = new Map();

/** @template T @param {Map<string, T>} cache @param {string} key @param {() => T} make */
function cached(cache, key, make) {
  if (!cache.has(key)) cache.set(key, make());
  return /** @type {T} */ (cache.get(key));
}

/** @param {string} locale @param {number} value @param {number} [decimals] */
export function formatNumber(locale, value, decimals = 0) {
  const format = cached(
    numbers,
    `${locale}/${decimals}`,
    () => new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
  );
  return format.format(value);
}

/**
 * The text for a key, with its `{name}`s filled in. A number called `n` chooses the plural form.
 * @param {Strings} strings @param {string} key @param {Record<string, string | number>} [values]
 */
export function text(strings, key, values = {}) {
  let found = strings.texts[key];
  if (found === undefined) return key;
  if (typeof found !== "string") {
    const rules = cached(plurals, strings.locale, () => new Intl.PluralRules(strings.locale));
    found = found[rules.select(Number(values.n))] ?? found.other;
  }
  return found.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? formatNumber(strings.locale, value) : value;
  });
}

/**
 * A duration: one decimal below a minute, then minutes and seconds, then hours and minutes.
 * @param {Strings} strings @param {number} milliseconds
 */
export function formatDuration(strings, milliseconds) {
  const tenths = Math.floor(Math.max(0, milliseconds) / 100);
  if (tenths < 600) return text(strings, "ai.time.seconds", { s: formatNumber(strings.locale, tenths / 10, 1) });
  const seconds = Math.floor(tenths / 10);
  const two = (/** @type {number} */ value) => new Intl.NumberFormat(strings.locale, { minimumIntegerDigits: 2 }).format(value);
  if (seconds < 3600) return text(strings, "ai.time.minutes", { m: Math.floor(seconds / 60), s: two(seconds % 60) });
  return text(strings, "ai.time.hours", { h: Math.floor(seconds / 3600), m: two(Math.floor((seconds % 3600) / 60)) });
}

const unknown = new Set();

/**
 * The locale to use for the one that is asked for: itself, one of the same language, else English, which is said once.
 * @param {string} wanted @param {Record<string, unknown>} known
 */
export function matchLocale(wanted, known) {
  if (wanted in known) return wanted;
  const language = wanted.split("-")[0];
  const near = language in known ? language : Object.keys(known).find((name) => name.split("-")[0] === language);
  if (near) return near;
  if (!unknown.has(wanted)) {
    unknown.add(wanted);
    console.info(`reflex-thinking: there is no locale ${JSON.stringify(wanted)}, using en-US`);
  }
  return "en-US";
}
