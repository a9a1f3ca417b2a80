// What the page remembers beside React: threads, their messages, and what the user opened or closed. Pure: no React, no
// DOM. The server sends patches; each entry of a patch is one of
//
//   {t: thread, ids: [...]}            the messages of the thread that is shown
//   {i: id, s: seq, m: message}        a message as it is after event `seq`; a live one also has its number `n` and the
//                                      place `at` where text was appended last; with `more`, further ops complete it:
//   {i: id, s: seq, o: ops}
//   {i: id, n: number}                 the number of a live message that is here already
//   {c: [[path, open], ...]}           what the user opened or closed before
//   {move: [[path, open], ...]}        what the app, or the user in another page, opens or closes now
//   {now: ms}                          the server's clock
//   {threads: true}                    the user's list of threads has changed
//   {gone: thread}                     the thread that is shown was deleted
//   {refused: true, unsent: text}      the server did not take what the user said; the text, where it is to come back
//   {notice: {code, text}}             something was not done, and why
//   [number, base, count, ...ops]      what the events base+1 … base+count changed
//
// A path names a block or a step: the block's id, then the ids of the steps that lead to it, outermost first. In this store the
// name of the chat state comes before them, and is empty for what stands outside of any chat.
import { expect, idsOf, isHeard, isSettled, shownIds } from "./expected.js";
import { applyOps, unfold } from "./ops.js";

export { applyOps } from "./ops.js";

/**
 * @typedef {object} Slot
 * @property {number} seq the last event that is in the message
 * @property {any} message
 * @property {import("./ops.js").Cursor | null} cursor
 * @property {boolean} [partial] the rest of a long snapshot is on its way
 */

/** @typedef {string[]} Path */

const NOTHING = { thread: "", ids: /** @type {string[]} */ ([]) };

/** The key under which the choice for a path is kept. Ids may hold anything, so they are not just joined. @param {Path} path */
export const keyOf = (path) => JSON.stringify(path);

/** The message that a block is part of. @param {string} blockId */
export const messageOf = (blockId) => blockId.slice(0, Math.max(0, blockId.lastIndexOf(":")));

/** A store. A page has one; tests make their own. */
export class Store {
  constructor() {
    /** @type {Map<string, Slot>} */
    this.slots = new Map();
    /** @type {Map<string, {thread: string, ids: string[]}>} what the server listed, by the name of the state that shows it */
    this.listed = new Map();
    /** @type {Map<string, import("./expected.js").Expected>} what the user said since, by the same name */
    this.expected = new Map();
    /** @type {Map<string, {thread: string, ids: string[]}>} both together */
    this.threads = new Map();
    /** @type {Map<string, boolean>} by the key of the path */
    this.choices = new Map();
    /** @type {Map<string, Set<() => void>>} */
    this.listeners = new Map();
    /** @type {Set<(path: Path, open: boolean) => void>} */
    this.onChoice = new Set();
    /** @type {Set<{isOpen: boolean, setOpen: (open: boolean) => void}>} the blocks in the page */
    this.blocks = new Set();
    /** @type {Set<string>} the messages of which only the outline is here, and somebody wants the rest */
    this.wanted = new Set();
    /** @type {Set<() => void>} */
    this.onWant = new Set();
    /** @type {Map<string, string>} the ids of live messages, by the name of the state and their number on the wire */
    this.numbers = new Map();
    /** @type {Map<string, {text: string, isOurs: boolean}>} what came back, by the name of the state */
    this.unsent = new Map();
    /** @type {Map<string, {ids: string[], send: () => void, isLost: boolean}>} the answers that the user stops, by the same name */
    this.stops = new Map();
    this.isLost = false; // whether the line to the server is broken
    /** @type {Map<string, {code: string, text: string}>} what there is to say beside the composer, by the name of the state */
    this.notices = new Map();
    this.destination = ""; // the thread that the user goes to
    this.gone = ""; // the thread that was shown, and then deleted
    this.ahead = 0; // ms by which the server's clock is ahead of this one
  }

