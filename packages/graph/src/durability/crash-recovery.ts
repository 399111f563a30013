/**
 * After a crash: every node that was written since the last checkpoint tells its neighbours again where its standing
 * queries stand. Of the edges that were made or removed since then most are whole, which is seen without asking
 * (edge-comparison.ts). Of each that is left, a node that has its half asks for the other one, and a node that has not
 * tells so; what may have become of an edge's properties, the end that it goes out from tells the other. Where nothing
 * was lost that changes nothing. What was written before the checkpoint is complete, so the effort is that of some
 * seconds of writing, not of the whole graph.
 *
 * An edge of which only one half is there was not acknowledged, or it was being deleted: the half is removed. Delivered
 * again, the edge becomes what it should be.
 *
 * What counts is what happened since the checkpoint, not the difference that it made: an edge that was made and removed
 * since then, at one end, may at the other end have been made before it and not yet removed.
 *
 * It goes through its nodes piece by piece (unsettled-nodes.ts), and forgets each piece when it is settled. Who reads an
 * edge meanwhile has both its ends settled first: a half that is alone is known at one of them, or lacking at the other,
 * and one of the two was written since the checkpoint (checkpoint.ts). So no answer shows an edge that only one end has.
 */
import { type MaybePromise, type NodeId, packIds, reversed, unpackIds } from '@weir/model';
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

/** Nodes that are settled together for somebody who reads. */
const NODES_PER_READ = 256;
/** Of a piece that is settled before it is forgotten. */
const STEPS_PER_PIECE = 4;

export class CrashRecovery {
  /** By shard. */
  private unsettled!: ReadonlyMap<Shard, UnsettledNodes>;
  private reading: Promise<void> | undefined = undefined;
  private loading: Promise<void> | undefined = undefined;
  private comparison!: EdgeComparison;
  /** Workers that may have unsettled nodes, this one among them. */
  private readonly unsettledWorkers = new Set<number>();

  /** @param isDue something has to be recovered; until it is, who reads edges waits for what he reads. */
  constructor(
    private readonly shards: WorkerShards,
    private readonly mail: WorkerMail,
    private readonly commits: GroupCommit,
    private readonly effects: WorkerEffects,
    private readonly arrivals: Arrivals,
    private readonly dispatch: StandingDispatch,
    isDue: boolean,
  ) {
    this.lookAtRecent();
    if (isDue) this.begin();
  }

  /** All nodes of all workers are settled, as far as is known here. */
  get isOver(): boolean {
    return this.unsettledWorkers.size === 0;
  }

  /** Nodes of one of this worker's shards that are not settled. */
  leftOf(shard: Shard): number {
    return this.unsettled.get(shard)!.nodes.size;
  }

  /** What earlier runs wrote to this worker's shards is not settled, and nobody else is to forget that it is recent. */
  get isUnderWay(): boolean {
    return this.unsettledWorkers.has(this.shards.index);
  }

  /**
   * Can be called again after it failed, and goes on then.
   * @param parallelism nodes looked at at a time.
   * @returns how many nodes were looked at.
   */
  async recover(parallelism: number): Promise<number> {
    const { unsettled } = this;
    const all = [...unsettled.values()];
    this.begin();
    await this.load();
    if (this.dispatch.hasQueries) await Promise.all(all.map(each => each.readAhead()));
    const left = all.reduce((sum, { nodes }) => sum + nodes.size, 0);
    await Promise.all(all.map(each => this.recoverShard(each, parallelism)));
    for (const shard of unsettled.keys()) shard.sleeping.forgetAhead();
    this.unsettledWorkers.delete(this.shards.index);
    return left;
  }

  /**
   * Another worker died alone, and what it had not written is lost: so what this one has written until now and no
   * checkpoint passed over is unsettled, this run's own writes too. To be called when the last `recover` has ended.
   */
  beginAnew(): void {
    this.reading = undefined;
    this.loading = undefined;
    this.lookAtRecent();
    for (const worker of this.shards.workers) this.unsettledWorkers.add(worker);
  }

  /** Settles nodes of this worker before they are read. */
  settle(ids: readonly NodeId[]): MaybePromise<void> {
    if (!this.isUnderWay) return undefined;
    const { unsettled } = this;
    return this.load().then(() => this.settleLoaded(unsettled, ids));
  }

