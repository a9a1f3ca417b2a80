// Where a conversation is scrolled to: an area of its own, or a chat that the page scrolls. docs/behaviour.md says what
// happens when: a question that is sent goes near the top, with room below it; the end of its answer is kept in view; a
// reader who scrolls up is left alone.
import { createContext, createElement as h, useContext, useEffect, useMemo, useRef, useState } from "react";
import { hasKeyboard } from "./local.js";
import { OPENED, scrollerOf, viewOf } from "./place.js";
import { store } from "./store.js";

const ScrollContext = createContext(null);
const NEAR = 32; // px from where it follows to that count as there
const FAR = 120; // px that the end of the answer is out of view when a way back is offered
const GAP = 16; // px between the question and the top, and between the answer and what is below it
const SHARE = 0.5; // of the view is the most that a tall question takes
const GLIDE = 260; // ms in which a question goes to its place
const UP = new Set(["ArrowUp", "PageUp", "Home"]);
const WRITTEN_IN = "textarea, input, select, [contenteditable]";
const MESSAGE = "[data-slot='message']";
const LISTEN = { capture: true, passive: true };
const AT_ONCE = 24; // messages that are rendered first

/**
 * Follows a conversation until the reader scrolls up.
 * @param {string} owner whose thread it is
 * @param {() => HTMLElement | null} contentOf
 * @param {() => HTMLElement} areaOf what scrolls it
 */
function useFollowing(owner, contentOf, areaOf) {
  const [away, setAway] = useState(false);
  const follow = useMemo(() => new Follow(owner, contentOf, areaOf, setAway), [owner]);

  useEffect(() => {
    const content = contentOf();
    const area = areaOf();
    // The root of the page is as high as what is in it; what of it is seen changes with the window.
    const isResized = ({ target }) => target === area && area !== document.scrollingElement;
    const observer = new ResizeObserver((changes) => (changes.some(isResized) ? follow.resized() : follow.grown()));
    observer.observe(content);
    observer.observe(area);
    follow.thread = store.thread(owner).thread;
    const leave = [
      store.subscribe(`said:${owner}`, () => follow.said()),
      store.subscribe(`unsent:${owner}`, () => follow.refused()),
      store.subscribe(`thread:${owner}`, () => follow.changed()),
    ];
    const ears = {
      scroll: (event) => follow.scrolledInside(event.target),
      [OPENED]: () => follow.leave(), // who opens something wants to read it
    };
    const letGo = () => follow.hold(false);
    const resized = () => follow.resized();
    for (const [name, hear] of Object.entries(ears)) content.addEventListener(name, hear, LISTEN);
    window.addEventListener("pointerup", letGo);
    window.addEventListener("resize", resized);
    return () => {
      observer.disconnect();
      leave.forEach((stop) => stop());
      follow.stop();
      for (const [name, hear] of Object.entries(ears)) content.removeEventListener(name, hear, LISTEN);
      window.removeEventListener("pointerup", letGo);
      window.removeEventListener("resize", resized);
    };
  }, [owner, follow]);
  return { away, follow };
}

/** Where one conversation is scrolled to, and why. */
class Follow {
  constructor(owner, contentOf, areaOf, setAway) {
    this.owner = owner;
    this.contentOf = contentOf;
    this.areaOf = areaOf;
    this.setAway = setAway;
    this.following = true;
    this.held = false; // the reader holds it, with a finger or by the scroll bar
    this.top = 0; // as it was when it was last looked at
    this.height = 0;
    this.inside = new WeakMap();
    this.found = new Map(); // parts of the content
    this.thread = "";
    this.asked = null; // the last question, once it is known
    this.known = new Set(); // all that have been the last one
    this.before = null; // the messages that were there when the user said something that has not arrived yet
    this.question = ""; // the one that has its place near the top
    this.arriving = ""; // how it goes there: "glide" or "jump", once it is in the page
    this.placed = false; // whether it went there and the reader has not moved it since
    this.withChips = true; // whether the quick replies are kept in view, too
    this.frame = 0;
    this.area = null; // what scrolls it, as it was when the layout was last known
    this.moves = false; // whether the next word that it scrolled is of its own making
  }

  // What happens ---------------------------------------------------------------------------------------------------------

  /** The user says something: what comes of it is followed as soon as it is here. */
  said() {
    this.before = store.thread(this.owner).ids;
    this.follows(true);
    this.setAway(false);
  }

  /** The server did not take it. */
  refused() {
    this.before = null;
  }

