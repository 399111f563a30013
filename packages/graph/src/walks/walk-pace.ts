/**
 * Paces a walk over all nodes of a worker. Other work runs every few nodes, and the consequences of visited nodes, here
 * and on other workers, never exceed two stretches' worth. So neither memory nor the latency of concurrent writers
 * depends on the number of nodes.
 */
import type { Arrivals } from '../effects/arrivals.js';
import type { NodeActor } from '../node/node-actor.js';
import type { Shard } from '../shard/shard.js';
import type { StandingDispatch } from '../standing/standing-dispatch.js';

/** Nodes processed before other work runs. */
const NODES_PER_TURN = 64;
/** This many nodes that are in memory and need no work take as much time as one processed node. */
const PASSED_PER_NODE = 32;
const NODES_PER_STRETCH = 256;

interface Stretch {
  readonly durable: Promise<void>;
  readonly woken: readonly (readonly [shard: Shard, node: NodeActor])[];
}

export class WalkPace {
  private sinceTurn = 0;
  private passedSinceTurn = 0;
  private sinceStretch = 0;
  private last: Stretch | undefined = undefined;
  private woken: (readonly [shard: Shard, node: NodeActor])[] = [];

  /** @param extraTurn awaited whenever other work gets its turn. */
  constructor(
    private readonly dispatch: StandingDispatch,
    private readonly arrivals: Arrivals,
    private readonly extraTurn: (() => Promise<void>) | undefined,
  ) {}

  /** Counts a node that was processed or read. @returns whether other work should run. */
  checked(): boolean {
    this.sinceStretch++;
    return ++this.sinceTurn >= NODES_PER_TURN;
  }

  /** Counts a node in memory that needed no work. @returns whether other work should run. */
  passed(): boolean {
    if (++this.passedSinceTurn < PASSED_PER_NODE) return false;
    this.passedSinceTurn = 0;
    return ++this.sinceTurn >= NODES_PER_TURN;
  }

  /** Registers a node that woke only for the walk; it may sleep when its changes are durable. */
  roused(shard: Shard, node: NodeActor): void {
    this.woken.push([shard, node]);
  }

  /** Rejects with `store.failed`. */
  async turn(): Promise<void> {
    this.sinceTurn = 0;
    await this.dispatch.giveWay();
    await this.extraTurn?.();
    if (this.sinceStretch < NODES_PER_STRETCH) return;
    await this.endStretch();
  }

  /** Waits until all changes by the walk are durable. */
  async end(): Promise<void> {
    await this.endStretch();
    await this.endStretch();
  }

  private async endStretch(): Promise<void> {
    this.sinceStretch = 0;
    const { last, woken } = this;
    this.woken = [];
    const durable = this.arrivals.durable();
    // The caller that awaits it gets the error.
    durable.catch(() => undefined);
    this.last = { durable, woken };
    if (last === undefined) return;
    await last.durable;
    for (const [shard, node] of last.woken) shard.letSleep(node);
  }
}