  /** @param {string} topic @param {() => void} listener @returns {() => void} */
  subscribe(topic, listener) {
    let known = this.listeners.get(topic);
    if (!known) this.listeners.set(topic, (known = new Set()));
    known.add(listener);
    return () => {
      known.delete(listener);
      if (!known.size) this.listeners.delete(topic);
    };
  }

  /** @param {Iterable<string>} topics */
  notify(topics) {
    for (const topic of topics) this.listeners.get(topic)?.forEach((listener) => listener());
  }

  /** The user goes to a thread, or to a new one. @param {string} thread */
  go(thread) {
    this.destination = thread;
    this.notify(["moved"]);
  }

  /** @param {string} id */
  message(id) {
    return this.slots.get(id)?.message;
  }

  /** @param {string} owner the name of the state */
  thread(owner) {
    return this.threads.get(owner) ?? NOTHING;
  }

  /** Whether an answer of this thread is still being made. @param {string} owner */
  running(owner) {
    return this.thread(owner).ids.some((id) => this.message(id)?.status === "thinking");
  }

  /**
   * Apply a patch. What was applied before changes nothing; returns false when something is missing in between.
   * @param {string} owner @param {any[]} patch
   */
  receive(owner, patch) {
    const topics = new Set();
    let whole = true;
    for (const entry of patch) {
      if (Array.isArray(entry)) whole = this.extend(owner, entry, topics) && whole;
      else if (entry.i) whole = this.place(owner, entry, topics) && whole;
      else if (entry.c) for (const [path, open] of entry.c) this.restore([owner, ...path], open, topics);
      else if (entry.move) for (const [path, open] of entry.move) this.move([owner, ...path], open, topics);
      else if (entry.now) this.ahead = entry.now - Date.now();
      else if (entry.ids) this.list(owner, entry, topics);
      else if (entry.gone) this.gone = entry.gone;
      else if (entry.threads) topics.add(`threads:${owner}`);
      else if (entry.refused) this.refuse(owner, entry.unsent, topics);
      else if (entry.notice) this.notices.set(owner, entry.notice) && topics.add(`notice:${owner}`);
    }
    if (topics.size) topics.add(`thread:${owner}`).add("patch");
    this.notify(topics);
    return whole;
  }

  list(owner, { t, ids }, topics) {
    const listed = { thread: t, ids };
    const expected = this.expected.get(owner);
    const isUnheard = expected?.isLost && !isHeard(expected, listed);
    if (isUnheard && t === expected.thread) {
      this.show(owner, listed, this.mark(expected, false, topics));
      queueMicrotask(() => expected.send(idsOf(expected)));
    } else {
      if (isUnheard) this.giveBack(owner, expected.text, true, topics);
      this.show(owner, listed, expected && !isUnheard && !isSettled(expected, listed) ? expected : undefined);
    }
    const stopped = this.stops.get(owner);
    if (stopped?.isLost) {
      stopped.isLost = false;
      queueMicrotask(stopped.send);
    }
    topics.add(`thread:${owner}`);
  }

  /** Show what the server listed and what is expected beside it; forget the messages that are in neither. */
  show(owner, listed, expected) {
    const before = [...(this.listed.get(owner)?.ids ?? []), ...this.thread(owner).ids];
    this.listed.set(owner, listed);
    if (expected) this.expected.set(owner, expected);
    else this.expected.delete(owner);
    this.threads.set(owner, { thread: listed.thread, ids: shownIds(listed.ids, expected) });
    const kept = new Set([...this.listed.values(), ...this.threads.values()].flatMap((thread) => thread.ids));
    for (const each of this.expected.values()) idsOf(each).forEach((id) => kept.add(id));
    for (const id of before) if (!kept.has(id)) this.slots.delete(id);
  }

