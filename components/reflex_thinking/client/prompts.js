// Prompts: a part of the page that for a while shows a question or a form in its place. There is one at a time, Escape
// cancels it wherever the focus is, and the focus goes back to the control that opened it.
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { namedThread } from "./local.js";
import { store } from "./store.js";

/** What lies over the page, and takes Escape first. */
export const COVERING = "dialog[open], :popover-open";

/** Leaves the prompt that is open on the page. @type {(() => void) | null} */
let leaveOpen = null;

/**
 * A component's prompt: `{name, draft, open, close}`. The name is empty while there is none. What is written in it goes to
 * `draft`, which outlives another prompt, but not `close`. `close({isLeft: true})` is for a focus that goes elsewhere by itself.
 */
export function usePrompt() {
  const [name, setName] = useState("");
  const opener = useRef(/** @type {Opener | null} */ (null));
  const draft = useRef(/** @type {string | null} */ (null));
  const actions = useMemo(() => {
    const open = (/** @type {string} */ next, /** @type {HTMLElement} */ control) => {
      opener.current = openerOf(control);
      setName(next);
    };
    const close = ({ isLeft = false } = {}) => {
      draft.current = null;
      if (isLeft) opener.current = null;
      setName("");
    };
    return { draft, open, close };
  }, []);

  useLayoutEffect(() => {
    if (!name) {
      if (opener.current) giveBack(opener.current);
      opener.current = null;
      return undefined;
    }
    const leave = () => setName("");
    leaveOpen?.();
    leaveOpen = leave;
    const press = (event) => {
      if (event.key !== "Escape" || event.isComposing || document.querySelector(COVERING)) return;
      event.preventDefault();
      actions.close();
    };
    document.addEventListener("keydown", press, true);
    return () => {
      document.removeEventListener("keydown", press, true);
      if (leaveOpen === leave) leaveOpen = null;
    };
  }, [name, actions]);

  useLayoutEffect(() => () => opener.current && moveOn(opener.current), []);
  return useMemo(() => ({ name, ...actions }), [name, actions]);
}

/** @typedef {{slot: string, around: HTMLElement[]}} Opener the control is another element when it comes back */

/** @param {HTMLElement} control @returns {Opener} */
function openerOf(control) {
  const around = [];
  for (let one = control.parentElement; one; one = one.parentElement) around.push(one);
  return { slot: control.dataset.slot ?? "", around };
}

/** A prompt has closed: the control that opened it takes the focus, unless something else has it. @param {Opener} opener */
function giveBack({ slot, around }) {
  if (document.activeElement && document.activeElement !== document.body) return;
  const place = around.find((one) => one.isConnected);
  place?.querySelector(`[data-slot="${slot}"]`)?.focus({ preventScroll: true });
}

/** What a prompt was about goes away: a neighbour in its list takes the focus, or the field of what is shown then. @param {Opener} opener */
function moveOn({ around }) {
  const item = around.find((one) => one.matches("li"));
  if (!item?.contains(document.activeElement)) return;
  const list = item.closest("nav") ?? item.parentElement;
  const items = [...list.querySelectorAll(`[data-slot="${item.dataset.slot}"]`)];
  const at = items.indexOf(item);
  const neighbour = items[at + 1] ?? items[at - 1];
  neighbour?.querySelector("a, button")?.focus({ preventScroll: true });
  const isShown = item.dataset.active === "true";
  if (isShown || !neighbour) store.go(isShown ? "" : namedThread());
}
