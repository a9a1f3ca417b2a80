// What is pressed on the page as the server sent it, before React has made it live: the last such press is kept, and done then.
import { Fragment, createElement as h, useEffect, useSyncExternalStore } from "react";

// Runs while the browser reads the page. `data-early` is on all that can be pressed so, until it is live.
const KEEP = `(() => {
  const keep = (event, control) => {
    if (!control) return;
    event.preventDefault();
    window.rxtPressed?.removeAttribute("data-waiting");
    window.rxtPressed = control;
    control.setAttribute("data-waiting", "");
  };
  const isSent = ({ key, shiftKey, isComposing, target }) => key === "Enter" && !shiftKey && !isComposing && target.matches("textarea");
  document.addEventListener("click", (event) => keep(event, event.target.closest("button[data-early]")), true);
  document.addEventListener("submit", (event) => keep(event, event.target.closest("form[data-early]")), true);
  document.addEventListener("keydown", (event) => isSent(event) && keep(event, event.target.closest("form[data-early]")), true);
})();`;

/** Stands around the whole app. */
export function EarlyPresses({ children }) {
  return h(Fragment, null, h("script", { dangerouslySetInnerHTML: { __html: KEEP } }), children);
}

const never = () => () => {};

/**
 * For a button or a form: calls `act` once it is live, if it was pressed before. Returns its attributes.
 * @param {import("react").RefObject<HTMLElement | null>} element @param {() => void} act
 */
export function useEarly(element, act) {
  const isEarly = useSyncExternalStore(never, () => false, () => true);
  useEffect(() => {
    if (!element.current || window.rxtPressed !== element.current) return;
    window.rxtPressed = undefined;
    element.current.removeAttribute("data-waiting");
    act();
  }, []);
  return { "data-early": isEarly ? "" : undefined };
}
