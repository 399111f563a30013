/**
 * The picture that the page opens with. It is asked for before anything is drawn, and it waits for nothing: neither for
 * settings, nor for what the browser has kept. What can wait, waits for it.
 */
import { allRows, type Queries, type Rows } from '../api/queries.js';
import { recentPicture } from '../graph/canvas-queries.js';

export const RECENT = 25;
/** A service that doesn't answer holds up nothing for longer. */
const LONGEST_MILLIS = 15_000;

export class FirstPicture {
  /** Fulfilled when it is drawn, when there is nothing to draw, or when it has taken too long. */
  readonly shown: Promise<void>;
  private asked: Promise<Rows> | undefined;
  private done: () => void = () => undefined;

  constructor() {
    this.shown = new Promise(resolve => {
      this.done = () => resolve();
    });
  }

  /** @param atTime of the address. */
  ask(queries: Queries, atTime: number | undefined): void {
    this.asked = allRows(queries, { ...recentPicture(RECENT), atTime });
    // Whoever takes it hears of it.
    this.asked.catch(() => undefined);
    setTimeout(this.done, LONGEST_MILLIS);
  }

  /** What was asked for at first; once. */
  take(): Promise<Rows> | undefined {
    const { asked } = this;
    this.asked = undefined;
    return asked;
  }

  /** After the frame in which it is painted. */
  isShown(): void {
    requestAnimationFrame(() => requestAnimationFrame(this.done));
  }
}
