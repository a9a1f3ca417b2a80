// Opens or closes every block of the page: a button, and a key for it.
import { Children, createElement as h, useEffect, useSyncExternalStore } from "react";
import { store } from "./store.js";
import { useText } from "./language.js";

/** Whether somebody writes: then the keys belong to the text. An empty field has none yet. @param {KeyboardEvent} event */
function isWriting(event) {
  const field = /** @type {HTMLInputElement} */ (event.composedPath()[0]);
  return event.isComposing || (field.matches?.(":read-write") && (field.value ?? field.textContent) !== "");
}

const subscribe = (listener) => store.subscribe("blocks", listener);

/** `shortcut` is a key with modifiers, such as "alt+shift+r". */
export function ToggleAll({ shortcut = "", children, ...rest }) {
  const t = useText();
  const open = useSyncExternalStore(subscribe, () => store.allOpen(), () => false);
  useEffect(() => {
    if (!shortcut) return undefined;
    const keys = shortcut.toLowerCase().split("+");
    const press = (event) => {
      const modifiers = ["alt", "shift", "ctrl", "meta"].every((name) => keys.includes(name) === event[`${name}Key`]);
      if (!modifiers || event.code.toLowerCase() !== `key${keys.at(-1)}` || isWriting(event)) return;
      event.preventDefault();
      store.toggleAll();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [shortcut]);
  const spoken = shortcut.replace(/[^+]+/g, (key) => (key === "ctrl" ? "Control" : key[0].toUpperCase() + key.slice(1)));
  // A button whose text says what it does next is not also pressed.
  const hasLabel = Children.count(children) > 0;
  const label = t(open ? "ai.thinking.close_all" : "ai.thinking.open_all");
  return h("button", { ...rest, type: "button", "aria-pressed": hasLabel ? open : undefined, "aria-keyshortcuts": spoken || undefined, onClick: () => store.toggleAll() }, hasLabel ? children : label);
}
