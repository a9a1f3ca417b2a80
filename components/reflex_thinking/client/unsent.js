// What the user said and the server did not take, or may not have heard: it comes back to where it was written.
import { useEffect, useRef } from "react";
import { store } from "./store.js";
import { textOf } from "./turns.js";

/** The user's messages that the server has listed for a state and that are not among `before`, as texts. */
function textsSince(owner, before) {
  const ids = store.listed.get(owner)?.ids ?? [];
  return ids.filter((id) => !before.includes(id) && store.message(id)?.role === "user").map(textOf);
}

/**
 * Gives back what the server did not take and what was on its way when the line broke: `write(change)` is called with a
 * function that makes the new content of the field out of the old one. Should it have arrived after all, it leaves the
 * field again, unless somebody has changed it.
 */
export function useUnsent(owner, write) {
  /** @type {import("react").MutableRefObject<{text: string, before: string[]} | null>} */
  const lost = useRef(null);

  useEffect(() => {
    const giveBack = (text) => write((now) => (now.includes(text) ? now : [text, now].filter(Boolean).join("\n\n")));
    const arrive = () => {
      const { current } = lost;
      if (!current || !textsSince(owner, current.before).includes(current.text)) return;
      lost.current = null;
      write((now) => (now === current.text ? "" : now));
    };
    const comeBack = () => {
      const { text, isOurs, isLost } = store.unsent.get(owner);
      lost.current = isLost ? { text, before: store.listed.get(owner)?.ids ?? [] } : null;
      // Who presses a button of the host app's own twice is heard once.
      if (isOurs || textsSince(owner, []).at(-1) !== text) giveBack(text);
    };
    const leave = [store.subscribe(`thread:${owner}`, arrive), store.subscribe(`unsent:${owner}`, comeBack)];
    return () => leave.forEach((stop) => stop());
  }, [owner]);
}
