// Where the user writes. Nothing that was written is lost: it stays in the field while an answer is being made, what is sent
// while the line to the server is broken waits for it, and both are there again after a reload.
import { createElement as h, useEffect, useLayoutEffect, useRef } from "react";
import { useDraft } from "./drafts.js";
import { useEarly } from "./early.js";
import { useText } from "./language.js";
import { useRunning, useStore } from "./live.js";
import { hasKeyboard, useOffline, wantsThinking } from "./local.js";
import { lengthProblem } from "./notices.js";
import { useKeptClear } from "./place.js";
import { COVERING } from "./prompts.js";
import { store } from "./store.js";
import { grow, said } from "./turns.js";
import { useUnsent } from "./unsent.js";

/** The form around the field. Escape stops the answer, unless something else is open that it closes. */
export function ComposerForm({ owner, onSend, onStop, maxLength = Infinity, focusAtFirst = false, children, ...rest }) {
  const form = useRef(null);
  const running = useRunning(owner);
  const offline = useOffline();
  const field = () => form.current?.querySelector("textarea");
  const write = (text) => {
    const input = field();
    if (!input) return;
    input.value = text;
    grow(input);
  };
  const keep = useDraft(owner, field, write);
  useUnsent(owner, (change) => {
    write(change(field()?.value ?? ""));
    keep();
  });

  const sending = useStore(`thread:${owner}`, () => store.sending(owner), "");
  useEffect(() => void keep(), [sending]);

  useKeptClear(form);

  useEffect(() => {
    if (focusAtFirst && hasKeyboard()) field()?.focus({ preventScroll: true });
  }, [focusAtFirst]);

  // Who has said something, or moved to another thread, writes next.
  useEffect(() => {
    const focus = () => hasKeyboard() && field()?.focus({ preventScroll: true });
    const forget = () => store.note(owner, null);
    const leave = [store.subscribe(`said:${owner}`, focus), store.subscribe("moved", focus), store.subscribe("moved", forget)];
    return () => leave.forEach((stop) => stop());
  }, [owner]);

  // A hint goes with what it was about.
  useEffect(() => {
    const passed = { thread_busy: !running, offline: !offline };
    if (passed[store.notices.get(owner)?.code]) store.note(owner, null);
  }, [owner, running, offline]);

  useEffect(() => {
    if (!running) return undefined;
    const press = (event) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing || document.querySelector(COVERING)) return;
      event.preventDefault();
      if (!store.stopping(owner)) store.stop(owner, () => onStop?.());
      field()?.focus({ preventScroll: true });
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [owner, running, onStop]);

  const send = () => {
    const input = field();
    const text = input.value.trim();
    if (!text) return;
    const problem = lengthProblem(text, maxLength);
    const code = store.sending(owner) ? "offline" : running ? "thread_busy" : problem && "message_too_long";
    if (code) {
      store.note(owner, { code, text: problem });
      return;
    }
    said(owner);
    write("");
    store.say(owner, { text, thinking: wantsThinking() }, (ids) => onSend?.(text, ids));
    keep();
  };
  const submit = (event) => {
    event.preventDefault();
    send();
  };
  const early = useEarly(form, send);
  const input = () => {
    store.note(owner, null);
    keep();
  };
  return h("form", { ...rest, ...early, ref: form, onSubmit: submit, onInput: input, "data-running": running || undefined }, children);
}

/** The field. Enter sends, Shift+Enter begins a new line; Enter that ends the choice of a character does neither. */
export function ComposerField(props) {
  const press = (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form.requestSubmit();
  };
  return h("textarea", { ...props, onKeyDown: press, onInput: (event) => grow(event.currentTarget) });
}

/** A button that stops the answer. When it goes away, also because the answer is whole, the field takes its focus. */
export function StopButton({ owner, onClick, ...rest }) {
  const button = useRef(null);
  const t = useText();
  const stopping = useStore(`thread:${owner}`, () => store.stopping(owner), false);
  const press = () => stopping || store.stop(owner, () => onClick?.());
  const label = t(stopping ? "ai.chat.stopping" : "ai.chat.stop");
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      if (document.activeElement === current) current.form?.querySelector("textarea")?.focus({ preventScroll: true });
    };
  }, []);
  return h("button", { ...rest, ref: button, type: "button", onClick: press, "aria-label": label, title: label, "aria-disabled": stopping || undefined, "data-stopping": stopping || undefined });
}
