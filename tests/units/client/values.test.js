// What tools take and give: the same answers as tool_values.py, and work that grows with the text alone.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { stringsOf } from "../../../components/reflex_thinking/client/strings.js";
import { chunks, coloured, inputPreview, places, pretty, preview, shownValue } from "../../../components/reflex_thinking/client/values.js";
import { assertLinear } from "./growth.mjs";

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
const { previews, inputs, lines } = read("../tool_values.json");
const strings = stringsOf("en-US", { "en-US": read("../../../components/reflex_thinking/locales/en-US.json") });

for (const [text, said] of previews) test(`one line about ${text.slice(0, 60)}`, () => assert.equal(preview(strings, text), said));

for (const [text, written] of lines) test(`the lines of ${text.slice(0, 60)}`, () => assert.equal(pretty(text), written));

test("colours and chunks leave nothing out", () => {
  for (const [text] of [...previews, ...lines]) {
    const shown = shownValue(text).text;
    assert.equal(coloured(shown).map(([piece]) => piece).join(""), shown);
    assert.equal(chunks(shown, 7).map((chunk) => chunk.text).join(""), shown);
  }
  const kinds = coloured('{"a": [1, true, "b: 2"]}').filter(([, kind]) => kind);
  assert.deepEqual(kinds, [['"a"', "attr"], ["1", "number"], ["true", "literal"], ['"b: 2"', "string"]]);
});

test("a JSON string is shown as what it says", () => {
  assert.deepEqual(shownValue('"a\\nb"'), { text: "a\nb", isJson: false });
});

test("half a value is no value yet", () => {
  for (const [text, said] of inputs) assert.equal(inputPreview(strings, text), said);
  assert.equal(inputPreview(strings, "x".repeat(20_000)), "");
});

test("chunks end with a line where there is one", () => {
  assert.deepEqual(chunks("ab\ncd\nefghijklm", 6).map(({ text }) => text), ["ab\ncd\n", "efghij", "klm"]);
  assert.deepEqual(chunks("ab\ncd", 4).map(({ start }) => start), [0, 3]);
  assert.ok(chunks("line\n".repeat(5000)).every(({ text }) => text.endsWith("\n") && text.length <= 4000));
});

test("no more places are looked for than can be shown", () => {
  assert.deepEqual(places("abcabc", "bc"), [1, 4]);
  assert.equal(places("a".repeat(5000), "a").length, 1000);
  assert.deepEqual(places("abc", ""), []);
});

test("what is huge, deep or broken stays text", () => {
  const huge = JSON.stringify(["x".repeat(400_000)]);
  assert.equal(shownValue(huge).text, huge);
  assert.ok(preview(strings, huge).length <= 160);
  const deep = "[".repeat(50_000) + "]".repeat(50_000);
  assert.ok(preview(strings, deep).length <= 160);
  assert.equal(preview(strings, "[".repeat(400) + '{"a": '.repeat(400) + "[1, [2]]" + "}".repeat(400) + "]".repeat(400)), "2 a");
  assert.ok(Math.max(...pretty("[".repeat(200) + "1,2" + "]".repeat(200)).split("\n").map((line) => line.length)) < 500);
});

test("the cost grows with the text alone", () => {
  assertLinear(200, (size) => {
    const text = JSON.stringify({ hits: Array.from({ length: size }, () => ({ title: 'a " b', tags: ["x", [1, 2]] })) });
    preview(strings, text);
    coloured(shownValue(text).text);
  });
  assertLinear(1000, (size) => {
    const text = '{"a": "'.repeat(size);
    preview(strings, text);
    pretty(text);
  });
});
