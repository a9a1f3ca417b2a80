// A code block: its language, a button that copies it, and colours once they are loaded.
import { createElement as h, memo, useEffect, useRef, useState } from "react";
import { useText } from "./thinking.js";
import { CopyButton } from "./turns.js";

const AGAIN = 200; // ms between two looks at code that grows

/** @type {((language: string, text: string) => any[] | null) | null} */
let highlight = null;
let loading = null;

/** The colours come when the first code block needs them, so that a page without code does without them. */
function load() {
  loading ??= import("./highlight.js").then(
    (module) => {
      highlight = module.highlight;
    },
    () => {
      loading = null;
    },
  );
  return loading;
}

/** Tokens as elements: text stays text. */
function elements(nodes) {
  return nodes.map((node, key) =>
    node.type === "element" ? h("span", { key, className: node.properties?.className?.join(" ") }, elements(node.children)) : node.value,
  );
}

/** The text in colours as far as they are known, and the rest as it is. */
function useColours(language, text) {
  const [coloured, setColoured] = useState({ text: "", nodes: null });
  const lookedAt = useRef(0);
  useEffect(() => {
    if (!language || coloured.text === text) return undefined;
    let gone = false;
    const look = () => {
      if (gone || !highlight) return;
      lookedAt.current = Date.now();
      const tokens = highlight(language, text);
      setColoured({ text, nodes: tokens && elements(tokens) });
    };
    const timer = setTimeout(() => (highlight ? look() : load().then(look)), Math.max(0, lookedAt.current + AGAIN - Date.now()));
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [language, text, coloured.text]);
  if (!coloured.nodes || !text.startsWith(coloured.text)) return text;
  return [...coloured.nodes, text.slice(coloured.text.length)];
}

/** What a block says. A long one is rendered in several pieces, of which the later ones are marked as continued. */
function codeOf(button) {
  const block = button.closest(".rxt-code");
  const all = [...(block.closest(".rxt-markdown") ?? block).querySelectorAll(".rxt-code")];
  const pieces = [block];
  for (const next of all.slice(all.indexOf(block) + 1)) {
    if (!next.hasAttribute("data-continued")) break;
    pieces.push(next);
  }
  return pieces.map((piece) => piece.querySelector("code").textContent).join("\n");
}

export const CodeBlock = memo(function CodeBlock({ language = "", text, continued = false }) {
  const t = useText();
  const content = useColours(language, text);
  const head = h(
    "div",
    { className: "rxt-code-head" },
    h("span", { className: "rxt-code-language" }, language),
    h(CopyButton, { read: codeOf, label: t("ai.chat.copy_code"), className: "rxt-code-copy", "data-slot": "code-copy" }, h("span", { "aria-hidden": true }, t("ai.chat.copy"))),
  );
  return h(
    "div",
    { className: "rxt-code", "data-slot": "code", "data-language": language || undefined, "data-continued": continued || undefined },
    continued ? null : head,
    h("pre", { dir: "ltr", tabIndex: 0, "data-language": language || undefined }, h("code", null, content)),
  );
});
