/**
 * A query's view of the graph, from one worker. Effects are gathered per owner and sent in batches. Writes to a node
 * with a known id never read it. A read sends the gathered effects first, so the session sees its own writes.
 */
import {
  type ExpandedEdge,
  type ExpandRequest,
  type GraphCatalog,
  type GraphSession,
  mergeCatalogs,
  type NodeInspection,
  type NodeOperation,
  type NodeView,
  type ScanRequest,
} from '@weir/cypher';
import { Direction, type NodeId, packIds, unpackIds, type Value, type ValueMap } from '@weir/model';
import { type MaybePromise, whenReady, WeirError } from '@weir/platform';
import type { Origin } from '@weir/standing';
import type { RecordOrder } from '../effects/record-order.js';
import { SessionEffects } from '../effects/session-effects.js';
import type { EffectBatch } from '../mail/effect-batch.js';
import type { RequestServer } from './request-server.js';
import type { WorkerComponents } from './worker-components.js';
import { EffectCode } from '../node/node-behavior.js';
import { scanWorkers } from '../walks/worker-scan.js';
import { EVERY_EDGE, type LocalExpand, type ReadMode } from '../walks/node-reader.js';
import { readByOwner, type ReadHere, type ReadThere } from '../walks/read-by-owner.js';

export class WorkerSession implements GraphSession {
  private readonly effects: SessionEffects;
  /** Reads leave sleeping nodes asleep: see `ReadMode`. */
  passing = false;

  constructor(
    private readonly components: WorkerComponents,
    private readonly server: RequestServer,
    readonly atTime: number | undefined,
    /** The record that causes all of this session's effects. */
    private readonly origin?: Origin,
    /** See record-order.ts. */
    private readonly order?: RecordOrder,
    /** When the session's records were read, in milliseconds since the Unix epoch; 0 if unknown. */
    private readonly readAt = 0,
  ) {
    const { shards, commits, storeFailures, effects, rest } = components;
    this.effects = new SessionEffects(shards, commits, storeFailures, effects, rest, origin, order, readAt);
  }

  // Effects

  beginRow(number: number): void {
    this.effects.beginRecord(number);
  }

  createNode(node: NodeId): void {
    this.batchFor(node).plain(EffectCode.Create, node);
  }

  setProperty(node: NodeId, key: string, value: Value): void {
    this.batchFor(node).setProperty(node, key, value);
    this.order?.property(node, key, value);
  }

  mergeProperties(node: NodeId, properties: ValueMap): void {
    this.batchFor(node).properties(EffectCode.MergeProperties, node, properties);
    this.order?.properties(node, properties, false);
  }

  replaceProperties(node: NodeId, properties: ValueMap): void {
    this.batchFor(node).properties(EffectCode.ReplaceProperties, node, properties);
    this.order?.properties(node, properties, true);
  }

  addLabels(node: NodeId, labels: readonly string[]): void {
    this.batchFor(node).labels(EffectCode.AddLabels, node, labels);
    this.order?.labels(node, labels, true);
  }

  removeLabels(node: NodeId, labels: readonly string[]): void {
    this.batchFor(node).labels(EffectCode.RemoveLabels, node, labels);
    this.order?.labels(node, labels, false);
  }

  createEdge(start: NodeId, label: string, end: NodeId, properties?: ValueMap): void {
    this.batchFor(start).halfEdge(EffectCode.AddHalfEdge, start, label, Direction.Outgoing, end);
    this.effects.sameBatchFor(end).halfEdge(EffectCode.AddHalfEdge, end, label, Direction.Incoming, start);
    this.order?.edge(start, label, end, true);
    if (properties === undefined) return;
    for (const key in properties) this.setEdgeProperty(start, label, end, key, properties[key]!);
  }

  deleteEdge(start: NodeId, label: string, end: NodeId): void {
    this.batchFor(start).halfEdge(EffectCode.RemoveHalfEdge, start, label, Direction.Outgoing, end);
    this.effects.sameBatchFor(end).halfEdge(EffectCode.RemoveHalfEdge, end, label, Direction.Incoming, start);
    this.order?.edge(start, label, end, false);
  }

  setEdgeProperty(start: NodeId, label: string, end: NodeId, key: string, value: Value): void {
    this.batchFor(start).edgeProperty(start, label, Direction.Outgoing, end, key, value);
    this.effects.sameBatchFor(end).edgeProperty(end, label, Direction.Incoming, start, key, value);
    this.order?.edgeProperty(start, label, end, key, value);
  }

  deleteNode(node: NodeId, detach: boolean): void {
    if (!detach) {
      if (!this.components.recovery.isOver) this.settleEdges(node);
      this.batchFor(node).plain(EffectCode.Delete, node);
      this.order?.deleted(node);
    } else {
      this.refuseInPast();
      this.effects.detachDelete(node);
    }
  }

  /** A single half edge left by a crash must not prevent the deletion of the node. */
  private settleEdges(node: NodeId): void {
    this.refuseInPast();
    const owner = this.components.shards.workerOf(node);
    this.effects.after(async () => {
      await this.server.requestFrom(owner, 'expand', [{ ...EVERY_EDGE, nodes: [node] }, this.mode]);
    });
  }

