// What the user said: shown as it was written, and folded when it is long.
import { createElement as h, memo, useContext, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { CodeBlock } from "./code.js";
import { PathContext, useOpen } from "./disclosure.js";
import { plainElements } from "./markdown.js";
import { useInPlace } from "./place.js";
import { plainParts } from "./plain_text.js";
import { useText } from "./thinking.js";

const FOLDED_FROM = 14; // lines; folded it has ten of them, as chat.css says
const LINE = 24; // px, where the browser tells no line height

/** The text, with a button that unfolds it when it is long. The reader's choice is kept under `stateId`. */
export const UserText = memo(function UserText({ text = "", stateId, className = "", ...rest }) {
  const t = useText();
  const id = useId();
  const root = useRef(null);
  const body = useRef(null);
  const around = useContext(PathContext);
  const path = useMemo(() => (stateId && around ? [...around, stateId] : null), [around, stateId]);
  const [isOpen, setOpen] = useOpen({ path });
  const isLong = useIsLong(body);
  const isFolded = isLong && !isOpen;
  useInPlace(root, isOpen, "", `${id}t`);
  const content = useMemo(() => elements(text ?? ""), [text]);
  // What the browser scrolls to in it, because it has the focus or was searched for, is to be seen.
  const unfold = () => isFolded && body.current.scrollTop > 0 && setOpen(true);
  const label = t(isFolded ? "ai.chat.show_more" : "ai.thinking.show_less");
  return h(
    "div",
    { ref: root, className: "rxt-user-text", "data-folded": isFolded || undefined },
    h("div", { ...rest, ref: body, id, className: `rxt-markdown rxt-user-text-body ${className}`.trim(), onScroll: unfold }, content),
    isLong &&
      h(
        "button",
        { type: "button", id: `${id}t`, className: "rxt-fold", "data-slot": "message-fold", "aria-expanded": !isFolded, "aria-controls": id, onClick: () => setOpen(isFolded) },
        label,
      ),
  );
});

/** Whether an element has so many lines that it is folded. */
function useIsLong(body) {
  const [isLong, setLong] = useState(false);
  useLayoutEffect(() => {
    const element = body.current;
    const look = () => {
      const line = Number.parseFloat(getComputedStyle(element).lineHeight) || LINE;
      setLong(element.scrollHeight > line * FOLDED_FROM);
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return isLong;
}

function elements(text) {
  return plainParts(text).map((part, key) =>
    part.type === "code"
      ? h(CodeBlock, { key, language: part.language, text: part.text })
      : h("p", { key, className: "rxt-plain", dir: "auto" }, plainElements(part.text)),
  );
}
