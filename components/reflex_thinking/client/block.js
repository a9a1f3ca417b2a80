// The nearest block, for the parts that stand in it.
import { createContext, useContext } from "react";

export const BlockContext = createContext(null);
/** The part of a block that its bar shows: it changes seldom, while the block changes with every token. */
export const BarContext = createContext(null);
/** The status alone, which every step reads. */
export const StatusContext = createContext(null);
const OUTSIDE = "reflex-thinking: this part stands outside of rt.thinking or a chain_of_thought.root";

function useNearest(context) {
  const found = useContext(context);
  if (!found) throw new Error(OUTSIDE);
  return found;
}

/** The nearest block: `{block, steps, tool_count, failed, status, part_status}`. */
export const useBlock = () => useNearest(BlockContext);

/** What the bar of the nearest block is made from. */
export const useSummary = () => useNearest(BarContext);

/** What stands for the nearest block now: `"bar"`, `"overlay"` or `"progress"`. */
export const useMode = () => useSummary().mode;

/** The status of the nearest block. */
export const useStatus = () => useNearest(StatusContext);
