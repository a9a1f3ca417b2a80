// A thinking block as React sees it: its root, and what its parts read from it. Headless.
import { createContext, createElement as h, useContext, useEffect, useMemo, useRef, useState } from "react";
import { DisclosureElement, useDisclosure, useOpen } from "./disclosure.js";
import {
  blockOfRange,
  countFailed,
  countStepWords,
  countTools,
  durationOf,
  groupParts,
  partStatus,
  visibleSteps,
} from "./model.js";
import { formatDuration, text } from "./strings.js";
import { LOCALES } from "./locales.js";
import "./thinking.css";

const DEFAULT_LOCALE = "en-US";
const StringsContext = createContext({ locale: DEFAULT_LOCALE, texts: LOCALES[DEFAULT_LOCALE] });
const BlockContext = createContext(null);
const TICK = 100;

/** The texts of a locale, with the host app's own over them. */
function useLocale(locale, texts) {
  const inherited = useContext(StringsContext);
  return useMemo(() => {
    if (!locale && !texts) return inherited;
    const name = locale || inherited.locale;
    return { locale: name, texts: { ...LOCALES[DEFAULT_LOCALE], ...LOCALES[name], ...texts } };
  }, [inherited, locale, texts]);
}

/** Gives everything below it a language. */
export function Locale({ locale, texts, children }) {
  return h(StringsContext.Provider, { value: useLocale(locale, texts) }, children);
}

/** `t(key, values)` in the reader's language. */
export function useText() {
  const strings = useContext(StringsContext);
  return useMemo(() => (key, values) => text(strings, key, values), [strings]);
}

/** The nearest block: `{block, steps, tool_count, failed, status, part_status, live, …}`. */
export function useBlock() {
  const found = useContext(BlockContext);
  if (!found) throw new Error("reflex-thinking: this part stands outside of rt.thinking or a chain_of_thought.root");
  return found;
}

/** Speaks the phases to assistive technology, never the text that streams. */
function useAnnouncement(strings, block, toolCount) {
  const [announcement, setAnnouncement] = useState("");
  const before = useRef(block.status);
  useEffect(() => {
    if (before.current === block.status) return;
    before.current = block.status;
    setAnnouncement(
      block.status === "thinking"
        ? text(strings, "ai.thinking.announce.thinking")
        : block.status === "done"
          ? labelOf(strings, block, toolCount)
          : text(strings, `ai.thinking.status.${block.status}`),
    );
  }, [strings, block, toolCount]);
  return announcement;
}

/** The finished bar's label in one piece. */
function labelOf(strings, block, toolCount) {
  const { before, duration, after } = labelParts(strings, block, toolCount);
  return before + duration + after;
}

/** The label, cut where the duration stands in it. */
function labelParts(strings, block, toolCount) {
  const milliseconds = durationOf(block);
  if (toolCount > 0 && block.steps.every((step) => step.type !== "reasoning"))
    return { before: text(strings, "ai.thinking.used", { n: toolCount }), duration: "", after: "" };
  if (milliseconds === null) return { before: text(strings, "ai.thinking.untimed"), duration: "", after: "" };
  const [before, after = ""] = text(strings, "ai.thinking.complete", { duration: "\u0000" }).split("\u0000");
  return { before, duration: formatDuration(strings, milliseconds), after };
}

/**
 * The root of a block. Takes a block, or a message and the inclusive range of its parts. Renders nothing when there is
 * no thinking.
 */
export function ThinkingRoot({ block: given, message, startIndex, endIndex, locale, texts, ...rest }) {
  const strings = useLocale(locale, texts);
  const block = useMemo(
    () => given ?? (message ? blockOfRange(message, startIndex, endIndex) : null),
    [given, message, startIndex, endIndex],
  );
  const steps = useMemo(() => visibleSteps(block?.steps), [block?.steps]);
  if (!block || (block.status !== "thinking" && steps.length === 0)) return null;
  return h(StringsContext.Provider, { value: strings }, h(BlockRoot, { block, steps, strings, ...rest }));
}

