// Whether the line to the server is whole: a line can break without anybody being told. Pure: no React, no DOM, no clock.

export const LOOK = 250; // ms between two looks
const QUIET = 750; // ms without a word from the server, after which it is asked whether it is there
const PATIENCE = 2000; // ms without an answer, after which the reader is told
const GIVE_UP = 8000; // ms after that in which a server that has much to do may still answer

export class Line {
  /** @param {{ask: () => void, tell: (isLost: boolean) => void, giveUp: () => void}} acts */
  constructor({ ask, tell, giveUp }) {
    this.ask = ask;
    this.tell = tell;
    this.giveUp = giveUp;
    this.isLost = false;
    this.isDoubted = false; // the browser says that there is no network
    this.heardAt = 0;
    this.askedAt = 0; // 0: nothing was asked since
    this.lookedAt = 0;
  }

  /** There is a new connection. @param {number} now */
  begin(now) {
    this.isLost = this.isDoubted = false;
    this.heardAt = now;
    this.askedAt = 0;
  }

  /** The server said something. @param {number} now */
  hear(now) {
    const wasLost = this.isLost;
    this.begin(now);
    if (wasLost) this.tell(false);
  }

  /** @param {number} now */
  doubt(now) {
    this.isDoubted = true;
    this.look(now, true);
  }

  /** @param {number} now @param {boolean} isAwaited whether somebody waits for the server */
  look(now, isAwaited) {
    // A page that did not get to look did not get to listen either.
    const stalled = this.lookedAt ? now - this.lookedAt - 2 * LOOK : 0;
    this.lookedAt = now;
    if (this.askedAt && stalled > 0) this.askedAt += stalled;
    if (!isAwaited && !this.isLost && !this.isDoubted) {
      this.askedAt = 0;
      return;
    }
    if (!this.askedAt) {
      if (now - this.heardAt < QUIET && !this.isDoubted) return;
      this.askedAt = now;
      this.ask();
      return;
    }
    if (now - this.askedAt >= PATIENCE && !this.isLost) {
      this.isLost = true;
      this.tell(true);
    }
    if (now - this.askedAt >= PATIENCE + GIVE_UP) {
      this.askedAt = 0;
      this.giveUp();
    }
  }
}
