// What stays at its newest line until the reader scrolls up: an area of its own, or a chat that the page scrolls.
import { createContext, createElement as h, useContext, useEffect, useMemo, useRef, useState } from "react";
import { hasKeyboard } from "./local.js";
import { OPENED, scrollerOf, viewOf } from "./place.js";
import { store } from "./store.js";

const ScrollContext = createContext(null);
const NEAR = 32; // px from the end that count as the end
const FAR = 120; // px from the end from which on a way back is offered
const UP = new Set(["ArrowUp", "PageUp", "Home"]);
const WRITTEN_IN = "textarea, input, select, [contenteditable]";
const LISTEN = { capture: true, passive: true };
const AT_ONCE = 24; // messages that are rendered first

/**
 * Keeps the end of a content in view while it grows, until the reader scrolls up.
 * @param {string} owner whose thread it is
 * @param {() => HTMLElement | null} contentOf
 * @param {() => HTMLElement} areaOf what scrolls it
 * @param {() => number} distance how far its end is below the view
 */
function useFollowing(owner, contentOf, areaOf, distance) {
  const [away, setAway] = useState(false);
  const follow = useMemo(() => {
    const state = { following: true, held: false, top: 0, height: 0 };
    const inside = new WeakMap();
    // At the end the content keeps its place by itself; elsewhere the browser does, by what the reader looks at.
    const follows = (following) => {
      state.following = following;
      contentOf().style.overflowAnchor = following ? "none" : "";
    };
    const look = () => {
      state.top = areaOf().scrollTop;
      state.height = areaOf().scrollHeight;
    };
    return {
      /** Something grew or shrank. A thread without messages stays at its beginning. */
      stick() {
        if (!state.following || state.held || !contentOf() || !store.thread(owner).ids.length) return;
        areaOf().scrollBy({ top: Math.max(0, distance()), behavior: "instant" });
        look();
      },
      /** It moved: by the reader, unless something grew or shrank since the last look. */
      scrolled() {
        if (!contentOf()) return;
        const { scrollTop, scrollHeight } = areaOf();
        if (distance() <= NEAR) follows(true);
        else if (scrollTop < state.top - 1 && (state.held || scrollHeight === state.height)) follows(false);
        look();
        setAway(distance() > FAR && !state.following);
      },
      /** The reader turned the wheel or pressed a key, perhaps to go up. */
      turned(event) {
        const isUp = event.type === "wheel" ? event.deltaY < 0 : UP.has(event.key) && !event.target.closest?.(WRITTEN_IN);
        if (isUp && areaOf().scrollTop > 0) follows(false);
      },
      /** Something inside moved. Who goes up in it reads there, and is not taken away from it. */
      scrolledInside(element) {
        if (element.scrollTop < (inside.get(element) ?? 0) - 1) follows(false);
        inside.set(element, element.scrollTop);
      },
      follows,
      isFollowing: () => state.following,
      hold(held) {
        state.held = held;
        if (!held) this.scrolled();
      },
      toEnd() {
        follows(true);
        setAway(false);
        this.stick();
      },
    };
  }, [owner]);

  useEffect(() => {
    const observer = new ResizeObserver(() => follow.stick());
    observer.observe(contentOf());
    observer.observe(areaOf());
    let { thread } = store.thread(owner);
    const leave = [
      store.subscribe(`said:${owner}`, () => follow.toEnd()),
      store.subscribe(`thread:${owner}`, () => {
        const now = store.thread(owner).thread;
        if (now !== thread && (thread || follow.isFollowing())) follow.toEnd();
        thread = now;
      }),
    ];
    const letGo = () => follow.hold(false);
    const content = contentOf();
    const inside = (event) => follow.scrolledInside(event.target);
    const opened = () => follow.follows(false); // who opens something wants to read it
    window.addEventListener("pointerup", letGo);
    content.addEventListener("scroll", inside, LISTEN);
    content.addEventListener(OPENED, opened);
    return () => {
      observer.disconnect();
      leave.forEach((stop) => stop());
      content.removeEventListener("scroll", inside, LISTEN);
      content.removeEventListener(OPENED, opened);
      window.removeEventListener("pointerup", letGo);
    };
  }, [owner, follow]);
  return { away, follow };
}

