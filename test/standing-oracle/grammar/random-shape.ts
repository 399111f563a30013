/** The initial pattern of a query: a tree of nodes, possibly with cycles and loops, as one MATCH or two. */
import { formatNodeId } from '@weir/model';
import { conditionsOnRows } from './random-where.js';
import type { Draft } from './draft.js';
import { literal } from './literals.js';
import { idOf } from './node-ids.js';
import { type EdgeText, namedPath, nodeText, patternValue, randomEdge } from './random-pattern.js';

interface DraftEdge extends EdgeText {
  readonly source: number;
  readonly target: number;
}

export function matchClauses(draft: Draft): string {
  const { random, main } = draft;
  const count = random.pick([1, 1, 2, 2, 2, 3, 3, 4]);
  for (let node = 0; node < count; node++) main.nodes.push(`n${node}`);
  const edges = drawEdges(draft, count);
  const writeNode = nodeWriter(draft);
  const parts =
    edges.length === 0 ? [namedPath(draft, writeNode(0), main)] : writeParts(draft, edges, writeNode);
  if (draft.use('disconnected', 1)) parts.push('(apart:A)');
  const split = parts.length > 1 && draft.use('several-match', 0.7) ? 1 + random.below(parts.length - 1) : 0;
  const first = split === 0 ? [] : [`MATCH ${parts.slice(0, split).join(', ')}`];
  const conditions = [...plainTests(draft), ...conditionsOnRows(draft, main)];
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return [...first, `MATCH ${parts.slice(split).join(', ')}${hint(draft)}${where}`].join(' ');
}

function drawEdges(draft: Draft, nodes: number): DraftEdge[] {
  const { random } = draft;
  const edges: DraftEdge[] = [];
  const add = (source: number, target: number): void =>
    void edges.push({ source, target, ...randomEdge(draft, draft.main) });
  const isLinear = random.chance(0.4);
  for (let node = 1; node < nodes; node++) {
    const other = isLinear ? node - 1 : random.below(node);
    if (random.chance(0.5)) add(node, other);
    else add(other, node);
  }
  for (let node = 0; node < nodes; node++) if (draft.use('self-loop', 0.12)) add(node, node);
  if (nodes > 1 && draft.use('cycle', 0.6)) {
    const source = random.below(nodes);
    add(source, (source + 1 + random.below(nodes - 1)) % nodes);
  }
  if (draft.use('unbounded-length', 1)) {
    edges.push({ source: 0, target: nodes - 1, forth: '-[:x*]->', back: '<-[:x*]-' });
  }
  return edges;
}

/** Each edge once, in chains, some of them named. */
function writeParts(
  draft: Draft,
  edges: readonly DraftEdge[],
  writeNode: (node: number) => string,
): string[] {
  const { random, main } = draft;
  const left = [...edges];
  const parts: string[] = [];
  while (left.length > 0) {
    let at = random.pick([left[0]!.source, left[0]!.target]);
    let part = writeNode(at);
    do {
      const node = at;
      const next = left.findIndex(({ source, target }) => source === node || target === node);
      if (next < 0) break;
      const { source, target, forth, back } = left.splice(next, 1)[0]!;
      at = source === node ? target : source;
      part += (source === node ? forth : back) + writeNode(at);
    } while (random.chance(0.5));
    parts.push(namedPath(draft, part, main));
  }
  return parts;
}

/** Labels and tests are written at the first mention of a node. */
function nodeWriter(draft: Draft): (node: number) => string {
  const seen = new Set<number>();
  return node => {
    if (seen.has(node)) return `(n${node})`;
    seen.add(node);
    const others = [...seen].filter(other => other !== node).map(other => `n${other}`);
    return nodeText(draft, `n${node}`, others);
  };
}

/** Names the node from which the pattern is watched. */
function hint(draft: Draft): string {
  return draft.use('scan-hint', 0.3) ? ` USING SCAN ${draft.random.pick(draft.main.nodes)}:A` : '';
}

/** Conditions that every mode accepts: tests of single properties against constants, and ids. */
function plainTests(draft: Draft): string[] {
  const { random, main, bareness } = draft;
  return main.nodes.flatMap(node => {
    const tests = random.chance(0.35 * (1 - bareness)) ? [plainTest(draft, `${node}.q`)] : [];
    if (random.chance(0.04)) tests.push(idTest(draft, node));
    return tests;
  });
}

/** A node that a query names by id exists for it, whether it was written or not. */
function idTest({ random, graphNodes }: Draft, node: string): string {
  const id = (): string => `"${formatNodeId(idOf(random.below(graphNodes)))}"`;
  const roll = random.next();
  if (roll < 0.6) return `id(${node}) = ${id()}`;
  if (roll < 0.75) return `strId(${node}) = ${id()}`;
  if (roll < 0.9) return `id(${node}) IN [${id()}, ${id()}]`;
  return `(id(${node}) = ${id()} OR id(${node}) = ${id()} AND ${node}.p IS NULL)`;
}

function plainTest(draft: Draft, property: string): string {
  const value = literal(patternValue(draft));
  return draft.random.pick([
    `${property} = ${value}`,
    `${property} <> ${value}`,
    `exists(${property})`,
    `${property} IS NOT NULL`,
    `NOT exists(${property})`,
    `${property} IS NULL`,
    `${property} =~ 'a.*'`,
    `${property} =~ '.'`,
  ]);
}
