/**
 * Several workers in one thread under a seeded scheduler. Frames of different pairs of workers, and tasks that workers
 * postpone, run in a random order determined by the seed; frames of one pair stay in order. Any race between threads
 * corresponds to some seed here, and is reproducible.
 */
import { formatNodeId, idFrom, nodeIdFromBytes } from '@weir/model';
import { type Environment, SILENT } from '@weir/platform';
import type { Persistor } from '@weir/persistor';
import type { StandingEngine } from '@weir/standing';
import { GraphWorker } from '../worker/graph-worker.js';
import type { PersistenceOptions } from '../persistence/persistence-options.js';
import type { AwakeLimits } from '../shard/awake-limits.js';
import type { ResultBatch } from '../results/result-batch.js';
import { SeededRandom } from '@weir/platform';

export interface WorkerClusterOptions {
  readonly workers: number;
  readonly shards: number;
  readonly seed: number;
  /** Initial time of the clock, in milliseconds. Pass an earlier cluster's `now` to continue from it. */
  readonly startMillis?: number;
  engineOf(worker: number): StandingEngine;
  persistorOf(shard: number): Persistor;
  readonly persistence?: PersistenceOptions;
  /** Limits of every shard. */
  readonly limits?: AwakeLimits;
  /** See `GraphWorkerOptions`. */
  readonly recovers?: boolean;
  onResults?(batches: readonly ResultBatch[]): void;
}

interface Link {
  readonly to: number;
  readonly from: number;
  readonly frames: Uint8Array[];
  isHeld: boolean;
}

export class WorkerCluster {
  readonly workers: GraphWorker[];
  readonly random: SeededRandom;
  private readonly links: Link[] = [];
  private tasks: (() => void)[] = [];
  private millis: number;

  constructor(options: WorkerClusterOptions) {
    this.random = new SeededRandom(options.seed);
    this.millis = options.startMillis ?? 1_700_000_000_000;
    const workerOfShard = Array.from({ length: options.shards }, (_, shard) => shard % options.workers);
    this.workers = Array.from({ length: options.workers }, (_, index) => {
      const owned = workerOfShard.flatMap((worker, shard) => (worker === index ? [shard] : []));
      return new GraphWorker({
        index,
        workerOfShard,
        persistors: new Map(owned.map(shard => [shard, options.persistorOf(shard)])),
        engine: options.engineOf(index),
        environment: this.environment(),
        recovers: options.recovers ?? false,
        ...(options.persistence === undefined ? {} : { persistence: options.persistence }),
        send: (to, frame) => this.link(index, to).frames.push(frame),
        onResults: batches => options.onResults?.(batches),
      });
    });
    for (const worker of this.workers) for (const shard of worker.shards) shard.limits = options.limits;
  }

  anyWorker(): GraphWorker {
    return this.random.pick(this.workers);
  }

  /** Milliseconds since the Unix epoch. */
  get now(): number {
    return this.millis;
  }

  /** Advances the clock without running anything. */
  advance(millis: number): void {
    this.millis += millis;
  }

  /** Schedules a task for some later step, such as a store's answer. */
  later(task: () => void): void {
    this.tasks.push(task);
  }

  /** Runs one due task, if any. */
  step(): boolean {
    const due = this.links.filter(link => link.frames.length > 0 && !link.isHeld);
    const choices = due.length + this.tasks.length;
    if (choices === 0) return false;
    const choice = this.random.below(choices);
    this.millis += this.random.below(2);
    if (choice < due.length) {
      const link = due[choice]!;
      this.workers[link.to]!.receive(link.from, link.frames.shift()!);
    } else {
      const [task] = this.tasks.splice(choice - due.length, 1);
      task!();
    }
    return true;
  }

  /** Holds back frames from one worker to another until they are released. */
  hold(from: number, to: number): void {
    this.link(from, to).isHeld = true;
  }

  release(from: number, to: number): void {
    this.link(from, to).isHeld = false;
  }

  /** Runs everything that does not wait for held frames. */
  async exhaust(): Promise<void> {
    do {
      while (this.step());
      await new Promise<void>(resolve => setImmediate(resolve));
    } while (this.step());
  }

  /** Runs tasks until none is left. */
  async settle(): Promise<void> {
    for (;;) {
      while (this.step());
      await new Promise<void>(resolve => setImmediate(resolve));
      const quiet = this.tasks.length === 0 && this.links.every(link => link.frames.length === 0);
      if (quiet && this.workers.every(worker => !worker.activity.busy)) return;
    }
  }

  /** Waits for a promise whose completion needs the workers to run. */
  async until<T>(promise: Promise<T> | T): Promise<T> {
    let done = false;
    const finished = Promise.resolve(promise).finally(() => (done = true));
    finished.catch(() => undefined);
    while (!done) {
      this.step();
      await new Promise<void>(resolve => setImmediate(resolve));
    }
    return finished;
  }

  private environment(): Environment {
    const random = this.random;
    return {
      clock: { now: () => this.millis },
      random: {
        next: () => random.next(),
        uuid: () => formatNodeId(idFrom([random.below(2 ** 31), random.below(2 ** 31)])!),
        bytes16: () => nodeIdFromBytes(Uint8Array.from({ length: 16 }, () => random.below(256))),
      },
      scheduler: {
        soon: task => void this.tasks.push(task),
        after: (_, task) => {
          this.tasks.push(task);
          return () => (this.tasks = this.tasks.filter(each => each !== task));
        },
      },
      logger: SILENT,
    };
  }

  private link(from: number, to: number): Link {
    let link = this.links.find(each => each.from === from && each.to === to);
    if (link === undefined) {
      link = { from, to, frames: [], isHeld: false };
      this.links.push(link);
    }
    return link;
  }
}
