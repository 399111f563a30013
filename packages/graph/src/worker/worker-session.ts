/**
 * A query's view of the graph, from one worker. Effects are gathered per owner and sent as one message each;
 * known nodes are never read; a read sends what was gathered first, so the session sees its own writes.
 */
import {
  type ExpandedEdge,
  type ExpandRequest,
  type GraphSession,
  type NodeInspection,
  type NodeOperation,
  type NodeView,
  type ScanRequest,
} from '@weir/cypher';
import {
  Direction,
  isPromise,
  type MaybePromise,
  type NodeId,
  packIds,
  whenReady,
  unpackIds,
  type Value,
  type ValueMap,
  WeirError,
} from '@weir/model';
import type { Origin } from '@weir/standing';
import { EffectBatch, workersOf } from '../mail/effect-batch.js';
import type { GraphWorker } from './graph-worker.js';
import { EffectCode } from '../node/node-behavior.js';
import { scanWorkers } from '../walks/worker-scan.js';
import type { LocalExpand, ReadMode } from '../walks/node-reader.js';
import { readByOwner, type ReadHere, type ReadThere } from '../walks/read-by-owner.js';

/** Effects gathered for one worker before they are sent without waiting for a read or the end. */
const EFFECTS_PER_MESSAGE = 4096;

export class WorkerSession implements GraphSession {
  private readonly batches: (EffectBatch | undefined)[] = [];
  private sent: Promise<void>[] = [];
  private wroteHere = false;
  /** Set when the store fails where the session begins to write: then it writes nothing at all. */
  private refusal: WeirError | undefined = undefined;
  /** Nodes to delete with their edges, gathered since the last other effect. */
  private detached: NodeId[] = [];
  /**
   * Set once nodes were deleted with their edges: their owners remove the other halves, which must not overtake
   * what this session sent to those before, nor be overtaken by what it sends after. So from then on the session
   * goes stage by stage, and this is the end of the last one.
   */
  private stage: Promise<void> | undefined = undefined;
  /** Nodes that sleep go on sleeping when they are read: see `ReadMode`. */
  passing = false;

  constructor(
    private readonly worker: GraphWorker,
    readonly atTime: number | undefined,
    /** The record that causes all of this session's effects. */
    private readonly origin?: Origin,
    /** What it writes follows from what was written: it is never refused. */
    private hasBegun = false,
  ) {}

  // Effects

  createNode(node: NodeId): void {
    this.batchFor(node).plain(EffectCode.Create, node);
  }

  setProperty(node: NodeId, key: string, value: Value): void {
    this.batchFor(node).setProperty(node, key, value);
  }

  mergeProperties(node: NodeId, properties: ValueMap): void {
    this.batchFor(node).properties(EffectCode.MergeProperties, node, properties);
  }

  replaceProperties(node: NodeId, properties: ValueMap): void {
    this.batchFor(node).properties(EffectCode.ReplaceProperties, node, properties);
  }

  addLabels(node: NodeId, labels: readonly string[]): void {
    this.batchFor(node).labels(EffectCode.AddLabels, node, labels);
  }

  removeLabels(node: NodeId, labels: readonly string[]): void {
    this.batchFor(node).labels(EffectCode.RemoveLabels, node, labels);
  }

  createEdge(start: NodeId, label: string, end: NodeId, properties?: ValueMap): void {
    this.batchFor(start).halfEdge(EffectCode.AddHalfEdge, start, label, Direction.Outgoing, end);
    this.sameBatchFor(end).halfEdge(EffectCode.AddHalfEdge, end, label, Direction.Incoming, start);
    if (properties === undefined) return;
    for (const key in properties) this.setEdgeProperty(start, label, end, key, properties[key]!);
  }

  deleteEdge(start: NodeId, label: string, end: NodeId): void {
    this.batchFor(start).halfEdge(EffectCode.RemoveHalfEdge, start, label, Direction.Outgoing, end);
    this.sameBatchFor(end).halfEdge(EffectCode.RemoveHalfEdge, end, label, Direction.Incoming, start);
  }

  setEdgeProperty(start: NodeId, label: string, end: NodeId, key: string, value: Value): void {
    this.batchFor(start).edgeProperty(start, label, Direction.Outgoing, end, key, value);
    this.sameBatchFor(end).edgeProperty(end, label, Direction.Incoming, start, key, value);
  }

