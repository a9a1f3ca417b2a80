import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  WordCounter,
  blockOfRange,
  countFailed,
  countTools,
  countWords,
  durationOf,
  endingOf,
  fileName,
  groupParts,
  headlineOf,
  lastSentence,
  partStatus,
  rasterType,
  shortType,
  visibleSteps,
} from "../../../components/reflex_thinking/client/model.js";

const vectors = JSON.parse(readFileSync(new URL("../vectors.json", import.meta.url), "utf-8"));
const reasoning = (id, content, more = {}) => ({ id, type: "reasoning", content, ...more });
const tool = (id, more = {}) => ({ id, type: "tool_call", content: "", ...more });

test("words are counted as in Python", () => {
  for (const [text, count] of vectors.words) assert.equal(countWords(text), count, JSON.stringify(text));
});

test("parts are grouped as in Python", () => {
  for (const { types, chain, split } of vectors.grouping) {
    const parts = types.map((type, index) => ({ id: `p${index}`, type }));
    const rows = (ranges) => ranges.map(({ group, start_index, end_index }) => [group, start_index, end_index]);
    assert.deepEqual(rows(groupParts(parts)), chain);
    assert.deepEqual(rows(groupParts(parts, false)), split);
  }
});

test("images and files are called what Python calls them", () => {
  for (const [part, word] of vectors.short_types) assert.equal(shortType(part), word, JSON.stringify(part));
  for (const [data, type] of vectors.raster_types) assert.equal(rasterType(data), type, data);
  for (const data of [undefined, null, 3, "<svg>", "\u0000"]) assert.equal(rasterType(data), null);
});

test("a file's name is a name and nothing else", () => {
  for (const [name, shown] of [
    ["report.pdf", "report.pdf"],
    ["../../etc/passwd", "passwd"],
    ["C:\\Windows\\a.exe", "a.exe"],
    ["evil\u202egpj.exe", "evilgpj.exe"],
    ["a\nb.txt", "ab.txt"],
    ["..", ""],
  ])
    assert.equal(fileName(name), shown);
});

test("empty reasoning is shown nowhere", () => {
  assert.deepEqual(visibleSteps([reasoning("a", " \n"), tool("b"), reasoning("c", "x")]).map((step) => step.id), ["b", "c"]);
  assert.deepEqual(visibleSteps(undefined), []);
});

test("withheld reasoning has one placeholder, and none once there is something to read", () => {
  const hidden = (id) => reasoning(id, "", { redacted: true });
  assert.deepEqual(visibleSteps([hidden("a"), tool("t"), hidden("b")]).map((step) => step.id), ["a", "t"]);
  assert.deepEqual(visibleSteps([hidden("a"), reasoning("b", "text")]).map((step) => step.id), ["b"]);
});

test("tools are counted at the top level, failures and words at any depth", () => {
  const steps = [
    reasoning("a", "two words"),
    { id: "b", type: "assistant_call", content: "", child_steps: [tool("c", { status: "error" }), reasoning("d", "three more words")] },
  ];
  assert.equal(countTools(steps), 1);
  assert.equal(countFailed(steps), 1);
  assert.equal(new WordCounter().count(steps), 5);
});

test("words of two assistants whose steps have the same ids are counted apart", () => {
  const agent = (id, content) => ({ id, type: "assistant_call", content: "", child_steps: [reasoning("r-1", content)] });
  const counter = new WordCounter();
  counter.count([agent("a", "one two three four "), agent("b", "one ")]);
  assert.equal(counter.count([agent("a", "one two three four five"), agent("b", "one two")]), 7);
});

test("failed calls are counted as in Python and in the terminal", () => {
  for (const { steps, failed } of vectors.failures) assert.equal(countFailed(steps), failed, JSON.stringify(steps));
});

test("the status is that of the last part", () => {
  assert.deepEqual(partStatus([]), { type: "complete" });
  assert.deepEqual(partStatus([{ status: "done" }, { status: "thinking" }]), { type: "running" });
  assert.deepEqual(partStatus([{ status: "error" }]), { type: "incomplete", reason: "error" });
  assert.deepEqual(partStatus([{ status: "cancelled" }]), { type: "incomplete", reason: "cancelled" });
});

test("a range has both ends in it, and thinking parts only", () => {
  const parts = [reasoning("a", "x"), tool("b"), { id: "t", type: "text" }, tool("c"), reasoning("d", "y")];
  const ids = (start, end) => blockOfRange({ id: "m", status: "done", parts }, start, end).steps.map(({ id }) => id);
  assert.deepEqual(ids(0, 1), ["a", "b"]);
  assert.deepEqual(ids(1, 1), ["b"]);
  assert.deepEqual(ids(1, 3), ["b", "c"]);
  assert.deepEqual(ids(3, 99), ["c", "d"]);
  assert.deepEqual(ids(2, 2), []);
  assert.deepEqual(ids(1, 0), []);
});

test("ranges that begin in other places have other ids", () => {
  const parts = [reasoning("a", "x"), tool("b"), reasoning("c", "y"), { id: "t", type: "text" }, tool("d"), tool("e")];
  const id = (start, end) => blockOfRange({ id: "m", status: "done", parts }, start, end).id;
  assert.equal(id(0, 2), "m:0");
  assert.equal(id(0, 1), "m:0");
  assert.equal(id(4, 5), "m:1");
  assert.equal(new Set([id(0, 2), id(1, 2), id(2, 2), id(4, 5), id(5, 5)]).size, 5);
});

test("a range of a message is a block with a stable id", () => {
  const parts = [reasoning("a", "x", { started_at: 5, ended_at: 9 }), { id: "t", type: "text" }, tool("b"), reasoning("c", "y")];
  const first = blockOfRange({ id: "m", status: "done", parts }, 0, 0);
  const second = blockOfRange({ id: "m", status: "thinking", parts }, 2, 3);
  assert.equal(first.id, "m:0");
  assert.equal(durationOf(first), 4);
  assert.equal(second.id, "m:1");
  assert.equal(second.status, "thinking");
  assert.deepEqual(second.steps.map((step) => step.id), ["b", "c"]);
});

test("words of a growing text are counted as those of the whole, wherever it is cut", () => {
  const text = vectors.words.map(([words]) => words).join(" \n") + " and an end";
  const counter = new WordCounter();
  for (let at = 0; at <= text.length; at += 3) {
    const content = text.slice(0, at);
    assert.equal(counter.count([reasoning("r", content)]), countWords(content), String(at));
  }
});

test("the last headline and the last whole sentence of a growing text", () => {
  assert.equal(headlineOf("**First look**\n\ntext\n\n**Second look**\n\nmore"), "Second look");
  assert.equal(headlineOf("some **bold** words"), "");
  assert.equal(lastSentence("One is here. Two is **bold** here. And three is not"), "Two is bold here.");
  assert.equal(lastSentence("これは文です。途中"), "");
});

test("the outline of a step says how many words it has, and that there is something to read", () => {
  const steps = [
    { id: "a", type: "reasoning", status: "done", outline: 7 },
    { id: "b", type: "reasoning", status: "done", outline: 0 },
    { id: "c", type: "tool_call", status: "error", outline: 0 },
  ];
  assert.equal(new WordCounter().count(steps), 7);
  assert.deepEqual(visibleSteps(steps).map((step) => step.id), ["a", "c"]);
  assert.equal(countFailed(steps), 1);
});

test("an answer that is not whole says why, as in Python", () => {
  for (const [message, ending] of vectors.endings) assert.equal(endingOf(message), ending, JSON.stringify(message));
});
