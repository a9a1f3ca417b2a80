// How long ago something was, in words. Pure: no React, no DOM.
const MINUTE = 60_000;
const UNITS = /** @type {const} */ ([
  ["minute", MINUTE, 60],
  ["hour", 60 * MINUTE, 24],
  ["day", 1440 * MINUTE, 7],
]);

/** "now", "5m ago", "yesterday", then a date. @param {number} at @param {number} now @param {string} language */
export function relativeTime(at, now, language) {
  const ago = Math.max(0, now - at);
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "narrow" });
  if (ago < MINUTE) return format.format(0, "second");
  for (const [unit, length, most] of UNITS) if (ago < length * most) return format.format(-Math.floor(ago / length), unit);
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(language, { day: "numeric", month: "short", year: sameYear ? undefined : "numeric" }).format(at);
}
