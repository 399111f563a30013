/**
 * How a node of a shard gets from the store into memory. What is sent to it meanwhile waits in `waiting`, in order. A
 * read that fails is tried again until it succeeds: what waits can't be told that a node is lost.
 */
import { type Environment, type MaybePromise, type NodeId, Timing } from '@weir/model';
import type { Persistor, StoredNode } from '@weir/persistor';
import type { StandingEngine } from '@weir/standing';
import { NodeActor } from '../node/node-actor.js';
import { loadNode } from './node-loader.js';
import { ReadFailures } from './read-failures.js';
import type { ShardCounters } from './shard-counters.js';
import type { ShardJournal } from './shard-journal.js';
import { WakeTimes } from './wake-times.js';

/** The pause before a read that failed is tried again; doubled each time. */
const READ_RETRY_MILLIS = 100;
const LONGEST_READ_RETRY_MILLIS = 1_000;

/** Who follows a node on its way into memory. */
export interface WakeListener {
  /** A node that was stored is awake, before what waited for it is handled. */
  woke(actor: NodeActor): void;
  /** What waited for the node will be handled, one after the other. */
  releasing(): void;
  /** What waited for the node was handled. */
  released(): void;
}

export class NodeWaking {
  readonly times = new WakeTimes();
  /** From the first read of a node to its being awake. */
  readonly timing: Timing;
  /** Nodes being read or held right now. */
  readonly underWay = new Set<NodeActor>();
  private readonly failures: ReadFailures;

  constructor(
    private readonly persistor: Persistor,
    private readonly engine: StandingEngine,
    private readonly environment: Environment,
    private readonly journal: ShardJournal,
    private readonly counters: ShardCounters,
    private readonly listener: WakeListener,
  ) {
    this.timing = new Timing(environment.clock);
    this.failures = new ReadFailures(journal.shard, environment);
  }

  /** Fills the node with what is stored of it, and lets come what waits for it. */
  read(actor: NodeActor, stored: MaybePromise<StoredNode | undefined>): void {
    this.underWay.add(actor);
    this.finish(actor, Promise.resolve(stored), this.timing.begin());
  }

  /** The same at once. */
  load(actor: NodeActor, stored: StoredNode): void {
    this.fill(actor, stored);
    this.listener.woke(actor);
  }

  /** A node as it is stored, with what it holds for standing queries. */
  copy(id: NodeId, stored: StoredNode): NodeActor {
    const actor = new NodeActor(id);
    this.journal.sawTime(loadNode(actor, stored, this.engine));
    return actor;
  }

  /** A copy becomes the node. */
  rouse(copy: NodeActor): void {
    this.counters.woken++;
    this.listener.woke(copy);
  }

  /**
   * Lets everything that comes for an awake node wait.
   * @returns ends that, as if the node had just been read.
   */
  hold(actor: NodeActor): () => void {
    this.underWay.add(actor);
    actor.waiting = [];
    return () => this.release(actor, true);
  }

  private finish(
    actor: NodeActor,
    reading: Promise<StoredNode | undefined>,
    since: number,
    pause = READ_RETRY_MILLIS,
  ): void {
    const { environment, persistor } = this;
    reading
      .then(stored => {
        if (stored !== undefined) this.fill(actor, stored);
        return stored !== undefined;
      })
      .then(
        isStored => {
          const millis = this.timing.begin() - since;
          this.times.add(millis);
          this.timing.add(millis);
          this.failures.succeeded(actor);
          this.release(actor, isStored);
        },
        (error: unknown) => {
          this.counters.wakeFailures++;
          this.failures.failed(actor, error);
          environment.scheduler.after(pause, () =>
            this.finish(
              actor,
              Promise.resolve(persistor.readNode(actor.id)),
              since,
              Math.min(pause * 2, LONGEST_READ_RETRY_MILLIS),
            ),
          );
        },
      );
  }

  private fill(actor: NodeActor, stored: StoredNode): void {
    this.counters.woken++;
    this.journal.sawTime(loadNode(actor, stored, this.engine));
  }

  private release(actor: NodeActor, isStored: boolean): void {
    this.underWay.delete(actor);
    const waiting = actor.waiting!;
    actor.waiting = undefined;
    if (isStored) this.listener.woke(actor);
    this.listener.releasing();
    try {
      runWaiting(actor, waiting);
    } finally {
      this.listener.released();
    }
  }
}

/** One of the tasks may hold the node again: the rest then goes on waiting, before what comes from now on. */
function runWaiting(actor: NodeActor, tasks: readonly (() => void)[]): void {
  for (let i = 0; i < tasks.length; i++) {
    tasks[i]!();
    if (actor.waiting === undefined) continue;
    actor.waiting = [...tasks.slice(i + 1), ...actor.waiting];
    return;
  }
}
