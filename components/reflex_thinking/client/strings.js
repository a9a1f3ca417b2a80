// Text in the reader's language. Pure: no React, no DOM.

/**
 * @typedef {string | Record<string, string>} Text a text, or one text per plural category
 * @typedef {object} Strings
 * @property {string} locale
 * @property {Record<string, Text>} texts
 * @property {Record<string, Record<string, Text>>} [own] what the host app says itself, by locale
 */

export const DEFAULT_LOCALE = "en-US";
const plurals = new Map();
const numbers = new Map();
const moments = new Map();

/** @template T @param {Map<string, T>} cache @param {string} key @param {() => T} make */
function cached(cache, key, make) {
  if (!cache.has(key)) cache.set(key, make());
  return /** @type {T} */ (cache.get(key));
}

/**
 * The locales whose rules the browser is asked for, best first. A host app may call its own one anything; one that the browser
 * does not know is English, and not whatever language the browser is set to.
 * @param {string} locale
 */
function known(locale) {
  try {
    return [...Intl.getCanonicalLocales(locale), DEFAULT_LOCALE];
  } catch {
    return [DEFAULT_LOCALE];
  }
}

/** @param {string} locale @param {number} value @param {number} [decimals] @param {number} [digits] at least so many */
export function formatNumber(locale, value, decimals = 0, digits = 1) {
  const options = { minimumIntegerDigits: digits, minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return cached(numbers, `${locale}/${decimals}/${digits}`, () => new Intl.NumberFormat(known(locale), options)).format(value);
}

const LAST_MOMENT = 8.64e15; // the last one that a Date can be

/**
 * A time in ms: for machines, as the time of day, and in full with the date; null for what is no time.
 * @param {string} locale @param {unknown} at
 */
export function formatMoment(locale, at) {
  if (typeof at !== "number" || !(at > 0 && at <= LAST_MOMENT)) return null;
  const format = (/** @type {Intl.DateTimeFormatOptions} */ options) =>
    cached(moments, `${locale}/${options.dateStyle}`, () => new Intl.DateTimeFormat(known(locale), options)).format(at);
  return {
    iso: new Date(at).toISOString(),
    time: format({ timeStyle: "medium" }),
    full: format({ dateStyle: "long", timeStyle: "medium" }),
  };
}

/**
 * The text for a key, with its `{name}`s filled in. A number called `n` chooses the plural form.
 * @param {Strings} strings @param {string} key @param {Record<string, string | number>} [values]
 */
export function text(strings, key, values = {}) {
  let found = strings.texts[key];
  if (found === undefined) return key;
  if (typeof found !== "string") {
    const rules = cached(plurals, strings.locale, () => new Intl.PluralRules(known(strings.locale)));
    found = found[rules.select(Number(values.n))] ?? found.other;
  }
  return found.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? formatNumber(strings.locale, value) : value;
  });
}

const FAILURES = "ai.error.";
const escaped = (/** @type {string} */ literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * What the kit says in English when something fails, in the reader's language; what anybody else says as it is.
 * @param {Strings} strings @param {Record<string, Text>} english @param {string} message
 */
export function told(strings, english, message) {
  for (const [key, sentence] of Object.entries(english)) {
    if (!key.startsWith(FAILURES) || typeof sentence !== "string") continue;
    const pieces = sentence.split(/\{(\w+)\}/); // every second one is a name
    const pattern = pieces.map((piece, index) => (index % 2 ? `(?<${piece}>.+?)` : escaped(piece))).join("");
    const found = new RegExp(`^${pattern}$`, "s").exec(message);
    if (!found) continue;
    const number = (/** @type {string} */ value) => (/^\d{1,3}(,\d{3})*$|^\d+$/.test(value) ? Number(value.replaceAll(",", "")) : value);
    return text(strings, key, Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, value]) => [name, number(value)])));
  }
  return message;
}

const UNITS = ["bytes", "kilobytes", "megabytes", "gigabytes"];

/** Bytes as people say them: one decimal below ten, none above. @param {Strings} strings @param {number} bytes */
export function formatSize(strings, bytes) {
  const place = [1, 2, 3].find((power) => bytes < 1000 ** power) ?? 4;
  const tenths = Math.floor((bytes * 10) / 1000 ** (place - 1));
  const decimals = place > 1 && tenths < 100 ? 1 : 0;
  const n = formatNumber(strings.locale, decimals ? tenths / 10 : Math.floor(tenths / 10), decimals);
  return text(strings, `ai.size.${UNITS[place - 1]}`, { n });
}

