// What components read of the store, as hooks.
import { useCallback, useMemo, useRef, useSyncExternalStore } from "react";
import { endingOf, groupParts, visibleSteps } from "./model.js";
import { store } from "./store.js";

const NO_IDS = [];
const NO_STEPS = [];

/** A value of the store that changes with a topic. */
export function useStore(topic, read, atFirst) {
  const subscribe = useCallback((listener) => store.subscribe(topic, listener), [topic]);
  return useSyncExternalStore(subscribe, read, () => atFirst);
}

/** The ids of the messages of a state's thread, in order. */
export function useMessageIds(owner) {
  return useStore(`thread:${owner}`, () => store.thread(owner).ids, NO_IDS);
}

/** Whether an answer of a state's thread is still being made. */
export function useRunning(owner) {
  return useStore(`thread:${owner}`, () => store.running(owner), false);
}

/** A message, or null until it is known. */
export function useMessage(id) {
  return useStore(`message:${id}`, () => store.message(id), null) ?? null;
}

/** Why an answer is not whole: see `endingOf`. */
export function useEnding(message) {
  return endingOf(message ?? {});
}

/**
 * What a message shows, in order: thinking blocks, texts, images and files; while there is nothing to show yet, what
 * stands in for it. What did not change keeps its identity, so that memoised components below skip it.
 */
export function useItems(message) {
  const before = useRef(new Map());
  return useMemo(() => {
    const items = new Map();
    for (const item of itemsOf(message)) {
      const same = before.current.get(item.key);
      items.set(item.key, same && isSame(same, item) ? same : item);
    }
    before.current = items;
    return [...items.values()];
  }, [message]);
}

/** @param {any} message */
export function itemsOf(message) {
  let ordinal = 0;
  const items = groupParts(message?.parts ?? []).map(({ group, start_index, end_index }) =>
    group === "chain_of_thought"
      ? blockItem(message, ordinal++, message.parts.slice(start_index, end_index + 1))
      : partItem(message, group, start_index),
  );
  if (message?.status !== "thinking") return items.filter(isVisible);
  if (message.role !== "assistant" || items.some(isVisible)) return items;
  return [message.thinking_enabled === false ? TYPING : blockItem(message, 0, NO_STEPS)];
}

const TYPING = { key: "typing", kind: "typing", part: null, block: null };

/** Whether there is anything of it to see. Models may begin with white space, or with reasoning that has no text. */
export function isVisible({ kind, part, block }) {
  if (kind === "block") return block.status === "thinking" || visibleSteps(block.steps).length > 0;
  return kind !== "text" || /\S/.test(part.text);
}

function partItem(message, group, index) {
  const part = message.parts[index];
  const kind = group === "text" && message.role === "user" ? "said" : group;
  const growing = message.status === "thinking" && index === message.parts.length - 1;
  // Images and files are named apart from texts, so that no two items have the same key.
  const key = part.type === "text" ? part.id : `${part.type}:${part.id}`;
  return { key, kind, message_id: message.id, part, block: null, growing, state_id: `${message.id}#${part.id}` };
}

/** A block. Before there is one, it is the one that the message would begin with: it keeps its place and its timer. */
function blockItem(message, ordinal, steps) {
  const unknown = { id: `${message.id}:${ordinal}`, status: message.status };
  const info = steps.length ? (message.blocks?.[ordinal] ?? unknown) : { ...unknown, started_at: message.created_at };
  const streaming = message.status === "thinking";
  // A provider that counts for the whole answer counted this block, when there is no other.
  const reasoning_tokens = info.reasoning_tokens ?? (message.blocks?.length === 1 ? message.usage?.reasoning_tokens : undefined);
  return { key: info.id, kind: "block", part: null, info, block: { ...info, reasoning_tokens, streaming, steps } };
}

function isSame(before, after) {
  if (before.kind !== after.kind) return false;
  if (after.kind !== "block") return before.part === after.part && before.growing === after.growing;
  const { steps } = after.block;
  return (
    before.info === after.info &&
    before.block.streaming === after.block.streaming &&
    before.block.reasoning_tokens === after.block.reasoning_tokens &&
    before.block.steps.length === steps.length &&
    before.block.steps.every((step, index) => step === steps[index])
  );
}