  /**
   * The user says something, or wants another answer: show it, and that an answer is on its way, without waiting for
   * the server. `send` is called with the ids of the new messages, under which the server is to take them; without a line
   * to it as soon as there is one, and once more when the line broke before the server heard it.
   * @param {string} owner @param {{text?: string, instead?: string, thinking?: boolean}} said @param {(ids: string[]) => void} send
   */
  say(owner, said, send) {
    const expected = { ...expect(this.thread(owner), said, this.now(), (id) => this.message(id)), send };
    for (const message of expected.messages) this.slots.set(message.id, { seq: 0, message, cursor: null });
    const topics = new Set([`thread:${owner}`]);
    this.show(owner, this.listed.get(owner) ?? NOTHING, this.mark(expected, this.isLost, topics));
    this.notify(topics);
    this.note(owner, null);
    if (!this.isLost) send(idsOf(expected));
  }

  /** Say of what is expected whether it waits for the line to come back. */
  mark(expected, isLost, topics) {
    expected.isLost = isLost;
    for (const { id } of expected.messages) {
      const slot = this.slots.get(id);
      if (slot?.message.role === "user") this.slots.set(id, { ...slot, message: { ...slot.message, status: isLost ? "sending" : "done" } });
      topics.add(`message:${id}`);
    }
    return expected;
  }

  /** What was said and waits for the line to come back, or an empty text. @param {string} owner */
  sending(owner) {
    const expected = this.expected.get(owner);
    return expected?.isLost ? expected.text : "";
  }

  /**
   * The user stops the answer. `send` is called once more when the line broke before it ended.
   * @param {string} owner @param {() => void} send
   */
  stop(owner, send) {
    const ids = this.thread(owner).ids.filter((id) => this.message(id)?.status === "thinking");
    this.stops.set(owner, { ids, send, isLost: this.isLost });
    this.notify([`thread:${owner}`]);
    if (!this.isLost) send();
  }

  /** Whether an answer is being stopped. @param {string} owner */
  stopping(owner) {
    const stopped = this.stops.get(owner);
    if (stopped && !stopped.ids.some((id) => this.message(id)?.status === "thinking")) this.stops.delete(owner);
    return this.stops.has(owner);
  }

  /** Whether something is to come from the server. @param {string} owner */
  waits(owner) {
    return this.running(owner) || this.expected.has(owner);
  }

  /** The line broke, or is there again. @param {boolean} isLost */
  setLost(isLost) {
    if (this.isLost === isLost) return;
    this.isLost = isLost;
    this.notify(["line"]);
  }

  /** The server did not take what was said. A text that comes back may have been said elsewhere than in this page. */
  refuse(owner, text, topics) {
    const isOurs = this.expected.get(owner)?.text === text;
    this.show(owner, this.listed.get(owner) ?? NOTHING, undefined);
    topics.add(`thread:${owner}`);
    this.giveBack(owner, text, isOurs, topics);
  }

  /** Let a text come back to where it was written. */
  giveBack(owner, text, isOurs, topics) {
    if (!text) return;
    this.unsent.set(owner, { text, isOurs });
    topics.add(`unsent:${owner}`);
  }

  /** Say something beside the composer, or nothing any more. @param {string} owner @param {{code: string, text: string} | null} notice */
  note(owner, notice) {
    if (notice) this.notices.set(owner, notice);
    else if (!this.notices.delete(owner)) return;
    this.notify([`notice:${owner}`]);
  }

  /** The line broke: nobody knows whether the server heard what is expected, or that the answer is to stop. @param {string} owner */
  lose(owner) {
    const stopped = this.stops.get(owner);
    if (stopped) stopped.isLost = true;
    const expected = this.expected.get(owner);
    if (!expected) return;
    const topics = new Set([`thread:${owner}`]);
    this.show(owner, this.listed.get(owner) ?? NOTHING, this.mark(expected, true, topics));
    this.notify(topics);
  }

