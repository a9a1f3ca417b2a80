// The live socket: a namespace of its own on the app's websocket, over which runs are shown. The table of its events is in
// server/live_socket.py.
import io from "socket.io-client";
import env from "$/env.json";
import reflexEnvironment from "$/reflex.json";
import { getBackendURL, getToken } from "$/utils/state";
import { LOOK, Line } from "./line.js";
import { store } from "./store.js";

/**
 * @typedef {object} Chat
 * @property {(entries: any[]) => void} receive
 * @property {() => void} over the grant is not good any more
 * @property {() => void} lost the connection broke
 * @property {() => void} again there is a new one, or the old one is whole after all
 * @property {() => boolean} waits whether something is to come from the server
 */

const NAMESPACE = "/_rt";
const AGAIN = 500; // ms after which a connection that was refused is tried again

/** The chats of this page, by their number. @type {Map<number, Chat>} */
const chats = new Map();
let last = 0;
/** @type {ReturnType<typeof open> | null} */
let socket = null;

const line = new Line({
  ask: () => socket?.connected && socket.emit("here", () => line.hear(Date.now())),
  tell,
  giveUp,
});

/** Say whether the line is broken. When it is there again, whoever watches asks what it has missed. @param {boolean} isLost */
function tell(isLost) {
  store.setLost(isLost);
  if (!isLost) chats.forEach((chat) => chat.again());
}

/** Give the connection up. Reflex makes a new one. */
function giveUp() {
  socket ??= open();
  socket.io.engine?.close();
}

function watchLine() {
  const isAwaited = () => document.visibilityState === "visible" && [...chats.values()].some((chat) => chat.waits());
  setInterval(() => line.look(Date.now(), isAwaited()), LOOK);
  window.addEventListener("offline", () => line.doubt(Date.now()));
  window.addEventListener("online", () => line.isLost && giveUp());
}

/** @param {Chat} chat @returns {number} its number */
export function join(chat) {
  if (!last) watchLine();
  chats.set((last += 1), chat);
  return last;
}

/** @param {number} k */
export function leave(k) {
  chats.delete(k);
  if (socket?.connected) socket.emit("leave", k);
}

/** Send, if there is a connection; without one it is made, and `again` is called then. @param {string} event @param {any} data */
export function emit(event, data) {
  socket ??= open();
  if (socket.connected) socket.emit(event, data);
  else if (!socket.active) socket.connect();
}

function open() {
  const address = getBackendURL(env.EVENT);
  const path = address.pathname;
  const url = new URL(address);
  url.pathname = NAMESPACE;
  // The same options as Reflex's own socket has: socket.io then uses one connection for both.
  const made = io(url.href, {
    path,
    transports: [env.TRANSPORT],
    protocols: [reflexEnvironment.version],
    autoUnref: false,
    autoConnect: false,
    query: { token: getToken() },
    reconnection: false,
  });
  made.on("p", (k, entries) => {
    line.hear(Date.now());
    chats.get(k)?.receive(entries);
  });
  made.on("over", (k) => chats.get(k)?.over());
  made.on("connect", () => {
    line.begin(Date.now());
    tell(false);
  });
  made.on("disconnect", () => chats.forEach((chat) => chat.lost()));
  // A server that has just started may not know the namespace yet.
  made.on("connect_error", () => setTimeout(() => chats.size && !made.active && made.connect(), AGAIN));
  // Reflex ends its own socket when the page is hidden or left: this one must not keep the connection open by itself.
  const reflex = made.io.nsps[path] ?? made.io.nsps["/_event"];
  reflex?.on("disconnect", () => made.disconnect());
  return made;
}
