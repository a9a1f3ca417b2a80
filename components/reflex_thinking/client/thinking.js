// A thinking block as React sees it: its root, and what its parts read from it. Headless.
import { createContext, createElement as h, useContext, useEffect, useMemo, useRef, useState } from "react";
import { DisclosureElement, useDisclosure, useOpen } from "./disclosure.js";
import {
  blockOfRange,
  countFailed,
  WordCounter,
  countTools,
  durationOf,
  groupParts,
  headlineOf,
  lastSentence,
  partStatus,
  visibleSteps,
} from "./model.js";
import { store } from "./store.js";
import { formatDuration, matchLocale, text } from "./strings.js";
import { LOCALES } from "./locales.js";
import "./thinking.css";

const DEFAULT_LOCALE = "en-US";
const StringsContext = createContext({ locale: DEFAULT_LOCALE, texts: LOCALES[DEFAULT_LOCALE] });
const BlockContext = createContext(null);
const BarContext = createContext(null);
const NOTHING = [];
const TICK = 100;
const ROTATE = 1400;
const OUTSIDE = "reflex-thinking: this part stands outside of rt.thinking or a chain_of_thought.root";

/** The texts of a locale; `texts` are the host app's own, by locale. */
function useLocale(locale, texts) {
  const inherited = useContext(StringsContext);
  return useMemo(() => {
    if (!locale && !texts) return inherited;
    const name = matchLocale(locale || inherited.locale, { ...LOCALES, ...texts });
    return { locale: name, texts: { ...LOCALES[DEFAULT_LOCALE], ...LOCALES[name], ...texts?.[name] } };
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
  if (!found) throw new Error(OUTSIDE);
  return found;
}

/** Speaks the phases to assistive technology, never the text that streams. */
function useAnnouncement(strings, bar) {
  const [announcement, setAnnouncement] = useState("");
  const before = useRef(bar.status === "thinking" ? null : bar.status);
  useEffect(() => {
    if (before.current === bar.status) return;
    before.current = bar.status;
    setAnnouncement(announcementOf(strings, bar));
  }, [strings, bar]);
  return announcement;
}

function announcementOf(strings, bar) {
  if (bar.status === "thinking") return text(strings, "ai.thinking.announce.thinking");
  if (bar.status !== "done") return text(strings, `ai.thinking.status.${bar.status}`);
  const { before, duration, after } = labelParts(strings, { ...bar, live: "" });
  return before + duration + after;
}

/** The label, cut where the duration stands in it. */
function labelParts(strings, bar) {
  if (bar.status === "thinking") return { before: text(strings, "ai.thinking.streaming"), duration: "", after: "" };
  if (bar.live === "overlay") return { before: text(strings, "ai.thinking.show"), duration: "", after: "" };
  if (bar.toolsOnly) return { before: text(strings, "ai.thinking.used", { n: bar.toolCount }), duration: "", after: "" };
  const milliseconds = durationOf(bar);
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
  const loading = block.steps.some((step) => step.outline !== undefined);
  useEffect(() => {
    if (isOpen && loading) store.want(block.id.slice(0, block.id.lastIndexOf(":")));
  }, [isOpen, loading, block.id]);
  const value = useMemo(
    () => ({
      block,
      steps: loading ? NOTHING : steps,
      loading,
      status: block.status,
      part_status: partStatus(block.steps),
      tool_count: toolCount,
      failed: countFailed(block.steps),
    }),
    [block, steps, loading, toolCount],
  );
  const { status, summary, started_at, ended_at, reasoning_tokens, effort_level } = block;
  const toolsOnly = toolCount > 0 && block.steps.every((step) => step.type !== "reasoning");
  const mode = modeOf(live, block);
  const bar = useMemo(
    () => ({ status, summary, started_at, ended_at, reasoning_tokens, effort_level, toolCount, toolsOnly, live, mode }),
    [status, summary, started_at, ended_at, reasoning_tokens, effort_level, toolCount, toolsOnly, live, mode],
  );
  useEffect(() => (mode === "bar" ? store.register({ isOpen, setOpen }) : undefined), [mode, isOpen, setOpen]);
  const announcement = useAnnouncement(strings, bar);
  return h(
    BlockContext.Provider,
    { value },
    h(
      BarContext.Provider,
      { value: bar },
      h(
        DisclosureElement,
        {
          ...rest,
          isOpen: isOpen && mode === "bar",
          setOpen,
          semantics: mode === "bar" ? semantics : "button",
          "data-block-id": block.id || undefined,
          "data-status": status,
          "data-live": live,
        },
        children,
        h("span", { role: "status", "aria-live": "polite", className: "rxt-announcer", "data-slot": "thinking-announcer" }, announcement),
      ),
    ),
  );
}

/**
 * What stands for the block now. An overlay stays until the whole answer is there, so that nothing moves under it; progress
 * goes when thinking ends.
 */
function modeOf(live, block) {
  if (live === "overlay" && (block.streaming ?? block.status === "thinking")) return "overlay";
  if (live === "progress" && block.status === "thinking") return "progress";
  return "bar";
}

/** The part of the nearest block that the bar shows: it changes seldom, while the block changes with every token. */
function useSummary() {
  const found = useContext(BarContext);
  if (!found) throw new Error(OUTSIDE);
  return found;
}

/** What stands for the nearest block now: `"bar"`, `"overlay"` or `"progress"`. */
export function useMode() {
  return useSummary().mode;
}

/** The status of the nearest block. */
export function useStatus() {
  return useSummary().status;
}

/** What the bar says: `{label_before, label_duration, label_after, summary, tools, status_text}`. */
export function useBar() {
  const strings = useContext(StringsContext);
  const bar = useSummary();
  const label = labelParts(strings, bar);
  return {
    summary: bar.summary ?? "",
    label_before: label.before,
    label_duration: label.duration,
    label_after: label.after,
    tools: bar.toolCount > 0 ? text(strings, "ai.thinking.tools", { n: bar.toolCount }) : "",
    tokens: bar.reasoning_tokens > 0 ? text(strings, "ai.thinking.tokens", { n: bar.reasoning_tokens }) : "",
    effort: bar.effort_level ? text(strings, "ai.thinking.effort", { level: bar.effort_level }) : "",
    status_text: text(strings, `ai.thinking.status.${bar.status}`),
  };
}

/** How many words the reasoning of the nearest block has, as a text. Only what is new is counted. */
export function useWords() {
  const strings = useContext(StringsContext);
  const { block } = useBlock();
  const counter = useRef(null);
  counter.current ??= new WordCounter();
  const words = counter.current.count(block.steps);
  return words > 0 ? text(strings, "ai.thinking.words", { n: words }) : "";
}

/** What happens in the nearest block right now: a headline of the reasoning, a tool, an assistant. */
export function useActivity() {
  const strings = useContext(StringsContext);
  const { block } = useBlock();
  return block.status === "thinking" ? activityOf(strings, block.steps) : "";
}

function activityOf(strings, steps) {
  const step = steps.findLast((one) => one.status === "thinking") ?? steps.at(-1);
  if (!step) return "";
  if (step.type === "assistant_call") return text(strings, "ai.thinking.working", { name: step.assistant_name ?? "" });
  if (step.type === "tool_call") {
    if (step.status !== "thinking") return "";
    if (step.kind) return text(strings, `ai.thinking.activity.${step.kind}`);
    return text(strings, "ai.thinking.activity.tool", { name: step.tool_name ?? "" });
  }
  return headlineOf(step.content ?? "") || text(strings, "ai.thinking.activity.reasoning");
}

/** One line of what is being thought, which changes no more often than a reader can follow. */
export function useSnippet() {
  const strings = useContext(StringsContext);
  const { block } = useBlock();
  const latest = useRef("");
  const step = block.steps.at(-1);
  latest.current =
    (step?.type === "reasoning" ? lastSentence(step.content ?? "") : "") || activityOf(strings, block.steps) || text(strings, "ai.thinking.streaming");
  const [shown, setShown] = useState(latest.current);
  useEffect(() => {
    const timer = setInterval(() => setShown(latest.current), ROTATE);
    return () => clearInterval(timer);
  }, []);
  return shown;
}

/** How long the block has been thinking, while it does: a text that ticks, else an empty one. */
export function useTimer() {
  const strings = useContext(StringsContext);
  const { started_at, status } = useSummary();
  const ticking = status === "thinking" && started_at != null;
  const [now, setNow] = useState(null);
  useEffect(() => {
    if (!ticking) return undefined;
    let last = 0;
    const tick = () => {
      last = Date.now();
      setNow(store.now());
    };
    // While patches come in it ticks with them, so that it costs no frames of its own.
    const leave = store.subscribe("patch", () => Date.now() - last >= TICK && tick());
    const timer = setInterval(() => Date.now() - last >= TICK * 1.5 && tick(), TICK);
    tick();
    return () => {
      leave();
      clearInterval(timer);
    };
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

/**
 * Reveals a list that is long from the start over several frames, so that opening it never blocks the page. What comes
 * in later is shown at once.
 */
export function useGradually(items, batch = 24) {
  const [shown, setShown] = useState(batch);
  const caughtUp = useRef(false);
  if (shown >= items.length) caughtUp.current = true;
  const waiting = !caughtUp.current;
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

/** The parts of a message in one such run. */
export function useRangeParts(message, range) {
  return useMemo(
    () => message.parts.slice(range.start_index, range.end_index + 1),
    [message.parts, range.start_index, range.end_index],
  );
}

export { useDisclosure };
