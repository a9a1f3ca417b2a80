// The list of threads: links that keep the page, and times that a reader understands.
import { createElement as h, useEffect, useReducer, useRef } from "react";
import { Link } from "react-router";
import { forgetDraft } from "./drafts.js";
import { namedThread } from "./local.js";
import { store } from "./store.js";
import { useLanguage, useText } from "./thinking.js";
import { groupByDay, relativeTime } from "./times.js";

const LONGEST_TITLE = 200;
const MINUTE = 60_000;

/**
 * A link to a thread on this page, or to a new one in the chat of `owner`. It adds an entry to the history, unless what it
 * leads to is shown already. A click with a modifier opens a tab, as with any link, and leaves this page alone.
 */
export function ThreadLink({ thread = "", owner = "", parameter = "thread", onClick, ...rest }) {
  const press = (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    onClick?.(event);
    if (namedThread(parameter) === thread && (thread || !store.thread(owner).ids.length)) event.preventDefault();
    store.go(thread);
  };
  // Without `replace` the router compares with the address that it knows, which is not the one that `Address` has set.
  return h(Link, { ...rest, onClick: press, replace: false, to: { search: thread ? `?${new URLSearchParams({ [parameter]: thread })}` : "" } });
}

/** The server's time, at least once a minute. */
function useNow() {
  const [, tick] = useReducer((count) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, MINUTE);
    return () => clearInterval(timer);
  }, []);
  return store.now();
}

/** When something was, in the reader's language: "now", "5m ago", then a time, a day or a date. */
export function useRelativeTime(at) {
  const language = useLanguage();
  return relativeTime(at, useNow(), language);
}

const DAYS = { week: 7, month: 30 };

/** Threads by the day of their last message, in the reader's time zone: `[{key, label, threads}]`. */
export function useThreadGroups(threads) {
  const t = useText();
  const now = useNow();
  return groupByDay(threads ?? [], now).map((group) => {
    const n = DAYS[group.key];
    return { ...group, label: n ? t("ai.chat.threads.days", { n }) : t(`ai.chat.threads.${group.key}`) };
  });
}

/** Has the list read again when the server says so, when another thread is shown, and when the reader comes back to the page. */
export function ThreadWatch({ owner, onChange }) {
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    let known = "";
    const look = () => {
      const { thread } = store.thread(owner);
      if (thread && known !== thread) change.current?.();
      known = thread;
    };
    const appear = () => document.visibilityState === "visible" && change.current?.();
    const leave = [store.subscribe(`thread:${owner}`, look), store.subscribe(`threads:${owner}`, () => change.current?.())];
    document.addEventListener("visibilitychange", appear);
    return () => {
      leave.forEach((stop) => stop());
      document.removeEventListener("visibilitychange", appear);
    };
  }, [owner]);
  return null;
}

/** A button that deletes a thread, and the draft for it. */
export function DeleteButton({ thread, onDelete, ...rest }) {
  const press = () => {
    forgetDraft(thread);
    onDelete?.(thread);
  };
  return h("button", { ...rest, type: "button", onClick: press });
}

/** A form for a thread's title, selected when it appears. Enter saves it, and so does leaving it. */
export function TitleForm({ thread, title, label, prompt, onSave, children, ...rest }) {
  const field = useRef(null);
  useEffect(() => {
    field.current.focus();
    field.current.select();
  }, []);
  const save = (isLeft = false) => {
    const { value } = field.current;
    if (value.trim() && value !== title) onSave?.(thread, value);
    prompt.close({ isLeft });
  };
  const submit = (event) => {
    event.preventDefault();
    save();
  };
  // Who goes to another window comes back to what was written.
  const leave = ({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && document.hasFocus() && save(true);
  // A button that is pressed does not take the focus from the field: not every browser says that it is one of the form's.
  const hold = (event) => event.target.closest("button") && event.preventDefault();
  return h(
    "form",
    { ...rest, onSubmit: submit, onBlur: leave, onMouseDown: hold },
    h("input", { ref: field, type: "text", defaultValue: title, maxLength: LONGEST_TITLE, dir: "auto", "aria-label": label, className: "rxt-threads-input", "data-slot": "thread-title" }),
    children,
  );
}