  deleteNode(node: NodeId, detach: boolean): void {
    this.refuseInPast();
    if (!detach) this.batchFor(node).plain(EffectCode.Delete, node);
    else this.detached.push(node);
  }

  /** Effects on half edges that were made elsewhere. */
  applyBatch(batch: EffectBatch): void {
    batch.distribute(node => this.batchFor(node));
  }

  // Reads

  readNodes(nodes: readonly NodeId[], parts: number): MaybePromise<readonly NodeView[]> {
    return this.read(
      nodes,
      some => this.worker.reader.readNodes(some, parts, this.mode),
      (worker, some) =>
        this.worker.request(worker, 'read', [packIds(some), parts, this.mode]) as Promise<NodeView[]>,
    );
  }

  expand(request: ExpandRequest): MaybePromise<readonly (readonly ExpandedEdge[])[]> {
    const others = request.others;
    const local = (some: readonly NodeId[], indexes: readonly number[] | undefined): LocalExpand => ({
      nodes: some,
      direction: request.direction,
      labels: request.labels,
      others: others && indexes ? indexes.map(index => others[index]) : others,
      limit: request.limit ?? Number.MAX_SAFE_INTEGER,
      offset: request.offset ?? 0,
    });
    return this.read<readonly ExpandedEdge[]>(
      request.nodes,
      (some, indexes) => this.worker.reader.expand(local(some, indexes), this.mode),
      (worker, some, indexes) =>
        this.worker.request(worker, 'expand', [local(some, indexes), this.mode]) as Promise<ExpandedEdge[][]>,
    );
  }

  operate(nodes: readonly NodeId[], operations: readonly NodeOperation[]): MaybePromise<readonly Value[]> {
    this.refuseInPast();
    this.flush();
    const refusal = this.begin(new Set(nodes.map(node => this.worker.workerOf(node))));
    if (refusal !== undefined) return Promise.reject(refusal);
    this.wroteHere = true;
    const pick = (indexes: readonly number[] | undefined): readonly NodeOperation[] =>
      indexes ? indexes.map(index => operations[index]!) : operations;
    return this.read<Value>(
      nodes,
      (some, indexes) => this.worker.operate(some, pick(indexes), this.origin),
      (worker, some, indexes) => {
        const payload = [packIds(some), pick(indexes), this.origin ?? null];
        const answer = this.worker.request(worker, 'operate', payload) as Promise<Value[]>;
        this.remember(answer.then(() => this.worker.request(worker, 'commit', null)).then(() => undefined));
        return answer;
      },
    );
  }

  async *scan(request: ScanRequest): AsyncGenerator<readonly NodeView[]> {
    this.passing = true;
    await this.beforeRead();
    for await (const page of scanWorkers(this.worker, request, this.atTime)) {
      yield page;
      // A scan goes on faster than what is written to the nodes that it finds: that must not pile up.
      if (this.stage !== undefined) await this.stage;
      await this.durable();
    }
  }

  recentNodes(count: number): MaybePromise<readonly NodeId[]> {
    return whenReady(this.beforeRead(), () => this.findRecent(count));
  }

  private findRecent(count: number): MaybePromise<readonly NodeId[]> {
    const workers = this.worker.workers;
    if (workers.length === 1) return this.worker.recentNodes(count);
    const each = Math.ceil(count / workers.length);
    return Promise.all(
      workers.map(async worker =>
        worker === this.worker.index
          ? this.worker.recentNodes(each)
          : unpackIds((await this.worker.request(worker, 'recent', each)) as Uint8Array),
      ),
    ).then(found => found.flat().slice(0, count));
  }

  inspectNode(node: NodeId): MaybePromise<NodeInspection> {
    return this.askOwner(node, 'inspect', [node, this.atTime ?? null]);
  }

  sleepNode(node: NodeId): MaybePromise<boolean> {
    return this.askOwner(node, 'sleep', node);
  }

  purgeNode(node: NodeId): MaybePromise<void> {
    this.refuseInPast();
    return this.askOwner(node, 'purge', [node, this.origin ?? null]);
  }

  private askOwner<T>(node: NodeId, request: string, payload: unknown): MaybePromise<T> {
    return whenReady(
      this.beforeRead(),
      () => this.worker.ask(this.worker.workerOf(node), request, payload) as MaybePromise<T>,
    );
  }

