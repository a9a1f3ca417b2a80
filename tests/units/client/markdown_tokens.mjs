// What markdown is read as, with the packages that the front end has: node --test markdown_tokens.mjs, WEB names its folder.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const parentURL = pathToFileURL(`${process.env.WEB}/package.json`).href;
registerHooks({ resolve: (name, context, next) => next(name, name === "marked" ? { ...context, parentURL } : context) });
const client = new URL("../../../components/reflex_thinking/client/", import.meta.url);
const { growingTokens, tokensOf } = await import(new URL("markdown_tokens.js", client));
const { Sealer, sealText } = await import(new URL("seal.js", client));

const HOSTILE = JSON.parse(readFileSync(new URL("hostile.json", import.meta.url), "utf-8"));
const LONGEST_HELD = 2 * 400 + 1;

/** Numbers that look random and are the same in every run. */
function numbers(seed) {
  let state = seed;
  return (most) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return 1 + (state % most);
  };
}

/** Every text that tokens show, in order. */
function textOf(tokens) {
  return (tokens ?? [])
    .map((token) => {
      if (token.type === "table") return [token.header, ...token.rows].flat().map((cell) => textOf(cell.tokens)).join("");
      if (token.type === "image") return "";
      if (token.items) return textOf(token.items);
      if (token.tokens) return textOf(token.tokens);
      if (token.type === "text") return token.raw;
      return ["checkbox", "space", "hr"].includes(token.type) ? "" : (token.text ?? token.raw);
    })
    .join("");
}

function depthOf(tokens) {
  return Math.max(0, ...(tokens ?? []).map((token) => 1 + depthOf(token.tokens ?? token.items)));
}

const typesOf = (tokens) => tokens.map((token) => token.type);
const shown = (text) => growingTokens(text).tokens;
const chunksOf = ({ pages, chunks, tail }) => [...pages.flat(), ...chunks, tail];
const readings = (sealed) => chunksOf(sealed).map(({ prefix, text }) => tokensOf(prefix + text));

function isWithin(shorter, longer) {
  let at = 0;
  for (const character of shorter) {
    if (/\s/.test(character)) continue;
    at = longer.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

test("a text that arrived in any pieces is read as the stored one", () => {
  const next = numbers(7);
  for (const text of HOSTILE) {
    const stored = readings(sealText(text));
    for (let round = 0; round < 20; round += 1) {
      const sealer = new Sealer();
      for (let at = 0; at < text.length; ) {
        const size = next(round < 10 ? 3 : 40);
        sealer.push(text.slice(at, at + size));
        at += size;
      }
      assert.deepEqual(readings(sealer.sealed), stored, JSON.stringify(text));
    }
  }
});

test("a growing text never shows what is not in it, and holds back little", () => {
  for (const text of HOSTILE) {
    for (let end = 1; end <= text.length; end += 1) {
      const sealer = new Sealer();
      const { tail } = sealer.push(text.slice(0, end));
      const { tokens } = growingTokens(tail.text);
      const said = textOf(tokens);
      assert.ok(isWithin(said, tail.text), `${JSON.stringify(tail.text)} shows ${JSON.stringify(said)}`);
    }
  }
  const { tokens } = growingTokens(`|${"x".repeat(LONGEST_HELD)}`);
  assert.ok(textOf(tokens).length > 0);
});

test("what is open at the end is shown closed", () => {
  const html = (tokens) => tokens.map((token) => (token.tokens ? `<${token.type}>${html(token.tokens)}</>` : token.type === "codespan" ? `\`${token.text}\`` : token.text)).join("");
  for (const [text, expected] of [
    ["a **b", "a <strong>b</>"],
    ["a **b*", "a <strong>b</>"],
    ["a **", "a"],
    ["a *b **c", "a <em>b <strong>c</></>"],
    ["a `b **c", "a `b **c`"],
    ["~~a", "<del>a</>"],
    ["see [the docs](https://exam", "see the docs"],
    ["see [the do", "see the do"],
    ["2 ** 3", "2 ** 3"],
    ["a_b", "a_b"],
    ["arr[0", "arr[0"],
    ["20~30", "20~30"],
    ["[x](see below, it", "[x](see below, it"],
  ])
    assert.equal(html(shown(text)[0].tokens), expected, text);
});

test("a finished text is not repaired", () => {
  for (const text of ["a **b", "2 ** 3", "a `b", "[a](b", "| a | b |", "text\n1."]) assert.equal(textOf(tokensOf(text)), text);
});

test("a table is held back until its delimiter row is known, and then it is a table", () => {
  const table = "| name | value |\n|:-----|------:|\n| **a** | `1` |\n| b | 2 |\n";
  for (let end = 1; end <= table.length; end += 1) {
    const tokens = shown(`Intro:\n${table.slice(0, end)}`);
    assert.ok(!textOf(tokens).includes("|"), JSON.stringify(table.slice(0, end)));
    assert.ok(["paragraph", "paragraph,table"].includes(typesOf(tokens).join()), typesOf(tokens).join());
  }
  assert.equal(typesOf(shown("a | b\n--")).join(), "paragraph"); // no heading on the way to a table without outer pipes
  assert.equal(textOf(shown("a | b\n--")), "a | b");
});

test("what turns out to be no table is shown with the next line", () => {
  assert.equal(textOf(shown("| a | b |\nn")), "| a | b |\nn");
  assert.equal(textOf(shown("| a | b |\n|--|\nn")), "| a | b |\n|--|\nn");
});

test("a line that is nothing but markup so far is held back", () => {
  for (const half of ["-", "--", "=", "*", "+", "1.", "#", ">", "``", "```", "**"]) assert.equal(textOf(shown(`text\n${half}`)), "text", half);
  assert.equal(textOf(shown("```\ncode\n``")), "code");
});

test("nesting is bounded, and nothing gets lost", () => {
  for (const [name, text] of Object.entries({
    quotes: `${">".repeat(2000)} x`,
    spacedQuotes: `${"> ".repeat(2000)}x`,
    lists: `${"- ".repeat(1500)}x`,
    ordered: `${"1. ".repeat(1500)}x`,
    mixed: `${"> - ".repeat(1000)}x`,
    emphasis: `${"*a ".repeat(1000)}x${" b*".repeat(1000)}`,
    asterisks: `${"*".repeat(4000)}x${"*".repeat(4000)}`,
    links: `${"[".repeat(2000)}x${"](y)".repeat(1000)}`,
    indented: Array.from({ length: 90 }, (_, depth) => `${"  ".repeat(depth)}- x`).join("\n"),
  })) {
    for (const tokens of [tokensOf(text), growingTokens(text).tokens]) {
      assert.ok(depthOf(tokens) <= 80, `${name}: ${depthOf(tokens)}`);
      assert.ok(textOf(tokens).includes("x"), name);
    }
  }
});
