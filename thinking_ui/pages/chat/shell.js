// The frame of the page: a sidebar beside the conversation, which is a drawer over it where there is little room.
import { createContext, createElement as h, useContext, useEffect, useMemo, useState } from "react";

const NARROW = "(width < 60rem)";
const ShellContext = createContext({ toggled: false, drawer: false, toggle: () => {}, close: () => {} });

/** The frame. `toggled` is what the reader asked for: without a sidebar where there is room, with one where there is none. */
export function Shell({ thread = "", children, ...rest }) {
  const [toggled, setToggled] = useState(false);
  const [narrow, setNarrow] = useState(false);
  useEffect(() => {
    const query = window.matchMedia(NARROW);
    const change = () => {
      setNarrow(query.matches);
      setToggled(false);
    };
    change();
    query.addEventListener("change", change);
    return () => query.removeEventListener("change", change);
  }, []);
  const drawer = narrow && toggled;
  const value = useMemo(
    () => ({ toggled, drawer, toggle: () => setToggled((before) => !before), close: () => setToggled(false) }),
    [toggled, drawer],
  );
  useEffect(() => setToggled((before) => before && !window.matchMedia(NARROW).matches), [thread]);
  useEffect(() => {
    if (!drawer) return undefined;
    const press = (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      setToggled(false);
    };
    document.addEventListener("keydown", press);
    document.querySelector(".sidebar a, .sidebar button")?.focus({ preventScroll: true });
    return () => {
      document.removeEventListener("keydown", press);
      document.querySelector(".site-header button")?.focus({ preventScroll: true });
    };
  }, [drawer]);
  return h(ShellContext.Provider, { value }, h("div", { ...rest, "data-toggled": toggled || undefined }, children));
}

function Covered({ as, children, ...rest }) {
  const { drawer } = useContext(ShellContext);
  return h(as, { ...rest, inert: drawer || undefined }, children);
}

/** What stands above both; nothing in it can be reached while the drawer is open. */
export const ShellHeader = (props) => h(Covered, { as: "header", ...props });

/** What stands beside the sidebar; nothing in it can be reached while the drawer is open. */
export const ShellMain = (props) => h(Covered, { as: "main", ...props });

/** The button that shows and hides the sidebar. */
export function SidebarToggle({ children, ...rest }) {
  const { toggle } = useContext(ShellContext);
  return h("button", { ...rest, type: "button", onClick: toggle, "aria-controls": "sidebar" }, children);
}

/** What is behind the drawer: a click on it closes the drawer. */
export function SidebarBackdrop(props) {
  const { close } = useContext(ShellContext);
  return h("div", { ...props, "aria-hidden": true, onClick: close });
}
