// What the user said and the server did not take: it comes back to where it was written.
import { useEffect } from "react";
import { store } from "./store.js";
import { textOf } from "./turns.js";

/** What the user said last, as far as the server has listed it. */
function lastSaid(owner) {
  const ids = store.listed.get(owner)?.ids ?? [];
  return textOf(ids.findLast((id) => store.message(id)?.role === "user") ?? "");
}

/**
 * Gives back what the server did not take: `write(change)` is called with a function that makes the new content of the field
 * out of the old one.
 */
export function useUnsent(owner, write) {
  useEffect(() => {
    const comeBack = () => {
      const { text, isOurs } = store.unsent.get(owner);
      // Who presses a button of the host app's own twice is heard once.
      if (isOurs || lastSaid(owner) !== text) write((now) => (now.includes(text) ? now : [text, now].filter(Boolean).join("\n\n")));
    };
    return store.subscribe(`unsent:${owner}`, comeBack);
  }, [owner]);
}
