import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { formatDuration, text } from "../../../components/reflex_thinking/client/strings.js";

const load = (locale) => ({
  locale,
  texts: JSON.parse(readFileSync(new URL(`../../../components/reflex_thinking/locales/${locale}.json`, import.meta.url), "utf-8")),
});
const english = load("en-US");
const portuguese = load("pt-BR");

test("durations have one decimal below a minute, then minutes and seconds, then hours", () => {
  const said = [0, 49, 4_200, 59_999, 60_000, 64_000, 3_599_000, 3_725_000].map((time) => formatDuration(english, time));
  assert.deepEqual(said, ["0.0s", "0.0s", "4.2s", "59.9s", "1m 00s", "1m 04s", "59m 59s", "1h 02m"]);
  assert.equal(formatDuration(portuguese, 4_200), "4,2s");
  assert.equal(formatDuration(english, -5), "0.0s");
});

test("plural forms follow the locale", () => {
  assert.equal(text(english, "ai.thinking.words", { n: 1 }), "1 word");
  assert.equal(text(english, "ai.thinking.words", { n: 1234 }), "1,234 words");
  assert.equal(text(portuguese, "ai.thinking.words", { n: 2 }), "2 palavras");
});

test("an unknown key shows itself, an unknown name stays", () => {
  assert.equal(text(english, "no.such.key"), "no.such.key");
  assert.equal(text(english, "ai.thinking.complete", {}), "Thought for {duration}");
});

test("values are not filled in twice", () => {
  assert.equal(text(english, "ai.thinking.working", { name: "{name} $& x" }), "{name} $& x is working…");
});
