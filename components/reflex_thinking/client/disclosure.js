// Something that opens and closes: a root, a trigger and a panel. Headless.
import {
  Children,
  cloneElement,
  createContext,
  createElement as h,
  useCallback,
  useContext,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useHidden, useInPlace } from "./place.js";
import { keyOf, store } from "./store.js";

const DisclosureContext = createContext(null);
/** Opens what is around, as the user's choice. The function stays the same, so that nothing is rendered for it. */
const AroundContext = createContext(() => {});
/** The path of what is around: the chat, the block, steps. Null in a block without an id, where no choice can be kept. */
export const PathContext = createContext([""]);
const silent = () => () => {};

/**
 * Whether it is open: what the host app says, else what the user chose, else what is automatic.
 * With a path the user's choice outlives the component. To open something is to choose everything around it, too: nothing
 * automatic then closes what the user reads.
 */
export function useOpen({ path, open: controlled, automatic = false, onOpenChange }) {
  const [local, setLocal] = useState(undefined);
  const openAround = useContext(AroundContext);
  const key = useMemo(() => path && keyOf(path), [path]);
  const stored = useSyncExternalStore(
    useMemo(() => (key ? (listener) => store.subscribe(`choice:${key}`, listener) : silent), [key]),
    () => (key ? store.choice(key) : undefined),
    () => undefined,
  );
  const open = Boolean(controlled ?? (key ? stored : local) ?? automatic);
  const setOpen = useCallback(
    (next) => {
      if (next) openAround();
      if (controlled === undefined || controlled === null) {
        if (path) store.choose(path, next);
        else setLocal(next);
      }
      if (next !== open) onOpenChange?.(next);
    },
    [path, controlled, open, onOpenChange, openAround],
  );
  return [open, setOpen];
}

/** The nearest disclosure: `{open, setOpen, toggle, panelId, triggerId, semantics}`. */
export function useDisclosure() {
  const found = useContext(DisclosureContext);
  if (!found) throw new Error("reflex-thinking: a trigger or panel stands outside of its root");
  return found;
}

/** The element around trigger and panel. `as` names the element; semantics="details" makes it a <details>. */
export function Disclosure({ as = "div", stateId, open, defaultOpen = false, onOpenChange, semantics = "button", children, ...rest }) {
  const around = useContext(PathContext);
  const path = useMemo(() => (stateId && around ? [...around, stateId] : null), [around, stateId]);
  const [isOpen, setOpen] = useOpen({ path, open, automatic: defaultOpen, onOpenChange });
  const element = h(DisclosureElement, { as, isOpen, setOpen, semantics, children, ...rest });
  return stateId ? h(PathContext.Provider, { value: path }, element) : element;
}

/** The same, told whether it is open. `phase` changes with whatever else changes its height. */
export function DisclosureElement({ as = "div", isOpen, setOpen, semantics = "button", phase = "", children, ...rest }) {
  const base = useId();
  const element = useRef(null);
  useInPlace(element, isOpen, phase, `${base}t`);
  const latest = useRef(setOpen);
  latest.current = setOpen;
  const open = useCallback(() => latest.current(true), []);
  const value = useMemo(
    () => ({
      open: isOpen,
      setOpen,
      toggle: () => setOpen(!isOpen),
      triggerId: `${base}t`,
      panelId: `${base}p`,
      semantics,
    }),
    [isOpen, setOpen, base, semantics],
  );
  const props = { ...rest, ref: element, "data-state": isOpen ? "open" : "closed" };
  if (semantics === "details") {
    props.open = isOpen;
    // The browser opens a <details> by itself when a search of the page finds text in it.
    props.onToggle = (event) => {
      if (event.target === event.currentTarget && event.currentTarget.open !== isOpen) setOpen(event.currentTarget.open);
    };
  }
  const content = h(AroundContext.Provider, { value: open }, children);
  return h(DisclosureContext.Provider, { value }, h(semantics === "details" ? "details" : as, props, content));
}

/** The control. With `asChild` its only child becomes the control; `controls={false}` for one that has no panel. */
export function DisclosureTrigger({ asChild = false, controls = true, children, onClick, ...rest }) {
  const { open, toggle, triggerId, panelId, semantics } = useDisclosure();
  const props = {
    ...rest,
    id: triggerId,
    "data-state": open ? "open" : "closed",
    onClick: (event) => {
      onClick?.(event);
      if (semantics === "details") event.preventDefault();
      toggle();
    },
  };
  if (semantics === "details") return h("summary", props, children);
  Object.assign(props, { type: "button", "aria-expanded": open, "aria-controls": controls ? panelId : undefined });
  return asChild ? cloneElement(Children.only(children), props) : h("button", props, children);
}

/**
 * What opens and closes. Its element is always there, so that aria-controls points at something; its children are
 * mounted when it is first opened, and from then on kept. Closed, it is inert at once and hidden when it has stopped moving.
 */
export function DisclosurePanel({ children, ...rest }) {
  const { open, panelId } = useDisclosure();
  const element = useRef(null);
  const hidden = useHidden(element, open);
  const [mounted, setMounted] = useState(open);
  if (open && !mounted) setMounted(true);
  const closed = open ? {} : { "aria-hidden": true, inert: true, hidden };
  // A class of the host app may give it a display, which the attribute alone does not overrule.
  if (hidden) closed.style = { ...rest.style, display: "none" };
  return h("div", { ...rest, ...closed, ref: element, id: panelId, "data-state": open ? "open" : "closed" }, mounted ? children : null);
}

/** A second control, at the end of a long panel, that closes it. */
export function DisclosureClose({ children, ...rest }) {
  const { setOpen } = useDisclosure();
  return h("button", { ...rest, type: "button", onClick: () => setOpen(false) }, children);
}
