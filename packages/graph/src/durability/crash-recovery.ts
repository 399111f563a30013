/**
 * Recovers the graph after a crash. Every node that was written since the last checkpoint sends its neighbors again
 * what these writes changed in its standing-query state. Most edges that were created or removed since then are intact,
 * which is known without asking (edge-comparison.ts). For each remaining edge:
 *
 * - a node that has its half asks for the other one, and a node without one reports that;
 * - if the properties may have changed, the source node sends them to the target node.
 *
 * If nothing was lost, this changes nothing. Everything before the checkpoint is complete, so the cost depends on some
 * seconds of writing, not on the size of the graph.
 *
 * An edge with only one half was not acknowledged, or was being deleted, so the half is removed. When the record is
 * delivered again, the edge is restored.
 *
 * Every change since the checkpoint counts, not only the net change: an edge that was created and removed since then at
 * one end may at the other end have been created before and not yet removed.
 *
 * Recovery processes its nodes in batches (unsettled-nodes.ts) and forgets each batch when it is settled. A reader of
 * an edge has both ends settled first: a single half is recorded as present at one end or as missing at the other, and
 * one of the two was written since the checkpoint (checkpoint.ts). So no answer shows an edge that only one end has.
 */
import { type NodeId, packIds, reversed, unpackIds } from '@weir/model';
import { type MaybePromise } from '@weir/platform';
import type { Arrivals } from '../effects/arrivals.js';
import type { WorkerEffects } from '../effects/worker-effects.js';
import { EffectBatch } from '../mail/effect-batch.js';
import type { WorkerMail } from '../mail/worker-mail.js';
import type { NodeActor } from '../node/node-actor.js';
import { EffectCode } from '../node/node-behavior.js';
import type { GroupCommit } from '../shard/group-commit.js';
import type { Shard } from '../shard/shard.js';
import type { WakeWatch } from '../shard/sleeping-nodes.js';
import type { WorkerShards } from '../shard/worker-shards.js';
import type { StandingDispatch } from '../standing/standing-dispatch.js';
import { EdgeComparison, type PackedHalves } from './edge-comparison.js';
import type { TouchedEdge } from './touched-edge.js';
import { touchedEdges } from './touched-edges.js';
import { UnsettledNodes } from './unsettled-nodes.js';

/** Nodes that are settled together for a reader. */
const NODES_PER_READ = 256;
/** Steps of a batch that is settled before it is forgotten. */
const STEPS_PER_PIECE = 4;

export class CrashRecovery {
  private unsettled!: ReadonlyMap<Shard, UnsettledNodes>;
  private reading: Promise<void> | undefined = undefined;
  private loading: Promise<void> | undefined = undefined;
  private comparison!: EdgeComparison;
  /** Workers that may have unsettled nodes, including this one. */
  private readonly unsettledWorkers = new Set<number>();

  /**
   * @param isDue whether there is something to recover; until it is recovered, readers of edges wait for the nodes they
   * read.
   */
  constructor(
    private readonly shards: WorkerShards,
    private readonly mail: WorkerMail,
    private readonly commits: GroupCommit,
    private readonly effects: WorkerEffects,
    private readonly arrivals: Arrivals,
    private readonly dispatch: StandingDispatch,
    isDue: boolean,
  ) {
    this.checkRecent();
    if (isDue) this.begin();
  }

  /** Whether all nodes of all workers are settled, as far as is known here. */
  get isOver(): boolean {
    return this.unsettledWorkers.size === 0;
  }

  leftOf(shard: Shard): number {
    return this.unsettled.get(shard)!.nodes.size;
  }

  /**
   * Whether writes of earlier runs to this worker's shards are unsettled, so that only the recovery may forget that
   * they are recent.
   */
  get isUnderWay(): boolean {
    return this.unsettledWorkers.has(this.shards.index);
  }

  /**
   * Settles all unsettled nodes of this worker. After a failure, a second call continues.
   * @param parallelism nodes inspected at the same time.
   * @returns how many nodes were inspected.
   */
  async recover(parallelism: number): Promise<number> {
    const { unsettled } = this;
    const all = [...unsettled.values()];
    this.begin();
    await this.load();
    // A catalog is corrected by writes that the recovery forgets.
    for (const shard of unsettled.keys()) await shard.catalog.save(this.commits);
    if (this.dispatch.hasQueries) await Promise.all(all.map(each => each.readAhead()));
    const left = all.reduce((sum, { nodes }) => sum + nodes.size, 0);
    await Promise.all(all.map(each => this.recoverShard(each, parallelism)));
    for (const shard of unsettled.keys()) shard.sleeping.forgetAhead();
    this.unsettledWorkers.delete(this.shards.index);
    return left;
  }

