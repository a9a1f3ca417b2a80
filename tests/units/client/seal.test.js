import assert from "node:assert/strict";
import { test } from "node:test";
import { assertLinear } from "./growth.mjs";
import { Sealer, sealText } from "../../../components/reflex_thinking/client/seal.js";

const chunksOf = ({ pages, chunks }) => [...pages.flat(), ...chunks];
const whole = (sealed) => chunksOf(sealed).map((chunk) => chunk.text).join("") + sealed.tail.text;

const SENTENCES = "This is a sentence of some length, and it ends here. ".repeat(400);
const TEXTS = {
  paragraphs: "One.\n\nTwo **bold**.\n\n- a\n- b\n\n1. x\n\n   still x\n\n2. y\n\nEnd",
  fences: "Before\n```python\na = 1\n\n\nb = 2\n```\nafter\n\n~~~\n```\n~~~\n\nlast",
  openFence: `\`\`\`js\n${"line();\n".repeat(350)}`,
  nestedFence: "- item\n\n  ```\n  code\n\n  more\n  ```\n\nafter",
  longParagraph: SENTENCES,
  unbroken: "x".repeat(40_000),
  list: Array.from({ length: 500 }, (_, index) => `- item number ${index} of a long list`).join("\n"),
  table: `| a | b |\n|---|---|\n${Array.from({ length: 200 }, (_, index) => `| ${index} | x |`).join("\n")}\n\nafter`,
  wideTable: `| a | b |\n|---|---|\n| ${"x".repeat(60_000)}`,
  surrogates: "😀".repeat(20_000),
};

TEXTS.everything = Object.values(TEXTS).join("\n\n");
TEXTS.longLines = `${SENTENCES}\n${SENTENCES}\n\n${SENTENCES}\n- ${SENTENCES}\n- x\n\n> ${SENTENCES}\nend`;

for (const [name, text] of Object.entries(TEXTS)) {
  test(`${name}: nothing is lost, and how it arrives makes no difference`, () => {
    const expected = sealText(text);
    for (const size of [1, 7, 100, 5000]) {
      const sealer = new Sealer();
      for (let at = 0; at < text.length; at += size) sealer.push(text.slice(at, at + size));
      assert.deepEqual(sealer.sealed, expected, `pieces of ${size}`);
    }
    assert.equal(whole(expected).replace(/\s+/g, ""), text.replace(/\s+/g, ""));
  });

  test(`${name}: no chunk grows without end`, () => {
    for (const chunk of [...chunksOf(sealText(text)), sealText(text).tail]) assert.ok(chunk.text.length <= 16_384);
  });
}

test("paragraphs are sealed at blank lines", () => {
  assert.deepEqual(chunksOf(sealText("One.\n\nTwo.\n\nThree")).map((chunk) => chunk.text), ["One.\n\n", "Two.\n\n"]);
});

test("an indented line after a blank one belongs to what is before it", () => {
  const sealed = sealText("1. x\n\n   still x\n\nafter");
  assert.deepEqual(chunksOf(sealed).map((chunk) => chunk.text), ["1. x\n\n   still x\n\n"]);
});

test("blank lines in a code fence do not end it", () => {
  const sealed = sealText("```\na\n\nb\n```\nafter");
  assert.deepEqual(chunksOf(sealed).map((chunk) => chunk.text), ["```\na\n\nb\n```\n"]);
  assert.equal(sealed.tail.text, "after");
});

test("a long fence goes on in chunks that know how it began", () => {
  const [first, second] = chunksOf(sealText(TEXTS.openFence));
  assert.equal(first.prefix, "");
  assert.equal(second.prefix, "```js\n");
});

test("a long table repeats its header", () => {
  const [first, second] = chunksOf(sealText(TEXTS.table));
  assert.equal(first.prefix, "");
  assert.equal(second.prefix, "| a | b |\n|---|---|\n");
});

test("what is sealed is never touched again", () => {
  const sealer = new Sealer();
  const before = sealer.push("One.\n\nTwo");
  const after = sealer.push(" more.\n\nThree");
  assert.equal(after.chunks[0], before.chunks[0]);
});

test("the work per character does not grow with the length", () => {
  assertLinear(100_000, (size) => {
    const sealer = new Sealer();
    for (let at = 0; at < size; at += 28) sealer.push("reasoning about constraints ");
  });
});
