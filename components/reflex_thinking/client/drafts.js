// What is written and not sent yet. It belongs to its thread and is kept in the browser: for a new thread in the tab, else for all
// tabs.
import { useEffect, useRef } from "react";
import { store } from "./store.js";

const PREFIX = "reflex-thinking.draft:";
const MOST = 50; // threads with drafts; older ones are forgotten
const LONGEST = 100_000; // characters of one

const storageOf = (/** @type {string} */ thread) => (thread ? window.localStorage : window.sessionStorage);
const keyOf = (/** @type {string} */ owner, /** @type {string} */ thread) => `${PREFIX}${owner}:${thread}`;

/** A browser may keep nothing for a page, or have no room: then a draft ends with its page. */
function trying(work) {
  try {
    return work() ?? "";
  } catch {
    return "";
  }
}

/** @param {string} owner @param {string} thread @returns {string} */
function readDraft(owner, thread) {
  // The time when it was written stands before it.
  return trying(() => storageOf(thread).getItem(keyOf(owner, thread))?.replace(/^\d+ /, ""));
}

/** @param {string} owner @param {string} thread @param {string} text */
function keepDraft(owner, thread, text) {
  trying(() => {
    const storage = storageOf(thread);
    const key = keyOf(owner, thread);
    if (!text || text.length > LONGEST) return storage.removeItem(key);
    const isNew = storage.getItem(key) === null;
    storage.setItem(key, `${Date.now()} ${text}`);
    return isNew ? forgetOldest(storage) : undefined;
  });
}

const draftsIn = (/** @type {Storage} */ storage) => Object.keys(storage).filter((key) => key.startsWith(PREFIX));

function forgetOldest(storage) {
  const written = (/** @type {string} */ key) => Number.parseInt(storage.getItem(key), 10);
  const keys = draftsIn(storage).sort((one, other) => written(other) - written(one));
  for (const key of keys.slice(MOST)) storage.removeItem(key);
}

/** A thread is deleted, and its draft with it. @param {string} thread */
export function forgetDraft(thread) {
  trying(() => draftsIn(window.localStorage).forEach((key) => key.endsWith(`:${thread}`) && window.localStorage.removeItem(key)));
}

/**
 * Keeps what is in a field as the draft of the thread that is shown, and puts the draft of the next one there. Returns what to
 * call when the field was changed.
 * @param {string} owner @param {() => HTMLTextAreaElement | null | undefined} field @param {(text: string) => void} write
 */
export function useDraft(owner, field, write) {
  const thread = useRef(/** @type {string | null} */ (null)); // whose draft is in the field; unknown until the server said it
  useEffect(() => {
    let shown = { thread: "", ids: /** @type {string[]} */ ([]) };
    const load = () => write(readDraft(owner, thread.current ?? ""));
    const move = () => {
      if (thread.current === store.destination) return;
      thread.current = store.destination;
      load();
    };
    const list = () => {
      if (!store.listed.has(owner)) return;
      const before = shown;
      shown = store.thread(owner);
      if (thread.current === null) {
        // Only now: before, the address may have named a thread of somebody else's.
        thread.current = shown.thread;
        const written = field()?.value ?? "";
        const known = readDraft(owner, shown.thread);
        write(known === written ? known : [known, written].filter(Boolean).join("\n\n"));
        keepDraft(owner, shown.thread, field()?.value ?? "");
        return;
      }
      if (shown.thread === before.thread || shown.thread === thread.current) return;
      const left = thread.current;
      thread.current = shown.thread;
      // A thread that was begun here takes what was written since along, one that is gone leaves it behind.
      const goesOn = before.ids.some((id) => shown.ids.includes(id)) || (left && store.gone === left);
      if (!goesOn) return load();
      keepDraft(owner, left, "");
      return keepDraft(owner, shown.thread, field()?.value ?? "");
    };
    const leave = [store.subscribe(`thread:${owner}`, list), store.subscribe("moved", move)];
    list();
    return () => leave.forEach((stop) => stop());
  }, [owner]);
  // What waits for the line to come back would be lost with the page.
  return () => thread.current !== null && keepDraft(owner, thread.current, [store.sending(owner), field()?.value].filter(Boolean).join("\n\n"));
}
