/** Converts what an explanation reports missing to statements that add it. */
import type { SeededRandom } from '@weir/graph/testing';
import { IdValue, NodeValue, parseNodeId, type NodeId } from '@weir/model';
import type { NodeExplanation } from '@weir/runtime';
import { idOf } from '../grammar/node-ids.js';
import type { Statement } from '../writes/write-statement.js';

export interface Repair {
  readonly because: string;
  readonly statement: Statement;
}

type State = NodeExplanation['patternNodes'][number];

/** Nodes that edges are added to: more than a case starts with. */
const NODES = 8;

export function repairsIn(explanations: readonly NodeExplanation[], random: SeededRandom): Repair[] {
  return explanations.flatMap(({ node, patternNodes }) =>
    patternNodes.flatMap(explanation => [
      ...explanation.demands
        .filter(({ holds }) => !holds)
        .map(({ demand }) => repairOf(node, demand, random)),
      ...explanation.patternEdges
        .filter(({ isMissing }) => isMissing)
        .map(edgeExplanation => edgeRepair(node, edgeExplanation, random)),
      ...explanation.steps.flatMap((step, i) => stepRepairs(node, explanation, step, i, random)),
    ]),
  );
}

/** Repairs a failing condition, or a demand on one node. */
function repairOf(node: NodeId, text: string, random: SeededRandom): Repair {
  const label = /^label (\w+)$/.exec(text)?.[1];
  if (label !== undefined) return onNode(node, text, `SET n:${label}`);
  const [, key, value] = /^(?:\w+\.)?(\w+) = (.+)$/.exec(text) ?? [];
  if (key !== undefined) return onNode(node, text, `SET n.${key} = ${value}`);
  if (text.endsWith('IS NOT NULL')) return onNode(node, text, 'SET n.p = 1');
  if (/^\w+\.k > /.test(text)) return onNode(node, text, `SET n.k = ${2 + random.below(4)}`);
  if (text === 'the node exists') return onNode(node, text, 'SET n.other = 1');
  throw new Error(`no repair for: ${text}`);
}

function edgeRepair(
  node: NodeId,
  { edge, mode, matching }: State['patternEdges'][number],
  random: SeededRandom,
): Repair {
  if (mode === 'anti')
    return withoutEdges(
      node,
      edge,
      matching.map(each => parseNodeId(each)!),
    );
  return edgeTo(node, edge, idOf(random.below(NODES)), `${edge} is missing`);
}

function stepRepairs(
  node: NodeId,
  explanation: State,
  { outcome, blocking, ends }: State['steps'][number],
  index: number,
  random: SeededRandom,
): Repair[] {
  const written = explanation.patternEdges.filter(({ step }) => step === index).map(({ edge }) => edge);
  // For a path: it continues over one of these edges.
  const edges = written.length === 1 ? written : written.filter(edge => edge.includes('[:'));
  if (outcome === 'other ends') {
    const wanted = ends.flatMap(end => end.wanted);
    const edge = random.pick(edges);
    // The last edge of a path may start at any node.
    const from = edge.includes('*') && random.chance(0.7) ? idOf(random.below(NODES)) : node;
    return wanted.flatMap(end =>
      end instanceof NodeValue ? [edgeTo(from, edge, end.id, 'not closed')] : [],
    );
  }
  return blocking.map(({ filter, failing }) => {
    const candidates = Object.values(failing.length === 0 ? {} : random.pick(failing)).flatMap(value =>
      value instanceof IdValue ? value.id : [],
    );
    return conditionRepair(node, filter, candidates, edges, random);
  });
}

function conditionRepair(
  node: NodeId,
  filter: string,
  candidates: readonly NodeId[],
  edges: readonly string[],
  random: SeededRandom,
): Repair {
  const counted = /^COUNT \{ \(\w+\)(.*)\(\) \}/.exec(filter)?.[1];
  if (counted !== undefined) return edgeTo(node, counted, idOf(random.below(NODES)), filter);
  if (!/^\w+\.k > \w+\.k$/.test(filter)) throw new Error(`no repair for: ${filter}`);
  const other = idOf(random.below(NODES));
  return random.pick([
    () => onNode(random.pick([...candidates, other]), filter, `SET n.k = ${random.below(6)}`),
    () => edgeTo(node, random.pick(edges), other, filter),
  ])();
}

function onNode(node: NodeId, because: string, what: string): Repair {
  const text = `MATCH (n) WHERE id(n) = $node ${what}`;
  return { because, statement: { text, parameters: { node: new IdValue(node) } } };
}

/** @param edge as seen from the node: `-[:x]->`. */
function edgeTo(node: NodeId, edge: string, other: NodeId, because: string): Repair {
  if (!edge.includes('[:')) return onNode(node, because, 'SET n.other = 1');
  const plain = edge.replace(/\*[\d.]*/, '');
  const text = `MATCH (n), (m) WHERE id(n) = $node AND id(m) = $other MERGE (n)${plain}(m)`;
  return { because, statement: { text, parameters: { node: new IdValue(node), other: new IdValue(other) } } };
}

function withoutEdges(node: NodeId, edge: string, others: readonly NodeId[]): Repair {
  const text = `MATCH (n)${edge.replace('[:', '[e:')}(m) WHERE id(n) = $node AND id(m) IN $others DELETE e`;
  const parameters = { node: new IdValue(node), others: others.map(other => new IdValue(other)) };
  return { because: `no ${edge}`, statement: { text, parameters } };
}