  /** The thread has other messages, or is another one. */
  changed() {
    const { thread, ids } = store.thread(this.owner);
    // What the server refused to take is not there any more.
    if (this.question && !ids.includes(this.question)) this.forget();
    // A new thread gets its id from the server, when its first question is here already.
    if (thread !== this.thread && !this.before && !this.question) this.open();
    this.thread = thread;
    const asked = ids.findLast((id) => store.message(id)?.role === "user");
    if (!asked) return;
    // The questions of a thread that was opened are not new, though they come one after the other.
    const isFirst = this.asked === null && !this.before;
    const isNew = this.before && asked === this.asked ? isAnsweredAnew(this.before, ids) : !this.known.has(asked) && !isFirst;
    this.asked = asked;
    this.known.add(asked);
    if (isNew) this.before = null;
    if (isNew) this.place(asked, "glide");
    else if (!this.question && store.running(this.owner)) this.place(asked, "jump");
  }

  /** No question has its place any more. */
  forget() {
    this.question = this.arriving = "";
    this.placed = false;
    const content = this.contentOf();
    if (content) content.style.minBlockSize = "";
  }

  /** Another thread: its end is shown. */
  open() {
    this.asked = null;
    this.forget();
    if (this.thread || this.following) this.toEnd();
  }

  /** Give a question its place near the top. */
  place(question, how) {
    if (!this.following) return;
    this.question = question;
    this.arriving = how;
    this.withChips = false;
    // It is in the page when the next frame is drawn, whether the height of that changes or not.
    requestAnimationFrame(() => this.grown());
  }

  /** Something grew or shrank. A thread without messages stays at its beginning, and what was just said is waited for. */
  grown() {
    if (!this.contentOf()) return;
    this.area = null;
    if (this.following && !this.held && !this.frame && !this.before && store.thread(this.owner).ids.length) this.keep();
    this.look();
  }

  /** The window or the area has another size: a question that nobody moved goes back to its place. */
  resized() {
    if (this.following && this.placed && !this.arriving) this.arriving = "jump";
    this.grown();
  }

  /** It moved: by the reader, unless something grew or shrank since the last look. */
  scrolled() {
    // Looking at it now would have the browser lay out the page in the middle of its work.
    const isOwn = this.moves && !this.held;
    this.moves = false;
    if (isOwn || !this.contentOf()) return;
    const { scrollTop, scrollHeight } = this.areaNow();
    const moved = scrollTop - this.top;
    const isReader = this.held || scrollHeight === this.height;
    const distance = this.distance();
    if (Math.abs(moved) > 1 && isReader) this.placed = false;
    if (distance <= 1 || (moved > 1 && distance <= NEAR)) this.follows(true);
    else if (moved < -1 && isReader) this.leave();
    this.look();
  }

  /** The reader turned the wheel or pressed a key, perhaps to go up. */
  turned(event) {
    const isUp = event.type === "wheel" ? event.deltaY < 0 : UP.has(event.key) && !event.target.closest?.(WRITTEN_IN);
    if (isUp && this.areaNow().scrollTop > 0) this.leave();
  }

  /** Something inside moved. Who goes up in it reads there, and is not taken away from it; a field is not read. */
  scrolledInside(element) {
    if (element.matches?.(WRITTEN_IN)) return;
    if (element.scrollTop < (this.inside.get(element) ?? 0) - 1) this.leave();
    this.inside.set(element, element.scrollTop);
  }

  hold(held) {
    const wasHeld = this.held;
    this.held = held;
    if (wasHeld && !held) this.scrolled();
  }

  toEnd() {
    this.follows(true);
    this.arriving = "";
    this.withChips = true;
    this.setAway(false);
    this.grown();
  }

  /** The reader goes elsewhere. */
  leave() {
    this.stop();
    this.arriving = "";
    this.follows(false);
  }

  // What follows from it -------------------------------------------------------------------------------------------------

  follows(following) {
    this.following = following;
    // What is followed keeps its place by itself; elsewhere the browser keeps it, by what the reader looks at.
    const content = this.contentOf();
    if (content) content.style.overflowAnchor = following ? "none" : "";
  }

  /** What scrolls it. Finding that out asks for many styles, so it is done once for each layout. */
  areaNow() {
    return (this.area ??= this.areaOf());
  }

  look() {
    const { scrollTop, scrollHeight } = this.areaNow();
    this.top = scrollTop;
    this.height = scrollHeight;
    this.setAway(!this.following && this.measure().end > FAR);
  }

  keep() {
    const measured = this.measure();
    this.reserve(measured);
    if (this.arriving && measured.question !== null) {
      const isGliding = this.arriving === "glide" && !document.hidden && !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
      this.arriving = "";
      this.placed = true;
      if (isGliding) this.glide();
      else this.scrollBy(Math.max(measured.question, measured.end));
    } else if (!this.arriving && measured.end > 0.5) {
      this.scrollBy(measured.end);
    }
  }

