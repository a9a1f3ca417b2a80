// Runs in the measured page before its own scripts. Counts what websockets bring, notes long tasks, and looks once per
// frame how far the text has come: every delta begins with its number as `%12 `, so the last number in the document says it.
(() => {
  const MARKER = /%(\d+) /g;
  const ANSWER = "Done.";
  const SKIPPED = new Set(["SCRIPT", "STYLE", "TEXTAREA", "LINK", "TEMPLATE", "svg"]);
  // A marker stands at least this close to the end of the text node that shows the newest delta.
  const TAIL = 120;

  const now = () => performance.timeOrigin + performance.now();
  const fresh = () => ({ messages: 0, received: 0, frames: [], closed: 0, started: 0, done: 0, last: -1, seen: [], longTasks: [] });
  const probe = { ...fresh(), on: false, keepFrames: false, errors: [] };
  window.__bench = probe;

  window.WebSocket = class extends window.WebSocket {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => {
        probe.messages += 1;
        probe.received += typeof data === "string" ? data.length : (data.byteLength ?? data.size ?? 0);
        if (probe.keepFrames && typeof data === "string") probe.frames.push(data);
      });
      this.addEventListener("close", () => (probe.closed += 1));
    }
  };
  window.addEventListener("error", (event) => probe.errors.push(String(event.message)));
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) probe.longTasks.push([performance.timeOrigin + task.startTime, task.duration]);
  }).observe({ type: "longtask" });

  // What was found on the way from the document's end to the first marker.
  let found = -1;
  let answered = false;

  /** Walk backwards through a subtree, shadow roots included; true once a marker was met. @param {Node} node */
  function search(node) {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = /** @type {Text} */ (node).data;
      if (text.trim() === ANSWER) answered = true;
      for (const match of text.slice(-TAIL).matchAll(MARKER)) found = Number(match[1]);
      return found >= 0;
    }
    if (SKIPPED.has(node.nodeName)) return false;
    for (const parent of [/** @type {Element} */ (node).shadowRoot, node])
      for (let child = parent?.lastChild; child; child = child.previousSibling) if (search(child)) return true;
    return false;
  }

  function look() {
    if (!probe.on) return;
    found = -1;
    answered = false;
    if (document.body) search(document.body);
    const time = now();
    if (found > probe.last) {
      probe.last = found;
      probe.seen.push([found, time]);
    }
    if (answered && !probe.done) probe.done = time;
    requestAnimationFrame(look);
  }

  function start(event) {
    if (probe.on && !probe.started && (event.type === "click" || event.key === "Enter")) probe.started = now();
  }
  window.addEventListener("click", start, true);
  window.addEventListener("keydown", start, true);

  /** Begin to watch; the next click or Enter is the start. @param {boolean} keepFrames keep what the websockets bring */
  probe.arm = (keepFrames) => {
    Object.assign(probe, fresh(), { on: true, keepFrames });
    requestAnimationFrame(look);
  };

  probe.stop = () => {
    probe.on = false;
  };

  /** All text below what matches a selector; without table heads, which may be repeated. @param {string} selector */
  probe.text = (selector) => {
    const parts = [];
    const collect = (node) => {
      if (node.nodeType === Node.TEXT_NODE) parts.push(node.data);
      else if (!SKIPPED.has(node.nodeName) && node.nodeName !== "THEAD")
        for (const parent of [node.shadowRoot, node]) parent?.childNodes.forEach(collect);
    };
    document.querySelectorAll(selector).forEach(collect);
    return parts.join("");
  };
})();
