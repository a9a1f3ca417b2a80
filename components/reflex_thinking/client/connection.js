// The line between a Reflex state and the store: patches come in, what is missing is asked for, what was seen is said.
import { createElement as h, useContext, useEffect, useMemo } from "react";
import { ReflexEvent } from "$/utils/state";
import { StateStoreContext, eventLoop } from "$/utils/context-registry";
import { PathContext } from "./disclosure.js";
import { useOffline } from "./local.js";
import { store } from "./store.js";

const ROOT = "reflex___state____state";
const ASK_AGAIN = 1000; // ms between two requests for what is missing
const ACKNOWLEDGE = 1000; // ms between two acknowledgements while patches come in
const FETCHED_AT_ONCE = 50;
const STILL_HERE = 15000; // ms between two signs of life while nothing comes in

/** Feeds the store from the live state `live`, for the thread of the state `owner`. What is in it belongs to that chat. */
export function Connection({ owner, live, children }) {
  const reflex = useContext(StateStoreContext);
  const offline = useOffline();
  useEffect(() => {
    if (offline) store.lose(owner);
  }, [offline, owner]);
  useEffect(() => (reflex ? connect(reflex, owner, live) : undefined), [reflex, owner, live]);
  return h(PathContext.Provider, { value: useMemo(() => [owner], [owner]) }, children);
}

function connect(reflex, owner, live) {
  let askedAt = 0;
  let askTimer = null;
  let ackTimer = null;
  let hydrated = false;
  const send = (state, handler, payload) => eventLoop.addEvents([ReflexEvent(`${state}.${handler}`, payload)], [], {});

  const ask = () => {
    if (askTimer) return;
    const wait = Math.max(0, askedAt + ASK_AGAIN - Date.now());
    askTimer = setTimeout(() => {
      askTimer = null;
      askedAt = Date.now();
      send(live, "view", { have: store.have(owner) });
    }, wait);
  };

  const acknowledge = () => {
    ackTimer = null;
    send(live, "acknowledge", {});
  };

  // Many blocks may open at once: one request for all of them.
  let wantTimer = null;
  const fetch = () => {
    wantTimer = null;
    const ids = store.thread(owner).ids.filter((id) => store.wanted.has(id));
    for (let at = 0; at < ids.length; at += FETCHED_AT_ONCE) send(live, "fetch", { ids: ids.slice(at, at + FETCHED_AT_ONCE) });
  };
  const want = () => (wantTimer ??= setTimeout(fetch, 0));

  // The state's own store is listened to, not a prop: React may render once for two patches, and one would be lost.
  let last = null;
  const receive = () => {
    const patch = reflex.getSnapshot(live)?.patch_rx_state_;
    if (!Array.isArray(patch) || patch === last) return;
    last = patch;
    if (!patch.length) return;
    if (!store.receive(owner, patch)) ask();
    ackTimer ??= setTimeout(acknowledge, ACKNOWLEDGE);
  };

  // After each connection, also a repeated one, the state is hydrated anew: that is when to ask.
  const hydrate = () => {
    const now = Boolean(reflex.getSnapshot(ROOT)?.is_hydrated_rx_state_);
    if (now && !hydrated) {
      ask();
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
  const appear = () => document.visibilityState === "visible" && ask();
  const beat = setInterval(() => {
    if (hydrated && document.visibilityState === "visible") send(live, "acknowledge", { have: store.have(owner) });
  }, STILL_HERE);
  const leave = [reflex.subscribe(live, receive), reflex.subscribe(ROOT, hydrate)];
  store.onChoice.add(choose);
  store.onWant.add(want);
  document.addEventListener("visibilitychange", appear);
  receive();
  hydrate();

  return () => {
    leave.forEach((stop) => stop());
    store.onChoice.delete(choose);
    store.onWant.delete(want);
    clearTimeout(wantTimer);
    document.removeEventListener("visibilitychange", appear);
    clearInterval(beat);
    clearTimeout(askTimer);
    clearTimeout(ackTimer);
  };
}
