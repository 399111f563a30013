/**
 * Detects whether this machine renders fast enough. It measures the time from a drawing to the frame after the next
 * one, which includes the time of the graphics processor, unlike a clock around the drawing. This is the number of
 * drawings considered.
 */
const LOOKED_AT = 5;
/** Without delays, two frames take 33 ms. */
const SLOW_MILLIS = 140;

export class FramePace {
  private readonly recent: number[] = [];
  private isWaiting = false;

  /** @param slow called when the median exceeds the limit; measuring then starts over. */
  constructor(private readonly slow: () => void) {}

  /** Call after each drawing. */
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