  /** Go to the question, or to the end of its answer should that be further, wherever they are by then. */
  glide() {
    const { scrollTop: start } = this.areaNow();
    const began = performance.now();
    const step = (now) => {
      this.frame = 0;
      if (!this.contentOf() || !this.following || this.held) return;
      const measured = this.measure();
      this.reserve(measured);
      const part = Math.min(1, Math.max(0, now - began) / GLIDE);
      const rest = Math.max(measured.question ?? -Infinity, measured.end);
      if (rest === -Infinity) return;
      const { scrollTop } = this.areaNow();
      this.scrollBy(start + (scrollTop + rest - start) * (1 - (1 - part) ** 3) - scrollTop);
      if (part < 1) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  scrollBy(top) {
    const before = this.areaNow().scrollTop;
    this.areaNow().scrollBy({ top, behavior: "instant" });
    this.look();
    this.moves = this.top !== before;
  }

  /** How far it is to where it is followed to. */
  distance() {
    const { question, end } = this.measure();
    return Math.max(question ?? -Infinity, end);
  }

  /** How far the place of the question, and the end of the answer, are from where they belong. */
  measure() {
    const content = this.contentOf();
    const view = viewOf(this.areaNow());
    const { top, bottom } = content.getBoundingClientRect();
    const thread = this.find("thread");
    const floor = Math.min(view.bottom, topOf(follower(thread, this.find("composer")), view.bottom));
    const last = thread?.lastElementChild ? endOf(thread.lastElementChild) : bottom;
    const chips = this.withChips ? bottomOf(chipsAfter(thread), last) : last;
    let end = Math.max(last, chips) + GAP - floor;
    const rest = bottom - view.bottom;
    if (rest > end && rest - end <= NEAR) end = rest;
    const asked = this.question ? messageIn(thread, this.question)?.getBoundingClientRect() : null;
    const question = asked ? Math.max(asked.top - view.top - GAP, asked.bottom - view.top - SHARE * (floor - view.top)) : null;
    return { content, view, top, question, end };
  }

  /** A part of the content, which is looked for once. @param {string} slot */
  find(slot) {
    const known = this.found.get(slot);
    if (known?.isConnected) return known;
    const found = this.contentOf().querySelector(`[data-slot='${slot}']`);
    this.found.set(slot, found);
    return found;
  }

  /** Make room below the question, so that it can go near the top however short its answer is. */
  reserve({ content, view, top, question }) {
    if (question === null) return;
    const height = Math.ceil(view.bottom - top + question);
    if (Math.abs(height - (Number.parseFloat(content.style.minBlockSize) || 0)) > 1) content.style.minBlockSize = `${height}px`;
  }
}

const topOf = (element, otherwise) => element?.getBoundingClientRect().top ?? otherwise;
const bottomOf = (element, otherwise) => element?.getBoundingClientRect().bottom ?? otherwise;

/**
 * Where the last turn ends. Work that goes on below an answer does not push it out of view: only its bar counts. What the app
 * puts below the answer does not count at all.
 */
function endOf(turn) {
  const below = turn.querySelector(":scope > [data-slot='turn-below']");
  const bottom = turn.getBoundingClientRect().bottom - (below?.getBoundingClientRect().height ?? 0);
  const work = workAfterAnswer(turn);
  if (!work) return bottom;
  const { top, bottom: end } = work.getBoundingClientRect();
  return bottom - Math.max(0, end - bottomOf(work.querySelector("[data-slot='thinking-summary-bar']"), top));
}

/** The first block after the last text of a message, if there is a text. */
function workAfterAnswer(turn) {
  const message = turn.matches(MESSAGE) ? turn : turn.querySelector(MESSAGE);
  let work = null;
  for (let one = message?.lastElementChild; one; one = one.previousElementSibling) {
    if (one.matches("[data-slot='message-text']")) return work;
    if (one.matches("[data-slot='thinking']")) work = one;
  }
  return null;
}

/** An element, if it comes after another one. */
function follower(one, element) {
  return one && element && one.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING ? element : null;
}

/** The quick replies below a thread. */
function chipsAfter(thread) {
  let next = thread?.nextElementSibling;
  while (next && !next.matches("[data-slot='chips']")) next = next.nextElementSibling;
  return next;
}

/** A message of a thread, looked for from its end. */
function messageIn(thread, id) {
  const selector = `[data-message-id="${CSS.escape(id)}"]`;
  for (let turn = thread?.lastElementChild; turn; turn = turn.previousElementSibling) {
    const found = turn.matches(selector) ? turn : turn.querySelector(selector);
    if (found) return found;
  }
  return null;
}

/** Whether the same question has another answer now. @param {string[]} before @param {string[]} ids */
function isAnsweredAnew(before, ids) {
  const last = ids.at(-1);
  return last !== undefined && last !== before.at(-1) && store.message(last)?.role === "assistant";
}

/** The area. What is said, and another thread, bring it to its end. */
export function Scroller({ owner = "", children, ...rest }) {
  const area = useRef(null);
  const content = useRef(null);
  const { away, follow } = useFollowing(owner, () => content.current, () => area.current);

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
  const { away, follow } = useFollowing(owner, content, area);
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
