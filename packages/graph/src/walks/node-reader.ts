/** Reads nodes of one worker: views, pages of edges, scans. Answers synchronously if every node is awake. */
import { type ExpandedEdge, type NodeView, ReadPart, type ScanRequest } from '@weir/cypher';
import { type Direction, type EventTime, lastEventTimeAt, type NodeId } from '@weir/model';
import { isPromise, type MaybePromise } from '@weir/platform';
import { selectEdges } from '../node/half-edges.js';
import type { NodeActor } from '../node/node-actor.js';
import { scanPast, scanShard } from './node-scan.js';
import { emptyView, viewOf } from '../node/node-view.js';
import type { WorkerShards } from '../shard/worker-shards.js';
import type { CrashRecovery } from '../durability/crash-recovery.js';
import type { HistoryLimit } from '../durability/history-limit.js';

/** Read options of a session. */
export interface ReadMode {
  /** Milliseconds since the Unix epoch; `undefined`: the present. */
  readonly atTime: number | undefined;
  /** Leaves sleeping nodes asleep; for sessions that read very many nodes once. */
  readonly passing: boolean;
}

export interface LocalExpand {
  readonly nodes: readonly NodeId[];
  readonly direction: Direction | undefined;
  readonly labels: readonly string[] | undefined;
  readonly others: readonly (NodeId | undefined)[] | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** For `expand`, with nodes added. */
export const EVERY_EDGE = {
  direction: undefined,
  labels: undefined,
  others: undefined,
  limit: Number.MAX_SAFE_INTEGER,
  offset: 0,
};

export class NodeReader {
  constructor(
    private readonly shards: WorkerShards,
    private readonly history: HistoryLimit,
    private readonly recovery: CrashRecovery,
  ) {}

  readNodes(ids: readonly NodeId[], parts: number, mode: ReadMode): MaybePromise<NodeView[]> {
    if ((parts & ReadPart.EdgeCount) !== 0 && this.mayBeHalves(mode))
      return this.readSettled(ids, parts, mode);
    return this.readAsTheyAre(ids, parts, mode);
  }

  expand(request: LocalExpand, mode: ReadMode): MaybePromise<ExpandedEdge[][]> {
    return this.mayBeHalves(mode) ? this.expandSettled(request, mode) : this.expandAsTheyAre(request, mode);
  }

  /** After a crash there may be single half edges that were not checked yet. Reads of the past include them. */
  private mayBeHalves({ atTime }: ReadMode): boolean {
    return atTime === undefined && !this.recovery.isOver;
  }

  private async readSettled(ids: readonly NodeId[], parts: number, mode: ReadMode): Promise<NodeView[]> {
    await this.expandSettled({ ...EVERY_EDGE, nodes: ids }, mode);
    return this.readAsTheyAre(ids, parts, mode);
  }

  /**
   * Returns edges whose ends have been settled. They are read again after the other ends are settled, even if those
   * were already settled when asked: a half edge that was settled by another caller since the first read may have been
   * removed.
   */
  private async expandSettled(request: LocalExpand, mode: ReadMode): Promise<ExpandedEdge[][]> {
    await this.recovery.settle(request.nodes);
    const settled = new Set<NodeId>();
    for (;;) {
      const edges = await this.expandAsTheyAre(request, mode);
      const others = new Set<NodeId>();
      for (const some of edges) for (const { other } of some) if (!settled.has(other)) others.add(other);
      if (others.size === 0) return edges;
      await this.recovery.settleEverywhere(others);
      for (const other of others) settled.add(other);
    }
  }

  private readAsTheyAre(ids: readonly NodeId[], parts: number, mode: ReadMode): MaybePromise<NodeView[]> {
    return this.readEach(ids, mode, (actor, i) =>
      actor === undefined ? emptyView(ids[i]!) : viewOf(actor, parts),
    );
  }

  private expandAsTheyAre(request: LocalExpand, mode: ReadMode): MaybePromise<ExpandedEdge[][]> {
    return this.readEach(request.nodes, mode, (actor, i) => {
      if (actor === undefined) return [];
      const edges = selectEdges(actor.halfEdges, {
        direction: request.direction,
        labels: request.labels,
        other: request.others?.[i],
        limit: request.limit,
        offset: request.offset,
      });
      return edges.map(edge => ({
        label: edge.label,
        direction: edge.direction,
        other: edge.other,
        properties: actor.propertiesOfEdge(edge.label, edge.direction, edge.other),
      }));
    });
  }

  /** Yields existing nodes, page by page. Nodes created while the scan runs may be missing. */
  async *scan(request: ScanRequest, atTime: number | undefined): AsyncGenerator<readonly NodeView[]> {
    const asOf = atTime === undefined ? undefined : lastEventTimeAt(atTime);
    if (asOf !== undefined) await this.history.settle(asOf);
    if (asOf === undefined && (request.parts & ReadPart.EdgeCount) !== 0 && !this.recovery.isOver) {
      yield* this.scanSettled(request);
      return;
    }
    for (const shard of this.shards.local) {
      yield* asOf === undefined ? scanShard(shard, request) : scanPast(shard, request.parts, asOf);
    }
  }

  private async *scanSettled(request: ScanRequest): AsyncGenerator<readonly NodeView[]> {
    const mode = { atTime: undefined, passing: true };
    for (const shard of this.shards.local) {
      for await (const page of scanShard(shard, request)) {
        const ids = page.map(({ id }) => id);
        yield (await this.readNodes(ids, request.parts, mode)).filter(({ exists }) => exists);
      }
    }
  }

  /**
   * Reads each node synchronously or as soon as it is available; it may sleep again before the last one is read.
   * @param read gets `undefined` for an id that was never written.
   */
  private readEach<T>(
    ids: readonly NodeId[],
    { atTime, passing }: ReadMode,
    read: (actor: NodeActor | undefined, index: number) => T,
  ): MaybePromise<T[]> {
    if (atTime !== undefined) return this.readPast(ids, lastEventTimeAt(atTime), read);
    const answers = new Array<T>(ids.length);
    let waits: Promise<void>[] | undefined;
    for (let i = 0; i < ids.length; i++) {
      const shard = this.shards.of(ids[i]!);
      const actor = passing ? shard.peek(ids[i]!) : shard.find(ids[i]!);
      if (isPromise(actor)) {
        (waits ??= []).push(actor.then(asleep => void (answers[i] = read(asleep, i))));
      } else if (actor?.waiting !== undefined) {
        const late = actor.whenAwake(awake => void (answers[i] = read(awake, i)));
        (waits ??= []).push(Promise.resolve(late));
      } else answers[i] = read(actor, i);
    }
    return waits === undefined ? answers : Promise.all(waits).then(() => answers);
  }

  private async readPast<T>(
    ids: readonly NodeId[],
    asOf: EventTime,
    read: (actor: NodeActor, index: number) => T,
  ): Promise<T[]> {
    await this.history.settle(asOf);
    return Promise.all(ids.map(async (id, i) => read(await this.shards.of(id).readPast(id, asOf), i)));
  }
}
