// Ops that the server's reducer made give the message that the server has. The committed vectors are a few telling runs;
// a property test in Python has many random ones replayed here (REPLAY_VECTORS).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { applyOps } from "../../../components/reflex_thinking/client/store.js";

const file = process.env.REPLAY_VECTORS ?? new URL("./replay.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf-8"));

/** Freeze a message, so that an applier that changes what it was given fails. */
function frozen(value) {
  if (value && typeof value === "object" && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

test("there are vectors", () => assert.ok(vectors.length > 0));

for (const { name, empty, batches } of vectors) {
  test(name, () => {
    let message = frozen(empty);
    for (const { ops, message: expected } of batches) {
      message = frozen(applyOps(message, frozen(ops)));
      assert.deepEqual(message, expected);
    }
  });
}

test("what ops do not touch keeps its identity", () => {
  for (const { empty, batches } of vectors) {
    let message = empty;
    for (const { ops } of batches) {
      for (const op of ops) {
        const next = applyOps(message, [op]);
        if (op[0] === "a" || op[0] === "s") {
          const index = Array.isArray(op[1]) ? op[1][0] : op[1];
          message.parts.forEach((part, place) => assert.equal(next.parts[place] === part, place !== index));
          assert.equal(next.blocks, message.blocks);
        } else if (op[0] !== "n") {
          assert.equal(next.parts, message.parts);
        }
        message = next;
      }
    }
  }
});