/**
 * A duration: one decimal below a minute, then minutes and seconds, then hours and minutes.
 * @param {Strings} strings @param {number} milliseconds
 */
export function formatDuration(strings, milliseconds) {
  const tenths = Math.floor(Math.max(0, milliseconds) / 100);
  if (tenths < 600) return text(strings, "ai.time.seconds", { s: formatNumber(strings.locale, tenths / 10, 1) });
  const seconds = Math.floor(tenths / 10);
  const two = (/** @type {number} */ value) => formatNumber(strings.locale, value, 0, 2);
  if (seconds < 3600) return text(strings, "ai.time.minutes", { m: Math.floor(seconds / 60), s: two(seconds % 60) });
  return text(strings, "ai.time.hours", { h: Math.floor(seconds / 3600), m: two(Math.floor((seconds % 3600) / 60)) });
}

const RIGHT_TO_LEFT = new Set(["ar", "arc", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "syr", "ug", "ur", "yi", "Arab", "Hebr"]);
const unknown = new Set();

/** `"rtl"` or `"ltr"`. @param {string} locale */
export function directionOf(locale) {
  const [language, script] = locale.split("-");
  const decides = script?.length === 4 ? script : language;
  return RIGHT_TO_LEFT.has(decides) ? "rtl" : "ltr";
}

const LETTER = /\p{L}/u;
const RIGHT_TO_LEFT_LETTER = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * The direction of a list or a table: that of its first letter, as with `dir="auto"`, which does not look into elements that
 * have a direction of their own. Undefined when there is no letter. @param {string} text
 */
export function directionOfText(text) {
  const letter = LETTER.exec(text)?.[0];
  return letter && (RIGHT_TO_LEFT_LETTER.test(letter) ? "rtl" : "ltr");
}

/** @param {string} name */
const languageOf = (name) => name.split("-")[0];

/** The locale that is asked for, or one of the same language. @param {string} wanted @param {Record<string, unknown>} known */
function nearLocale(wanted, known) {
  const names = Object.keys(known);
  const asked = wanted.replaceAll("_", "-").toLowerCase();
  return (
    names.find((name) => name.toLowerCase() === asked) ??
    names.find((name) => name.toLowerCase() === languageOf(asked)) ??
    names.find((name) => languageOf(name.toLowerCase()) === languageOf(asked))
  );
}

/**
 * The locale to use for the one that is asked for: itself, one of the same language, else English, which is said once.
 * @param {string} wanted @param {Record<string, unknown>} known
 */
export function matchLocale(wanted, known) {
  const near = nearLocale(wanted, known);
  if (near) return near;
  if (!unknown.has(wanted)) {
    unknown.add(wanted);
    console.info(`reflex-thinking: there is no locale ${JSON.stringify(wanted)}, using ${DEFAULT_LOCALE}`);
  }
  return DEFAULT_LOCALE;
}

/**
 * The first of a browser's languages that is spoken here, as the browser calls it, else English.
 * @param {readonly string[]} wanted @param {Record<string, unknown>} known
 */
export function preferredLocale(wanted, known) {
  return wanted.find((one) => nearLocale(one, known)) ?? DEFAULT_LOCALE;
}

/**
 * The strings of a locale. What the host app's own texts leave out comes from the kit's locale of that language, and
 * what that leaves out from English.
 * @param {string} wanted @param {Record<string, Record<string, Text>>} kit the kit's texts, by locale
 * @param {Record<string, Record<string, Text>>} [own] the host app's texts, by locale
 * @returns {Strings}
 */
export function stringsOf(wanted, kit, own) {
  const name = matchLocale(wanted, { ...kit, ...own });
  const near = name in kit ? name : Object.keys(kit).find((one) => languageOf(one) === languageOf(name));
  // Numbers are written as in the region that was asked for, also where there are no texts for it.
  const asked = wanted.replaceAll("_", "-");
  const locale = languageOf(asked.toLowerCase()) === languageOf(name.toLowerCase()) ? asked : name;
  return { locale, texts: { ...kit[DEFAULT_LOCALE], ...kit[near ?? DEFAULT_LOCALE], ...own?.[name] }, own };
}
