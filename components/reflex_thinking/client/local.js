// Small things that a component remembers for itself, and what the page says about itself.
import { createElement as h, useContext, useEffect, useRef, useState } from "react";
import { EventLoopContext } from "$/utils/context-registry";
import { StringsContext, useLocale } from "./language.js";
import { useStore } from "./live.js";
import { store } from "./store.js";
import { directionOf } from "./strings.js";

/** Whether there is a keyboard, as far as a page can tell: the focus in a field brings up none on the screen. */
export const hasKeyboard = () => window.matchMedia("(hover: hover) and (pointer: fine)").matches;

/** Whether the line to the server is broken: Reflex cannot connect, or the live socket gets no answer. */
export function useOffline() {
  const connectErrors = useContext(EventLoopContext)?.[1];
  const isLost = useStore("line", () => store.isLost, false);
  return Boolean(connectErrors?.length) || isLost;
}

/** An element with a language and its direction; while `page` is set the page's own language follows it. */
export function Localized({ locale, texts, page = false, children, ...rest }) {
  const strings = useLocale(locale, texts);
  const direction = directionOf(strings.locale);
  useEffect(() => {
    if (!page) return undefined;
    const root = document.documentElement;
    const before = [root.lang, root.dir];
    root.lang = strings.locale;
    root.dir = direction;
    return () => {
      [root.lang, root.dir] = before;
    };
  }, [page, strings.locale, direction]);
  return h(StringsContext.Provider, { value: strings }, h("div", { ...rest, lang: strings.locale, dir: direction }, children));
}

/** The thread that the page's address names, or an empty text. */
export const namedThread = (parameter = "thread") => new URLSearchParams(window.location.search).get(parameter) ?? "";

/**
 * Keeps the page's address and title in step with the thread that is shown. The address leads: it is changed only when it
 * named the thread that was shown before, none, or one that is not there. A new thread keeps the entry of the history in
 * which it was begun, so that each has one.
 */
export function Address({ thread = "", title = "", missing = false, parameter = "thread" }) {
  const shown = useRef("");
  const ownTitle = useRef(/** @type {string | null} */ (null));
  useEffect(() => {
    const before = shown.current;
    shown.current = thread;
    const address = new URL(window.location.href);
    const named = namedThread(parameter);
    if (named === thread || (named && named !== before && !missing)) return;
    if (thread) address.searchParams.set(parameter, thread);
    else address.searchParams.delete(parameter);
    window.history.replaceState(window.history.state, "", address);
  }, [thread, missing, parameter]);
  useEffect(() => {
    const move = () => namedThread(parameter) !== shown.current && store.go(namedThread(parameter));
    window.addEventListener("popstate", move);
    return () => window.removeEventListener("popstate", move);
  }, [parameter]);
  useEffect(() => {
    ownTitle.current ??= document.title;
    document.title = title ? `${title} · ${ownTitle.current}` : ownTitle.current;
  }, [title]);
  return null;
}

const THINKING = "reflex-thinking.thinking"; // as in choices.py

/** Whether the user wants the next answer to be thought about first. */
export const wantsThinking = () => window.localStorage.getItem(THINKING) !== "off";

/** A switch that is kept in the browser and answers at once; the server learns of it when it can. */
export function StoredSwitch({ checked = true, storage, onChange, children, ...rest }) {
  const [shown, setShown] = useState(checked);
  useEffect(() => setShown(checked), [checked]);
  const press = () => {
    setShown(!shown);
    window.localStorage.setItem(storage, shown ? "off" : "on");
    onChange?.(!shown);
  };
  return h("button", { ...rest, type: "button", role: "switch", "aria-checked": shown, "data-state": shown ? "on" : "off", onClick: press }, children);
}
