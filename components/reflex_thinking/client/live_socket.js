// The live socket: a namespace of its own on the app's websocket, over which runs are shown. The table of its events is in
// server/live_socket.py.
import io from "socket.io-client";
import env from "$/env.json";
import reflexEnvironment from "$/reflex.json";
import { getBackendURL, getToken } from "$/utils/state";

const NAMESPACE = "/_rt";
const AGAIN = 500; // ms after which a connection that was refused is tried again

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
  /** @type {Map<number, {receive: (entries: any[], size: number) => void, over: () => void, again: () => void}>} */
  const chats = new Map();
  let number = 0;
  socket.on("p", (k, entries) => chats.get(k)?.receive(entries));
  socket.on("over", (k) => chats.get(k)?.over());
  socket.on("connect", () => chats.forEach((chat) => chat.again()));
  // A server that has just started may not know the namespace yet.
  socket.on("connect_error", () => setTimeout(() => chats.size && !socket.active && socket.connect(), AGAIN));
  // Reflex ends its own socket when the page is hidden or left: this one must not keep the connection open by itself.
  const reflex = socket.io.nsps[path] ?? socket.io.nsps["/_event"];
  reflex?.on("disconnect", () => socket.disconnect());
  return {
    /** @param {{receive: (entries: any[]) => void, over: () => void, again: () => void}} chat @returns {number} */
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
