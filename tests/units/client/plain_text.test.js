import assert from "node:assert/strict";
import { test } from "node:test";
import { linked, plainParts } from "../../../components/reflex_thinking/client/plain_text.js";

const links = (text) => linked(text).filter((part) => part.type === "link").map((part) => part.text);

test("a text without code and addresses is one part, as it was written", () => {
  for (const text of ["**kwargs\n2 ** 3", "__init__\n\n- no list\n# no heading", "  indented\n\ttabbed", "<b>x</b> | a | b |"])
    assert.deepEqual(plainParts(text), [{ type: "text", text }]);
});

test("code fences are recognised", () => {
  assert.deepEqual(plainParts("see\n```python title\nx = 1\n\n```\nand\n~~~\n```\n~~~"), [
    { type: "text", text: "see" },
    { type: "code", text: "x = 1\n", language: "python" },
    { type: "text", text: "and" },
    { type: "code", text: "```", language: "" },
  ]);
});

test("a fence that is not closed is text", () => {
  const text = "look:\n```\nx = 1\n~~~";
  assert.deepEqual(plainParts(text), [{ type: "text", text }]);
});

test("nothing of a text with addresses gets lost", () => {
  const text = "see https://a.b/c?d=e#f, (https://x.y/(z)) and http://q.";
  assert.equal(linked(text).map((part) => part.text).join(""), text);
});

test("an address ends before the punctuation around it", () => {
  assert.deepEqual(links("(https://a.b/c), https://a.b/d_(e). https://a.b/f!"), ["https://a.b/c", "https://a.b/d_(e)", "https://a.b/f"]);
  assert.deepEqual(links('"https://a.b/c" <https://a.b/d> [x](https://a.b/e) 见https://a.b/f。好'), ["https://a.b/c", "https://a.b/d", "https://a.b/e", "https://a.b/f"]);
});

test("only addresses of the web are links", () => {
  assert.deepEqual(links("javascript:alert(1) data:text/html,x ftp://a.b www.a.b a@b.c"), []);
});

test("the search for the end of a fence is given up once", () => {
  const looks = { count: 0 };
  const fences = Array.from({ length: 3000 }, () => "```a").join("\n");
  const find = Array.prototype.findIndex;
  Array.prototype.findIndex = function (...rest) {
    looks.count += 1;
    return find.apply(this, rest);
  };
  try {
    assert.equal(plainParts(fences).length, 1);
  } finally {
    Array.prototype.findIndex = find;
  }
  assert.equal(looks.count, 1);
});
