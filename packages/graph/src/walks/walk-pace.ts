/**
 * The pace of a walk over all nodes of a worker: others have their turn every few nodes, and what follows from the nodes
 * that were looked at, here and on other workers, stays little: at most that of two stretches. So neither memory nor the
 * wait of somebody who writes meanwhile depends on how many nodes there are.
 */
import type { Arrivals } from '../effects/arrivals.js';
import type { NodeActor } from '../node/node-actor.js';
import type { Shard } from '../shard/shard.js';
import type { StandingDispatch } from '../standing/standing-dispatch.js';

/** Nodes that are worked on before others have their turn. */
const NODES_PER_TURN = 64;
/** So many nodes that are in memory, and where nothing begins, take no more time than one that is worked on. */
const PASSED_PER_NODE = 32;
/** Nodes of a stretch. */
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

  /** @param extraTurn waited for whenever others have their turn. */
  constructor(
    private readonly dispatch: StandingDispatch,
    private readonly arrivals: Arrivals,
    private readonly extraTurn: (() => Promise<void>) | undefined,
  ) {}

  /** A node was worked on, or read. @returns whether it is others' turn. */
  looked(): boolean {
    this.sinceStretch++;
    return ++this.sinceTurn >= NODES_PER_TURN;
  }

  /** Nothing was to be done on a node that is in memory, and nothing follows. @returns whether it is others' turn. */
  passed(): boolean {
    if (++this.passedSinceTurn < PASSED_PER_NODE) return false;
    this.passedSinceTurn = 0;
    return ++this.sinceTurn >= NODES_PER_TURN;
  }

  /** A node woke for the walk alone: it may sleep when what it did is durable. */
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

  /** Everything that the walk did is durable. */
  async end(): Promise<void> {
    await this.endStretch();
    await this.endStretch();
  }

  private async endStretch(): Promise<void> {
    this.sinceStretch = 0;
    const { last, woken } = this;
    this.woken = [];
    const durable = this.arrivals.durable();
    // Whoever waits for it hears of an error.
    durable.catch(() => undefined);
    this.last = { durable, woken };
    if (last === undefined) return;
    await last.durable;
    for (const [shard, node] of last.woken) shard.letSleep(node);
  }
}
