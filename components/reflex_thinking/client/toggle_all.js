// Opens or closes every block of the page: a button, and a key for it.
import { createElement as h, useEffect, useSyncExternalStore } from "react";
import { store } from "./store.js";
import { useText } from "./thinking.js";

const subscribe = (listener) => store.subscribe("blocks", listener);

/** `shortcut` is a key with modifiers, such as "alt+shift+r". */
export function ToggleAll({ shortcut = "", children, ...rest }) {
  const t = useText();
  const open = useSyncExternalStore(subscribe, () => store.allOpen(), () => false);
  useEffect(() => {
    if (!shortcut) return undefined;
    const keys = shortcut.toLowerCase().split("+");
    const press = (event) => {
      const modifiers = keys.includes("alt") === event.altKey && keys.includes("shift") === event.shiftKey && keys.includes("ctrl") === event.ctrlKey;
      if (!modifiers || event.code.toLowerCase() !== `key${keys.at(-1)}`) return;
      event.preventDefault();
      store.toggleAll();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [shortcut]);
  const label = t(open ? "ai.thinking.close_all" : "ai.thinking.open_all");
  return h("button", { ...rest, type: "button", "aria-pressed": open, "aria-keyshortcuts": shortcut || undefined, onClick: () => store.toggleAll() }, children?.length ? children : label);
}
