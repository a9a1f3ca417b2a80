// Inside of a story's frame: what the settings force on the document, and what the inspector of the page around it reads.
import { createElement as h, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Markers, Picker } from "./pins.js";

const MOTION = /\(prefers-reduced-motion:\s*(reduce|no-preference)\)/;
const PATCH = '42/_rt,["p",';
const KEPT = 200;

/** What the page around the frame reads. `version` goes up with every change. */
const log = { version: 0, patches: [], announcements: [], sockets: new Set(), lostUntil: 0 };

/** Close the frame's websocket, and keep it closed for so long. */
log.lose = (milliseconds) => {
  log.lostUntil = Date.now() + milliseconds;
  for (const socket of log.sockets) socket.close();
  log.version++;
};
log.clear = () => {
  log.patches.length = log.announcements.length = 0;
  log.version++;
};

function note(list, entry) {
  list.push(entry);
  if (list.length > KEPT) list.shift();
  log.version++;
}

// The runtime holds its socket back, but whatever it is, it sends through here.
function watchSockets() {
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function watched(data) {
    if (!log.sockets.has(this)) {
      log.sockets.add(this);
      this.addEventListener("message", (event) => readMessage(event.data));
      this.addEventListener("close", () => log.sockets.delete(this));
    }
    if (Date.now() < log.lostUntil) this.close();
    else send.call(this, data);
  };
}

function readMessage(data) {
  if (typeof data !== "string" || !data.startsWith(PATCH)) return;
  const bytes = new TextEncoder().encode(data).length;
  const start = data.indexOf(",", PATCH.length) + 1;
  note(log.patches, { at: Date.now(), bytes, patch: data.slice(start, start + 4000).replace(/\]$/, "") });
}

/** Write down what assistive technology is told. */
function watchAnnouncements() {
  const before = new WeakMap();
  new MutationObserver(() => {
    for (const region of document.querySelectorAll("[role=status], [role=alert], [aria-live]:not([aria-live=off])")) {
      const text = region.textContent.trim();
      if (text && before.get(region) !== text) note(log.announcements, { at: Date.now(), text: text.slice(0, 300) });
      before.set(region, text);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

/** Make every rule for reduced motion hold, or none, whatever the system says. */
function forceMotion(reduced) {
  for (const sheet of document.styleSheets) {
    let rules = [];
    try {
      rules = sheet.cssRules;
    } catch {
      continue; // of another origin: not ours
    }
    forceRules(rules, reduced);
  }
}

const asWritten = new WeakMap();

function forceRules(rules, reduced) {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule) {
      const written = asWritten.get(rule) ?? rule.media.mediaText;
      const found = MOTION.exec(written);
      if (found) {
        asWritten.set(rule, written);
        rule.media.mediaText = (found[1] === "reduce") === reduced ? written.replace(MOTION, "(min-width: 0px)") : "not all";
      }
    }
    if (rule.cssRules) forceRules(rule.cssRules, reduced);
  }
}

const matchMedia = typeof window === "undefined" ? null : window.matchMedia.bind(window);

function forceQueries(reduced) {
  window.matchMedia = (query) => {
    const found = MOTION.exec(query);
    if (!found) return matchMedia(query);
    const holds = (found[1] === "reduce") === reduced;
    return matchMedia(query.replace(MOTION, holds ? "(min-width: 0px)" : "(max-width: 0px)"));
  };
}

let isWatched = false;

/** What the page around the frame, if there is one, is told. */
function tell(type, more = {}) {
  if (window.parent !== window) window.parent.postMessage({ type: `review:${type}`, ...more }, window.location.origin);
}

/**
 * Renders the comments that are pinned to the story. `clock` is `{at, rate}`: the time of day in the recording and how fast it goes; `kit` is the kit's store,
 * which then tells the recording's time.
 */
export function FrameDocument({ direction, locale, theme, text, motion, clock, kit, thread, onThread }) {
  const navigate = useNavigate();
  const [notes, setNotes] = useState({ pins: [], shown: "", picking: false });
  useEffect(() => {
    if (!isWatched) {
      isWatched = true;
      watchSockets();
      watchAnnouncements();
      window.reviewFrame = log;
    }
    // The page around the frame changes settings without loading the frame anew.
    const hear = ({ origin, source, data }) => {
      if (origin !== window.location.origin || source !== window.parent) return;
      if (data?.type === "review:notes") setNotes(data.notes);
      if (data?.type !== "review:show") return;
      const next = new URL(data.address, window.location.origin);
      navigate(window.location.pathname + next.search, { replace: true });
    };
    window.addEventListener("message", hear);
    tell("ready");
    return () => window.removeEventListener("message", hear);
  }, [navigate]);
  const ask = useRef(onThread);
  ask.current = onThread;
  useEffect(() => {
    if (thread) ask.current?.();
  }, [thread]);
  useEffect(() => {
    const root = document.documentElement;
    root.dir = direction;
    root.lang = locale;
    root.style.colorScheme = theme;
    root.style.fontSize = `${text}%`;
  }, [direction, locale, theme, text]);
  useEffect(() => {
    forceMotion(motion === "reduced");
    forceQueries(motion === "reduced");
    // Stylesheets may come later than the story.
    const watcher = new MutationObserver(() => forceMotion(motion === "reduced"));
    watcher.observe(document.head, { childList: true });
    return () => watcher.disconnect();
  }, [motion]);
  useEffect(() => {
    const since = Date.now();
    const { at, rate } = clock ?? { at: 0, rate: 0 };
    kit.now = () => at + (Date.now() - since) * rate;
  }, [clock, kit]);
  const side = typeof window !== "undefined" && window.name === "review-b" ? "b" : "a";
  const pins = notes.pins.filter(({ pin }) => pin.startsWith(`${side}.`));
  return [
    pins.length > 0 && h(Markers, { key: "markers", pins, shown: notes.shown, onOpen: (id) => tell("open", { id }) }),
    notes.picking && h(Picker, { key: "picker", side, onPick: (pin) => tell("pick", { pin }), onLeave: () => tell("leave") }),
  ];
}
