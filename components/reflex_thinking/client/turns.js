// What stands around messages: what was said last, and controls that say something or copy it.
import { createElement as h, useEffect, useMemo, useRef, useState } from "react";
import { useEarly } from "./early.js";
import { useStore } from "./live.js";
import { namedThread, useOffline, wantsThinking } from "./local.js";
import { lengthProblem } from "./notices.js";
import { store } from "./store.js";
import { useText, useTold } from "./thinking.js";
import "./chat.css";

const COPIED = 2000; // ms for which a copy is confirmed
const NO_CHIPS = [];

/** Tell a chat that its user is about to say something: it goes to the newest message, and the focus to where one writes. */
export function said(owner) {
  store.notify([`said:${owner}`]);
}

const useThread = (owner, read, atFirst) => useStore(`thread:${owner}`, read, atFirst);

function lastMessage(owner) {
  return store.message(store.thread(owner).ids.at(-1) ?? "");
}

/** Whether a message is the last one of a state's thread. */
export function useIsLast(owner, id) {
  return useThread(owner, () => store.thread(owner).ids.at(-1) === id, false);
}

/** Whether nothing was said in a state's thread, and the address names none whose messages are on their way. */
export function useIsEmpty(owner, parameter = "thread") {
  return useThread(owner, () => !store.thread(owner).ids.length && !namedThread(parameter), true);
}

/** The quick replies that the last message offers, once it is whole. */
export function useChips(owner) {
  const chips = useThread(owner, () => readChips(lastMessage(owner)), NO_CHIPS);
  return useMemo(() => (Array.isArray(chips) ? [...new Set(chips.filter((chip) => typeof chip === "string" && chip.trim()))] : NO_CHIPS), [chips]);
}

function readChips(message) {
  return message?.role === "assistant" && message.status !== "thinking" ? (message.artifacts?.chips ?? NO_CHIPS) : NO_CHIPS;
}

/** Lets the button forget that it was pressed while the line to the server was broken. @type {(() => void) | null} */
let forgetPress = null;

/**
 * A button by which the user says `says`, or, where it says nothing, wants another answer. When it is pressed before there is a
 * line to the server, it waits for it, unless another one is pressed.
 */
export function SayButton({ owner = "", says = "", onSay, ...rest }) {
  const button = useRef(null);
  const offline = useOffline();
  const [isWaiting, setWaiting] = useState(false);
  const say = () => {
    if (store.running(owner) || store.sending(owner)) return;
    said(owner);
    store.say(owner, { text: says, thinking: wantsThinking() }, (ids) => (says ? onSay?.(says, ids) : onSay?.(ids)));
  };
  const press = () => {
    forgetPress?.();
    forgetPress = offline ? () => setWaiting(false) : null;
    if (offline) setWaiting(true);
    else say();
  };
  useEffect(() => {
    if (offline || !isWaiting) return;
    setWaiting(false);
    say();
  }, [offline, isWaiting]);
  const early = useEarly(button, press);
  return h("button", { ...rest, ...early, ref: button, type: "button", onClick: press, "data-waiting": isWaiting ? "" : undefined });
}

/** What a message says, as it was written. @param {string} id */
export function textOf(id) {
  const texts = (store.message(id)?.parts ?? []).filter((part) => part.type === "text").map((part) => part.text.trim());
  return texts.filter(Boolean).join("\n\n");
}

/** Whether a message says anything. @param {string} id */
export function useHasText(id) {
  return useStore(`message:${id}`, () => textOf(id) !== "", false);
}

/** Put a text into the clipboard, also where the page has no right to the modern way. @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.style.cssText = "position:fixed;opacity:0";
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

/** A button that copies a message, or what `read` returns. `data-copied` is there for a while after it did. */
export function CopyButton({ messageId, read, label, children, ...rest }) {
  const t = useText();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED);
    return () => clearTimeout(timer);
  }, [copied]);
  const press = (event) => {
    const { activeElement } = document;
    copy(read ? read(event.currentTarget) : textOf(messageId)).then(() => {
      setCopied(true);
      activeElement?.focus?.({ preventScroll: true });
    });
  };
  const name = label ?? t("ai.chat.copy");
  return h(
    "button",
    { ...rest, type: "button", onClick: press, "aria-label": name, title: name, "data-copied": copied || undefined },
    children,
    h("span", { role: "status", className: "rxt-hidden" }, copied ? t("ai.chat.copied") : ""),
  );
}

/** A form to say something else instead of a message. Enter saves. */
export function EditForm({ owner = "", messageId, prompt, onSave, maxLength = Infinity, label, children, ...rest }) {
  const field = useRef(null);
  const told = useTold();
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const { current } = field;
    current.value = prompt.draft.current ?? textOf(messageId);
    grow(current);
    current.focus();
    current.setSelectionRange(current.value.length, current.value.length);
  }, [messageId, prompt.draft]);
  const submit = (event) => {
    event.preventDefault();
    const text = field.current.value.trim();
    if (!text || store.sending(owner)) return;
    const tooLong = lengthProblem(text, maxLength);
    setProblem(tooLong);
    if (tooLong) return;
    said(owner);
    store.say(owner, { text, instead: messageId, thinking: wantsThinking() }, (ids) => onSave?.(messageId, text, ids));
    prompt.close();
  };
  const press = (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form.requestSubmit();
  };
  const input = ({ currentTarget }) => {
    prompt.draft.current = currentTarget.value;
    setProblem("");
    grow(currentTarget);
  };
  return h(
    "form",
    { ...rest, onSubmit: submit },
    h("textarea", { ref: field, rows: 1, className: "rxt-edit-input", "aria-label": label, "data-slot": "edit-input", dir: "auto", onKeyDown: press, onInput: input }),
    h("p", { role: "status", className: "rxt-notice", "data-tone": "problem", "data-slot": "edit-notice" }, problem ? told(problem) : null),
    children,
  );
}

/** Let a field be as high as its text, where the browser does not do so by itself. @param {HTMLTextAreaElement} field */
export function grow(field) {
  if (CSS.supports("field-sizing", "content")) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}