function BlockRoot({ block, steps, strings, live = "expanded", autoClose = true, open, defaultOpen, onOpenChange, semantics, children, ...rest }) {
  const automatic = defaultOpen ?? (live === "expanded" && (block.status === "thinking" || !autoClose));
  const [isOpen, setOpen] = useOpen({ id: block.id, open, automatic, onOpenChange });
  const toolCount = countTools(block.steps);
  const announcement = useAnnouncement(strings, block, toolCount);
  const value = useMemo(
    () => ({
      block,
      steps,
      status: block.status,
      part_status: partStatus(block.steps),
      tool_count: toolCount,
      failed: countFailed(block.steps),
    }),
    [block, steps, toolCount],
  );
  return h(
    BlockContext.Provider,
    { value },
    h(
      DisclosureElement,
      { ...rest, isOpen, setOpen, semantics, "data-block-id": block.id || undefined, "data-status": block.status },
      children,
      h("span", { role: "status", "aria-live": "polite", className: "rxt-announcer", "data-slot": "thinking-announcer" }, announcement),
    ),
  );
}

/** What the bar says: `{label_before, label_duration, label_after, summary, tools, words, status_text}`. */
export function useBar(wantsWords) {
  const strings = useContext(StringsContext);
  const { block, tool_count, status } = useBlock();
  const words = useMemo(() => (wantsWords ? countStepWords(block.steps) : 0), [block.steps, wantsWords]);
  const label =
    status === "thinking"
      ? { before: text(strings, "ai.thinking.streaming"), duration: "", after: "" }
      : labelParts(strings, block, tool_count);
  return {
    summary: block.summary ?? "",
    label_before: label.before,
    label_duration: label.duration,
    label_after: label.after,
    tools: tool_count > 0 ? text(strings, "ai.thinking.tools", { n: tool_count }) : "",
    words: words > 0 ? text(strings, "ai.thinking.words", { n: words }) : "",
    status_text: text(strings, `ai.thinking.status.${status}`),
  };
}

/** How long the block has been thinking, while it does: a text that ticks, else an empty one. */
export function useTimer() {
  const strings = useContext(StringsContext);
  const { started_at, status } = useBlock().block;
  const ticking = status === "thinking" && started_at != null;
  const [now, setNow] = useState(null);
  useEffect(() => {
    if (!ticking) return undefined;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, TICK);
    return () => clearInterval(timer);
  }, [ticking]);
  return ticking && now !== null ? formatDuration(strings, now - started_at) : "";
}

/** What a step's row says beside its own data. */
export function useStep(step) {
  const strings = useContext(StringsContext);
  return useMemo(() => {
    const children = visibleSteps(step.child_steps);
    const tools = countTools(children);
    const failed = countFailed(children);
    const took = durationOf(step);
    return {
      children,
      tools: tools > 0 ? text(strings, "ai.thinking.tools", { n: tools }) : "",
      failed: failed > 0 ? text(strings, "ai.thinking.failures", { n: failed }) : "",
      duration: took === null ? "" : formatDuration(strings, took),
      working: step.status === "thinking" ? text(strings, "ai.thinking.working", { name: step.assistant_name ?? "" }) : "",
      preview: oneLine(step.tool_result ?? (step.assistant_result ?? "").replace(/\*\*|`|^#+ /gm, "")),
    };
  }, [step, strings]);
}

/** The beginning of a text as one line. */
function oneLine(value, limit = 160) {
  const line = value.slice(0, limit * 2).replace(/\s+/g, " ").trim();
  return line.length > limit || value.length > limit * 2 ? `${line.slice(0, limit - 1).trimEnd()}…` : line;
}

/** Reveals a long list over several frames, so that opening it never blocks the page. */
export function useGradually(items, batch = 24) {
  const [shown, setShown] = useState(batch);
  const waiting = shown < items.length;
  useEffect(() => {
    if (!waiting) return undefined;
    const frame = requestAnimationFrame(() => setShown((count) => count + batch));
    return () => cancelAnimationFrame(frame);
  }, [waiting, shown, batch]);
  return waiting ? items.slice(0, shown) : items;
}

/** The runs of a message's parts that are rendered together. */
export function useRanges(message, chainOfThought) {
  return useMemo(() => groupParts(message?.parts ?? [], chainOfThought), [message?.parts, chainOfThought]);
}

export { useDisclosure };
