// A thinking block as React sees it: its root, and what its parts read from it. Headless.
import { Fragment, createElement as h, useContext, useEffect, useMemo, useRef, useState } from "react";
import { DisclosureElement, PathContext, useDisclosure, useOpen } from "./disclosure.js";
import { useAnnouncement } from "./bar.js";
import { BarContext, BlockContext, StatusContext, useStatus } from "./block.js";
import { Images } from "./images.js";
import { StringsContext, useLanguageAttributes, useLocale } from "./language.js";
import { blockOfRange, countFailed, countTools, groupParts, partStatus, visibleSteps } from "./model.js";
import { messageOf, store } from "./store.js";
import "./thinking.css";

export { useActivity, useBar, useSnippet, useStep, useTicking, useTimer, useWords } from "./bar.js";
export { useBlock, useMode, useStatus } from "./block.js";
export { Locale, useLanguage, useLocale, useText, useTold } from "./language.js";
export { useDisclosure };

const NOTHING = [];
const EMPTY = { id: "", status: "done", steps: NOTHING };
/** Read aloud, not seen; headless, so that it needs no stylesheet. */
const UNSEEN = { position: "absolute", inlineSize: 1, blockSize: 1, margin: -1, overflow: "hidden", clipPath: "inset(50%)", whiteSpace: "nowrap" };

/**
 * The root of a block. Takes a block, or a message and the inclusive range of its parts. Renders nothing when there is
 * no thinking, unless it is told to.
 */
export function ThinkingRoot({ block: given, message, startIndex, endIndex, renderEmpty = false, locale, texts, images, ...rest }) {
  const strings = useLocale(locale, texts);
  const language = useLanguageAttributes(strings);
  const block = useMemo(
    () => given ?? (message ? blockOfRange(message, startIndex, endIndex) : renderEmpty ? EMPTY : null),
    [given, message, startIndex, endIndex, renderEmpty],
  );
  const steps = useMemo(() => visibleSteps(block?.steps), [block?.steps]);
  if (!block || (!renderEmpty && block.status !== "thinking" && steps.length === 0)) return null;
  const root = h(BlockRoot, { block, steps, strings, ...language, ...rest });
  return h(StringsContext.Provider, { value: strings }, h(Images, { allowed: images }, root));
}

function BlockRoot({ block, steps, strings, live = "expanded", autoClose = true, open, defaultOpen, onOpenChange, semantics, children, ...rest }) {
  const automatic = defaultOpen ?? (live === "expanded" && (block.status === "thinking" || !autoClose));
  const [owner] = useContext(PathContext) ?? [""];
  const path = useMemo(() => (block.id ? [owner || store.ownerOf(block.id), block.id] : null), [owner, block.id]);
  const [isOpen, setOpen] = useOpen({ path, open, automatic, onOpenChange });
  const toolCount = countTools(block.steps);
  const loading = block.steps.some((step) => step.outline !== undefined);
  useEffect(() => {
    if (isOpen && loading) store.want(messageOf(block.id));
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
    () => ({ status, summary, started_at, ended_at, reasoning_tokens, effort_level, toolCount, toolsOnly, live, mode, isOpen }),
    [status, summary, started_at, ended_at, reasoning_tokens, effort_level, toolCount, toolsOnly, live, mode, isOpen],
  );
  useEffect(() => (mode === "bar" ? store.register({ isOpen, setOpen }) : undefined), [mode, isOpen, setOpen]);
  const announcement = useAnnouncement(strings, bar);
  const announcer = h("span", { role: "status", "aria-live": "polite", style: UNSEEN, "data-slot": "thinking-announcer" }, announcement);
  const asDetails = semantics === "details" && mode === "bar";
  const element = h(
    DisclosureElement,
    {
      ...rest,
      isOpen: isOpen && mode === "bar",
      setOpen,
      semantics: asDetails ? "details" : "button",
      phase: `${mode}/${status === "thinking"}`,
      "data-block-id": block.id || undefined,
      "data-status": status,
      "data-live": live,
      "data-waiting": (status === "thinking" && steps.length === 0) || undefined,
    },
    children,
    asDetails ? null : announcer,
  );
  // What is in a closed <details> is not spoken, so that its announcer stands beside it.
  const content = asDetails ? h(Fragment, null, element, announcer) : element;
  const contexts = [[PathContext, path], [BlockContext, value], [BarContext, bar], [StatusContext, status]];
  return contexts.reduceRight((children, [context, value]) => h(context.Provider, { value }, children), content);
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

/**
 * Whether the open panel is a bounded area that scrolls: while it thinks, and while it closes at the end of that, so that
 * it does not grow before it goes.
 */
export function useBounded() {
  const { open } = useDisclosure();
  const status = useStatus();
  const bounded = useRef(false);
  if (status === "thinking") bounded.current = true;
  else if (open) bounded.current = false;
  return bounded.current;
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
