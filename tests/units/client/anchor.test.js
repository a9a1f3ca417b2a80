import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseAnchor, isSeen } from "../../../components/reflex_thinking/client/anchor.js";

const view = { top: 0, bottom: 600 };
const change = (top, bottom, kind = "toggled", inner = null) => ({ element: `${top}`, before: { top, bottom, inner }, kind });

test("a bar that is in view stays where it is", () => {
  assert.deepEqual(chooseAnchor([change(100, 2000)], view), { element: "100", edge: "top", target: 100 });
});

test("what follows stays when the bar is above the view and the end is in it", () => {
  assert.deepEqual(chooseAnchor([change(-900, 300)], view), { element: "-900", edge: "bottom", target: 300 });
});

test("what filled the view comes to its top", () => {
  assert.deepEqual(chooseAnchor([change(-900, 3000)], view), { element: "-900", edge: "top", target: 0 });
});

test("of several above the view the last one counts, and one in view before them", () => {
  assert.deepEqual(chooseAnchor([change(-900, -500), change(-400, -300)], view), { element: "-400", edge: "bottom", target: -300 });
  assert.deepEqual(chooseAnchor([change(-900, -500), change(50, 90), change(200, 900)], view), { element: "50", edge: "top", target: 50 });
});

test("what is below the view moves nothing", () => {
  assert.equal(chooseAnchor([change(700, 900)], view), null);
  assert.deepEqual(chooseAnchor([change(-900, -500), change(700, 900)], view), { element: "-900", edge: "bottom", target: -500 });
});

test("what gives way by itself leaves what follows it in place", () => {
  assert.deepEqual(chooseAnchor([change(50, 400, "replaced")], view), { element: "50", edge: "bottom", target: 400 });
});

test("content that leaves its own area stays where it is read", () => {
  assert.deepEqual(chooseAnchor([change(50, 400, "released", -300)], view), { element: "50", edge: "inner", target: -300 });
  assert.deepEqual(chooseAnchor([change(-900, -300, "released", -950)], view), { element: "-900", edge: "bottom", target: -300 });
});

test("only what begins in view is seen to move", () => {
  assert.equal(isSeen(change(10, 90), view), true);
  assert.equal(isSeen(change(-10, 90), view), false);
  assert.equal(isSeen(change(10, 90, "replaced"), view), false);
  assert.equal(isSeen(change(10, 90), { ...view, reversed: true }), false);
});
