/**
 * Idempotent writing queries, which have the same effect if they run again after a crash: they do not read their own
 * writes.
 */
import type { SeededRandom } from '@weir/graph/testing';
import { formatNodeId } from '@weir/model';
import { literal, NODE_LABELS, RARE_VALUES, VALUES } from '../grammar/literals.js';
import { idOf } from '../grammar/node-ids.js';

export function randomStatement(random: SeededRandom, nodes: number, edgeLabels: readonly string[]): string {
  const a = random.below(nodes);
  const b = random.below(nodes);
  const x = random.pick(edgeLabels);
  const y = random.pick(edgeLabels);
  const one = `MATCH (a) WHERE id(a) = ${idText(a)}`;
  const two = `MATCH (a), (b) WHERE id(a) = ${idText(a)} AND id(b) = ${idText(b)}`;
  const around = `MATCH (a)-[e:${x}]->(b) WHERE id(a) = ${idText(a)}`;
  const value = literal(random.pick(random.chance(0.3) ? RARE_VALUES : VALUES));
  const label = random.pick(NODE_LABELS);
  const number = 1 + random.below(3);
  return random.pick([
    `${two} MERGE (a)-[e:${x}]->(b) SET e.w = ${number}`,
    `${two} MERGE (a)-[:${x} {w: ${number}}]->(b)`,
    `${two} CREATE (a)-[:${x} {w: ${number}}]->(b), (b)-[:${y}]->(a) SET a:${label}`,
    `${two} CREATE (a)-[:${x}]->(b)-[:${y}]->(a)`,
    ...(a === b ? [] : [`${two} SET a = properties(b)`, `${two} SET a.q = b.p, a.k = b.k`]),
    `${one} SET a = {p: ${value}, k: ${number}}`,
    `${one} SET a += {p: ${value}, q: null}`,
    `${one} SET a = {}`,
    `${one} REMOVE a.p, a.k`,
    `${one} REMOVE a:${label} SET a.q = ${value}`,
    `${one} SET a:A:B`,
    `${one} SET a.p = a.q`,
    `${one} FOREACH (i IN [1, 2] | SET a.p = i)`,
    `${one} UNWIND [1, 'a', ${value}] AS v SET a.q = v`,
    `${one} DETACH DELETE a`,
    `${two} DETACH DELETE a, b`,
    `${around} DELETE e`,
    `MATCH (a)-[e]-(b) WHERE id(a) = ${idText(a)} DELETE e`,
    `${around} SET e.w = coalesce(a.k, ${number})`,
    `${around} SET e += {w: ${number}}`,
    `${around} SET e = {}`,
    `${around} REMOVE e.w`,
    `${around} SET b.q = a.p, b:${label}`,
  ]);
}

function idText(node: number): string {
  return `"${formatNodeId(idOf(node))}"`;
}
