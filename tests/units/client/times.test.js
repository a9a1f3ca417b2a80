import assert from "node:assert/strict";
import { test } from "node:test";
import { dayGroup, groupByDay, relativeTime } from "../../../components/reflex_thinking/client/times.js";

process.env.TZ = "UTC";
const NOW = Date.UTC(2026, 5, 15, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The group of a moment, for a reader in a time zone. */
function groupIn(zone, at, now) {
  process.env.TZ = zone;
  try {
    return dayGroup(Date.parse(at), Date.parse(now));
  } finally {
    process.env.TZ = "UTC";
  }
}

test("a time of today is told in the largest unit that fits", () => {
  assert.equal(relativeTime(NOW - 59_000, NOW, "en-US"), "now");
  assert.equal(relativeTime(NOW - 5 * 60_000, NOW, "en-US"), "5m ago");
  assert.equal(relativeTime(NOW - 3.9 * HOUR, NOW, "en-US"), "3h ago");
});

test("a time of yesterday is a time of day, one of this week a day", () => {
  assert.match(relativeTime(NOW - 13 * HOUR, NOW, "en-US"), /^11:00\sPM$/);
  assert.match(relativeTime(NOW - 13 * HOUR, NOW, "de"), /^23:00$/);
  assert.equal(relativeTime(NOW - 2 * DAY, NOW, "en-US"), "Sat");
  assert.equal(relativeTime(NOW - 6 * DAY, NOW, "pt-BR"), "ter.");
});

test("what is older has a date, with its year when that is another one", () => {
  assert.equal(relativeTime(NOW - 7 * DAY, NOW, "en-US"), "Jun 8");
  assert.equal(relativeTime(NOW - 10 * DAY, NOW, "en-US"), "Jun 5");
  assert.match(relativeTime(Date.UTC(2025, 1, 3, 12), NOW, "en-US"), /Feb 3, 2025/);
});

test("a clock that is ahead does not make a time of the future", () => {
  assert.equal(relativeTime(NOW + 5000, NOW, "de"), "jetzt");
  assert.equal(relativeTime(NOW + 2 * DAY, NOW, "de"), "jetzt");
  assert.equal(dayGroup(NOW + 2 * DAY, NOW), "today");
});

test("days begin at midnight", () => {
  const midnight = Date.UTC(2026, 5, 15);
  const groups = [0, -1, -1 * DAY, -1 * DAY - 1, -7 * DAY, -7 * DAY - 1, -30 * DAY, -30 * DAY - 1, -4000 * DAY];
  assert.deepEqual(
    groups.map((offset) => dayGroup(midnight + offset, NOW)),
    ["today", "yesterday", "yesterday", "week", "week", "month", "month", "older", "older"],
  );
});

test("midnight is that of the reader's time zone", () => {
  const at = "2026-06-15T02:30:00Z";
  const now = "2026-06-15T12:00:00Z";
  assert.equal(groupIn("UTC", at, now), "today");
  assert.equal(groupIn("America/Sao_Paulo", at, now), "yesterday");
  assert.equal(groupIn("Asia/Tokyo", at, now), "today");
  assert.equal(groupIn("Pacific/Auckland", at, now), "yesterday"); // it is the 16th there
});

test("a day of 23 or 25 hours is a day", () => {
  // Clocks in Berlin go forward on 29 March 2026 and back on 25 October 2026.
  assert.equal(groupIn("Europe/Berlin", "2026-03-28T23:10:00Z", "2026-03-29T23:30:00Z"), "yesterday");
  assert.equal(groupIn("Europe/Berlin", "2026-03-29T22:10:00Z", "2026-03-29T23:30:00Z"), "today");
  assert.equal(groupIn("Europe/Berlin", "2026-10-24T22:10:00Z", "2026-10-25T22:50:00Z"), "today");
});

test("groups come in the order of the list, and none is empty", () => {
  const list = [0, 1, 36 * HOUR, 3 * DAY, 40 * DAY, 50 * DAY].map((ago) => ({ id: String(ago), updated_at: NOW - ago }));
  assert.deepEqual(
    groupByDay(list, NOW).map(({ key, threads }) => [key, threads.length]),
    [["today", 2], ["yesterday", 1], ["week", 1], ["older", 2]],
  );
  assert.deepEqual(groupByDay([], NOW), []);
});
