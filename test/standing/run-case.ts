/** Runs one case on the toy network and returns the error found; `undefined` if everything was correct. */
import { Direction, float, type NodeId, type Value } from '@weir/model';
import { createStandingEngine, inspectState, type StandingPlan, type StandingResult } from '@weir/standing';
import type { WitnessNodePlan } from '@weir/standing/testing';
import { PlainGraph, type PlainValue, type Write } from './plain-graph.js';
import { type PlainPattern, rootsOf } from './plain-pattern.js';
import type { OracleCase } from './random-case.js';
import { SeededRandom } from '@weir/graph/testing';
import { ToyNetwork } from './toy-network.js';

export type PlanOf = (pattern: PlainPattern, query: number) => StandingPlan;

export function runCase(oracleCase: OracleCase, planOf: PlanOf): string | undefined {
  const graph = new PlainGraph(oracleCase.ids);
  const random = new SeededRandom(oracleCase.schedule);
  const engine = createStandingEngine();
  const network = new ToyNetwork(engine, random, oracleCase.ids as readonly NodeId[], oracleCase.lateChanges);
  const plans = new Map<number, { readonly plan: StandingPlan; readonly pattern: PlainPattern }>();

  const judge = (): string | undefined => {
    network.settle();
    if (network.complaints.length > 0) return network.complaints[0];
    for (const [query, { plan, pattern }] of plans) {
      const expected = rootsOf(pattern, graph);
      const results = network.results.filter(result => result.query === query);
      const wrong =
        wrongWith(results, expected) ?? (oracleCase.lateChanges ? undefined : orphanIn(network, plan));
      if (wrong !== undefined) return `query ${query}: ${wrong}`;
    }
    return undefined;
  };

  for (const action of oracleCase.actions) {
    if (action.kind === 'register') {
      const plan = planOf(action.pattern, action.query);
      plans.set(action.query, { plan, pattern: action.pattern });
      network.register(plan);
    } else if (action.kind === 'remove') {
      plans.delete(action.query);
      network.remove(action.query);
    } else if (action.kind === 'crash') network.crash();
    else if (action.kind === 'settle') {
      const wrong = judge();
      if (wrong !== undefined) return wrong;
    } else send(action, graph, network);
    network.run(random.below(6));
  }
  return judge();
}

/** The writer's messages keep their order on each node, so both halves of an edge end up in the same state. */
export function send(write: Write, graph: PlainGraph, network: ToyNetwork): void {
  const half = (node: string, label: string, direction: Direction, other: string, present: boolean): void =>
    network.write(node as NodeId, { kind: 'half-edge', label, direction, other: other as NodeId, present });
  switch (write.kind) {
    case 'set':
      network.write(write.node as NodeId, { kind: 'set', key: write.key, value: valueOf(write.value) });
      break;
    case 'label':
      network.write(write.node as NodeId, { kind: 'label', label: write.label, present: write.present });
      break;
    case 'edge':
      half(write.source, write.label, Direction.Outgoing, write.target, write.present);
      half(write.target, write.label, Direction.Incoming, write.source, write.present);
      break;
    case 'weight': {
      const { label, source, target, value } = write;
      const common = { kind: 'edge-property', label, key: 'w', value } as const;
      network.write(source as NodeId, { ...common, direction: Direction.Outgoing, other: target as NodeId });
      network.write(target as NodeId, { ...common, direction: Direction.Incoming, other: source as NodeId });
      break;
    }
    case 'delete':
      network.write(write.node as NodeId, { kind: 'clear' });
      for (const edge of graph.edges) {
        const [source, label, target] = edge.split(' ') as [string, string, string];
        if (source === write.node) half(target, label, Direction.Incoming, source, false);
        else if (target === write.node) half(source, label, Direction.Outgoing, target, false);
      }
  }
  graph.write(write);
}

export function valueOf(value: PlainValue | null): Value {
  return typeof value === 'object' && value !== null ? float(value.float) : value;
}

/** Compares accumulated positives minus negatives with the truth, and checks the order of each match's results. */
export function wrongWith(
  results: readonly StandingResult[],
  expected: readonly string[],
): string | undefined {
  const matching = new Map<string, string>();
  for (const { root, isPositiveMatch, resultId } of results) {
    if (isPositiveMatch) {
      if (matching.has(root)) return `${root} matched twice`;
      matching.set(root, resultId);
    } else {
      if (matching.get(root) !== resultId) return `${root} cancelled ${resultId}, which did not match`;
      matching.delete(root);
    }
  }
  const found = [...matching.keys()].sort().join();
  return found === [...expected].sort().join()
    ? undefined
    : `found [${found}], expected [${expected.join()}]`;
}

/** Checks that every subscription is known to its subscriber. */
function orphanIn(network: ToyNetwork, plan: StandingPlan): string | undefined {
  for (const node of network.nodes.values()) {
    for (const inspection of inspectState(node.state)) {
      if (inspection.query !== plan.query) continue;
      const parent = plan.nodes[inspection.nodeIndex]!.parent;
      if (parent === undefined) continue;
      const patternEdge = (plan.nodes[parent.nodeIndex] as WitnessNodePlan).patternEdges[parent.edgeIndex]!;
      for (const subscriber of inspection.subscribers) {
        const asker = network.nodes.get(subscriber)!;
        const asks = inspectState(asker.state).some(
          other => other.query === plan.query && other.nodeIndex === parent.nodeIndex && other.active,
        );
        if (!asks || !asker.hasEdge(patternEdge.label, patternEdge.direction, node.id)) {
          return `${subscriber} still subscribed to pattern node ${inspection.nodeIndex} of ${node.id}`;
        }
      }
    }
  }
  return undefined;
}
