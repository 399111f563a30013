/**
 * The shortest walks between two known nodes: breadth first from both ends, the smaller frontier next, until
 * the two meet. Each node remembers the edges by which it was first reached.
 */
import { Direction, isPromise } from '@weir/model';
import type { MaybePromise, NodeId, RelationshipValue } from '@weir/model';
import type { Row } from '../compiled-query.js';
import { edgeKey } from '../expression/entity-handles.js';
import type { RunState } from '../expression/run-state.js';
import type { ExpandedEdge } from '../graph-access.js';
import { nodeIdAt, relationshipOf } from './expand.js';
import { BatchOperator, inSequence } from './operator.js';
import type { Operator } from './operator.js';
import { HopTest } from './variable-length-expand.js';
import type { HopProperty } from './variable-length-expand.js';

export interface ShortestSpec {
  readonly from: number;
  readonly to: number;
  /** Gets the list of relationships. */
  readonly relationships: number;
  readonly direction: Direction | undefined;
  readonly labels: readonly string[] | undefined;
  /** 0: a node is at distance zero from itself. */
  readonly min: number;
  readonly max: number;
  readonly all: boolean;
  readonly properties: readonly HopProperty[];
}

/** One side of the search. */
class Side {
  readonly depthOf = new Map<NodeId, number>();
  readonly reachedBy = new Map<NodeId, { edge: RelationshipValue; before: NodeId }[]>();
  frontier: NodeId[];
  depth = 0;

  constructor(
    start: NodeId,
    readonly direction: Direction | undefined,
  ) {
    this.frontier = [start];
    this.depthOf.set(start, 0);
  }
}

export class ShortestPaths extends BatchOperator {
  private readonly test: HopTest;

  constructor(
    state: RunState,
    source: Operator,
    private readonly spec: ShortestSpec,
  ) {
    super(state, source);
    this.test = new HopTest(spec.properties);
  }

  protected process(batch: Row[]): MaybePromise<Row[]> {
    const result: Row[] = [];
    const prepared = this.test.prepare(this.state, batch);
    const search = (): MaybePromise<void> => inSequence(batch.length, i => this.searchRow(batch[i]!, result));
    const done = isPromise(prepared) ? prepared.then(search) : search();
    return isPromise(done) ? done.then(() => result) : result;
  }

  private searchRow(row: Row, result: Row[]): MaybePromise<void> {
    const from = nodeIdAt(row, this.spec.from);
    const to = nodeIdAt(row, this.spec.to);
    if (from === undefined || to === undefined) return undefined;
    if (from === to) {
      if (this.spec.min === 0) this.emit(row, [[]], result);
      return undefined;
    }
    const { direction } = this.spec;
    const forward = new Side(from, direction);
    const backward = new Side(to, direction === undefined ? undefined : Direction.Incoming);
    return this.advance(row, forward, backward, result);
  }

  private advance(row: Row, forward: Side, backward: Side, result: Row[]): MaybePromise<void> {
    for (;;) {
      this.state.signal?.throwIfAborted();
      if (forward.depth + backward.depth >= this.spec.max) return undefined;
      const side = forward.frontier.length <= backward.frontier.length ? forward : backward;
      if (side.frontier.length === 0) return undefined;
      const { labels } = this.spec;
      const lists = this.state.graph.expand({ nodes: side.frontier, direction: side.direction, labels });
      const other = side === forward ? backward : forward;
      if (isPromise(lists)) {
        return lists.then(found => {
          const meeting = this.step(row, side, other, found);
          if (meeting.length === 0) return this.advance(row, forward, backward, result);
          this.emit(row, this.paths(meeting, forward, backward), result);
          return undefined;
        });
      }
      const meeting = this.step(row, side, other, lists);
      if (meeting.length > 0) {
        this.emit(row, this.paths(meeting, forward, backward), result);
        return undefined;
      }
    }
  }

  /** One level further. @returns nodes that both sides have reached now. */
  private step(row: Row, side: Side, other: Side, lists: readonly (readonly ExpandedEdge[])[]): NodeId[] {
    const { frontier } = side;
    side.depth++;
    const next = new Set<NodeId>();
    frontier.forEach((node, i) => {
      for (const edge of lists[i]!) {
        if (!this.test.accepts(row, edge)) continue;
        const known = side.depthOf.get(edge.other);
        if (known !== undefined && known < side.depth) continue;
        side.depthOf.set(edge.other, side.depth);
        next.add(edge.other);
        const reached = side.reachedBy.get(edge.other);
        const by = { edge: relationshipOf(node, edge, this.state.epoch), before: node };
        if (reached === undefined) side.reachedBy.set(edge.other, [by]);
        else if (this.spec.all) reached.push(by);
      }
    });
    side.frontier = [...next];
    return side.frontier.filter(node => other.depthOf.has(node));
  }

  private paths(meeting: readonly NodeId[], forward: Side, backward: Side): RelationshipValue[][] {
    const shortest = Math.min(
      ...meeting.map(node => forward.depthOf.get(node)! + backward.depthOf.get(node)!),
    );
    const result: RelationshipValue[][] = [];
    const seen = new Set<string>();
    for (const node of meeting) {
      if (forward.depthOf.get(node)! + backward.depthOf.get(node)! !== shortest) continue;
      for (const start of walksTo(node, forward)) {
        for (const end of walksTo(node, backward)) {
          const path = [...start.toReversed(), ...end];
          const key = path.map(edge => edgeKey(edge.start, edge.label, edge.end)).join();
          if (seen.has(key)) continue;
          seen.add(key);
          result.push(path);
          if (!this.spec.all) return result;
        }
      }
    }
    return result;
  }

  private emit(row: Row, paths: readonly (readonly RelationshipValue[])[], result: Row[]): void {
    for (const path of paths) {
      const copy = row.slice();
      copy[this.spec.relationships] = path;
      result.push(copy);
    }
  }
}

/** All shortest walks of one side that end in a node, from that node back to the start. */
function walksTo(node: NodeId, side: Side): RelationshipValue[][] {
  const reached = side.reachedBy.get(node);
  if (reached === undefined || side.depthOf.get(node) === 0) return [[]];
  return reached.flatMap(({ edge, before }) => walksTo(before, side).map(rest => [edge, ...rest]));
}
