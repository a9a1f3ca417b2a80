// How long ago something was, in words, and on which day of the reader's. Pure: no React, no DOM.
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 7; // days
const MONTH = 30;

/** The midnight that was so many days ago, in the reader's time zone. Not every day has 24 hours. @param {number} now @param {number} days */
function midnight(now, days) {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - days).getTime();
}

/** How long ago the day of a time is. @param {number} at @param {number} now @returns {"today" | "yesterday" | "week" | "month" | "older"} */
export function dayGroup(at, now) {
  if (at >= midnight(now, 0)) return "today";
  if (at >= midnight(now, 1)) return "yesterday";
  if (at >= midnight(now, WEEK)) return "week";
  return at >= midnight(now, MONTH) ? "month" : "older";
}

/**
 * A list, the latest first, in groups by day.
 * @template {{updated_at: number}} Item @param {Item[]} list @param {number} now @returns {{key: string, threads: Item[]}[]}
 */
export function groupByDay(list, now) {
  /** @type {{key: string, threads: Item[]}[]} */
  const groups = [];
  for (const item of list) {
    const key = dayGroup(item.updated_at, now);
    if (groups.at(-1)?.key !== key) groups.push({ key, threads: [] });
    groups.at(-1)?.threads.push(item);
  }
  return groups;
}

/** "now", "5m ago", the time of yesterday, "Mon", then a date. @param {number} at @param {number} now @param {string} language */
export function relativeTime(at, now, language) {
  const formatted = (/** @type {Intl.DateTimeFormatOptions} */ options) => new Intl.DateTimeFormat(language, options).format(at);
  const day = dayGroup(at, now);
  if (day === "today") {
    const ago = Math.max(0, now - at);
    const format = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "narrow" });
    if (ago < MINUTE) return format.format(0, "second");
    return ago < HOUR ? format.format(-Math.floor(ago / MINUTE), "minute") : format.format(-Math.floor(ago / HOUR), "hour");
  }
  if (day === "yesterday") return formatted({ timeStyle: "short" });
  if (at >= midnight(now, WEEK - 1)) return formatted({ weekday: "short" });
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return formatted({ day: "numeric", month: "short", year: sameYear ? undefined : "numeric" });
}
