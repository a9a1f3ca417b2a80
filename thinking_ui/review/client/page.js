// The page around the frames: frames that fit, the inspector's lists, keys, and files that are dropped.
import { createElement as h, useEffect, useLayoutEffect, useRef, useState } from "react";

const POLL = 200; // ms between two looks at what a frame has written down
const SHOWN = 60;
const READABLE = 0.75; // how small two frames side by side may get
const KEYS = new Set(["j", "k", "c", "p", "?", " ", "ArrowLeft", "ArrowRight", "Escape", "/"]);
const TYPING = "input:not([type=checkbox]), textarea, select, [contenteditable]";
const PRESSED = "button, a, summary, label, input";
const useBeforePaint = typeof window === "undefined" ? () => {} : useLayoutEffect;

/** Where the frames are. Two of them are side by side where both can be read so, else one below the other. */
export function Canvas({ compared, width, children, ...rest }) {
  const canvas = useRef(null);
  const [stacked, setStacked] = useState(false);
  useBeforePaint(() => {
    const fit = () => setStacked(canvas.current.clientWidth / 2 < width * READABLE);
    fit();
    const watcher = new ResizeObserver(fit);
    watcher.observe(canvas.current);
    return () => watcher.disconnect();
  }, [width]);
  const layout = compared ? (stacked ? "rows" : "columns") : undefined;
  return h("div", { ...rest, ref: canvas, "data-layout": layout }, children);
}

/**
 * A frame of `width` pixels, made smaller as a whole where there is less room, unless the reviewer wants it in full size.
 * `pins` are the comments that are pinned to places in it, `shown` the one that is pointed out; while `picking` is set, a
 * click in the story chooses a place.
 */
export function Frame({ src, width, label, name, mark, pins, shown, picking, onPick, onOpen, onLeave, ...rest }) {
  const [first] = useState(src);
  const room = useRef(null);
  const frame = useRef(null);
  const [fitting, setFitting] = useState(1);
  const [isFull, setIsFull] = useState(false);
  const scale = isFull ? 1 : fitting;
  const notes = useRef({});
  notes.current = { pins: pins ?? [], shown, picking };
  const acts = useRef({});
  acts.current = { pick: ({ pin }) => onPick?.(pin), open: ({ id }) => onOpen?.(id), leave: () => onLeave?.() };
  const send = () => frame.current?.contentWindow.postMessage({ type: "review:notes", notes: notes.current }, window.location.origin);
  useEffect(() => {
    const hear = ({ origin, source, data }) => {
      if (origin !== window.location.origin || source !== frame.current?.contentWindow) return;
      if (data?.type === "review:ready") send();
      else acts.current[data?.type?.replace("review:", "")]?.(data);
    };
    window.addEventListener("message", hear);
    send();
    return () => window.removeEventListener("message", hear);
  }, []);
  useEffect(send, [JSON.stringify(notes.current)]);
  useBeforePaint(() => {
    const fit = () => setFitting(Math.min(1, room.current.clientWidth / width));
    fit();
    const watcher = new ResizeObserver(fit);
    watcher.observe(room.current);
    return () => watcher.disconnect();
  }, [width]);
  // Settings change inside of the frame; another story, or one that is played anew, begins with a fresh document.
  const loaded = useRef(first);
  useEffect(() => {
    if (loaded.current === src) return;
    const [before, after] = [loaded.current, src].map((address) => new URL(address, window.location.origin).searchParams);
    const isSame = ["story", "playback"].every((key) => before.get(key) === after.get(key));
    loaded.current = src;
    const inside = frame.current.contentWindow;
    if (isSame && inside.reviewFrame) inside.postMessage({ type: "review:show", address: src }, window.location.origin);
    else inside.location.replace(src);
  }, [src]);
  const style = { width: `${width}px`, height: `${100 / scale}%`, transform: scale < 1 ? `scale(${scale})` : undefined };
  const sized = { width: `${width * scale}px` };
  const size = scale < 1 ? `${width} px at ${Math.round(scale * 100)} %` : `${width} px`;
  return h(
    "div",
    { ...rest, ref: room, className: "review-room", "data-full": (isFull && fitting < 1) || undefined },
    h("div", { className: "review-sheet", style: sized }, h("iframe", { ref: frame, src: first, title: label, name, style })),
    h(
      "p",
      { className: "review-scale" },
      mark && h("strong", null, mark),
      size,
      fitting < 1 && h("button", { type: "button", className: "review-plain", onClick: () => setIsFull(!isFull) }, isFull ? "Fit" : "Full size"),
    ),
  );
}

/** The list of stories; the one that is shown is in view, however it was chosen. */
export function StoryList({ shown, children, ...rest }) {
  const list = useRef(null);
  useEffect(() => {
    list.current.querySelector("[aria-current='page']")?.scrollIntoView({ block: "nearest" });
  }, [shown]);
  return h("div", { ...rest, ref: list }, children);
}

function frameLog(name) {
  const frame = document.querySelector(`iframe[name="${name}"]`);
  return frame?.contentWindow?.reviewFrame;
}

function useLog(name) {
  const [, setVersion] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setVersion(frameLog(name)?.version ?? 0), POLL);
    return () => clearInterval(timer);
  }, [name]);
  return typeof document === "undefined" ? undefined : frameLog(name);
}

