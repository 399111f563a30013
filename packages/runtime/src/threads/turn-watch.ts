/**
 * Watches whether the event loops of threads turn. Each thread counts its turns in memory shared with the watching
 * thread. A message would wait behind others, and the watching thread may itself be late.
 */
import { type Environment, every, type Scheduler } from '@weir/platform';
import type { CpuReading } from './thread-cpu.js';

/** Interval between two counts of a thread. */
const BEAT_MILLIS = 200;
const CHECK_MILLIS = 250;
/** A check later than this was delayed by this thread or the whole machine, so the watched threads are not to blame. */
const LATE_CHECK_MILLIS = 4 * CHECK_MILLIS;
/** If the system does not report whether a thread waits, the thread gets this many times the limit in clock time. */
const UNKNOWN_FACTOR = 10;

export type TurnCounts = Int32Array<SharedArrayBuffer>;

export function turnCounts(threads: number): TurnCounts {
  return new Int32Array(new SharedArrayBuffer(threads * Int32Array.BYTES_PER_ELEMENT));
}

/** Counts the turns of this thread. @returns a function that stops the counting. */
export function countTurns(counts: TurnCounts, thread: number, scheduler: Scheduler): () => void {
  const beat = (): void => void Atomics.add(counts, thread, 1);
  beat();
  return every(scheduler, BEAT_MILLIS, beat);
}

/** Observations of a thread since its present count was first seen. */
interface Silence {
  /** Time of the first observation, minus delays of the watch itself. */
  since: number;
  /** Reading at the first check after that; `undefined` until then. */
  first: CpuReading | undefined;
  last: CpuReading | undefined;
  /** Time when the thread was last known to work, or to wait for a processor. */
  activeAt: number;
}

/**
 * A thread is stuck if it makes no turn while it uses `limitMillis` of processor time, or while it waits that long
 * without using any. So a working thread that gets little of a processor is not considered stuck.
 */
export class TurnWatch {
  private readonly seen: Int32Array;
  private readonly silences: Silence[];
  private lastCheck: number;
  private readonly end: () => void;
  private isStopped = false;

  /**
   * @param stuck called for each stuck thread, and again after another limit while the thread is watched.
   * @param isWatched called at each check; false for a thread that may be idle.
   * @param cpuOf called for a silent thread; if it returns `undefined`, clock time counts.
   */
  constructor(
    private readonly counts: TurnCounts,
    private readonly environment: Pick<Environment, 'clock' | 'scheduler'>,
    private readonly limitMillis: number,
    private readonly stuck: (thread: number) => void,
    private readonly isWatched: (thread: number) => boolean = () => true,
    private readonly cpuOf: (thread: number) => CpuReading | undefined = () => undefined,
  ) {
    this.lastCheck = this.now();
    this.seen = Int32Array.from(counts);
    this.silences = Array.from(counts, () => silenceFrom(this.lastCheck));
    this.end = every(environment.scheduler, CHECK_MILLIS, () => this.check());
  }

  stop(): void {
    this.isStopped = true;
    this.end();
  }

  private now(): number {
    const { clock } = this.environment;
    return clock.precise?.() ?? clock.now();
  }

  private check(): void {
    const now = this.now();
    const wait = now - this.lastCheck;
    this.lastCheck = now;
    const held = wait > LATE_CHECK_MILLIS ? wait : 0;
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
    // The time of a process grows whichever of its threads works.
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
