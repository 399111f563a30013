/**
 * Whether this machine keeps up with the drawing. Of the last drawings, the time until the page gets to the frame after the
 * next one is looked at: the time of the graphics processor is in it, which no clock around the drawing shows.
 */
const LOOKED_AT = 5;
/** Two frames are 33 ms where all is well. */
const SLOW_MILLIS = 140;

export class FramePace {
  private readonly recent: number[] = [];
  private isWaiting = false;

  /** @param slow is called when the median is above what a reader bears; it begins anew then. */
  constructor(private readonly slow: () => void) {}

  /** After each drawing. */
  drawn(): void {
    if (this.isWaiting || document.hidden) return;
    this.isWaiting = true;
    const begun = performance.now();
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        this.isWaiting = false;
        this.take(performance.now() - begun);
      }),
    );
  }

  private take(millis: number): void {
    this.recent.push(millis);
    if (this.recent.length < LOOKED_AT) return;
    const median = [...this.recent].sort((a, b) => a - b)[LOOKED_AT >> 1]!;
    this.recent.length = 0;
    if (median > SLOW_MILLIS) this.slow();
  }
}