  /**
   * Restarts the recovery because another worker died and its unwritten changes are lost. Everything that this worker
   * has written and that no checkpoint covers is unsettled, including the current run's own writes. To be called when
   * the last `recover` has ended.
   */
  beginAnew(): void {
    this.reading = undefined;
    this.loading = undefined;
    this.checkRecent();
    for (const worker of this.shards.workers) this.unsettledWorkers.add(worker);
  }

  /** Settles nodes of this worker before they are read. */
  settle(ids: readonly NodeId[]): MaybePromise<void> {
    if (!this.isUnderWay) return undefined;
    const { unsettled } = this;
    return this.load().then(() => this.settleLoaded(unsettled, ids));
  }

  /** Settles nodes of any workers before they are read. */
  async settleEverywhere(ids: Iterable<NodeId>): Promise<void> {
    const byWorker = new Map<number, NodeId[]>();
    for (const id of ids) {
      const worker = this.shards.workerOf(id);
      if (!this.unsettledWorkers.has(worker)) continue;
      const some = byWorker.get(worker);
      if (some === undefined) byWorker.set(worker, [id]);
      else some.push(id);
    }
    await Promise.all([...byWorker].map(([worker, some]) => this.settleAt(worker, some)));
  }

  /**
   * Serves another worker's request. @returns whether that worker has to ask again for other nodes, because some may be
   * unsettled.
   */
  async serve(ids: Uint8Array): Promise<boolean> {
    await this.settle(unpackIds(ids));
    return this.isUnderWay;
  }

  /**
   * Serves another worker's comparison. @returns which of its halves differ here; `null` if the state at the crash is
   * not known any longer.
   */
  async differing(halves: PackedHalves): Promise<number[] | null> {
    if (!this.isUnderWay) return null;
    await this.read();
    return this.comparison.differing(halves);
  }

  private checkRecent(): void {
    const { shards, mail, dispatch } = this;
    this.unsettled = new Map(shards.local.map(shard => [shard, new UnsettledNodes(shard)]));
    this.comparison = new EdgeComparison(shards, mail, dispatch, this.unsettled);
  }

  private begin(): void {
    if (this.isOver) for (const worker of this.shards.workers) this.unsettledWorkers.add(worker);
  }

  /** Loads the unsettled nodes and determines which of their edges to ask about. */
  private load(): Promise<void> {
    if (this.loading !== undefined) return this.loading;
    const { comparison } = this;
    const loading = this.read().then(() => comparison.run());
    loading.catch(() => {
      if (this.loading === loading) this.loading = undefined;
    });
    this.loading = loading;
    return loading;
  }

  private read(): Promise<void> {
    if (this.reading !== undefined) return this.reading;
    const reading = Promise.all([...this.unsettled.values()].map(each => each.load())).then(() => undefined);
    reading.catch(() => {
      if (this.reading === reading) this.reading = undefined;
    });
    this.reading = reading;
    return reading;
  }

  private async settleAt(worker: number, ids: readonly NodeId[]): Promise<void> {
    if (worker === this.shards.index) return await this.settle(ids);
    const isUnderWay = (await this.mail.request(worker, 'settle', packIds(ids))) as boolean;
    if (!isUnderWay) this.unsettledWorkers.delete(worker);
  }

  private async settleLoaded(all: ReadonlyMap<Shard, UnsettledNodes>, ids: readonly NodeId[]): Promise<void> {
    const byShard = new Map<UnsettledNodes, NodeId[]>();
    for (const id of ids) {
      const unsettled = all.get(this.shards.of(id))!;
      if (!unsettled.nodes.has(id)) continue;
      const some = byShard.get(unsettled);
      if (some === undefined) byShard.set(unsettled, [id]);
      else some.push(id);
    }
    for (const [unsettled, some] of byShard) {
      for (let start = 0; start < some.length; start += NODES_PER_READ) {
        const { answered } = this.settleNodes(unsettled, some.slice(start, start + NODES_PER_READ));
        await answered;
      }
    }
  }

  private recoverShard(unsettled: UnsettledNodes, parallelism: number): Promise<void> {
    const settle = async (ids: readonly NodeId[]): Promise<void> => {
      const answers: Promise<void>[] = [];
      for (let start = 0; start < ids.length; start += parallelism) {
        const { checked, answered } = this.settleNodes(unsettled, ids.slice(start, start + parallelism));
        answers.push(answered);
        await checked;
      }
      await Promise.all(answers);
    };
    return unsettled.eachPiece(parallelism * STEPS_PER_PIECE, settle, () => this.passedOn());
  }

