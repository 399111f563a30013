/**
 * Whether the event loops of threads turn. Each thread counts its turns in memory that is shared with the thread that
 * looks: a message would wait behind others, and the looking thread may be late itself.
 */
import type { Environment, Scheduler } from '@weir/model';

/** Between two counts of a thread. */
const BEAT_MILLIS = 200;
const LOOK_MILLIS = 250;
/** A look that comes later than this was held up itself, or the whole machine was: that is nobody's fault. */
const LATE_LOOK_MILLIS = 4 * LOOK_MILLIS;

export type TurnCounts = Int32Array<SharedArrayBuffer>;

export function turnCounts(threads: number): TurnCounts {
  return new Int32Array(new SharedArrayBuffer(threads * Int32Array.BYTES_PER_ELEMENT));
}

/** Counts the turns of this thread. @returns stops it. */
export function countTurns(counts: TurnCounts, thread: number, scheduler: Scheduler): () => void {
  let cancel = (): void => undefined;
  const beat = (): void => {
    Atomics.add(counts, thread, 1);
    cancel = scheduler.after(BEAT_MILLIS, beat);
  };
  beat();
  return () => cancel();
}

export class TurnWatch {
  private readonly seen: Int32Array;
  /** By thread, when its count was first seen. */
  private readonly since: number[];
  private lastLook: number;
  private cancelTimer: () => void = () => undefined;

  /**
   * @param limitMillis without a turn.
   * @param stuck is told once of a thread that made none for so long; then all watching ends.
   * @param isWatched asked at each look: a thread that is not may rest.
   */
  constructor(
    private readonly counts: TurnCounts,
    private readonly environment: Pick<Environment, 'clock' | 'scheduler'>,
    private readonly limitMillis: number,
    private readonly stuck: (thread: number) => void,
    private readonly isWatched: (thread: number) => boolean = () => true,
  ) {
    this.lastLook = this.now();
    this.seen = Int32Array.from(counts);
    this.since = Array.from(counts, () => this.lastLook);
    this.lookLater();
  }

  stop(): void {
    this.cancelTimer();
  }

  private now(): number {
    const { clock } = this.environment;
    return clock.precise?.() ?? clock.now();
  }

  private lookLater(): void {
    this.cancelTimer = this.environment.scheduler.after(LOOK_MILLIS, () => this.look());
  }

  private look(): void {
    const now = this.now();
    const wait = now - this.lastLook;
    this.lastLook = now;
    const held = wait > LATE_LOOK_MILLIS ? wait : 0;
    for (let thread = 0; thread < this.counts.length; thread++) {
      this.since[thread]! += held;
      const count = Atomics.load(this.counts, thread);
      if (count !== this.seen[thread] || !this.isWatched(thread)) {
        this.seen[thread] = count;
        this.since[thread] = now;
      } else if (now - this.since[thread]! > this.limitMillis) {
        this.stuck(thread);
        return;
      }
    }
    this.lookLater();
  }
}
