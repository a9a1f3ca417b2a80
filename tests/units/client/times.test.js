import assert from "node:assert/strict";
import { test } from "node:test";
import { relativeTime } from "../../../components/reflex_thinking/client/times.js";

const NOW = Date.UTC(2026, 5, 15, 12);
const HOUR = 3_600_000;

test("a time is told in the largest unit that fits", () => {
  assert.equal(relativeTime(NOW - 59_000, NOW, "en-US"), "now");
  assert.equal(relativeTime(NOW - 5 * 60_000, NOW, "en-US"), "5m ago");
  assert.equal(relativeTime(NOW - 3.9 * HOUR, NOW, "en-US"), "3h ago");
  assert.equal(relativeTime(NOW - 30 * HOUR, NOW, "en-US"), "yesterday");
});

test("what is older than a week has a date, with its year when that is another one", () => {
  assert.equal(relativeTime(NOW - 10 * 24 * HOUR, NOW, "en-US"), "Jun 5");
  assert.match(relativeTime(Date.UTC(2025, 1, 3, 12), NOW, "en-US"), /Feb 3, 2025/);
});

test("a clock that is ahead does not make a time of the future", () => {
  assert.equal(relativeTime(NOW + 5000, NOW, "de"), "jetzt");
});
