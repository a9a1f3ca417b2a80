// What the bar, the rows and the announcer of a block say, in the reader's language.
import { useContext, useEffect, useMemo, useRef, useState } from "react";
import { useBlock, useSummary } from "./block.js";
import { StringsContext } from "./language.js";
import { WordCounter, countFailed, countTools, durationOf, headlineOf, lastSentence, visibleSteps } from "./model.js";
import { useBeforePaint } from "./place.js";
import { store } from "./store.js";
import { formatDuration, formatNumber, text } from "./strings.js";
import { cut, inputPreview, preview } from "./values.js";

const TICK = 100;
const ROTATE = 1400;
const NO_PARTS = [];
const LATENCY = 1000; // ms by which a timer may be ahead of the server's

/** What is spoken of a phase when it begins. A phase in which all begins is spoken when `isLive`. */
export function useSpoken(phase, isLive, say) {
  const [spoken, setSpoken] = useState("");
  const before = useRef(isLive ? null : phase);
  useEffect(() => {
    if (before.current === phase) return;
    before.current = phase;
    setSpoken(say());
  }, [phase]);
  return spoken;
}

/** Speaks the phases to assistive technology, never the text that streams. */
export function useAnnouncement(strings, bar) {
  return useSpoken(bar.status, bar.status === "thinking", () => announcementOf(strings, bar));
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
  if (bar.live === "overlay" && bar.mode === "bar" && !bar.isOpen && !bar.toolsOnly) return { before: text(strings, "ai.thinking.show"), duration: "", after: "" };
  const milliseconds = durationOf(bar);
  if (milliseconds === null) return { before: text(strings, bar.toolsOnly ? "ai.thinking.steps" : "ai.thinking.untimed"), duration: "", after: "" };
  const [before, after = ""] = text(strings, bar.toolsOnly ? "ai.thinking.worked" : "ai.thinking.complete", { duration: "\u0000" }).split("\u0000");
  return { before, duration: formatDuration(strings, milliseconds), after };
}

/** What the bar says, as `BarView` of primitives/block.py. */
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
    tool_number: formatNumber(strings.locale, bar.toolCount),
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

/** One line of what is being thought, which changes no more often than a reader can follow. Before there is anything to
 * say, it says so if it is `alone`. */
export function useSnippet(alone = true) {
  const strings = useContext(StringsContext);
  const { block } = useBlock();
  const latest = useRef("");
  const step = block.steps.at(-1);
  latest.current =
    (step?.type === "reasoning" ? lastSentence(step.content ?? "") : "") || activityOf(strings, block.steps) || (alone ? text(strings, "ai.thinking.streaming") : "");
  const [shown, setShown] = useState(latest.current);
  const isWaiting = !step;
  useEffect(() => {
    setShown(latest.current);
    const timer = setInterval(() => setShown(latest.current), ROTATE);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return shown;
}

/** How long the block has been thinking, while it does: a text that ticks, else an empty one. */
export function useTimer() {
  const { started_at, status } = useSummary();
  return useTicking(status === "thinking" ? started_at : null);
}

/** How long it is since a time of the server's, as a text that ticks; an empty one without a time. */
export function useTicking(since) {
  const strings = useContext(StringsContext);
  const ticking = since != null;
  const [now, setNow] = useState(null);
  const shown = useRef(0);
  // The first time is there when the bar is first seen: it would push what stands behind it.
  useBeforePaint(() => {
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
  if (!ticking || now === null) return "";
  // What began in this page began a little later for the server, whose word counts: the timer waits and never goes back.
  const ahead = shown.current - (now - since);
  if (ahead <= 0 || ahead > LATENCY) shown.current = now - since;
  return formatDuration(strings, shown.current);
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
      parts: step.parts ?? NO_PARTS,
      tools: tools > 0 ? text(strings, "ai.thinking.tools", { n: tools }) : "",
      failed: failed > 0 ? text(strings, "ai.thinking.failures", { n: failed }) : "",
      duration: took === null ? "" : formatDuration(strings, took),
      working: step.status === "thinking" ? text(strings, "ai.thinking.working", { name: step.assistant_name ?? "" }) : "",
      about: step.tool_input ? inputPreview(strings, step.tool_input) : "",
      preview: step.tool_result ? preview(strings, step.tool_result) : cut((step.assistant_result ?? "").slice(0, 1000).replace(/\*\*|`|^#+ /gm, "")),
    };
  }, [step, strings]);
}