/** The area. What is said, and another thread, bring it to its end. */
export function Scroller({ owner = "", children, ...rest }) {
  const area = useRef(null);
  const content = useRef(null);
  const distance = () => area.current.scrollHeight - area.current.clientHeight - area.current.scrollTop;
  const { away, follow } = useFollowing(owner, () => content.current, () => area.current, distance);

  const value = useMemo(() => ({ away, toEnd: () => follow.toEnd() }), [away, follow]);
  return h(
    ScrollContext.Provider,
    { value },
    h(
      "div",
      {
        ...rest,
        ref: area,
        tabIndex: 0,
        onScroll: () => follow.scrolled(),
        onWheel: (event) => follow.turned(event),
        onKeyDown: (event) => follow.turned(event),
        // The scroll bar belongs to the area itself.
        onPointerDown: (event) => event.target === event.currentTarget && follow.hold(true),
        onTouchStart: () => follow.hold(true),
        onTouchEnd: () => follow.hold(false),
        onTouchCancel: () => follow.hold(false),
      },
      h("div", { ref: content, className: "rxt-scroller-content" }, children),
    ),
  );
}

/** The same for the chat around it, whatever scrolls that. */
export function Following({ owner = "", children }) {
  const mark = useRef(null);
  const content = () => mark.current?.closest("[data-slot='chat']") ?? null;
  const area = () => scrollerOf(content());
  const { away, follow } = useFollowing(owner, content, area, () => content().getBoundingClientRect().bottom - viewOf(area()).bottom);
  useEffect(() => {
    // A page that is about something else, with a chat further down, is not moved when it loads.
    follow.follows(content().getBoundingClientRect().top < viewOf(area()).bottom / 2);
    const ears = {
      scroll: (event) => content().contains(event.target) || follow.scrolled(),
      wheel: (event) => follow.turned(event),
      keydown: (event) => follow.turned(event),
      pointerdown: (event) => event.target === area() && follow.hold(true),
      touchstart: () => follow.hold(true),
      touchend: () => follow.hold(false),
      touchcancel: () => follow.hold(false),
    };
    for (const [name, hear] of Object.entries(ears)) window.addEventListener(name, hear, LISTEN);
    return () => {
      for (const [name, hear] of Object.entries(ears)) window.removeEventListener(name, hear, LISTEN);
    };
  }, [follow]);
  const value = useMemo(() => ({ away, toEnd: () => follow.toEnd() }), [away, follow]);
  return h(ScrollContext.Provider, { value }, h("span", { ref: mark, hidden: true }), children);
}

/** The way back to the newest line; it is there while the reader is elsewhere. */
export function JumpButton({ children, ...rest }) {
  const { away, toEnd } = useContext(ScrollContext) ?? {};
  const press = (event) => {
    // The button goes away with the press; whoever came by keyboard goes on from the area itself, or from the field below.
    const { currentTarget } = event;
    const next = currentTarget.closest("[data-slot='scroller']") ?? (hasKeyboard() ? currentTarget.form?.querySelector("textarea") : null);
    next?.focus({ preventScroll: true });
    toEnd();
  };
  return h("button", { ...rest, type: "button", hidden: !away, onClick: press }, children);
}

/** The same list; if it is long from the start, its end is there first and the rest follows over several frames. */
export function useNewestFirst(items) {
  const [shown, setShown] = useState(AT_ONCE);
  const missing = Math.max(0, items.length - shown);
  const first = useRef(items[0]);
  if (first.current !== items[0]) {
    first.current = items[0];
    if (shown !== AT_ONCE) setShown(AT_ONCE);
  }
  useEffect(() => {
    if (!missing) return undefined;
    const frame = requestAnimationFrame(() => setShown((count) => count + AT_ONCE));
    return () => cancelAnimationFrame(frame);
  }, [missing]);
  return useMemo(() => (missing ? items.slice(missing) : items), [items, missing]);
}
