// Keeps what the reader sees where it is while something above it or around it opens, closes or changes its height, and
// keeps the focus from getting lost in what is closed.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { chooseAnchor, isSeen } from "./anchor.js";

/** What happens to an element that was opened. */
export const OPENED = "rxt-opened";

const CLEARANCE = 56; // px above what sticks to the end: content fades out there, and the way to the newest line floats in them

/** An effect that runs before the page is painted. */
export const useBeforePaint = typeof window === "undefined" ? () => {} : useLayoutEffect;

/** @type {(import("./anchor.js").Change & {before: ReturnType<typeof measure>, focus: (() => void) | null, isOpened: boolean})[]} */
let changes = [];

/** @type {{element: HTMLElement, isOpen: boolean, wasHidden: boolean, hide: () => void}[]} */
let panels = [];

let isScheduled = false;

/** One answer for all that changes at once: after the last of them, and before the page is painted. */
function schedule() {
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(settle);
}

/**
 * Call it in every render of something that opens and closes.
 * @param {import("react").RefObject<HTMLElement | null>} root
 * @param {boolean} isOpen
 * @param {string} phase whatever else changes its height
 * @param {string} triggerId the element that takes the focus when it would get lost
 */
export function useInPlace(root, isOpen, phase, triggerId) {
  const last = useRef({ isOpen, phase });
  const before = useRef(null);
  const isSame = last.current.isOpen === isOpen && last.current.phase === phase;
  // The page is measured here, because once React has changed it, it is too late.
  if (!isSame && root.current) before.current = measure(root.current);
  useBeforePaint(() => {
    if (isSame) return;
    const kind = last.current.isOpen !== isOpen ? "toggled" : isOpen ? "released" : "replaced";
    last.current = { isOpen, phase };
    if (!root.current || !before.current) return;
    const focus = before.current.hadFocus ? () => refocus(root.current, triggerId) : null;
    changes.push({ element: root.current, before: before.current, kind, focus, isOpened: kind === "toggled" && isOpen });
    schedule();
  });
}

/**
 * Whether a panel has the `hidden` attribute: a closed one does, once the animations that close it have ended.
 * @param {import("react").RefObject<HTMLElement | null>} panel
 * @param {boolean} isOpen
 */
export function useHidden(panel, isOpen) {
  const [isHidden, setHidden] = useState(!isOpen);
  const last = useRef({ isOpen, isHidden });
  if (isOpen && isHidden) setHidden(false);
  useBeforePaint(() => {
    const before = last.current;
    last.current = { isOpen, isHidden };
    if (before.isOpen === isOpen || !panel.current) return;
    panels.push({ element: panel.current, isOpen, wasHidden: before.isHidden, hide: () => setHidden(true) });
    schedule();
  });
  return isHidden;
}

function measure(element) {
  const { top, bottom } = element.getBoundingClientRect();
  const inner = innerOf(element)?.getBoundingClientRect().top ?? null;
  const scroller = scrollerOf(element);
  return { top, bottom, inner, scroller, view: viewOf(scroller), hadFocus: element.contains(document.activeElement) };
}

const innerOf = (element) => element.querySelector(":scope > [data-state='open'] > [data-bounded] > *");

function refocus(element, triggerId) {
  const active = document.activeElement;
  const isLost = !active || active === document.body || (element?.contains(active) && active.closest("[inert]"));
  if (isLost) document.getElementById(triggerId)?.focus({ preventScroll: true });
}

