// Opens or closes every block of the page: a button, and a key for it.
import { createElement as h, useEffect, useSyncExternalStore } from "react";
import { store } from "./store.js";
import { useText } from "./language.js";

/** Whether somebody writes: then the keys belong to the text. An empty field has none yet. @param {KeyboardEvent} event */
function isWriting(event) {
  const field = /** @type {HTMLInputElement} */ (event.composedPath()[0]);
  return event.isComposing || (field.matches?.(":read-write") && (field.value ?? field.textContent) !== "");
}

const subscribe = (listener) => store.subscribe("blocks", listener);

/** `shortcut` is a key with modifiers, such as "alt+shift+r"; with `hasLabel` the children say what it is, else a text does. */
export function ToggleAll({ shortcut = "", hasLabel = false, children, ...rest }) {
  const t = useText();
  const open = useSyncExternalStore(subscribe, () => store.allOpen(), () => false);
  const isEmpty = useSyncExternalStore(subscribe, () => store.blocks.size === 0, () => true);
  useEffect(() => {
    if (!shortcut) return undefined;
    const keys = shortcut.toLowerCase().split("+");
    const press = (event) => {
      const modifiers = ["alt", "shift", "ctrl", "meta"].every((name) => keys.includes(name) === event[`${name}Key`]);
      if (!modifiers || event.code.toLowerCase() !== `key${keys.at(-1)}`) return;
      if (event.defaultPrevented || !store.blocks.size || isWriting(event)) return;
      event.preventDefault();
      store.toggleAll();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [shortcut]);
  const spoken = shortcut.replace(/[^+]+/g, (key) => (key === "ctrl" ? "Control" : key[0].toUpperCase() + key.slice(1)));
  const label = t(open ? "ai.thinking.close_all" : "ai.thinking.open_all");
  const props = {
    ...rest,
    type: "button",
    title: [!hasLabel && label, spoken && (hasLabel ? spoken : `(${spoken})`)].filter(Boolean).join(" ") || undefined,
    // A button whose text says what it does next is not also pressed.
    "aria-pressed": hasLabel ? open : undefined,
    "aria-keyshortcuts": spoken || undefined,
    "aria-disabled": isEmpty || undefined,
    "data-state": open ? "open" : "closed",
    onClick: () => store.toggleAll(),
  };
  return h("button", props, children, hasLabel ? null : h("span", null, label));
}
