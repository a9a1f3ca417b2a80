// Comments that are pinned to a place in a story: markers over it, and choosing a place for a new one.
// A place is a part of the story, by its data-slot and its number among those, and how far into it, in percent: parts move
// with the width and with what is open, and a place in one of them moves along. `a.thinking-step.2.50.20` is written so.
import { createElement as h, useEffect, useLayoutEffect, useRef } from "react";

const PART = "[data-slot]:not([data-slot^='review-'])";
const STEP = 8; // px per press of an arrow key
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const HINT = "Choose a place. Arrow keys move, Enter pins, Escape leaves.";

const partsOf = (slot) => document.querySelectorAll(`[data-slot="${slot}"]`);
const percent = (part, whole) => Math.round(Math.min(1, Math.max(0, whole ? part / whole : 0)) * 100);

/** Where a pin is in the window now, or null: its part is not there. A part that is closed away is where it would open. */
function placeOf(pin) {
  const [, slot, number, x, y] = pin.split(".");
  const part = partsOf(slot)[Number(number)];
  let seen = part;
  while (seen && (!seen.checkVisibility() || (seen !== part && seen.closest("[inert]")))) seen = seen.parentElement?.closest(PART);
  if (!seen) return null;
  const { left, top, width, height } = seen.getBoundingClientRect();
  return { left: left + (width * Number(x)) / 100, top: top + (height * (seen === part ? Number(y) : 100)) / 100 };
}

/** The innermost part at a place in the window. */
function partAt(x, y) {
  const layers = document.elementsFromPoint(x, y).filter((element) => !element.closest("[data-slot^='review-']"));
  return layers[0]?.closest(PART) ?? document.querySelector(PART);
}

function pinAt(side, x, y) {
  const part = partAt(x, y);
  if (!part) return null;
  const { left, top, width, height } = part.getBoundingClientRect();
  const number = [...partsOf(part.dataset.slot)].indexOf(part);
  return [side, part.dataset.slot, number, percent(x - left, width), percent(y - top, height)].join(".");
}

/** Calls `place` whenever something may have moved, once per frame. */
function useMoves(place) {
  useEffect(() => {
    let asked = 0;
    const ask = () => {
      asked ||= requestAnimationFrame(() => {
        asked = 0;
        place();
      });
    };
    const resized = new ResizeObserver(ask);
    resized.observe(document.body);
    const changed = new MutationObserver((records) => {
      if (records.some(({ target }) => !target.closest?.("[data-slot^='review-']"))) ask();
    });
    changed.observe(document.body, { subtree: true, childList: true, attributes: true });
    const events = ["scroll", "resize", "transitionend"];
    events.forEach((name) => window.addEventListener(name, ask, true));
    return () => {
      cancelAnimationFrame(asked);
      resized.disconnect();
      changed.disconnect();
      events.forEach((name) => window.removeEventListener(name, ask, true));
    };
  }, [place]);
}

/** The markers. `pins` are `{id, pin, number, label}`; `shown` is the pin that is pointed out. */
export function Markers({ pins, shown, onOpen }) {
  const layer = useRef(null);
  const place = useRef(() => {
    for (const marker of layer.current?.children ?? []) {
      const at = placeOf(marker.dataset.pin);
      marker.hidden = !at;
      if (at) marker.style.translate = `${at.left}px ${at.top}px`;
    }
  }).current;
  useLayoutEffect(place);
  useMoves(place);
  useEffect(() => {
    const [, slot, number] = shown?.split(".") ?? [];
    if (slot) partsOf(slot)[Number(number)]?.scrollIntoView({ block: "nearest" });
  }, [shown]);
  return h(
    "div",
    { ref: layer, className: "review-markers", "data-slot": "review-markers" },
    pins.map(({ id, pin, number, label }) =>
      h("button", {
        key: id || "draft",
        type: "button",
        hidden: true,
        className: "review-marker",
        "data-slot": "review-marker",
        "data-pin": pin,
        "data-shown": pin === shown || undefined,
        "aria-label": label,
        title: label,
        onClick: () => id && onOpen(id),
      }, number),
    ),
  );
}

/** Lies over the story until a place is chosen; the part that it would be pinned to is outlined. */
export function Picker({ side, onPick, onLeave }) {
  const area = useRef(null);
  const cross = useRef(null);
  const outline = useRef(null);
  const act = useRef({ onPick, onLeave });
  act.current = { onPick, onLeave };
  useEffect(() => {
    const picker = area.current;
    const at = { x: window.innerWidth / 2, y: window.innerHeight / 3 };
    const show = () => {
      cross.current.style.translate = `${at.x}px ${at.y}px`;
      const box = partAt(at.x, at.y)?.getBoundingClientRect();
      if (box) Object.assign(outline.current.style, { translate: `${box.left}px ${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
    };
    const move = ({ clientX, clientY }) => {
      Object.assign(at, { x: clientX, y: clientY });
      show();
    };
    const pick = () => {
      const pin = pinAt(side, at.x, at.y);
      if (pin) act.current.onPick(pin);
    };
    const click = (event) => {
      move(event);
      pick();
    };
    const press = (event) => {
      const arrow = ARROWS[event.key];
      if (!arrow && event.key !== "Enter" && event.key !== "Escape") return;
      // Heard here and nowhere else: the page around the story has keys of its own.
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Enter") pick();
      else if (event.key === "Escape") act.current.onLeave();
      else {
        const step = event.shiftKey ? STEP * 5 : STEP;
        at.x = Math.min(window.innerWidth - 1, Math.max(0, at.x + arrow[0] * step));
        at.y = Math.min(window.innerHeight - 1, Math.max(0, at.y + arrow[1] * step));
        show();
      }
    };
    picker.addEventListener("pointermove", move);
    picker.addEventListener("click", click);
    picker.addEventListener("keydown", press);
    show();
    picker.focus({ preventScroll: true });
    return () => {
      picker.removeEventListener("pointermove", move);
      picker.removeEventListener("click", click);
      picker.removeEventListener("keydown", press);
    };
  }, [side]);
  return h(
    "div",
    { ref: area, className: "review-picker", "data-slot": "review-picker", role: "application", tabIndex: 0, "aria-label": HINT },
    h("div", { ref: outline, className: "review-picker-part" }),
    h("div", { ref: cross, className: "review-picker-cross" }),
  );
}
