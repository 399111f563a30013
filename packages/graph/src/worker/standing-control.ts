/**
 * A worker's operations on standing queries other than node changes: starting them, showing nodes to them, and
 * replacing them.
 */
import type { NodeId } from '@weir/model';
import type { ResultName, StandingEngine, StandingResult } from '@weir/standing';
import type { NodeVisit, NodeVisits } from '../walks/node-visits.js';
import type { WalkPace } from '../walks/walk-pace.js';
import type { Shard } from '../shard/shard.js';
import type { StandingDispatch } from '../standing/standing-dispatch.js';
import type { GroupCommit } from '../shard/group-commit.js';
import type { PersistenceOptions } from '../persistence/persistence-options.js';
import type { WorkerShards } from '../shard/worker-shards.js';

const NODES_PER_READ = 64;

export class StandingControl {
  /** How many queries had started when the nodes that a query needs without data were last shown to it. */
  private fixedShown = 0;
  /** How many queries were shown to every awake node; below, to every stored node. */
  private awakeShown = 0;
  private storedShown = 0;

  constructor(
    private readonly engine: StandingEngine,
    private readonly shards: WorkerShards,
    private readonly commits: GroupCommit,
    private readonly dispatch: StandingDispatch,
    private readonly visits: NodeVisits,
    private readonly persistence: PersistenceOptions,
  ) {}

  /**
   * Evaluates the registered standing queries on existing nodes that are awake; with `includeSleeping`, on every stored
   * node, waking those where a query starts to hold state. Queries that were already shown to all these nodes are
   * skipped, so a walk costs only the new queries' share.
   * @param parallelism nodes that are woken before other work gets its turn.
   * @param visit called with every stored node after it was shown; also with nodes that are only awake
   * (persistence-options.ts).
   * @param turn awaited now and then.
   */
  async propagate(
    includeSleeping: boolean,
    parallelism: number,
    visit?: NodeVisit,
    turn?: () => Promise<void>,
  ): Promise<void> {
    const { dispatch, visits, awakeShown, storedShown } = this;
    const { startCount } = this.engine.queries;
    dispatch.showFixedNodes(awakeShown);
    const pace = visits.pace(turn);
    const isForAwake = visit !== undefined || awakeShown < startCount;
    const isForStored = includeSleeping && (visit !== undefined || storedShown < startCount);
    for (const shard of this.shards.local) {
      if (isForAwake) await this.showAwake(shard, awakeShown, visit, pace);
      if (isForStored) await visits.stored(shard, storedShown, parallelism, visit, pace);
    }
    await pace.end();
    await this.finish();
    this.awakeShown = Math.max(this.awakeShown, startCount);
    if (includeSleeping) this.storedShown = Math.max(this.storedShown, startCount);
  }

  private async showAwake(
    shard: Shard,
    after: number,
    visit: NodeVisit | undefined,
    pace: WalkPace,
  ): Promise<void> {
    const { dispatch, engine } = this;
    const isVisited = visit !== undefined && !this.isEachStored(shard);
    for (const actor of [...shard.nodes.values()]) {
      const isAwake = actor.waiting === undefined && shard.nodes.get(actor.id) === actor;
      const isBehind = isAwake && engine.evaluation.isBehind(actor, actor.standing, after);
      if (isBehind) dispatch.synchronize(actor, shard.journal, after);
      if (isAwake && isVisited) visit(actor);
      if (isBehind ? pace.checked() : pace.passed()) await pace.turn();
    }
  }

  /**
   * To be called after standing queries have started. Resolves when results that they report without any data are
   * durable.
   */
  async started(): Promise<void> {
    const after = this.fixedShown;
    this.fixedShown = this.engine.queries.startCount;
    if (this.dispatch.showFixedNodes(after)) await this.finish();
  }

  /** Like `started`, for all standing queries after a crash. */
  async recovered(): Promise<void> {
    this.dispatch.showFixedNodes(0);
    await this.finish();
  }

  /** Stores results that no node reports now. @returns when they are durable and were passed on. */
  async addResults(results: readonly StandingResult[], log: number): Promise<void> {
    for (const result of results) this.shards.local[0]!.journal.results.add(result, log);
    await this.finish();
  }

  /**
   * @param names by node: replacement ids for results that are true there.
   * @returns when durable: the names of results that have ceased to be true.
   */
  async renameResults(
    query: number,
    names: readonly (readonly [node: NodeId, names: readonly ResultName[]])[],
  ): Promise<readonly ResultName[]> {
    const missing: ResultName[] = [];
    for (let start = 0; start < names.length; start += NODES_PER_READ) {
      const some = names.slice(start, start + NODES_PER_READ);
      await Promise.all(
        some.map(async ([id, each]) => {
          const shard = this.shards.of(id);
          await shard.actor(id).whenAwake(node => {
            missing.push(...this.dispatch.renameResults(node, shard.journal, query, each));
          });
        }),
      );
      this.dispatch.finishMessage();
    }
    await this.commits.commit();
    return missing;
  }

  /** Whether every awake node is in the store, once everything is written. */
  private isEachStored(shard: Shard): boolean {
    return this.persistence.journalEnabled && shard.persistor.supports.history;
  }

  private finish(): Promise<void> {
    this.dispatch.finishMessage();
    return this.commits.commit();
  }
}
