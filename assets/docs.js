// The documentation's few moving parts: search over headings, the menu on a phone, light and dark on static pages.
// Events are caught at the document, so that it does not matter when a page's elements come and go.
(() => {
  if (window.reflexThinkingDocs) return;
  window.reflexThinkingDocs = true;

  const inSearch = (target) => target instanceof HTMLInputElement && target.closest(".docs-search");

  function show(search, query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const list = search.querySelector("ul");
    let count = 0;
    for (const item of list.children) {
      const text = item.textContent.toLowerCase();
      item.hidden = !words.length || !words.every((word) => text.includes(word));
      if (!item.hidden) count += 1;
    }
    list.hidden = count === 0;
    const results = count === 1 ? "1 result" : `${count} results`;
    search.querySelector("[role='status']").textContent = words.length ? results : "";
  }

  function close(search) {
    search.querySelector("input").value = "";
    show(search, "");
  }

  document.addEventListener("input", (event) => {
    if (inSearch(event.target)) show(event.target.closest(".docs-search"), event.target.value);
  });

  document.addEventListener("keydown", (event) => {
    const search = document.querySelector(".docs-search");
    if (!search || event.ctrlKey || event.metaKey || event.altKey) return;
    const writing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key === "/" && !writing) {
      event.preventDefault();
      search.querySelector("input").focus();
    } else if (search.contains(event.target)) {
      const links = [...search.querySelectorAll("li:not([hidden]) a")];
      const at = links.indexOf(event.target);
      if (event.key === "Escape") {
        close(search);
        search.querySelector("input").focus();
      } else if (event.key === "ArrowDown" && links[at + 1]) {
        event.preventDefault();
        links[at + 1].focus();
      } else if (event.key === "ArrowUp" && at >= 0) {
        event.preventDefault();
        (links[at - 1] ?? search.querySelector("input")).focus();
      } else if (event.key === "Enter" && at < 0 && links[0]) {
        event.preventDefault();
        links[0].click();
      }
    }
  });

  document.addEventListener("click", (event) => {
    const search = document.querySelector(".docs-search");
    if (search && (!search.contains(event.target) || event.target.closest("a"))) close(search);
    const menu = event.target.closest?.(".docs-menu");
    if (menu) {
      const open = menu.getAttribute("aria-expanded") !== "true";
      menu.setAttribute("aria-expanded", String(open));
      document.getElementById(menu.getAttribute("aria-controls")).toggleAttribute("data-open", open);
    }
    if (event.target.closest?.(".docs-static .site-theme")) {
      const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
      const system = matchMedia("(prefers-color-scheme: dark)").matches;
      const next = document.documentElement.style.colorScheme ? !dark : !system;
      document.documentElement.style.colorScheme = next ? "dark" : "light";
    }
  });

  // Elements of a page come after the browser has looked for the one that the address names.
  function goToAnchor() {
    const name = decodeURIComponent(location.hash.slice(1));
    if (name && document.querySelector(".docs")) document.getElementById(name)?.scrollIntoView();
  }
  if (document.readyState === "complete") goToAnchor();
  else window.addEventListener("load", goToAnchor);
})();
