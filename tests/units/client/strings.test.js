import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { directionOf, directionOfText, formatDuration, formatMoment, matchLocale, stringsOf, text } from "../../../components/reflex_thinking/client/strings.js";

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

const kit = Object.fromEntries(["ar", "en-US", "es", "pt-BR"].map((locale) => [locale, load(locale).texts]));

test("an unknown locale is English, which is said once", () => {
  const said = [];
  const { info } = console;
  console.info = (line) => said.push(line);
  try {
    assert.equal(matchLocale("xx", kit), "en-US");
    assert.equal(matchLocale("xx", kit), "en-US");
    assert.equal(matchLocale("toString", kit), "en-US");
  } finally {
    console.info = info;
  }
  assert.deepEqual(said, ['reflex-thinking: there is no locale "xx", using en-US', 'reflex-thinking: there is no locale "toString", using en-US']);
});

test("texts of the host app come first, what they leave out comes from a near locale, then from English", () => {
  const own = { "pt-PT": { "ai.chat.send": "Mandar" }, tlh: { "ai.chat.send": "ngeH" }, "en-US": { "ai.chat.stop": "Halt" } };
  const portugal = stringsOf("pt-PT", kit, own);
  assert.equal(portugal.locale, "pt-PT");
  assert.equal(text(portugal, "ai.chat.send"), "Mandar");
  assert.equal(text(portugal, "ai.chat.stop"), "Parar");
  const klingon = stringsOf("tlh", kit, own);
  assert.equal(text(klingon, "ai.chat.send"), "ngeH");
  assert.equal(text(klingon, "ai.chat.stop"), "Stop");
  assert.equal(text(stringsOf("en-US", kit, own), "ai.chat.stop"), "Halt");
});

test("numbers are written as in the region that was asked for", () => {
  assert.equal(formatDuration(stringsOf("es-MX", kit), 4_200), "4.2 s");
  assert.equal(formatDuration(stringsOf("es", kit), 4_200), "4,2 s");
  assert.match(formatDuration(stringsOf("ar-EG", kit), 4_200), /٤٫٢/);
});

test("a locale that the browser cannot know is formatted as English", () => {
  const odd = stringsOf("no such_thing!", kit, { "no such-thing!": { "ai.thinking.words": { other: "{n} w" } } });
  assert.equal(text(odd, "ai.thinking.words", { n: 1234 }), "1,234 w");
});

test("Arabic has six plural forms", () => {
  const arabic = stringsOf("ar", kit);
  const forms = [1, 2, 3, 11, 100].map((n) => text(arabic, "ai.thinking.tools", { n }).replace(/[\d٠-٩]+ /, ""));
  assert.deepEqual(forms, ["أداة واحدة", "أداتان", "أدوات", "أداة", "أداة"]);
});

test("the direction follows the script, else the language", () => {
  assert.deepEqual(["ar", "he-IL", "fa", "ur-PK", "uz-Arab", "en-US", "az-Latn", "ja"].map(directionOf), [
    "rtl", "rtl", "rtl", "rtl", "rtl", "ltr", "ltr", "ltr",
  ]);
});

test("a moment is written for machines and, by the rules of the locale, for readers", () => {
  const zone = process.env.TZ;
  process.env.TZ = "UTC";
  try {
    const at = Date.UTC(2026, 10, 17, 22, 41, 5, 123);
    const spaces = (moment) => ({ ...moment, time: moment.time.replace(/\s/g, " "), full: moment.full.replace(/\s/g, " ") });
    assert.deepEqual(spaces(formatMoment("en-US", at)), { iso: "2026-11-17T22:41:05.123Z", time: "10:41:05 PM", full: "November 17, 2026 at 10:41:05 PM" });
    assert.equal(formatMoment("de", at).time, "22:41:05");
    assert.match(formatMoment("pt-BR", at).full, /17 de novembro de 2026.*22:41:05/);
    assert.equal(formatMoment("x y", at).time, formatMoment("en-US", at).time);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test("what is no time is no moment", () => {
  for (const at of [undefined, null, 0, -1, NaN, Infinity, 1e17, "5"]) assert.equal(formatMoment("en-US", at), null);
});

test("a text has the direction of its first letter, and none without one", () => {
  const texts = ["- step-free", "1. \u0645\u062f\u062e\u0644 step-free", "**\u05e9\u05dc\u05d5\u05dd**", "12 % \u2192 14 %", "", "- \u201c\u00c9t\u00e9\u201d \u0645"];
  assert.deepEqual(texts.map(directionOfText), ["ltr", "rtl", "rtl", undefined, undefined, "ltr"]);
});
