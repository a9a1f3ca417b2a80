// Which edge stays where it is when something opens, closes or changes its height. Pure: no React, no DOM.

/**
 * @typedef {object} Change
 * @property {any} element
 * @property {{top: number, bottom: number, inner: number | null}} before where it was, and where its content began if that
 *   was in an area of its own that scrolls
 * @property {"toggled" | "released" | "replaced"} kind it was opened or closed; it stays open, and its content is no longer
 *   in a bounded area; it gave way to something smaller by itself, while the reader reads what follows it
 * @typedef {{element: any, edge: "top" | "bottom" | "inner", target: number}} Anchor
 */

/**
 * The one edge that matters most to the reader, and where it should be.
 * @param {Change[]} changes in the order of the page
 * @param {{top: number, bottom: number}} view
 * @returns {Anchor | null}
 */
export function chooseAnchor(changes, view) {
  const first = changes.find(({ before }) => before.bottom > view.top);
  const above = changes.findLast(({ before }) => before.bottom <= view.top);
  if (!first || first.before.top >= view.bottom) return above ? end(above) : null;
  const { element, before, kind } = first;
  if (kind === "released" && before.inner !== null) return { element, edge: "inner", target: before.inner };
  if (before.bottom <= view.bottom && (kind === "replaced" || before.top < view.top)) return end(first);
  // What began above and fills the view comes to its top, so that the reader sees what is left of it.
  return { element, edge: "top", target: Math.max(before.top, view.top) };
}

/** @param {Change} change @returns {Anchor} */
const end = ({ element, before }) => ({ element, edge: "bottom", target: before.bottom });

/** Whether a change is seen to move: what begins above the view is not, and would tremble. @param {Change} change @param {{top: number, reversed?: boolean}} view */
export function isSeen({ before, kind }, view) {
  return kind === "toggled" && before.top >= view.top && !view.reversed;
}