  /** Waits until messages to neighbors are durable there, and their replies are durable here. */
  private async passedOn(): Promise<void> {
    await this.arrivals.durable();
    await this.arrivals.durable();
    await this.commits.commit();
  }

  /**
   * @returns `checked`: when nodes that are not being settled already were inspected; `answered`: when all are settled.
   * A rejection of `answered` need not be handled, because `checked` rejects with it.
   */
  private settleNodes(
    unsettled: UnsettledNodes,
    ids: readonly NodeId[],
  ): { readonly checked: Promise<void>; readonly answered: Promise<void> } {
    const { nodes } = unsettled;
    const underWay = new Set<Promise<void>>();
    const fresh: NodeId[] = [];
    for (const id of ids) {
      const node = nodes.get(id);
      if (node?.settling !== undefined) underWay.add(node.settling);
      else if (node !== undefined) fresh.push(id);
    }
    const others = new EffectBatch();
    const questions: Promise<void>[] = [];
    const checked = this.checkNodes(unsettled, fresh, others, questions);
    const settled = checked.then(async () => {
      if (!others.isEmpty) questions.push(this.effects.forward(others));
      await Promise.all(questions);
      for (const id of fresh) nodes.delete(id);
    });
    for (const id of fresh) nodes.get(id)!.settling = settled;
    settled.catch(() => {
      for (const id of fresh) nodes.get(id)!.settling = undefined;
    });
    const answered = Promise.all([settled, ...underWay]).then(() => undefined);
    answered.catch(() => undefined);
    return { checked, answered };
  }

  private async checkNodes(
    unsettled: UnsettledNodes,
    ids: readonly NodeId[],
    others: EffectBatch,
    questions: Promise<void>[],
  ): Promise<void> {
    if (ids.length === 0) return;
    const { sleeping } = unsettled.shard;
    const watch = sleeping.watch();
    try {
      await Promise.all(ids.map(id => this.checkNode(unsettled, id, watch, others, questions)));
    } finally {
      sleeping.unwatch(watch);
    }
    await this.dispatch.giveWay();
  }

  /** A sleeping node that holds no standing-query state, and gets none, stays asleep. */
  private async checkNode(
    { shard, nodes, hasAllEvents }: UnsettledNodes,
    id: NodeId,
    watch: WakeWatch,
    others: EffectBatch,
    questions: Promise<void>[],
  ): Promise<void> {
    const unsettled = nodes.get(id)!;
    const { open, touched, recent } = unsettled;
    if (open?.length === 0 && !this.dispatch.hasQueries) return;
    const isWhole = hasAllEvents && touched !== undefined;
    const visit = (node: NodeActor, edges: Iterable<TouchedEdge>): void => {
      const changes = recent.changes(isWhole, touched?.values() ?? []);
      this.dispatch.resynchronize(node, shard.journal, changes);
      this.verify(id, edges, node, others, questions);
    };
    // An awake node that falls asleep meanwhile may be read in an older state.
    const isAsleep = shard.awake(id) === undefined;
    if (!isAsleep && open !== undefined) return await shard.actor(id).whenAwake(node => visit(node, open));
    const stored = shard.sleeping.readAhead(id) ?? (await shard.persistor.readNode(id));
    const edgesOf = open === undefined ? await touchedEdges(shard, id, unsettled, stored) : () => open;
    const sleeps = isAsleep && stored !== undefined && !watch.has(id);
    const copy = sleeps ? shard.copyOf(id, stored) : undefined;
    const isIdle = copy?.standing === undefined && copy !== undefined && !this.dispatch.isBehind(copy);
    if (copy !== undefined && (isIdle || shard.rouse(copy))) visit(copy, edgesOf(copy));
    else await shard.actor(id).whenAwake(node => visit(node, edgesOf(node)));
  }

  private verify(
    id: NodeId,
    edges: Iterable<TouchedEdge>,
    node: NodeActor,
    others: EffectBatch,
    questions: Promise<void>[],
  ): void {
    const { halfEdges } = this.effects;
    // Answers are awaited after all questions were sent; a rejection before that counts as handled.
    const question = (answered: Promise<void>): void => {
      answered.catch(() => undefined);
      questions.push(answered);
    };
    for (const { label, direction, other, mayHaveOtherProperties } of edges) {
      if (node.hasEdge(label, direction, other)) {
        question(halfEdges.verify(id, label, direction, other));
      } else {
        others.halfEdge(EffectCode.AbsentHalfEdge, other, label, reversed(direction), id);
      }
      // Applies to a removed edge too: if it is created again, it finds the old properties at the other end.
      if (mayHaveOtherProperties) question(halfEdges.properties.verify(id, label, direction, other));
    }
  }
}
