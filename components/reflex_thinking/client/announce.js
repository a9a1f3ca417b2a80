// Says of a thread what no block of its last message says: that an answer is on its way, and that one is not whole.
import { createElement as h, useContext, useRef } from "react";
import { useSpoken } from "./bar.js";
import { StringsContext } from "./language.js";
import { isVisible, itemsOf, useStore } from "./live.js";
import { endingOf } from "./model.js";
import { store } from "./store.js";
import { text } from "./strings.js";

/** The key of the text to speak, or an empty one. */
function phaseOf(message) {
  if (message.status === "thinking") {
    const isTyping = message.thinking_enabled === false && itemsOf(message)[0]?.kind === "typing";
    return isTyping ? "ai.chat.typing" : "";
  }
  const ending = endingOf(message);
  // A block that failed or was stopped says so itself.
  const isSaid = ({ kind, block }) => kind === "block" && block.status === message.status;
  if (message.status !== "done" && itemsOf(message).filter(isVisible).some(isSaid)) return "";
  if (ending) return `ai.chat.ended.${ending}`;
  return message.error ? "ai.thinking.status.error" : "";
}

/** A region that is always there, as assistive technology needs it. What was over before the page saw it is not spoken. */
export function ThreadAnnouncer({ owner, ...rest }) {
  const strings = useContext(StringsContext);
  const live = useRef("");
  const phase = useStore(
    `thread:${owner}`,
    () => {
      const message = store.message(store.thread(owner).ids.at(-1) ?? "");
      if (message?.status === "thinking") live.current = message.id;
      return message && message.id === live.current ? phaseOf(message) : "";
    },
    "",
  );
  const spoken = useSpoken(phase, false, () => phase && text(strings, phase));
  return h("span", { ...rest, role: "status" }, spoken);
}