function settle() {
  const all = changes.filter(({ element }) => element.isConnected);
  const moved = panels.filter(({ element }) => element.isConnected);
  changes = [];
  panels = [];
  isScheduled = false;
  const unseen = all.filter((change) => !isSeen(change, change.before.view)).map(({ element }) => element);
  // Before anything is measured: that is when the browser begins to move what changed.
  unseen.forEach(({ style }) => style.setProperty("--_motion", "0ms"));
  show(moved.filter(({ isOpen, wasHidden }) => isOpen && wasHidden));
  close(moved.filter(({ isOpen }) => !isOpen));
  all.sort((one, other) => (one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  for (const scroller of new Set(all.map(({ before }) => before.scroller))) keep(scroller, all.filter(({ before }) => before.scroller === scroller));
  all.forEach(({ focus }) => focus?.());
  for (const { element, isOpened } of all) if (isOpened) element.dispatchEvent(new Event(OPENED, { bubbles: true }));
  if (unseen.length) requestAnimationFrame(() => unseen.forEach(({ style }) => style.removeProperty("--_motion")));
}

/** Let panels that were hidden begin as closed ones: a transition needs a style to start from. */
function show(opened) {
  if (!opened.length) return;
  for (const { element } of opened) element.dataset.state = "closed";
  opened[0].element.getBoundingClientRect();
  for (const { element } of opened) element.dataset.state = "open";
}

/** Hide panels: at once where nothing animates the closing, so that the page is measured without them, else after that. */
function close(closed) {
  const running = closed.map(({ element }) => element.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity));
  closed.forEach(({ element, hide }, index) => {
    if (running[index].length) {
      Promise.allSettled(running[index].map(({ finished }) => finished)).then(() => element.dataset.state === "closed" && hide());
    } else {
      Object.assign(element, { hidden: true }).style.display = "none";
      hide();
    }
  });
}

function keep(scroller, some) {
  const anchor = chooseAnchor(some, some[0].before.view);
  const delta = anchor ? edgeOf(anchor) - anchor.target : 0;
  if (Math.abs(delta) >= 0.5) scroller.scrollBy({ top: delta, behavior: "instant" });
}

function edgeOf({ element, edge, target }) {
  if (edge === "inner") return innerOf(element)?.getBoundingClientRect().top ?? target;
  return element.getBoundingClientRect()[edge];
}

/**
 * Tells what scrolls an element how much of its end the element covers, or something that it is part of, by sticking there:
 * the browser then scrolls what gets the focus clear of it.
 * @param {import("react").RefObject<HTMLElement | null>} element
 */
export function useKeptClear(element) {
  useEffect(() => {
    const found = stuck(element.current);
    if (!found) return undefined;
    const { cover, area } = found;
    const before = area.style.scrollPaddingBlockEnd;
    const measure = () => {
      const below = Number.parseFloat(getComputedStyle(cover).insetBlockEnd) || 0;
      area.style.scrollPaddingBlockEnd = `${Math.ceil(cover.offsetHeight + below + CLEARANCE)}px`;
    };
    const observer = new ResizeObserver(measure);
    observer.observe(cover);
    return () => {
      observer.disconnect();
      area.style.scrollPaddingBlockEnd = before;
    };
  }, [element]);
}

/** The part of the page around an element that sticks to the end of what scrolls it, and that. */
function stuck(element) {
  let cover = null;
  for (let one = element; one && one !== document.body; one = one.parentElement) {
    const { position, insetBlockEnd, overflowY } = getComputedStyle(one);
    if (one !== element && cover && /auto|scroll|hidden/.test(overflowY)) return { cover, area: one };
    if (position === "sticky" && insetBlockEnd !== "auto") cover ??= one;
  }
  return cover && { cover, area: document.documentElement };
}

/** The element that scrolls this one. */
export function scrollerOf(element) {
  for (let one = element?.parentElement; one && one !== document.body; one = one.parentElement) {
    const { overflowY } = getComputedStyle(one);
    if ((overflowY === "auto" || overflowY === "scroll") && one.scrollHeight > one.clientHeight) return one;
  }
  return document.scrollingElement ?? document.documentElement;
}

/** What of a scroller the reader sees. A host app whose own bar covers its top says so with scroll-padding-top. */
export function viewOf(scroller) {
  const { scrollPaddingTop, flexDirection } = getComputedStyle(scroller);
  const padding = Number.parseFloat(scrollPaddingTop) || 0;
  const reversed = flexDirection === "column-reverse";
  if (scroller === document.scrollingElement) return { top: padding, bottom: window.innerHeight, reversed };
  const { top, bottom } = scroller.getBoundingClientRect();
  return { top: Math.max(0, top) + padding, bottom: Math.min(window.innerHeight, bottom), reversed };
}
