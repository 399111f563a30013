/**
 * Reads of nodes of one worker: views, pages of edges, atomic operations, scans. Answers at once when every
 * node is awake.
 */
import type { ExpandedEdge, NodeOperation, NodeView, ScanRequest } from '@weir/cypher';
import {
  type Direction,
  type EventTime,
  isFloat,
  isInteger,
  isPromise,
  lastEventTimeAt,
  type MaybePromise,
  type NodeId,
  structurallyEqual,
  type Value,
  WeirError,
  Float,
  float,
  integer,
  errorTypeName,
} from '@weir/model';
import type { Origin } from '@weir/standing';
import { selectEdges } from '../node/half-edges.js';
import type { NodeActor } from '../node/node-actor.js';
import type { NodeListener } from '../node/node-behavior.js';
import { scanPast, scanShard } from './node-scan.js';
import { emptyView, viewOf } from '../node/node-view.js';
import type { Shard } from '../shard/shard.js';

/** How a session reads. */
export interface ReadMode {
  /** Milliseconds since the Unix epoch; `undefined`: the present. */
  readonly atTime: number | undefined;
  /** Nodes that sleep go on sleeping: for sessions that read very many once. */
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

export interface ReaderPorts {
  readonly shards: readonly Shard[];
  shardOf(id: NodeId): Shard;
  /**
   * Everything up to a time is in the store, and nothing will be added to it.
   * @throws WeirError `graph.no-history` when what was then is not known any more.
   */
  settlePast(asOf: EventTime): Promise<void>;
  listen(actor: NodeActor, origin: Origin | undefined): NodeListener;
}

export class NodeReader {
  constructor(private readonly ports: ReaderPorts) {}

  readNodes(ids: readonly NodeId[], parts: number, mode: ReadMode): MaybePromise<NodeView[]> {
    return this.readEach(ids, mode, (actor, i) =>
      actor === undefined ? emptyView(ids[i]!) : viewOf(actor, parts),
    );
  }

  expand(request: LocalExpand, mode: ReadMode): MaybePromise<ExpandedEdge[][]> {
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

  operate(
    ids: readonly NodeId[],
    operations: readonly NodeOperation[],
    origin: Origin | undefined,
  ): MaybePromise<Value[]> {
    const answers = ids.map((id, i): MaybePromise<Value> => {
      const actor = this.ports.shardOf(id).actor(id);
      const operation = operations[i]!;
      if (actor.waiting === undefined) return operateOn(actor, operation, this.ports.listen(actor, origin));
      return new Promise<Value>((resolve, reject) =>
        actor.waiting!.push(() => {
          try {
            resolve(operateOn(actor, operation, this.ports.listen(actor, origin)));
          } catch (error) {
            reject(WeirError.from(error));
          }
        }),
      );
    });
    if (!answers.some(isPromise)) return answers as Value[];
    return Promise.all(answers.map(answer => Promise.resolve(answer)));
  }

  /** Existing nodes, page by page. Nodes made while the scan runs may be missing. */
  async *scan(request: ScanRequest, atTime: number | undefined): AsyncGenerator<readonly NodeView[]> {
    const asOf = atTime === undefined ? undefined : lastEventTimeAt(atTime);
    if (asOf !== undefined) await this.ports.settlePast(asOf);
    for (const shard of this.ports.shards) {
      yield* asOf === undefined ? scanShard(shard, request) : scanPast(shard, request.parts, asOf);
    }
  }

  /**
   * Reads each node, at once or as soon as it is there: it may sleep again before the last of them is.
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
      const shard = this.ports.shardOf(ids[i]!);
      const actor = passing ? shard.peek(ids[i]!) : shard.find(ids[i]!);
      if (isPromise(actor)) {
        (waits ??= []).push(actor.then(asleep => void (answers[i] = read(asleep, i))));
      } else if (actor?.waiting !== undefined) {
        (waits ??= []).push(whenAwake(actor, () => void (answers[i] = read(actor, i))));
      } else answers[i] = read(actor, i);
    }
    return waits === undefined ? answers : Promise.all(waits).then(() => answers);
  }

  private async readPast<T>(
    ids: readonly NodeId[],
    asOf: EventTime,
    read: (actor: NodeActor, index: number) => T,
  ): Promise<T[]> {
    await this.ports.settlePast(asOf);
    return Promise.all(ids.map(async (id, i) => read(await this.ports.shardOf(id).readPast(id, asOf), i)));
  }
}

/** @returns when `visit` was called, in the order of what else waits for the node. */
function whenAwake(actor: NodeActor, visit: () => void): Promise<void> {
  return new Promise((resolve, reject) =>
    actor.waiting!.push(() => {
      try {
        visit();
        resolve();
      } catch (error) {
        reject(WeirError.from(error));
      }
    }),
  );
}

function operateOn(actor: NodeActor, operation: NodeOperation, listener: NodeListener): Value {
  const stored = actor.property(operation.key);
  const result = resultOf(operation, stored);
  actor.setProperty(operation.key, result, listener);
  return result;
}

function resultOf(operation: NodeOperation, stored: Value | undefined): Value {
  switch (operation.kind) {
    case 'add-integer': {
      if (stored === undefined) return operation.amount;
      if (!isInteger(stored)) throw wrongStoredType('Integer', stored, operation.caller);
      const sum = integer(BigInt(stored) + BigInt(operation.amount));
      if (sum === undefined) {
        throw new WeirError(
          'cypher.arithmetic',
          `Arithmetic long overflow with operands ${stored}, ${operation.amount}`,
        );
      }
      return sum;
    }
    case 'add-float': {
      if (stored === undefined) return operation.amount;
      if (!isFloat(stored)) throw wrongStoredType('Floating', stored, operation.caller);
      return float(plain(stored) + plain(operation.amount));
    }
    case 'insert': {
      if (stored !== undefined && !Array.isArray(stored)) {
        throw wrongStoredType('List(Anything)', stored, operation.caller);
      }
      const list: Value[] = stored === undefined ? [] : [...(stored as readonly Value[])];
      for (const element of operation.elements) {
        if (!list.some(each => structurallyEqual(each, element))) list.push(element);
      }
      return list;
    }
  }
}

function plain(value: Value): number {
  return value instanceof Float ? value.value : Number(value);
}

function wrongStoredType(expected: string, stored: Value, caller: string): WeirError {
  return new WeirError(
    'cypher.type-mismatch',
    `Expected type(s) ${expected} but got value of type ${errorTypeName(stored)} in Property accessed by ${caller} procedure`,
  );
}
