// An area that stays at its newest line until the reader scrolls up.
import { createContext, createElement as h, useContext, useEffect, useMemo, useRef, useState } from "react";
import { store } from "./store.js";

const ScrollContext = createContext(null);
const NEAR = 32; // px from the end that count as the end
const FAR = 120; // px from the end from which on a way back is offered
const UP = new Set(["ArrowUp", "PageUp", "Home"]);
const AT_ONCE = 24; // messages that are rendered first

/** The area. What is said, and another thread, bring it to its end. */
export function Scroller({ owner = "", children, ...rest }) {
  const area = useRef(null);
  const content = useRef(null);
  const [away, setAway] = useState(false);

  const follow = useMemo(() => {
    const state = { following: true, held: false, top: 0, height: 0 };
    const distance = () => area.current.scrollHeight - area.current.clientHeight - area.current.scrollTop;
    // At the end the area keeps its place by itself; elsewhere the browser does, by what the reader looks at.
    const follows = (following) => {
      state.following = following;
      area.current.style.overflowAnchor = following ? "none" : "";
    };
    const look = () => {
      state.top = area.current.scrollTop;
      state.height = area.current.scrollHeight;
    };
    return {
      /** Something grew or shrank. A thread without messages stays at its beginning. */
      stick() {
        if (!state.following || state.held || !area.current || !store.thread(owner).ids.length) return;
        area.current.scrollTop = area.current.scrollHeight;
        look();
      },
      /** It moved: by the reader, unless something grew or shrank since the last look. */
      scrolled() {
        const { scrollTop, scrollHeight } = area.current;
        if (distance() <= NEAR) follows(true);
        else if (scrollTop < state.top - 1 && (state.held || scrollHeight === state.height)) follows(false);
        look();
        setAway(distance() > FAR && !state.following);
      },
      /** The reader wants to go up. */
      release() {
        if (area.current.scrollTop > 0 && area.current.scrollHeight > area.current.clientHeight) follows(false);
      },
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
    observer.observe(content.current);
    observer.observe(area.current);
    let { thread } = store.thread(owner);
    const leave = [
      store.subscribe("said", () => follow.toEnd()),
      store.subscribe(`thread:${owner}`, () => {
        const now = store.thread(owner).thread;
        if (now !== thread) follow.toEnd();
        thread = now;
      }),
    ];
    const letGo = () => follow.hold(false);
    window.addEventListener("pointerup", letGo);
    return () => {
      observer.disconnect();
      leave.forEach((stop) => stop());
      window.removeEventListener("pointerup", letGo);
    };
  }, [owner, follow]);

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
        onWheel: (event) => event.deltaY < 0 && follow.release(),
        onKeyDown: (event) => UP.has(event.key) && follow.release(),
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

/** The way back to the newest line; it is there while the reader is elsewhere. */
export function JumpButton({ children, ...rest }) {
  const { away, toEnd } = useContext(ScrollContext) ?? {};
  const press = (event) => {
    // The button goes away with the press; whoever came by keyboard goes on from the area itself.
    event.currentTarget.closest("[data-slot='scroller']")?.focus({ preventScroll: true });
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
