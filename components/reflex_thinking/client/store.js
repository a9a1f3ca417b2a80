// What the page remembers beside React: which blocks and steps the user opened or closed. Pure: no React, no DOM.

/** @type {Map<string, boolean>} */
const choices = new Map();
/** @type {Map<string, Set<() => void>>} */
const listeners = new Map();

/** What the user chose for this block or step, or undefined. @param {string} id */
export function getChoice(id) {
  return choices.get(id);
}

/** @param {string} id @param {boolean} open */
export function setChoice(id, open) {
  if (choices.get(id) === open) return;
  choices.set(id, open);
  listeners.get(id)?.forEach((listener) => listener());
}

/** @param {string} id @param {() => void} listener @returns {() => void} */
export function subscribeChoice(id, listener) {
  let known = listeners.get(id);
  if (!known) listeners.set(id, (known = new Set()));
  known.add(listener);
  return () => {
    known.delete(listener);
    if (!known.size) listeners.delete(id);
  };
}
