/**
 * Several hosts in one thread under a seeded scheduler: frames of different pairs of hosts, and whatever hosts
 * put off, happen in a random order that the seed fixes; frames of one pair stay in order. What a race between
 * threads could do, some seed does here, and does again.
 */
import { type Environment, formatNodeId, idFrom, nodeIdFromBytes, SILENT } from '@weir/model';
import type { Persistor } from '@weir/persistor';
import type { StandingEngine } from '@weir/standing';
import { GraphHost } from '../worker/graph-worker.js';
import type { PersistenceOptions } from '../shard/persistence-options.js';
import type { AwakeLimits } from '../shard/shard-ports.js';
import type { ResultBatch } from '../results/result-batch.js';
import { SeededRandom } from './seeded-random.js';

export interface HostClusterOptions {
  readonly hosts: number;
  readonly shards: number;
  readonly seed: number;
  /** What the clock shows at first, in milliseconds; an earlier cluster's `now` goes on. */
  readonly startMillis?: number;
  engineOf(host: number): StandingEngine;
  persistorOf(shard: number): Persistor;
  readonly persistence?: PersistenceOptions;
  /** Of every shard. */
  readonly limits?: AwakeLimits;
  onResults?(batches: readonly ResultBatch[]): void;
}

interface Link {
  readonly to: number;
  readonly from: number;
  readonly frames: Uint8Array[];
  isHeld: boolean;
}

export class HostCluster {
  readonly hosts: GraphHost[];
  readonly random: SeededRandom;
  private readonly links: Link[] = [];
  private tasks: (() => void)[] = [];
  private millis: number;

  constructor(options: HostClusterOptions) {
    this.random = new SeededRandom(options.seed);
    this.millis = options.startMillis ?? 1_700_000_000_000;
    const hostOfShard = Array.from({ length: options.shards }, (_, shard) => shard % options.hosts);
    this.hosts = Array.from({ length: options.hosts }, (_, index) => {
      const owned = hostOfShard.flatMap((host, shard) => (host === index ? [shard] : []));
      return new GraphHost({
        index,
        hostOfShard,
        persistors: new Map(owned.map(shard => [shard, options.persistorOf(shard)])),
        engine: options.engineOf(index),
        environment: this.environment(),
        ...(options.persistence === undefined ? {} : { persistence: options.persistence }),
        send: (to, frame) => this.link(index, to).frames.push(frame),
        onResults: batches => options.onResults?.(batches),
      });
    });
    for (const host of this.hosts) for (const shard of host.shards) shard.limits = options.limits;
  }

  /** A host at random. */
  anyHost(): GraphHost {
    return this.random.pick(this.hosts);
  }

  /** Milliseconds since the Unix epoch. */
  get now(): number {
    return this.millis;
  }

  /** Time passes, and nothing happens. */
  advance(millis: number): void {
    this.millis += millis;
  }

  /** Something that happens at some time, as a store's answer does. */
  later(task: () => void): void {
    this.tasks.push(task);
  }

  /** Does one thing that is due, if any. */
  step(): boolean {
    const due = this.links.filter(link => link.frames.length > 0 && !link.isHeld);
    const choices = due.length + this.tasks.length;
    if (choices === 0) return false;
    const choice = this.random.below(choices);
    this.millis += this.random.below(2);
    if (choice < due.length) {
      const link = due[choice]!;
      this.hosts[link.to]!.receive(link.from, link.frames.shift()!);
    } else {
      const [task] = this.tasks.splice(choice - due.length, 1);
      task!();
    }
    return true;
  }

  /** Frames from one host to another wait until they are released. */
  hold(from: number, to: number): void {
    this.link(from, to).isHeld = true;
  }

  release(from: number, to: number): void {
    this.link(from, to).isHeld = false;
  }

  /** Does everything that does not wait for frames that are held. */
  async exhaust(): Promise<void> {
    do {
      while (this.step());
      await new Promise<void>(resolve => setImmediate(resolve));
    } while (this.step());
  }

  /** Does everything, until nothing is left to do. */
  async settle(): Promise<void> {
    for (;;) {
      while (this.step());
      await new Promise<void>(resolve => setImmediate(resolve));
      const quiet = this.tasks.length === 0 && this.links.every(link => link.frames.length === 0);
      if (quiet && this.hosts.every(host => !host.activity.busy)) return;
    }
  }

  /** Waits for something that needs the hosts to go on. */
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
        nodeId: () => nodeIdFromBytes(Uint8Array.from({ length: 16 }, () => random.below(256))),
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
