/**
 * Writes of one session. Effects are gathered per worker that owns the nodes, sent in messages in the order in which
 * they were made, and tracked until all are durable.
 */
import type { NodeOperation } from '@weir/cypher';
import { type NodeId } from '@weir/model';
import { isPromise, type MaybePromise, type WeirError } from '@weir/platform';
import type { Origin } from '@weir/standing';
import { EffectBatch, EFFECTS_PER_MESSAGE, workersOf } from '../mail/effect-batch.js';
import { EffectCode } from '../node/node-behavior.js';
import type { GroupCommit } from '../shard/group-commit.js';
import type { StoreFailures } from '../shard/store-failures.js';
import type { WorkerShards } from '../shard/worker-shards.js';
import type { RecordOrder } from './record-order.js';
import { cutAt } from './record-runs.js';
import type { StandingRest } from './standing-rest.js';
import type { WorkerEffects } from './worker-effects.js';

/**
 * Maximum number of a session's messages that are not known to be durable; beyond it, the session waits. Keeps writes
 * to very many sleeping nodes from waking all of them at the same time.
 */
const MESSAGES_AHEAD = 8;

export class SessionEffects {
  private record = 0;
  private readonly batches: (EffectBatch | undefined)[] = [];
  private sent: Promise<void>[] = [];
  private wroteHere = false;
  private hasBegun = false;
  /** Set if the store is failing when the session starts to write; the session then writes nothing. */
  private refusal: WeirError | undefined = undefined;
  /** Nodes to delete with their edges, gathered since the last other effect. */
  private detached: NodeId[] = [];
  /**
   * End of the last stage; set once nodes were deleted with their edges. The owners of such nodes remove the other
   * halves. Those removals must not overtake messages that this session sent before, nor be overtaken by later ones.
   * From then on, the session proceeds in stages.
   */
  private stage: Promise<void> | undefined = undefined;

  constructor(
    private readonly shards: WorkerShards,
    private readonly commits: GroupCommit,
    private readonly storeFailures: StoreFailures,
    private readonly effects: WorkerEffects,
    private readonly rest: StandingRest,
    /** The record that causes all effects. */
    private readonly origin: Origin | undefined,
    /** Set if the order of the session's records has to be kept among workers. */
    private readonly order: RecordOrder | undefined,
    /** When the session's records were read, in milliseconds since the Unix epoch; 0 if unknown. */
    private readonly readAt: number,
  ) {
    order?.beginSession();
  }

  /** Assigns later effects to this record of the session; see `EffectBatch.beginRecord`. */
  beginRecord(record: number): void {
    this.record = record;
    this.order?.beginRecord(record);
  }

  batchFor(node: NodeId): EffectBatch {
    if (this.detached.length > 0) this.flush();
    const worker = this.shards.workerOf(node);
    const batch = this.batches[worker];
    if (batch !== undefined && batch.nodes.length < EFFECTS_PER_MESSAGE) {
      batch.beginRecord(this.record);
      return batch;
    }
    if (batch !== undefined) this.sendBatches();
    return this.openBatch(worker);
  }

  /**
   * Returns the batch that was used last, so that both are sent together. The two halves of an edge must not be
   * created, changed or removed separately, or a checkpoint between them would miss one.
   */
  sameBatchFor(node: NodeId): EffectBatch {
    return this.openBatch(this.shards.workerOf(node));
  }

  private openBatch(worker: number): EffectBatch {
    const batch = (this.batches[worker] ??= EffectBatch.of(this.origin, this.readAt));
    batch.beginRecord(this.record);
    return batch;
  }

  /** Delays effects gathered from now on until `work` is done. */
  after(work: () => Promise<void>): void {
    this.flush();
    this.nextStage(work);
  }

  detachDelete(node: NodeId): void {
    this.detached.push(node);
  }

  /**
   * Writes by request follow everything that was gathered.
   * @returns why the write is refused, if the store fails.
   */
  beginRequest(nodes: readonly NodeId[]): WeirError | undefined {
    this.flush();
    const refusal = this.begin(new Set(nodes.map(node => this.shards.workerOf(node))));
    if (refusal === undefined) this.wroteHere = true;
    return refusal;
  }

  /** Sends gathered effects. @returns when other nodes may be read in the state that the session wrote. */
  beforeRead(): MaybePromise<void> {
    this.flush();
    return this.stage;
  }

  flush(): void {
    this.sendBatches();
    if (this.detached.length > 0) this.sendDetached();
  }

  settled(): MaybePromise<void> {
    this.flush();
    return this.sentIsDurable();
  }

  /** Waits until everything sent so far is durable. */
  sentIsDurable(): MaybePromise<void> {
    return this.stage === undefined ? this.durable() : this.stage.then(() => this.durable());
  }

