/**
 * The shortest paths between two known nodes, among the matches of the same variable-length pattern. Breadth first from
 * both ends, expanding the smaller frontier, until the two meet. Each node remembers the edges by which it was first
 * reached. There may be exponentially many shortest paths: they are returned in batches. A path has exactly one node at
 * the depth where the two sides meet, so iterating over the meeting nodes yields every path once.
 */
import { Direction } from '@weir/model';
import type { NodeId, RelationshipValue } from '@weir/model';
import type { Row } from '../../compiled-query.js';
import type { RunState } from '../../run/run-state.js';
import type { ExpandedEdge } from '../../node-view.js';
import { nodeIdAt, relationshipOf } from './expand.js';
import type { Operator } from '../operator.js';
import { shortestTrails } from './trail-search.js';
import { HopTest } from './variable-length-expand.js';
import type { HopProperty } from './variable-length-expand.js';

export interface ShortestSpec {
  readonly from: number;
  readonly to: number;
  /** Slot for the list of relationships. */
  readonly relationships: number;
  /** Whether the list begins at `to`. */
  readonly backwards: boolean;
  readonly direction: Direction | undefined;
  readonly labels: readonly string[] | undefined;
  readonly min: number;
  readonly max: number;
  readonly all: boolean;
  readonly properties: readonly HopProperty[];
}

/** Number of nodes whose edges are read together. */
const NODES_PER_READ = 1024;

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

export class ShortestPaths implements Operator {
  private readonly test: HopTest;
  private rows: Row[] = [];
  private found: { readonly row: Row; readonly paths: Iterator<RelationshipValue[]> } | undefined;
  private closed = false;

  constructor(
    private readonly state: RunState,
    private readonly source: Operator,
    private readonly spec: ShortestSpec,
  ) {
    this.test = new HopTest(spec.properties);
  }

  async next(): Promise<Row[] | undefined> {
    let result: Row[] = [];
    while (!this.closed) {
      if (this.found !== undefined) {
        await this.state.turn();
        if (this.take(this.found.row, this.found.paths, result)) return result;
        this.found = undefined;
      } else if (this.rows.length > 0) {
        const row = this.rows.shift()!;
        const paths = await this.search(row);
        if (paths !== undefined) this.found = { row, paths };
      } else {
        if (result.length > 0) return result;
        result = [];
        const batch = await this.source.next();
        if (batch === undefined) return undefined;
        await this.test.prepare(this.state, batch);
        this.rows = [...batch];
      }
    }
    return undefined;
  }

  close(): void {
    this.closed = true;
    this.source.close();
  }

  /** @returns true if `result` is a whole batch. */
  private take(row: Row, paths: Iterator<RelationshipValue[]>, result: Row[]): boolean {
    for (let step = paths.next(); step.done !== true; step = paths.next()) {
      const copy = row.slice();
      copy[this.spec.relationships] = this.spec.backwards ? [...step.value].reverse() : step.value;
      result.push(copy);
      if (result.length >= this.state.batchRows) return true;
    }
    return false;
  }

  private async search(row: Row): Promise<Iterator<RelationshipValue[]> | undefined> {
    const from = nodeIdAt(row, this.spec.from);
    const to = nodeIdAt(row, this.spec.to);
    if (from === undefined || to === undefined) return undefined;
    const { direction, min, max } = this.spec;
    if (from === to && min === 0) return [[]].values();
    if (from === to || min > 1) return this.longerPaths(row, from, to);
    const forward = new Side(from, direction);
    const backward = new Side(to, direction === undefined ? undefined : Direction.Incoming);
    while (forward.depth + backward.depth < max) {
      const side = forward.frontier.length <= backward.frontier.length ? forward : backward;
      if (side.frontier.length === 0) return undefined;
      await this.step(row, side);
      const other = side === forward ? backward : forward;
      const meeting = side.frontier.filter(node => other.depthOf.has(node));
      if (meeting.length > 0) return this.paths(meeting, forward, backward);
    }
    return undefined;
  }

  /** The distance between the nodes is not sufficient: see `shortestTrails`. */
  private async longerPaths(row: Row, from: NodeId, to: NodeId): Promise<Iterator<RelationshipValue[]>> {
    const { budget } = this.state;
    const accepts = (edge: ExpandedEdge): boolean => this.test.accepts(row, edge, budget);
    const trails = await shortestTrails(this.state, this.spec, from, to, accepts);
    return (this.spec.all ? trails : trails.slice(0, 1)).values();
  }

  /** Expands one level. */
  private async step(row: Row, side: Side): Promise<void> {
    const { frontier } = side;
    const { labels } = this.spec;
    side.depth++;
    const next = new Set<NodeId>();
    for (let i = 0; i < frontier.length; i += NODES_PER_READ) {
      await this.state.turn();
      this.state.cancellation?.throwIfCancelled();
      const nodes = frontier.slice(i, i + NODES_PER_READ);
      const lists = await this.state.graph.reads.expand({ nodes, direction: side.direction, labels });
      nodes.forEach((node, n) => this.reach(row, side, node, lists[n]!, next));
    }
    side.frontier = [...next];
  }

  private reach(row: Row, side: Side, node: NodeId, edges: readonly ExpandedEdge[], next: Set<NodeId>): void {
    for (const edge of edges) {
      if (!this.test.accepts(row, edge, this.state.budget)) continue;
      const known = side.depthOf.get(edge.other);
      if (known !== undefined && known < side.depth) continue;
      side.depthOf.set(edge.other, side.depth);
      next.add(edge.other);
      const reached = side.reachedBy.get(edge.other);
      const by = { edge: relationshipOf(node, edge, this.state.epoch), before: node };
      if (reached === undefined) side.reachedBy.set(edge.other, [by]);
      else if (this.spec.all) reached.push(by);
    }
  }

  private *paths(meeting: readonly NodeId[], forward: Side, backward: Side): Generator<RelationshipValue[]> {
    const lengthThrough = (node: NodeId): number => forward.depthOf.get(node)! + backward.depthOf.get(node)!;
    let shortest = Infinity;
    for (const node of meeting) shortest = Math.min(shortest, lengthThrough(node));
    for (const node of meeting) {
      if (lengthThrough(node) !== shortest) continue;
      for (const start of walksTo(node, forward)) {
        for (const end of walksTo(node, backward)) {
          yield [...start.toReversed(), ...end];
          if (!this.spec.all) return;
        }
      }
    }
  }
}

/** The shortest walks of one side that end in a node, from that node back to the start. */
function* walksTo(node: NodeId, side: Side): Generator<RelationshipValue[]> {
  const reached = side.reachedBy.get(node);
  if (reached === undefined || side.depthOf.get(node) === 0) {
    yield [];
    return;
  }
  for (const { edge, before } of reached) {
    for (const rest of walksTo(before, side)) yield [edge, ...rest];
  }
}
