/**
 * Shortest paths that breadth-first search over nodes cannot find: paths with a minimum length above the distance, and
 * paths that return to their start. Trails (paths that use no relationship twice) grow level by level from the start;
 * the first level at or above the minimum that reaches the end contains the shortest ones.
 *
 * Cost: the number of trails up to that length, which may grow exponentially. Every trail is charged to the query's
 * budget.
 */
import { Direction } from '@weir/model';
import type { NodeId, RelationshipValue } from '@weir/model';
import type { RunState } from '../../run/run-state.js';
import type { ExpandedEdge } from '../../node-view.js';
import { HeldRows } from '../rows/held-rows.js';
import { isSameEdge, relationshipOf } from './expand.js';

export interface TrailBounds {
  readonly direction: Direction | undefined;
  readonly labels: readonly string[] | undefined;
  readonly min: number;
  readonly max: number;
}

interface Trail {
  readonly node: NodeId;
  readonly last: RelationshipValue | undefined;
  readonly before: Trail | undefined;
}

/** Number of nodes whose edges are read together. */
const NODES_PER_READ = 1024;
const BYTES_PER_TRAIL = 160;

/**
 * @returns every shortest trail from `from` to `to` within the bounds, as its relationships in order from the start.
 */
export async function shortestTrails(
  state: RunState,
  bounds: TrailBounds,
  from: NodeId,
  to: NodeId,
  accepts: (edge: ExpandedEdge) => boolean,
): Promise<RelationshipValue[][]> {
  const held = new HeldRows(state.budget);
  let level: Trail[] = [{ node: from, last: undefined, before: undefined }];
  try {
    for (let length = 0; level.length > 0; length++) {
      if (length >= bounds.min) {
        const found = level.filter(trail => trail.node === to);
        if (found.length > 0) return found.map(relationshipsOf);
      }
      if (length >= bounds.max) break;
      level = await longerTrails(state, bounds, level, accepts);
      held.hold(level.length * BYTES_PER_TRAIL);
    }
    return [];
  } finally {
    held.release();
  }
}

async function longerTrails(
  state: RunState,
  { direction, labels }: TrailBounds,
  level: readonly Trail[],
  accepts: (edge: ExpandedEdge) => boolean,
): Promise<Trail[]> {
  const longer: Trail[] = [];
  for (let i = 0; i < level.length; i += NODES_PER_READ) {
    await state.turn();
    state.cancellation?.throwIfCancelled();
    const trails = level.slice(i, i + NODES_PER_READ);
    const nodes = [...new Set(trails.map(trail => trail.node))];
    const lists = await state.graph.reads.expand({ nodes, direction, labels });
    const edgesOf = new Map(nodes.map((node, n) => [node, lists[n]!]));
    for (const trail of trails) {
      for (const edge of edgesOf.get(trail.node)!) {
        state.budget.step();
        // An undirected loop is listed at both its ends, which are the same node.
        const isSecondEnd = direction === undefined && edge.other === trail.node;
        if (isSecondEnd && edge.direction === Direction.Incoming) continue;
        if (!accepts(edge)) continue;
        const last = relationshipOf(trail.node, edge, state.epoch);
        if (!uses(state, trail, last)) longer.push({ node: edge.other, last, before: trail });
      }
    }
  }
  return longer;
}

function uses({ budget }: RunState, trail: Trail, edge: RelationshipValue): boolean {
  for (let t: Trail | undefined = trail; t?.last !== undefined; t = t.before) {
    budget.step();
    if (isSameEdge(t.last, edge.start, edge.label, edge.end)) return true;
  }
  return false;
}

function relationshipsOf(trail: Trail): RelationshipValue[] {
  const edges: RelationshipValue[] = [];
  for (let t: Trail | undefined = trail; t?.last !== undefined; t = t.before) edges.push(t.last);
  return edges.reverse();
}
