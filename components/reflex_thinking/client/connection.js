// The line between a chat state and the store: patches come in, what is missing is asked for, what was seen is said.
import { createElement as h, useContext, useEffect, useMemo } from "react";
import { ReflexEvent } from "$/utils/state";
import { StateStoreContext, eventLoop } from "$/utils/context-registry";
import { PathContext } from "./disclosure.js";
import { emit, join, leave as leaveSocket } from "./live_socket.js";
import { useOffline } from "./local.js";
import { store } from "./store.js";

const ROOT = "reflex___state____state";
const ASK_AGAIN = 1000; // ms between two requests for what is missing
const ACKNOWLEDGE = 1000; // ms between two acknowledgements while patches come in
const ACKNOWLEDGE_SIZE = 50; // entries after which one is due at once: much of the past comes in
const FETCHED_AT_ONCE = 50;
const NO_FRAME = 100; // ms after which what came in is applied although no frame was painted
const RENEW = 60_000; // ms after which a grant is renewed; it lasts twice as long

/**
 * Feeds the store from the live socket, for the thread of the state `owner`; its grants come from the state `live`. What is in
 * it belongs to that chat.
 */
export function Connection({ owner, live, children }) {
  const reflex = useContext(StateStoreContext);
  const offline = useOffline();
  useEffect(() => {
    if (!offline) return;
    store.setLost(true);
    store.lose(owner);
  }, [offline, owner]);
  useEffect(() => (reflex ? connect(reflex, owner, live) : undefined), [reflex, owner, live]);
  return h(PathContext.Provider, { value: useMemo(() => [owner], [owner]) }, children);
}

function connect(reflex, owner, live) {
  const timers = { admit: null, ask: null, acknowledge: null, want: null, flush: null };
  let watchedAt = 0;
  let admittedAt = 0;
  let hydrated = false;
  let grant = "";
  let noted = null;
  let received = 0;
  let frame = 0;
  const send = (state, handler, payload) => eventLoop.addEvents([ReflexEvent(`${state}.${handler}`, payload)], [], {});
  const admit = () => {
    timers.admit = null;
    admittedAt = Date.now();
    send(live, "admit", {});
  };
  // The grant was too old, or the server thought that this page was gone: with a new one everything begins anew.
  const over = () => {
    watchedAt = 0;
    timers.admit ??= setTimeout(admit, Math.max(0, admittedAt + ASK_AGAIN - Date.now()));
  };

  const watch = () => {
    timers.ask = null;
    watchedAt = Date.now();
    emit("watch", { k, grant, have: store.have(owner) });
  };
  // After a gap; not more often than once a second, whatever comes in.
  const ask = () => (timers.ask ??= setTimeout(watch, Math.max(0, watchedAt + ASK_AGAIN - Date.now())));

  const acknowledge = () => {
    clearTimeout(timers.acknowledge);
    timers.acknowledge = null;
    received = 0;
    emit("got", k);
  };

  const apply = (entries) => {
    if (!store.receive(owner, entries)) ask();
    received += entries.length;
    if (received >= ACKNOWLEDGE_SIZE) acknowledge();
    else timers.acknowledge ??= setTimeout(acknowledge, ACKNOWLEDGE);
  };
  // The page is rendered once for each frame that is painted: what comes first at once, what else comes before it together.
  /** @type {any[] | null} */
  let more = null;
  const receive = (entries) => {
    if (more) {
      more.push(...entries);
      return;
    }
    more = [];
    frame = requestAnimationFrame(flush);
    timers.flush = setTimeout(flush, NO_FRAME);
    apply(entries);
  };
  const flush = () => {
    const entries = more ?? [];
    more = null;
    cancelAnimationFrame(frame);
    clearTimeout(timers.flush);
    if (entries.length) receive(entries);
  };

  // Many blocks may open at once: one request for all of them.
  const fetch = () => {
    timers.want = null;
    const ids = store.thread(owner).ids.filter((id) => store.wanted.has(id));
    for (let at = 0; at < ids.length; at += FETCHED_AT_ONCE) emit("fetch", { k, ids: ids.slice(at, at + FETCHED_AT_ONCE) });
  };
  const want = () => (timers.want ??= setTimeout(fetch, 0));

  const k = join({
    receive,
    over,
    lost: () => store.lose(owner),
    again: () => grant && watch(),
    waits: () => store.waits(owner),
  });

  const read = () => {
    const state = reflex.getSnapshot(live);
    const next = state?.grant_rx_state_;
    if (next && next !== grant) {
      const before = grant && threadOf(grant);
      grant = next;
      if (before === threadOf(next) && watchedAt) emit("renew", { k, grant });
      else watch();
    }
    // What was noted before this page was loaded is of no use to it.
    const notes = state?.notes_rx_state_;
    if (notes && noted !== null) store.receive(owner, notes.filter(([number]) => number > noted).flatMap(([, entries]) => entries));
    if (notes) noted = Math.max(noted ?? 0, ...notes.map(([number]) => number));
  };

  // After each connection, also a repeated one, the state is hydrated anew: that is when to ask.
  const hydrate = () => {
    const now = Boolean(reflex.getSnapshot(ROOT)?.is_hydrated_rx_state_);
    if (now && !hydrated) {
      admit();
      if (store.wanted.size) want();
    }
    hydrated = now;
  };

  // All blocks may be opened or closed at once: one event for all of them.
  let chosen = [];
  const tell = () => {
    send(live, "choose", { choices: chosen });
    chosen = [];
  };
  const choose = ([chat, ...path], open) => {
    if (chat === owner && chosen.push([path, open]) === 1) queueMicrotask(tell);
  };
  const appear = () => document.visibilityState === "visible" && grant && ask();
  const renew = setInterval(() => hydrated && document.visibilityState === "visible" && admit(), RENEW);
  const leave = [reflex.subscribe(live, read), reflex.subscribe(ROOT, hydrate)];
  store.onChoice.add(choose);
  store.onWant.add(want);
  document.addEventListener("visibilitychange", appear);
  hydrate();
  read();

  return () => {
    leave.forEach((stop) => stop());
    store.onChoice.delete(choose);
    store.onWant.delete(want);
    document.removeEventListener("visibilitychange", appear);
    clearInterval(renew);
    Object.values(timers).forEach(clearTimeout);
    cancelAnimationFrame(frame);
    leaveSocket(k);
  };
}

/** The thread and the user that a grant names, without its time. */
function threadOf(grant) {
  const body = grant.split(".")[0].replaceAll("-", "+").replaceAll("_", "/");
  return JSON.stringify(JSON.parse(atob(body)).slice(0, 2));
}
