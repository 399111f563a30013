/**
 * The initial picture. It is requested before anything is drawn and waits for nothing, neither settings nor saved
 * canvases. Less urgent work waits for it.
 */
import { allRows, type Queries, type Rows } from '../api/queries.js';
import { recentPicture } from '../graph/canvas-queries.js';

export const RECENT = 25;
/** If the service does not answer, other work waits no longer than this. */
const LONGEST_MILLIS = 15_000;

export class FirstPicture {
  /** Resolves when the picture is drawn, when there is nothing to draw, or when it has taken too long. */
  readonly shown: Promise<void>;
  private pending: Promise<Rows> | undefined;
  private done: () => void = () => undefined;

  constructor() {
    this.shown = new Promise(resolve => {
      this.done = () => resolve();
    });
  }

  /** @param atTime from the address. */
  request(queries: Queries, atTime: number | undefined): void {
    this.pending = allRows(queries, { ...recentPicture(RECENT), atTime });
    // The error is reported to the caller of `take`.
    this.pending.catch(() => undefined);
    setTimeout(this.done, LONGEST_MILLIS);
  }

  /** Returns the pending request once. */
  take(): Promise<Rows> | undefined {
    const { pending } = this;
    this.pending = undefined;
    return pending;
  }

  /** Resolves after the frame in which it is painted. */
  isShown(): void {
    requestAnimationFrame(() => requestAnimationFrame(this.done));
  }
}