  // Reads

  readNodes(nodes: readonly NodeId[], parts: number): MaybePromise<readonly NodeView[]> {
    return this.read(
      nodes,
      some => this.components.reader.readNodes(some, parts, this.mode),
      (worker, some) =>
        this.components.mail.request(worker, 'read', [packIds(some), parts, this.mode]) as Promise<
          NodeView[]
        >,
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
      (some, indexes) => this.components.reader.expand(local(some, indexes), this.mode),
      (worker, some, indexes) =>
        this.components.mail.request(worker, 'expand', [local(some, indexes), this.mode]) as Promise<
          ExpandedEdge[][]
        >,
    );
  }

  operate(nodes: readonly NodeId[], operations: readonly NodeOperation[]): MaybePromise<readonly Value[]> {
    this.refuseInPast();
    this.effects.count(nodes, operations);
    const refusal = this.effects.beginRequest(nodes);
    if (refusal !== undefined) return Promise.reject(refusal);
    const pick = (indexes: readonly number[] | undefined): readonly NodeOperation[] =>
      indexes ? indexes.map(index => operations[index]!) : operations;
    return this.read<Value>(
      nodes,
      (some, indexes) => this.components.operations.operate(some, pick(indexes), this.origin, this.readAt),
      (worker, some, indexes) => {
        const { mail } = this.components;
        const payload = [packIds(some), pick(indexes), this.origin ?? null, this.readAt];
        const answer = mail.request(worker, 'operate', payload) as Promise<Value[]>;
        this.effects.remember(answer.then(() => mail.request(worker, 'commit', null)).then(() => undefined));
        return answer;
      },
    );
  }

  async *scan(request: ScanRequest): AsyncGenerator<readonly NodeView[]> {
    this.passing = true;
    await this.effects.beforeRead();
    const { shards, mail, reader } = this.components;
    for await (const page of scanWorkers(shards, mail, reader, request, this.atTime)) {
      yield page;
      // A scan is faster than its writes to the nodes that it finds; the writes must not pile up.
      await this.effects.sentIsDurable();
    }
  }

  recentNodes(count: number): MaybePromise<readonly NodeId[]> {
    return whenReady(this.effects.beforeRead(), () => this.findRecent(count));
  }

  private findRecent(count: number): MaybePromise<readonly NodeId[]> {
    const { shards, mail } = this.components;
    const { workers, index } = shards;
    if (workers.length === 1) return shards.recentNodes(count);
    const each = Math.ceil(count / workers.length);
    return Promise.all(
      workers.map(async worker =>
        worker === index
          ? shards.recentNodes(each)
          : unpackIds((await mail.request(worker, 'recent', each)) as Uint8Array),
      ),
    ).then(found => found.flat().slice(0, count));
  }

  catalog(): MaybePromise<GraphCatalog> {
    return whenReady(this.effects.beforeRead(), async () => {
      const { workers } = this.components.shards;
      const parts = workers.map(worker => this.server.requestFrom(worker, 'catalog', null));
      return mergeCatalogs((await Promise.all(parts)) as GraphCatalog[]);
    });
  }

  inspectNode(node: NodeId): MaybePromise<NodeInspection> {
    return this.requestFromOwner(node, 'inspect', [node, this.atTime ?? null]);
  }

  sleepNode(node: NodeId): MaybePromise<boolean> {
    return this.requestFromOwner(node, 'sleep', node);
  }

  purgeNode(node: NodeId): MaybePromise<void> {
    this.refuseInPast();
    return this.requestFromOwner(node, 'purge', [node, this.origin ?? null]);
  }

  private requestFromOwner<T>(node: NodeId, request: string, payload: unknown): MaybePromise<T> {
    const owner = this.components.shards.workerOf(node);
    return whenReady(
      this.effects.beforeRead(),
      () => this.server.requestFrom(owner, request, payload) as MaybePromise<T>,
    );
  }

  // End

  flush(): void {
    this.effects.flush();
  }

  settled(): MaybePromise<void> {
    return this.effects.settled();
  }

  /**
   * To be called after `settled`. @returns when the next records may begin; immediately, unless their order has to be
   * kept.
   */
  nextMayBegin(): MaybePromise<void> {
    return this.effects.nextMayBegin();
  }

  // Inside

  private get mode(): ReadMode {
    return { atTime: this.atTime, passing: this.passing };
  }

  private batchFor(node: NodeId): EffectBatch {
    this.refuseInPast();
    return this.effects.batchFor(node);
  }

  private refuseInPast(): void {
    if (this.atTime === undefined) return;
    throw new WeirError(
      'graph.historical-write',
      `Tried to write with historical time ${this.atTime}: the past can be read, not changed. ` +
        'Omit the time to write to the present.',
    );
  }

  private read<T>(
    nodes: readonly NodeId[],
    here: ReadHere<T>,
    there: ReadThere<T>,
  ): MaybePromise<readonly T[]> {
    return whenReady(this.effects.beforeRead(), () =>
      readByOwner(this.components.shards, nodes, here, there),
    );
  }
}
