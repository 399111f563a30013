/** Procedures that walk along edges: biased random walks, and edges selected by computed conditions. */
import { Direction, formatNodeId, hashValues } from '@weir/model';
import type { NodeId, Value } from '@weir/model';
import { RelationshipHandle } from '../run/entity-handles.js';
import { runtimeError, wrongSignature } from '../operations/runtime-errors.js';
import type { RunState } from '../run/run-state.js';
import { isList, isNumber, toDouble } from '../operations/value-kind.js';
import { nodeIdOf } from '../functions/entity.js';
import { defineProcedure } from '../registry/define-procedure.js';
import { nodeArgument } from './node-updates.js';
import type { ProcedureDefinition } from '../registry/procedure-definition.js';

/** Uniform numbers in [0, 1), derived from a seed. */
function seeded(seed: string): () => number {
  let count = 0;
  return () => Number(BigInt.asUintN(53, hashValues([seed, count++]))) / 2 ** 53;
}

async function neighbors(state: RunState, node: NodeId): Promise<NodeId[]> {
  const [edges] = await state.graph.reads.expand({ nodes: [node], direction: undefined, labels: undefined });
  return edges!.map(edge => edge.other);
}

/**
 * The weight of returning is 1/return, of staying near the last node 1, of moving on 1/in-out. With a return of 0 the
 * walk never goes back; with an in-out of 0 it never stays near if it can move on.
 */
async function randomWalk(state: RunState, args: readonly Value[]): Promise<Value[][]> {
  const [node, depth = 1, back = 1, inOut = 1, seed] = args;
  if (typeof depth !== 'number' || !isNumber(back) || !isNumber(inOut))
    throw wrongSignature('random.walk', args);
  const random = typeof seed === 'string' ? seeded(seed) : () => state.environment.random.next();
  const walk = [nodeArgument(node!, 'random.walk')];
  let nearLast = new Set<NodeId>();
  for (let step = 0; step < depth; step++) {
    state.budget.list(1);
    state.budget.room(walk.length + 1);
    state.cancellation?.throwIfCancelled();
    await state.turn();
    const current = walk[walk.length - 1]!;
    const last = walk[walk.length - 2];
    const next = await neighbors(state, current);
    if (next.length === 0) break;
    const weights = next.map(other => {
      if (other === last) return toDouble(back) === 0 ? 0 : 1 / toDouble(back);
      if (last === undefined || nearLast.has(other)) return 1;
      return toDouble(inOut) === 0 ? Number.MAX_VALUE / next.length : 1 / toDouble(inOut);
    });
    if (!weights.some(weight => weight > 0)) break;
    walk.push(next[pick(weights, random())]!);
    nearLast = new Set(next);
  }
  return [[walk.map(id => formatNodeId(id))]];
}

function pick(weights: readonly number[], at: number): number {
  let left = at * weights.reduce((sum, weight) => sum + weight, 0);
  for (let i = 0; i < weights.length - 1; i++) {
    left -= weights[i]!;
    if (left < 0) return i;
  }
  return weights.length - 1;
}

function directionsOf(names: readonly Value[]): Direction[] {
  return names
    .filter(name => typeof name === 'string')
    .flatMap((name: string) => {
      switch (name.toLowerCase()) {
        case 'outgoing':
          return [Direction.Outgoing];
        case 'incoming':
          return [Direction.Incoming];
        case 'undirected':
          return [];
        default:
          throw runtimeError(
            `\`getFilteredEdges\` procedure: Invalid direction '${name}'. Must be 'outgoing', 'incoming', or 'undirected'`,
          );
      }
    });
}

async function filteredEdges(state: RunState, args: readonly Value[]): Promise<Value[][]> {
  const [node, types, directions, allowed] = args;
  const id = nodeIdOf(node!);
  if (id === undefined || !isList(types!) || !isList(directions!) || !isList(allowed!)) {
    throw wrongSignature('getFilteredEdges', args);
  }
  const labels = types.filter(type => typeof type === 'string');
  const wanted = directionsOf(directions);
  const others = allowed.map(nodeIdOf);
  if (others.includes(undefined)) throw wrongSignature('getFilteredEdges', args);
  const request = { nodes: [id], direction: undefined, labels: labels.length > 0 ? labels : undefined };
  const [edges] = await state.graph.reads.expand(request);
  return edges!
    .filter(edge => directions.length === 0 || wanted.includes(edge.direction))
    .filter(edge => others.length === 0 || others.includes(edge.other))
    .map(edge => {
      const outgoing = edge.direction === Direction.Outgoing;
      const [start, end] = outgoing ? [id, edge.other] : [edge.other, id];
      return [new RelationshipHandle(start, edge.label, end, edge.properties, state.epoch)];
    });
}

export const WALK_PROCEDURES: readonly ProcedureDefinition[] = [
  defineProcedure(
    'random.walk(node :: ANY, depth :: INTEGER?, return :: FLOAT?, inOut :: FLOAT?, seed :: STRING?) :: ' +
      '(walk :: LIST OF STRING)',
    'READ',
    'A random walk along edges in both directions; the same seed produces the same walk',
    randomWalk,
  ),
  defineProcedure(
    'getFilteredEdges(node :: ANY, edgeTypes :: LIST OF STRING, directions :: LIST OF STRING, allowedNodes :: ' +
      'LIST OF ANY) :: (edge :: RELATIONSHIP)',
    'READ',
    'The edges of a node, by type, direction and the node at the other end; an empty list allows all',
    filteredEdges,
  ),
];
