/**
 * Loads a shard's nodes from the store into memory. Messages to a node that is being loaded wait in `waiting`, in
 * order. A failed read is retried until it succeeds, because the waiting messages cannot be rejected.
 */
import { type NodeId } from '@weir/model';
import { type Environment, type MaybePromise, Timing } from '@weir/platform';
import type { Persistor, StoredNode } from '@weir/persistor';
import type { StateStorage } from '@weir/standing';
import { NodeActor } from '../node/node-actor.js';
import { loadNode } from '../persistence/node-loader.js';
import { ReadFailures } from './read-failures.js';
import type { ShardCounters } from './shard-counters.js';
import type { ShardJournal } from './shard-journal.js';
import { WakeTimes } from './wake-times.js';

/** Delay before a failed read is retried; doubled each time. */
const READ_RETRY_MILLIS = 100;
const LONGEST_READ_RETRY_MILLIS = 1_000;

/** Follows a node on its way into memory. */
export interface WakeListener {
  /** A stored node woke; called before waiting messages are handled. */
  woke(actor: NodeActor): void;
  /** The node's waiting messages are about to be handled, one after the other. */
  releasing(): void;
  /** The node's waiting messages were handled. */
  released(): void;
}

export class NodeWaking {
  readonly times = new WakeTimes();
  /** Time from the first read of a node until it is awake. */
  readonly timing: Timing;
  /** Nodes that are being read or held. */
  readonly underWay = new Set<NodeActor>();
  private readonly failures: ReadFailures;

  constructor(
    private readonly persistor: Persistor,
    private readonly states: StateStorage,
    private readonly environment: Environment,
    private readonly journal: ShardJournal,
    private readonly counters: ShardCounters,
    private readonly listener: WakeListener,
  ) {
    this.timing = new Timing(environment.clock);
    this.failures = new ReadFailures(journal.shard, environment);
  }

  /** Fills the node with its stored content and releases the waiting messages. */
  read(actor: NodeActor, stored: MaybePromise<StoredNode | undefined>): void {
    this.underWay.add(actor);
    this.finish(actor, Promise.resolve(stored), this.timing.begin());
  }

  /** Like `read`, but synchronous. */
  load(actor: NodeActor, stored: StoredNode): void {
    this.fill(actor, stored);
    this.listener.woke(actor);
  }

  /** Returns a node in its stored state, with its standing-query state. */
  copy(id: NodeId, stored: StoredNode): NodeActor {
    const actor = new NodeActor(id);
    this.journal.sawTime(loadNode(actor, stored, this.states));
    return actor;
  }

  /** Makes a copy the awake node. */
  rouse(copy: NodeActor): void {
    this.counters.woken++;
    this.listener.woke(copy);
  }

  /**
   * Makes all messages to an awake node wait.
   * @returns a function that ends this, as if the node had just been read.
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
    this.journal.sawTime(loadNode(actor, stored, this.states));
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

/** A task may hold the node again. Then the remaining tasks wait ahead of later ones. */
function runWaiting(actor: NodeActor, tasks: readonly (() => void)[]): void {
  for (let i = 0; i < tasks.length; i++) {
    tasks[i]!();
    if (actor.waiting === undefined) continue;
    actor.waiting = [...tasks.slice(i + 1), ...actor.waiting];
    return;
  }
}
