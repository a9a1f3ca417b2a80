import assert from "node:assert/strict";
import { test } from "node:test";
import { LOOK, Line } from "../../../components/reflex_thinking/client/line.js";

const SECOND = 1000;

/** A line, what it did, and a way to let time pass while somebody waits for the server or nobody does. */
function started() {
  const done = [];
  const line = new Line({ ask: () => done.push("ask"), tell: (lost) => done.push(lost ? "lost" : "back"), giveUp: () => done.push("give up") });
  let now = 1_000_000;
  line.begin(now);
  const pass = (time, isAwaited = true) => {
    for (const end = now + time; now < end; ) line.look((now += LOOK), isAwaited);
  };
  return { line, done, pass, now: () => now, stall: (time) => (now += time) };
}

test("a line on which nobody waits is not asked", () => {
  const { done, pass } = started();
  pass(60 * SECOND, false);
  assert.deepEqual(done, []);
});

test("silence is noticed within three seconds, and the connection is given up later", () => {
  const { done, pass } = started();
  pass(3 * SECOND);
  assert.deepEqual(done, ["ask", "lost"]);
  pass(6 * SECOND);
  assert.deepEqual(done, ["ask", "lost"], "a server that has much to do may still answer");
  pass(3 * SECOND);
  assert.deepEqual(done, ["ask", "lost", "give up", "ask"]);
});

test("a server that answers is asked now and then, and one that speaks is not", () => {
  const { line, done, pass, now } = started();
  for (let n = 0; n < 10; n += 1) {
    pass(SECOND);
    line.hear(now());
  }
  assert.deepEqual(new Set(done), new Set(["ask"]));
  done.length = 0;
  for (let n = 0; n < 100; n += 1) {
    pass(LOOK);
    line.hear(now());
  }
  assert.deepEqual(done, []);
});

test("a late answer is as good as any", () => {
  const { line, done, pass, now } = started();
  pass(5 * SECOND);
  line.hear(now());
  line.hear(now());
  assert.deepEqual(done, ["ask", "lost", "back"]);
});

test("a page that stood still does not blame the server", () => {
  const { done, pass, stall } = started();
  pass(SECOND);
  stall(30 * SECOND);
  pass(LOOK);
  assert.deepEqual(done, ["ask"]);
});

test("without a network the server is asked at once, whoever waits", () => {
  const { line, done, pass, now } = started();
  line.doubt(now());
  assert.deepEqual(done, ["ask"]);
  pass(3 * SECOND, false);
  assert.deepEqual(done, ["ask", "lost"]);
  line.begin(now());
  pass(60 * SECOND, false);
  assert.deepEqual(done, ["ask", "lost"]);
});
