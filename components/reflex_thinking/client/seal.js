// Cuts growing markdown into chunks that never change again, and an open tail. Pure: no React, no DOM.
//
// Where a chunk ends depends on the text alone, not on how it arrived, so that a text looks the same live and stored.
// A chunk ends before an unindented line that follows a blank one, and before a code fence. What would grow without end
// is cut too: a paragraph at a sentence end, a list before an item, a table and a fence after a number of lines.

/**
 * @typedef {object} Chunk
 * @property {string} text
 * @property {string} prefix what must stand before the text for it to be parsed: a fence's first line, a table's header
 * @typedef {object} Sealed
 * @property {Chunk[][]} pages full pages of chunks
 * @property {Chunk[]} chunks chunks of the page that is not full yet
 * @property {Chunk} tail
 */

const PAGE_CHUNKS = 40;
const PAGE_CHARACTERS = 8192;
const SENTENCE_FROM = 2048; // a paragraph ends at the first sentence end from here on,
const SPACE_FROM = 4096; // else at the first space from here on,
const LONGEST = 8192; // else here
const LIST = 1024;
const FENCE_LINES = 100;
const FENCE_CHARACTERS = 4096;
const TABLE_LINES = 30;
const TABLE_CHARACTERS = 4096;

const FENCE = /^([ \t]*)(`{3,}|~{3,})([^\n]*)$/;
const ITEM = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const DELIMITER = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const SPACE = /\s/g;
const SENTENCE = /[.!?…。！？](?:["'”’)\]*_]*)(?=\s)|[。！？]/g;

export class Sealer {
  constructor() {
    /** @type {Sealed} */
    this.sealed = { pages: [], chunks: [], tail: { text: "", prefix: "" } };
    /** @type {{mark: string, opener: string, nested: boolean} | null} the code fence that is open */
    this.fence = null;
    this.pageLength = 0;
    this.reset("");
  }

  /** @param {string} prefix */
  reset(prefix) {
    this.tail = "";
    this.prefix = prefix;
    this.scanned = 0; // all before this is whole lines that were looked at
    this.lines = 0;
    this.blank = false;
    this.list = false;
    /** @type {string[] | null} the header and delimiter row of the table that is open */
    this.table = null;
    this.previous = "";
  }

  /** Add text; returns the new state, in which everything but the tail is what it was. @param {string} text */
  push(text) {
    if (!text) return this.sealed;
    this.tail += text;
    // In the same steps as if it came character by character, so that the chunks are the same.
    while (this.begin() >= 0) {
      this.shorten(this.lineEnd());
      this.line(this.scanned, this.lineEnd() + 1);
      this.shorten(this.scanned);
    }
    this.shorten(this.tail.length);
    this.sealed = { ...this.sealed, tail: { text: this.tail, prefix: this.prefix } };
    return this.sealed;
  }

  /** Begin a line, of which the first character is enough to know that what is above it is finished; returns its end. */
  begin() {
    if (this.blank && !this.fence && this.scanned > 0 && /\S/.test(this.tail.charAt(this.scanned))) this.seal(this.scanned);
    return this.lineEnd();
  }

  /** Where the line that is not looked at yet ends, or -1 while it has no end. */
  lineEnd() {
    return this.tail.indexOf("\n", this.scanned);
  }

  /** Cut the tail at an offset: what is before it becomes a chunk. */
  seal(at, prefix = "") {
    const text = this.tail.slice(0, at);
    const rest = this.tail.slice(at);
    if (/\S/.test(text)) {
      let { pages, chunks } = this.sealed;
      chunks = [...chunks, { text, prefix: this.prefix }];
      this.pageLength += text.length;
      if (chunks.length >= PAGE_CHUNKS || this.pageLength >= PAGE_CHARACTERS) {
        pages = [...pages, chunks];
        chunks = [];
        this.pageLength = 0;
      }
      this.sealed = { ...this.sealed, pages, chunks };
    }
    this.reset(prefix);
    this.tail = rest;
  }

  /** Look at one whole line. */
  line(start, end) {
    const line = this.tail.slice(start, end).replace(/\r?\n$/, "");
    if (this.fence) this.fenceLine(line, start, end);
    else this.proseLine(line, start, end);
  }

  fenceLine(line, start, end) {
    const close = FENCE.exec(line);
    const closed = close && close[2][0] === this.fence.mark[0] && close[2].length >= this.fence.mark.length && !close[3].trim();
    this.scanned = end;
    this.lines += 1;
    if (closed) {
      const { nested } = this.fence;
      this.fence = null;
      if (!nested) this.seal(end);
    } else if (!this.fence.nested && (this.lines >= FENCE_LINES || end >= FENCE_CHARACTERS)) {
      this.seal(end, this.fence.opener);
    }
  }

  proseLine(line, start, end) {
    const open = FENCE.exec(line);
    if (open && !(open[2][0] === "`" && open[3].includes("`"))) {
      const nested = open[1].length > 3 || (this.list && open[1].length > 0);
      if (!nested && start > 0) {
        this.seal(start);
        end -= start;
      }
      this.fence = { mark: open[2], opener: `${line}\n`, nested };
      this.scanned = end;
      return;
    }
    const blank = !line.trim();
    const item = ITEM.test(line);
    const starts = start > 0 && !blank && !/^[ \t]/.test(line);
    if ((starts && this.blank) || (starts && item && this.list && start >= LIST)) {
      this.seal(start);
      end -= start;
      start = 0;
    } else if (starts && this.table && (this.lines >= TABLE_LINES || start >= TABLE_CHARACTERS)) {
      this.seal(start, this.table.join(""));
      this.table = this.prefix.split(/(?<=\n)/);
      end -= start;
      start = 0;
    }
    if (start === 0 && !blank) this.list = item;
    if (!this.table && line.includes("|") && DELIMITER.test(line) && this.previous.includes("|"))
      this.table = [`${this.previous}\n`, `${line}\n`];
    if (blank) this.table = null;
    this.previous = line;
    this.blank = blank;
    this.lines += 1;
    this.scanned = end;
  }

  /** Cut what grows without a line end or without a blank line, as if the tail ended at a limit. @param {number} limit */
  shorten(limit) {
    for (;;) {
      const at = this.cutAt(this.tail.slice(0, limit));
      if (at < 0 || at >= limit) return;
      const { fence, scanned } = this;
      this.seal(at, fence && !fence.nested ? fence.opener : "");
      this.scanned = Math.max(0, scanned - at);
      limit -= at;
    }
  }

  /** Where a tail is cut, or -1 while it need not be. Where it is does not depend on how much of it is there. @param {string} tail */
  cutAt(tail) {
    if (tail.length <= (this.table ? 2 * LONGEST : SENTENCE_FROM)) return -1;
    if (!this.fence && !this.table) {
      SENTENCE.lastIndex = SENTENCE_FROM;
      const sentence = SENTENCE.exec(tail);
      const end = sentence ? sentence.index + sentence[0].length : Infinity;
      if (end <= SPACE_FROM) return end;
      if (tail.length <= SPACE_FROM) return -1;
      SPACE.lastIndex = SPACE_FROM;
      const space = SPACE.exec(tail);
      if (space && space.index < LONGEST) return Math.min(end, space.index + 1);
    }
    if (tail.length <= LONGEST) return -1;
    return tail.charCodeAt(LONGEST - 1) >> 10 === 0x36 ? LONGEST - 1 : LONGEST;
  }
}

/** A finished text, cut. @param {string} text */
export function sealText(text) {
  return new Sealer().push(text);
}