  place(owner, { i, n, s, m, o, at, more }, topics) {
    if (n) this.numbers.set(`${owner} ${n}`, i);
    const slot = this.slots.get(i);
    if (o) {
      if (!slot?.partial || slot.seq !== s) return true;
      this.slots.set(i, { ...slot, message: applyOps(slot.message, o), partial: Boolean(more) });
    } else if (m) {
      if (slot && slot.seq >= s && !slot.partial) return true;
      this.slots.set(i, { seq: s, message: m, cursor: at ? { path: at[0], key: at[1] ?? undefined } : null, partial: Boolean(more) });
      this.wanted.delete(i);
    } else {
      return Boolean(slot);
    }
    topics.add(`message:${i}`);
    return true;
  }

  extend(owner, [number, base, count, ...ops], topics) {
    const id = this.numbers.get(`${owner} ${number}`);
    const slot = this.slots.get(id);
    if (!slot || slot.partial) return false;
    if (base + count <= slot.seq) return true;
    if (base !== slot.seq) return false;
    const unfolded = unfold(ops, slot.cursor);
    this.slots.set(id, { seq: base + count, message: applyOps(slot.message, unfolded.ops), cursor: unfolded.cursor });
    topics.add(`message:${id}`);
    return true;
  }

  /** What this page has of a thread, for the server to send the rest. @param {string} owner */
  have(owner) {
    const { thread, ids } = this.thread(owner);
    /** @type {Record<string, number>} */
    const seen = {};
    for (const id of ids) {
      const slot = this.slots.get(id);
      const isLive = slot?.message.status === "thinking";
      if (slot && !slot.partial && (isLive || slot.seq)) seen[id] = isLive ? slot.seq : -1;
    }
    return { thread, seen };
  }

  /** What the user chose for a block or step, or undefined. @param {string} key */
  choice(key) {
    return this.choices.get(key);
  }

  /** The user opens or closes something. @param {Path} path @param {boolean} open */
  choose(path, open) {
    if (this.choices.get(keyOf(path)) === open) return;
    const topics = new Set();
    this.move(path, open, topics);
    this.notify(topics);
    this.onChoice.forEach((listener) => listener(path, open));
  }

  /** The app opens or closes something, or the user did. @param {Path} path @param {boolean} open @param {Set<string>} topics */
  move(path, open, topics) {
    const key = keyOf(path);
    this.choices.set(key, open);
    topics.add(`choice:${key}`);
  }

  /** The chat that shows a block's message, or an empty text. @param {string} blockId */
  ownerOf(blockId) {
    const id = messageOf(blockId);
    for (const [owner, { ids }] of this.threads) if (ids.includes(id)) return owner;
    return "";
  }

  /** Somebody opened a block of which only the outline is here. @param {string} id the message's */
  want(id) {
    if (!this.slots.has(id) || this.wanted.has(id)) return;
    this.wanted.add(id);
    this.onWant.forEach((listener) => listener());
  }

  /** The server's time in ms. */
  now() {
    return Date.now() + this.ahead;
  }

  /** A block is in the page. @param {{isOpen: boolean, setOpen: (open: boolean) => void}} block @returns {() => void} */
  register(block) {
    this.blocks.add(block);
    this.notify(["blocks"]);
    return () => {
      this.blocks.delete(block);
      this.notify(["blocks"]);
    };
  }

  /** Whether every block in the page is open. */
  allOpen() {
    return this.blocks.size > 0 && [...this.blocks].every((block) => block.isOpen);
  }

  /** Open every block, or close every one when all are open. It is the user's choice for those, too, that are so already. */
  toggleAll() {
    const open = !this.allOpen();
    for (const block of [...this.blocks]) block.setOpen(open);
  }

  /** What the user chose before this page was loaded; a choice made since then stands. */
  restore(path, open, topics) {
    if (!this.choices.has(keyOf(path))) this.move(path, open, topics);
  }
}

export const store = new Store();
