// How the cost of some work grows with its input, as tests/growth.py has it for Python.
import assert from "node:assert/strict";

const MOST = 2.5;
const DOUBLINGS = 4;
const LEAST_TRIES = 2;
const MOST_TRIES = 8;

/** The processor time of this process in microseconds. @param {() => void} work */
function cost(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/**
 * Fail if the cost of the work grows clearly faster than its input. Sizes take turns, and the best try of each counts.
 * @param {number} small @param {(size: number) => void} work
 */
export function assertLinear(small, work) {
  const sizes = [small, small * 2 ** DOUBLINGS];
  const best = [Infinity, Infinity];
  let growth = Infinity;
  work(small);
  for (let tries = 1; tries <= MOST_TRIES && (tries <= LEAST_TRIES || growth > MOST); tries += 1) {
    sizes.forEach((size, at) => (best[at] = Math.min(best[at], cost(() => work(size)))));
    growth = (best[1] / best[0]) ** (1 / DOUBLINGS);
  }
  assert.ok(growth <= MOST, `twice the input costs ${growth.toFixed(1)} times as much; ${MOST} are allowed`);
}
