// What the user said and the server may not have heard: it comes back to where it was written.
import { useEffect, useRef } from "react";
import { store } from "./store.js";
import { textOf } from "./turns.js";

/** The user's messages of a state's thread that are not among `before`, as texts. @param {string} owner @param {string[]} before */
function textsSince(owner, before) {
  return store
    .thread(owner)
    .ids.filter((id) => !before.includes(id) && store.message(id)?.role === "user")
    .map(textOf);
}

/**
 * Remembers what was said until it stands in the thread. When the server does not take it, or the line breaks before that,
 * `write(change)` is called with a function that makes the new content of the field out of the old one. Should it have
 * arrived after all, it leaves the field again, unless somebody has changed it.
 * @returns {(text: string) => void} to be called with what is said
 */
export function useUnsent(owner, offline, write) {
  /** @type {import("react").MutableRefObject<{text: string, before: string[], isBack: boolean} | null>} */
  const sent = useRef(null);
  const giveBack = (text) => write((now) => (now.includes(text) ? now : [text, now].filter(Boolean).join("\n\n")));

  useEffect(() => {
    const arrive = () => {
      const { current } = sent;
      if (!current || !textsSince(owner, current.before).includes(current.text)) return;
      sent.current = null;
      if (current.isBack) write((now) => (now === current.text ? "" : now));
    };
    const refuse = () => {
      const text = store.unsent.get(owner);
      const isWritten = sent.current?.text === text;
      sent.current = null;
      // Who presses a button twice is heard once.
      if (isWritten || textsSince(owner, []).at(-1) !== text) giveBack(text);
    };
    const leave = [store.subscribe(`thread:${owner}`, arrive), store.subscribe(`unsent:${owner}`, refuse)];
    return () => leave.forEach((stop) => stop());
  }, [owner]);

  useEffect(() => {
    if (!offline || !sent.current) return;
    sent.current.isBack = true;
    giveBack(sent.current.text);
  }, [offline]);

  return (text) => {
    sent.current = { text, before: store.thread(owner).ids, isBack: false };
  };
}
