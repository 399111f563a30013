/**
 * Whether the event loops of threads turn. Each thread counts its turns in memory that is shared with the thread that
 * looks: a message would wait behind others, and the looking thread may be late itself.
 */
import { type Environment, every, type Scheduler } from '@weir/model';
import type { CpuReading } from './thread-cpu.js';

/** Between two counts of a thread. */
const BEAT_MILLIS = 200;
const LOOK_MILLIS = 250;
/** A look that comes later than this was held up itself, or the whole machine was: that is nobody's fault. */
const LATE_LOOK_MILLIS = 4 * LOOK_MILLIS;
/** Where the system does not say whether a thread waits, it gets this many times the limit on the clock. */
const UNKNOWN_FACTOR = 10;

export type TurnCounts = Int32Array<SharedArrayBuffer>;

export function turnCounts(threads: number): TurnCounts {
  return new Int32Array(new SharedArrayBuffer(threads * Int32Array.BYTES_PER_ELEMENT));
}

/** Counts the turns of this thread. @returns stops it. */
export function countTurns(counts: TurnCounts, thread: number, scheduler: Scheduler): () => void {
  const beat = (): void => void Atomics.add(counts, thread, 1);
  beat();
  return every(scheduler, BEAT_MILLIS, beat);
}

/** What is known of a thread since its count was first seen. */
interface Silence {
  /** When the count was first seen, less the time in which the watch itself was held up. */
  since: number;
  /** At the first look after that; `undefined` until then. */
  first: CpuReading | undefined;
  last: CpuReading | undefined;
  /** When the thread was last known to work, or to wait for a processor. */
  activeAt: number;
}

/**
 * A thread is stuck when it makes no turn while it uses `limitMillis` of processor time, or while it waits for that long
 * without using any. So a thread that gets little of a processor is not taken for stuck while it works.
 */
export class TurnWatch {
  private readonly seen: Int32Array;
  private readonly silences: Silence[];
  private lastLook: number;
  private readonly end: () => void;
  private isStopped = false;

  /**
   * @param stuck is called for each stuck thread, and again after another limit while the thread is watched.
   * @param isWatched asked at each look: a thread that is not may rest.
   * @param cpuOf called for a thread that is silent; where it gives `undefined`, time on the clock counts.
   */
  constructor(
    private readonly counts: TurnCounts,
    private readonly environment: Pick<Environment, 'clock' | 'scheduler'>,
    private readonly limitMillis: number,
    private readonly stuck: (thread: number) => void,
    private readonly isWatched: (thread: number) => boolean = () => true,
    private readonly cpuOf: (thread: number) => CpuReading | undefined = () => undefined,
  ) {
    this.lastLook = this.now();
    this.seen = Int32Array.from(counts);
    this.silences = Array.from(counts, () => silenceFrom(this.lastLook));
    this.end = every(environment.scheduler, LOOK_MILLIS, () => this.look());
  }

  stop(): void {
    this.isStopped = true;
    this.end();
  }

  private now(): number {
    const { clock } = this.environment;
    return clock.precise?.() ?? clock.now();
  }

  private look(): void {
    const now = this.now();
    const wait = now - this.lastLook;
    this.lastLook = now;
    const held = wait > LATE_LOOK_MILLIS ? wait : 0;
    for (let thread = 0; thread < this.counts.length; thread++) {
      const silence = this.silences[thread]!;
      silence.since += held;
      silence.activeAt += held;
      const count = Atomics.load(this.counts, thread);
      if (count !== this.seen[thread] || !this.isWatched(thread)) {
        this.seen[thread] = count;
        this.silences[thread] = silenceFrom(now);
      } else if (this.isStuck(silence, now, this.cpuOf(thread))) {
        this.silences[thread] = silenceFrom(now);
        this.stuck(thread);
        if (this.isStopped) return;
      }
    }
  }

  private isStuck(silence: Silence, now: number, cpu: CpuReading | undefined): boolean {
    const { limitMillis } = this;
    if (cpu === undefined) return now - silence.since > limitMillis;
    const isActive = cpu.millis > (silence.last?.millis ?? -Infinity) || cpu.isWaiting === false;
    // The time of a process grows whichever thread works.
    if (isActive && cpu.isWaiting !== undefined) silence.activeAt = now;
    silence.first ??= cpu;
    silence.last = cpu;
    if (cpu.millis - silence.first.millis > limitMillis) return true;
    const patience = cpu.isWaiting === undefined ? UNKNOWN_FACTOR * limitMillis : limitMillis;
    return now - silence.activeAt > patience;
  }
}

function silenceFrom(now: number): Silence {
  return { since: now, first: undefined, last: undefined, activeAt: now };
}