const time = (at) => new Date(at).toISOString().slice(14, 23);

function List({ items, empty, row }) {
  if (!items?.length) return h("p", { className: "review-empty" }, empty);
  return h("ol", { className: "review-log", tabIndex: 0 }, items.slice(-SHOWN).reverse().map((item, index) => h("li", { key: items.length - index }, row(item))));
}

/** The patches that a frame has received, the last one first, with their bytes. */
export function Patches({ name }) {
  const patches = useLog(name)?.patches;
  const total = patches?.reduce((sum, patch) => sum + patch.bytes, 0) ?? 0;
  return h(
    "div",
    { "data-review": "patches" },
    h("p", { className: "review-sum" }, `${patches?.length ?? 0} patches, ${total.toLocaleString("en")} bytes`),
    h(List, {
      items: patches,
      empty: "Nothing was sent yet.",
      row: ({ at, bytes, patch }) => [h("span", { key: "head" }, `${time(at)} · ${bytes.toLocaleString("en")} B`), h("code", { key: "patch" }, patch)],
    }),
  );
}

/** What a frame has told assistive technology, the last one first. */
export function Announcements({ name }) {
  const items = useLog(name)?.announcements;
  return h(
    "div",
    { "data-review": "announcements" },
    h(List, { items, empty: "Nothing was announced yet.", row: ({ at, text }) => [h("span", { key: "at" }, time(at)), h("q", { key: "text" }, text)] }),
  );
}

/** A button that takes a frame's connection away for so many seconds. */
export function Lose({ name, seconds, children, ...rest }) {
  const log = useLog(name);
  const rest_ms = Math.max(0, (log?.lostUntil ?? 0) - Date.now());
  const text = rest_ms > 0 ? `Offline ${Math.ceil(rest_ms / 1000)} s` : children;
  return h("button", { ...rest, type: "button", disabled: !log || rest_ms > 0, onClick: () => frameLog(name)?.lose(seconds * 1000) }, text);
}

/** Hands on the keys of the page and of its frames, where they are not needed for something else. */
export function Keys({ onPress }) {
  const press = useRef(onPress);
  press.current = onPress;
  useEffect(() => {
    const hear = (event) => {
      if (!KEYS.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
      const isEscape = event.key === "Escape";
      // What is typed in a field stays there, and the space bar presses what has the focus.
      if (!isEscape && event.target.closest?.(event.key === " " ? `${TYPING}, ${PRESSED}` : TYPING)) return;
      if (!isEscape) event.preventDefault();
      press.current?.(event.key);
    };
    const heard = new WeakSet();
    const listen = (target) => {
      if (!target || heard.has(target)) return;
      heard.add(target);
      target.addEventListener("keydown", hear);
    };
    listen(document);
    const look = () => document.querySelectorAll("iframe").forEach((frame) => listen(frame.contentDocument));
    look();
    document.addEventListener("load", look, true); // of the frames: it does not bubble
    return () => {
      document.removeEventListener("load", look, true);
      document.removeEventListener("keydown", hear);
    };
  }, []);
  return null;
}

const MOST_PACKED = 900000; // a websocket message of the server can have a million characters

/** Takes one file, dropped or chosen, and hands on its name and its content, packed, as base64. */
export function Drop({ most, onFile, onRefuse, className = "review-drop", children }) {
  const [over, setOver] = useState(false);
  const read = async (file) => {
    if (!file) return;
    if (file.size > most) return onRefuse?.(`${file.name} has ${(file.size / 1e6).toFixed(1)} MB; up to ${most / 1e6} MB can be played.`);
    try {
      const packed = await pack(file);
      if (packed.length > MOST_PACKED) return onRefuse?.(`${file.name} is too large to be sent, even packed.`);
      return onFile?.(file.name, packed);
    } catch {
      return onRefuse?.(`${file.name} cannot be read.`);
    }
  };
  return h(
    "label",
    {
      className: over ? `${className} review-drop-over` : className,
      onDragOver: (event) => {
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event) => {
        event.preventDefault();
        setOver(false);
        read(event.dataTransfer.files[0]);
      },
    },
    children,
    h("input", {
      type: "file",
      className: "visually-hidden",
      onChange: (event) => {
        read(event.target.files[0]);
        event.target.value = "";
      },
    }),
  );
}

async function pack(file) {
  const packed = await new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(packed);
  });
}

/** Where a recording is. While it is dragged it follows the hand, and says where it is no more often than can be followed. */
export function Scrubber({ value, most, label, onSeek }) {
  const [dragged, setDragged] = useState(null);
  const timer = useRef(null);
  const wanted = useRef(0);
  const seek = (next) => {
    wanted.current = next;
    setDragged(next);
    timer.current ??= setTimeout(() => {
      timer.current = null;
      onSeek?.(wanted.current);
    }, 80);
  };
  // Once the recording is where it was sent, or goes on by itself, it leads again.
  useEffect(() => setDragged(null), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const shown = dragged ?? value;
  return h("input", {
    type: "range",
    min: 0,
    max: most,
    value: shown,
    "aria-label": label,
    "aria-valuetext": `event ${shown} of ${most}`,
    onChange: (event) => seek(Number(event.target.value)),
  });
}
