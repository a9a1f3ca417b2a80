// What the user just said, and the answer to it, before the server has listed either. Pure: no React, no DOM.
import { emptyMessage } from "./ops.js";

const ID_LENGTH = 12; // as in store/ids.py

/**
 * @typedef {object} Expected
 * @property {string} thread the thread that was shown
 * @property {Set<string>} before the messages that were shown
 * @property {Set<string>} replaced those of them that it takes the place of
 * @property {any[]} messages the new ones
 * @property {string} text what was said; empty when the last question is answered again
 * @property {(ids: string[]) => void} [send] says it to the server
 * @property {boolean} [isLost] the line to the server broke, and nobody knows whether it was heard
 */

/** An id as the server makes them. @param {string} prefix */
function newId(prefix) {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_LENGTH));
  return prefix + Array.from(bytes, (byte) => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"[byte % 64]).join("").slice(1);
}

/**
 * What a thread looks like once something is said in it.
 * @param {{thread: string, ids: string[]}} shown
 * @param {{text?: string, instead?: string, thinking?: boolean}} said no text: the last question is answered again;
 *   `instead`: the message that the text replaces, with all that follow it
 * @param {number} now @param {(id: string) => any} messageOf
 * @returns {Expected}
 */
export function expect({ thread, ids }, { text = "", instead = "", thinking = true }, now, messageOf) {
  const isAnswer = (/** @type {string} */ id) => messageOf(id)?.role === "assistant";
  const from = text ? (instead ? ids.indexOf(instead) : -1) : ids.findLastIndex((id) => !isAnswer(id)) + 1;
  const answer = { ...emptyMessage(newId("m")), created_at: now, thinking_enabled: thinking };
  const question = { id: newId("u"), role: "user", status: "done", parts: [{ id: "text", type: "text", text }], blocks: [] };
  return {
    thread,
    text,
    before: new Set(ids),
    replaced: new Set(from < 0 ? [] : ids.slice(from)),
    messages: text ? [question, answer] : [answer],
  };
}

/** @param {Expected} expected */
export const idsOf = ({ messages }) => messages.map(({ id }) => id);

/** Whether the server has heard it. @param {Expected} expected @param {{ids: string[]}} listed */
export const isHeard = ({ messages }, { ids }) => messages.some(({ id }) => ids.includes(id));

/**
 * Whether a list of the server's leaves nothing to expect: it has the new messages, or something else happened.
 * @param {Expected} expected @param {{thread: string, ids: string[]}} listed
 */
export function isSettled(expected, listed) {
  const { thread, before } = expected;
  const ours = idsOf(expected);
  if (ours.every((id) => listed.ids.includes(id))) return true;
  if (listed.ids.some((id) => !before.has(id) && !ours.includes(id))) return true;
  return listed.thread !== thread && !ours.some((id) => listed.ids.includes(id));
}

/** The messages to show. @param {string[]} listed @param {Expected | undefined} expected @returns {string[]} */
export function shownIds(listed, expected) {
  // Without a line no answer is on its way.
  const messages = (expected?.messages ?? []).filter(({ role }) => role === "user" || !expected.isLost);
  if (!messages.length) return listed;
  const ours = idsOf({ ...expected, messages });
  return [...listed.filter((id) => !expected.replaced.has(id) && !ours.includes(id)), ...ours];
}