  /** Kept for `settled`, which reports a rejection; until then it must not count as unhandled. */
  remember(effects: Promise<void>): void {
    effects.catch(() => undefined);
    this.sent.push(effects);
  }

  /**
   * Waits until a later session may write: this session's writes are sent and, if records run strictly one after the
   * other, have had all their consequences.
   */
  nextMayBegin(): MaybePromise<void> {
    if (this.order === undefined) return undefined;
    if (this.order.isStrict && this.order.isPending) this.awaitRest();
    return this.stage?.catch(() => undefined);
  }

  /** Delays later writes, including those by request, until earlier writes have had all their consequences. */
  private awaitRest(): void {
    this.nextStage(() => this.rest.reached());
    this.order?.rested();
  }

  /** Properties are incremented by request: another record's increments must be reported first. */
  count(nodes: readonly NodeId[], operations: readonly NodeOperation[]): void {
    if (this.order === undefined) return;
    this.flush();
    if (this.order.countsAgain(nodes, operations)) this.awaitRest();
    this.order.counted(nodes, operations);
  }

  private sendBatches(): void {
    const batches = this.batches.splice(0);
    const starts = this.order?.stretches();
    if (starts !== undefined && starts.length > 0) this.sendStretches(batches, starts);
    else this.sendTogether(batches);
  }

  private sendStretches(batches: readonly (EffectBatch | undefined)[], starts: readonly number[]): void {
    const parts = batches.map(batch => batch && cutAt(batch, starts));
    for (let stretch = 0; stretch <= starts.length; stretch++) {
      if (stretch > 0) this.nextStage(() => this.rest.reached());
      this.sendTogether(parts.map(ofWorker => ofWorker?.[stretch]));
    }
  }

  private sendTogether(batches: readonly (EffectBatch | undefined)[]): void {
    if (this.stage === undefined && this.sent.length < MESSAGES_AHEAD) {
      this.dispatchAll(batches);
    } else if (batches.some(batch => batch !== undefined)) {
      this.nextStage(async () => {
        if (this.sent.length >= MESSAGES_AHEAD) await this.durable();
        this.dispatchAll(batches);
      });
    }
  }

  private sendDetached(): void {
    const nodes = this.detached;
    this.detached = [];
    if (this.order?.isPending === true) this.awaitRest();
    this.nextStage(async () => {
      await this.durable();
      const batches: EffectBatch[] = [];
      for (const node of nodes) {
        const batch = (batches[this.shards.workerOf(node)] ??= EffectBatch.of(this.origin, this.readAt));
        batch.plain(EffectCode.DetachDelete, node);
      }
      this.dispatchAll(batches);
      await this.durable();
    });
    if (this.order !== undefined) this.awaitRest();
  }

  private nextStage(work: () => Promise<void>): void {
    this.stage = (this.stage ?? Promise.resolve()).then(work);
    this.stage.catch(() => undefined);
  }

  private durable(): MaybePromise<void> {
    if (!this.wroteHere && this.sent.length === 0) return undefined;
    const sent = this.sent;
    this.sent = [];
    if (this.wroteHere) sent.push(this.commits.commit());
    this.wroteHere = false;
    return allDurable(sent);
  }

  /** Called before the first effects are sent to some workers. @returns why they are not sent, if the store fails. */
  private begin(workers: Iterable<number>): WeirError | undefined {
    if (this.hasBegun) return this.refusal;
    for (const worker of workers) {
      this.hasBegun = true;
      this.refusal ??= this.storeFailures.of(worker);
    }
    return this.refusal;
  }

  private dispatchAll(batches: readonly (EffectBatch | undefined)[]): void {
    const refusal = this.hasBegun ? this.refusal : this.begin(workersOf(batches));
    if (refusal !== undefined) {
      this.remember(Promise.reject(refusal));
      return;
    }
    batches.forEach((batch, worker) => {
      if (batch !== undefined) this.dispatch(worker, batch);
    });
  }

  private dispatch(worker: number, batch: EffectBatch): void {
    if (worker !== this.shards.index) {
      this.remember(this.effects.send(worker, batch));
      return;
    }
    this.wroteHere = true;
    const outcome = this.effects.apply(batch);
    if (isPromise(outcome)) this.remember(this.durableAfter(outcome));
    else if (outcome !== undefined) this.remember(Promise.reject(outcome));
  }

  /** Some nodes had to be read first. A commit that starts before they are awake would not contain their effects. */
  private async durableAfter(applied: Promise<WeirError | undefined>): Promise<void> {
    const error = await applied;
    if (error !== undefined) throw error;
    await this.commits.commit();
  }
}

/** If one fails, waits for the others anyway, so that a retry is not overtaken by late effects. */
function allDurable(sent: readonly Promise<void>[]): Promise<void> {
  return Promise.all(sent).then(
    () => undefined,
    async (error: unknown) => {
      await Promise.allSettled(sent);
      throw error;
    },
  );
}