  /** The same for nodes of any workers. */
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

  /** Another worker asks. @returns whether it has to ask again for others: something may be left to settle. */
  async serve(ids: Uint8Array): Promise<boolean> {
    await this.settle(unpackIds(ids));
    return this.isUnderWay;
  }

  /** Another worker compares. @returns which of its halves are other here; `null` when that is not known any more. */
  async differing(halves: PackedHalves): Promise<number[] | null> {
    if (!this.isUnderWay) return null;
    await this.read();
    return this.comparison.differing(halves);
  }

  private lookAtRecent(): void {
    const { shards, mail, dispatch } = this;
    this.unsettled = new Map(shards.local.map(shard => [shard, new UnsettledNodes(shard)]));
    this.comparison = new EdgeComparison(shards, mail, dispatch, this.unsettled);
  }

  private begin(): void {
    if (this.isOver) for (const worker of this.shards.workers) this.unsettledWorkers.add(worker);
  }

  /** What is unsettled, and what is to be asked about it, is known. */
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
        const { looked, answered } = this.settleNodes(unsettled, ids.slice(start, start + parallelism));
        answers.push(answered);
        await looked;
      }
      await Promise.all(answers);
    };
    return unsettled.eachPiece(parallelism * STEPS_PER_PIECE, settle, () => this.passedOn());
  }

  /** What was sent to neighbours is durable there, and what they said to that is durable here. */
  private async passedOn(): Promise<void> {
    await this.arrivals.durable();
    await this.arrivals.durable();
    await this.commits.commit();
  }

  /**
   * @returns when those that nobody settles already were looked at, and when all are settled. The second never fails
   * unheard: the first one fails with it.
   */
  private settleNodes(
    unsettled: UnsettledNodes,
    ids: readonly NodeId[],
  ): { readonly looked: Promise<void>; readonly answered: Promise<void> } {
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
    const looked = this.lookAt(unsettled, fresh, others, questions);
    const settled = looked.then(async () => {
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
    return { looked, answered };
  }

  private async lookAt(
    unsettled: UnsettledNodes,
    ids: readonly NodeId[],
    others: EffectBatch,
    questions: Promise<void>[],
  ): Promise<void> {
    if (ids.length === 0) return;
    const { sleeping } = unsettled.shard;
    const watch = sleeping.watch();
    try {
      await Promise.all(ids.map(id => this.lookAtNode(unsettled, id, watch, others, questions)));
    } finally {
      sleeping.unwatch(watch);
    }
    await this.dispatch.giveWay();
  }

  /** A node that sleeps, has no part in a standing query and is to be shown none goes on sleeping. */
  private async lookAtNode(
    { shard, nodes }: UnsettledNodes,
    id: NodeId,
    watch: WakeWatch,
    others: EffectBatch,
    questions: Promise<void>[],
  ): Promise<void> {
    const unsettled = nodes.get(id)!;
    const { open, farewells } = unsettled;
    if (open?.length === 0 && !this.dispatch.hasQueries) return;
    const visit = (node: NodeActor, edges: Iterable<TouchedEdge>): void => {
      this.dispatch.resynchronise(node, shard.journal, farewells);
      this.ask(id, edges, node, others, questions);
    };
    // Of one that is awake and falls asleep meanwhile, something older may be read.
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

  private ask(
    id: NodeId,
    edges: Iterable<TouchedEdge>,
    node: NodeActor,
    others: EffectBatch,
    questions: Promise<void>[],
  ): void {
    const { halfEdges } = this.effects;
    // They are waited for when all are asked; one that fails before is not unheard.
    const question = (answered: Promise<void>): void => {
      answered.catch(() => undefined);
      questions.push(answered);
    };
    for (const { label, direction, other, mayHaveOtherProperties } of edges) {
      if (node.hasEdge(label, direction, other)) {
        question(halfEdges.ask(id, label, direction, other));
      } else {
        others.halfEdge(EffectCode.AbsentHalfEdge, other, label, reversed(direction), id);
      }
      // Of one that is gone too: who makes it again finds the old properties at the other end.
      if (mayHaveOtherProperties) question(halfEdges.properties.ask(id, label, direction, other));
    }
  }
}
