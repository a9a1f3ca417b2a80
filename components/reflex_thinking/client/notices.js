// Why something was not sent: said where it was written.
import { useMemo } from "react";
import { useText, useTold } from "./language.js";
import { useStore } from "./live.js";
import { store } from "./store.js";

/** What passes by itself. Anything else is a problem. */
const PASSING = ["thread_busy", "too_many_runs", "offline"];
/** What the reader can do about it says more than what the server says. */
const KEYS = { thread_busy: "ai.chat.busy", offline: "ai.chat.offline" };
const NOTHING = { tone: "", text: "" };

/** What there is to say of a chat: `{tone: "hint" | "problem", text}`, both empty for nothing. @param {string} owner */
export function useNotice(owner) {
  const t = useText();
  const told = useTold();
  const notice = useStore(`notice:${owner}`, () => store.notices.get(owner), undefined);
  return useMemo(() => {
    if (!notice) return NOTHING;
    const key = KEYS[notice.code];
    return { tone: PASSING.includes(notice.code) ? "hint" : "problem", text: key ? t(key) : told(notice.text) };
  }, [notice, t, told]);
}

/**
 * That a text is too long, as the server would say it, or an empty text. It counts characters by code points.
 * @param {string} text @param {number} most
 */
export function lengthProblem(text, most) {
  if (text.length <= most) return "";
  const count = [...text].length;
  const shown = (/** @type {number} */ number) => number.toLocaleString("en-US");
  return count > most ? `A message can have ${shown(most)} characters; this one has ${shown(count)}.` : "";
}
