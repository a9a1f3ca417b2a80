// The live socket: a namespace of its own on the app's websocket, over which runs are shown. The table of its events is in
// server/live_socket.py.
import io from "socket.io-client";
import env from "$/env.json";
import reflexEnvironment from "$/reflex.json";
import { getBackendURL, getToken } from "$/utils/state";
import { store } from "./store.js";

/**
 * @typedef {object} Chat
 * @property {(entries: any[]) => void} receive
 * @property {() => void} over the grant is not good any more
 * @property {() => void} lost the connection broke
 * @property {() => void} again there is a new one
 * @property {() => boolean} waits whether something is to come from the server
 */

const NAMESPACE = "/_rt";
const AGAIN = 500; // ms after which a connection that was refused is tried again
const LOOK = 500; // ms between two looks at the line while somebody waits for something
const QUIET = 1000; // ms without a word from the server, after which it is asked whether it is there
const PATIENCE = 1500; // ms in which it has to answer

/** @type {ReturnType<typeof open> | null} */
let shared = null;

/** The page's live socket: one for all chats, on the connection that Reflex has. */
export function liveSocket() {
  return (shared ??= open());
}

function open() {
  const address = getBackendURL(env.EVENT);
  const path = address.pathname;
  const url = new URL(address);
  url.pathname = NAMESPACE;
  // The same options as Reflex's own socket has: socket.io then uses one connection for both.
  const socket = io(url.href, {
    path,
    transports: [env.TRANSPORT],
    protocols: [reflexEnvironment.version],
    autoUnref: false,
    autoConnect: false,
    query: { token: getToken() },
    reconnection: false,
  });
  /** @type {Map<number, Chat>} */
  const chats = new Map();
  let number = 0;
  let heardAt = 0;
  let isAsked = false;
  socket.on("p", (k, entries) => {
    heardAt = Date.now();
    chats.get(k)?.receive(entries);
  });
  socket.on("disconnect", () => chats.forEach((chat) => chat.lost()));
  socket.on("over", (k) => chats.get(k)?.over());
  socket.on("connect", () => {
    heardAt = Date.now();
    isAsked = false;
    store.setLost(false);
    chats.forEach((chat) => chat.again());
  });

  // A line can break without anybody being told. The server is asked whether it is there; without an answer the connection is
  // given up, and Reflex makes a new one.
  const ask = () => {
    if (!socket.connected || isAsked) return;
    isAsked = true;
    const { id } = socket;
    socket.timeout(PATIENCE).emit("here", (/** @type {unknown} */ error) => {
      if (socket.id !== id) return;
      isAsked = false;
      if (!error || Date.now() - heardAt < PATIENCE) {
        heardAt = Date.now();
        return;
      }
      store.setLost(true);
      socket.io.engine.close();
    });
  };
  const look = () => {
    const isAwaited = document.visibilityState === "visible" && [...chats.values()].some((chat) => chat.waits());
    if (isAwaited && Date.now() - heardAt >= QUIET) ask();
  };
  setInterval(look, LOOK);
  window.addEventListener("offline", ask);
  // A server that has just started may not know the namespace yet.
  socket.on("connect_error", () => setTimeout(() => chats.size && !socket.active && socket.connect(), AGAIN));
  // Reflex ends its own socket when the page is hidden or left: this one must not keep the connection open by itself.
  const reflex = socket.io.nsps[path] ?? socket.io.nsps["/_event"];
  reflex?.on("disconnect", () => socket.disconnect());
  return {
    /** @param {Chat} chat @returns {number} */
    join(chat) {
      chats.set((number += 1), chat);
      return number;
    },
    /** @param {number} k */
    leave(k) {
      chats.delete(k);
      if (socket.connected) socket.emit("leave", k);
    },
    /** Send, if there is a connection; without one it is made, and `again` is called then. */
    emit(event, data) {
      if (socket.connected) socket.emit(event, data);
      else if (!socket.active) socket.connect();
    },
  };
}