  // End

  flush(): void {
    this.sendBatches();
    if (this.detached.length > 0) this.sendDetached();
  }

  settled(): MaybePromise<void> {
    this.flush();
    if (this.stage === undefined) return this.durable();
    return this.stage.then(() => this.durable());
  }

  // Inside

  private get mode(): ReadMode {
    return { atTime: this.atTime, passing: this.passing };
  }

  private batchFor(node: NodeId): EffectBatch {
    this.refuseInPast();
    if (this.detached.length > 0) this.flush();
    const worker = this.worker.workerOf(node);
    const batch = this.batches[worker];
    if (batch !== undefined && batch.nodes.length < EFFECTS_PER_MESSAGE) return batch;
    if (batch !== undefined) this.sendBatches();
    return (this.batches[worker] ??= EffectBatch.of(this.origin));
  }

  /**
   * Sent together with what was gathered last: the two halves of an edge are not to be made, changed or removed apart, or
   * a checkpoint between them would pass over one of them.
   */
  private sameBatchFor(node: NodeId): EffectBatch {
    return (this.batches[this.worker.workerOf(node)] ??= EffectBatch.of(this.origin));
  }

  private sendBatches(): void {
    const batches = this.batches.splice(0);
    if (this.stage === undefined) {
      this.dispatchAll(batches);
    } else if (batches.some(batch => batch !== undefined)) {
      this.nextStage(async () => this.dispatchAll(batches));
    }
  }

  private sendDetached(): void {
    const nodes = this.detached;
    this.detached = [];
    this.nextStage(async () => {
      await this.durable();
      const batches: EffectBatch[] = [];
      for (const node of nodes) {
        (batches[this.worker.workerOf(node)] ??= EffectBatch.of(this.origin)).plain(
          EffectCode.DetachDelete,
          node,
        );
      }
      this.dispatchAll(batches);
      await this.durable();
    });
  }

  private nextStage(work: () => Promise<void>): void {
    this.stage = (this.stage ?? Promise.resolve()).then(work);
    this.stage.catch(() => undefined);
  }

  /** Everything sent until now is durable. */
  private durable(): MaybePromise<void> {
    if (!this.wroteHere && this.sent.length === 0) return undefined;
    const sent = this.sent;
    this.sent = [];
    if (this.wroteHere) sent.push(this.worker.commit());
    this.wroteHere = false;
    return Promise.all(sent).then(() => undefined);
  }

  /** Before the first effects go to some workers. @returns why they do not, if the store fails. */
  private begin(workers: Iterable<number>): WeirError | undefined {
    if (this.hasBegun) return this.refusal;
    for (const worker of workers) {
      this.hasBegun = true;
      this.refusal ??= this.worker.storeFailures.of(worker);
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
    if (worker !== this.worker.index) {
      this.remember(this.worker.sendEffects(worker, batch));
      return;
    }
    this.wroteHere = true;
    const outcome = this.worker.apply(batch);
    if (isPromise(outcome)) this.remember(this.durableAfter(outcome));
    else if (outcome !== undefined) this.remember(Promise.reject(outcome));
  }

  /** Nodes had to be read first: a commit that begins before they are would not hold what they were told. */
  private async durableAfter(applied: Promise<WeirError | undefined>): Promise<void> {
    throwIfError(await applied);
    await this.worker.commit();
  }

  /** Kept for `settled`, where a rejection is reported; until then it must not count as unhandled. */
  private remember(effects: Promise<void>): void {
    effects.catch(() => undefined);
    this.sent.push(effects);
  }

  private refuseInPast(): void {
    if (this.atTime === undefined) return;
    throw new WeirError(
      'graph.historical-write',
      `Tried to write with historical time ${this.atTime}: the past can be read, not changed. ` +
        'Leave the time out to write to the present.',
    );
  }

  private beforeRead(): MaybePromise<void> {
    this.flush();
    return this.stage;
  }

  private read<T>(
    nodes: readonly NodeId[],
    here: ReadHere<T>,
    there: ReadThere<T>,
  ): MaybePromise<readonly T[]> {
    return whenReady(this.beforeRead(), () => readByOwner(this.worker, nodes, here, there));
  }
}

function throwIfError(error: WeirError | undefined): void {
  if (error !== undefined) throw error;
}
