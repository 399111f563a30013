/** Finds the matches of a pattern by trying every node and every edge at each position. */
import { type PlainEdge, PlainNode, PlainPath, type PlainRow, type PlainValue } from './plain-elements.js';
import { labelsMatch } from './plain-labels.js';
import type { PlainRun } from './plain-run.js';
import type { Expression, PatternPart, PatternProperties, RelationshipPattern } from '@weir/cypher';
import { alive } from './plain-functions.js';
import { asBoolean, equal, NotComparable } from './plain-value.js';

const MOST_TRAILS = 2000;

/** A condition tested once the whole pattern is bound. */
type Condition = (row: PlainRow) => boolean;

interface Partial {
  readonly row: PlainRow;
  /** Edges of this pattern: all must be distinct. */
  readonly used: readonly PlainEdge[];
  readonly conditions: readonly Condition[];
}

/** @returns the row extended by every match, filtered by WHERE. */
export function matchPattern(
  run: PlainRun,
  parts: readonly PatternPart[],
  where: Expression | undefined,
  row: PlainRow,
): readonly PlainRow[] {
  let partials: readonly Partial[] = [{ row, used: [], conditions: [] }];
  for (const part of parts) {
    partials = partials.flatMap(partial => matchPart(run, part, partial));
    if (partials.length > MOST_TRAILS) throw new NotComparable('too many matches');
  }
  return partials
    .filter(partial => partial.conditions.every(condition => condition(partial.row)))
    .map(partial => partial.row)
    .filter(found => where === undefined || asBoolean(run.parts.evaluate(run, where, found)) === true);
}

function matchPart(run: PlainRun, part: PatternPart, start: Partial): readonly Partial[] {
  if (part.shortest !== undefined) return shortestPaths(run, part, start);
  let states = bindNode(run, part, 0, start).map(state => ({ ...state, edges: [] as readonly PlainEdge[] }));
  for (let i = 0; i < part.relationships.length; i++) {
    states = states.flatMap(({ nodes, edges, partial }) =>
      bindEdge(run, part.relationships[i]!, nodes.at(-1)!, partial).flatMap(step =>
        bindNode(run, part, i + 1, step.partial, step.end).map(next => ({
          nodes: step.edges.length === 0 ? nodes : [...nodes, ...step.between, ...next.nodes],
          edges: [...edges, ...step.edges],
          partial: next.partial,
        })),
      ),
    );
  }
  return states.map(({ nodes, edges, partial }) => withPath(part, partial, new PlainPath(nodes, edges)));
}

function withPath(part: PatternPart, partial: Partial, path: PlainPath): Partial {
  if (part.path === undefined) return partial;
  return { ...partial, row: new Map(partial.row).set(part.path.name, path) };
}

/** @param only the single candidate. */
function bindNode(
  run: PlainRun,
  part: PatternPart,
  index: number,
  partial: Partial,
  only?: PlainNode,
): { readonly nodes: readonly PlainNode[]; readonly partial: Partial }[] {
  const { variable, labels, properties, where } = part.nodes[index]!;
  const name = variable?.name;
  let candidates: readonly PlainValue[] = only === undefined ? run.graph.nodes : [only];
  if (name !== undefined && partial.row.has(name)) {
    const bound = alive(partial.row.get(name)!);
    candidates = candidates.filter(candidate => candidate === bound);
  }
  return candidates
    .filter(candidate => candidate instanceof PlainNode)
    .filter(node => labels === undefined || labelsMatch(labels, node.labels))
    .map(node => {
      const row = name === undefined ? partial.row : new Map(partial.row).set(name, node);
      const conditions = [
        ...partial.conditions,
        propertyCondition(run, properties, node),
        whereCondition(run, where),
      ];
      return { nodes: [node], partial: { ...partial, row, conditions } };
    });
}

function propertyCondition(
  run: PlainRun,
  properties: PatternProperties | undefined,
  element: PlainNode | PlainEdge,
): Condition {
  return row => {
    if (properties === undefined) return true;
    const wanted = run.parts.evaluate(run, properties, row);
    if (!(wanted instanceof Map)) throw new NotComparable('properties that are not a map');
    return [...(wanted as Map<string, PlainValue>)].every(
      ([key, value]) => equal(element.properties.get(key) ?? null, value) === true,
    );
  };
}

function whereCondition(run: PlainRun, where: Expression | undefined): Condition {
  return row => where === undefined || asBoolean(run.parts.evaluate(run, where, row)) === true;
}

interface EdgeStep {
  readonly edges: readonly PlainEdge[];
  /** Intermediate nodes. */
  readonly between: readonly PlainNode[];
  readonly end: PlainNode;
  readonly partial: Partial;
}

function bindEdge(
  run: PlainRun,
  pattern: RelationshipPattern,
  from: PlainNode,
  partial: Partial,
): readonly EdgeStep[] {
  const name = pattern.variable?.name;
  const bound = name !== undefined && partial.row.has(name) ? partial.row.get(name)! : undefined;
  if (bound !== undefined && pattern.length !== undefined) throw new NotComparable('a bound list of edges');
  return trails(run, pattern, from, partial.used)
    .filter(({ edges }) => bound === undefined || edges[0] === alive(bound as PlainEdge))
    .map(({ edges, nodes }) => {
      const value = pattern.length === undefined ? edges[0]! : edges;
      const row =
        name === undefined || bound !== undefined ? partial.row : new Map(partial.row).set(name, value);
      const conditions = [
        ...partial.conditions,
        ...edges.map(edge => propertyCondition(run, pattern.properties, edge)),
        whereCondition(run, pattern.where),
      ];
      return {
        edges,
        between: nodes.slice(1, -1),
        end: nodes.at(-1)!,
        partial: { row, used: [...partial.used, ...edges], conditions },
      };
    });
}

interface Trail {
  readonly edges: readonly PlainEdge[];
  /** One more than the edges. */
  readonly nodes: readonly PlainNode[];
}

/** All paths of the pattern's length from a node that use no edge twice. */
function trails(
  run: PlainRun,
  pattern: RelationshipPattern,
  from: PlainNode,
  used: readonly PlainEdge[],
): readonly Trail[] {
  const min = pattern.length === undefined ? 1 : (pattern.length.min ?? 1);
  const max = pattern.length === undefined ? 1 : (pattern.length.max ?? Infinity);
  const found: Trail[] = [];
  let level: Trail[] = [{ edges: [], nodes: [from] }];
  for (let length = 0; level.length > 0 && length <= max; length++) {
    if (found.length + level.length > MOST_TRAILS) throw new NotComparable('too many trails');
    if (length >= min) found.push(...level);
    level = level.flatMap(trail =>
      hops(run, pattern, trail.nodes.at(-1)!)
        .filter(({ edge }) => !trail.edges.includes(edge) && !used.includes(edge))
        .map(({ edge, end }) => ({ edges: [...trail.edges, edge], nodes: [...trail.nodes, end] })),
    );
  }
  return found;
}

function hops(
  run: PlainRun,
  pattern: RelationshipPattern,
  from: PlainNode,
): { readonly edge: PlainEdge; readonly end: PlainNode }[] {
  const found: { edge: PlainEdge; end: PlainNode }[] = [];
  for (const edge of run.graph.edges) {
    if (pattern.types !== undefined && !labelsMatch(pattern.types, new Set([edge.label]))) continue;
    if (edge.source === from && pattern.direction !== 'incoming') found.push({ edge, end: edge.target });
    else if (edge.target === from && pattern.direction !== 'outgoing') found.push({ edge, end: edge.source });
  }
  return found;
}

/** For each pair of ends, the shortest of the paths that the same variable-length pattern has. */
function shortestPaths(run: PlainRun, part: PatternPart, start: Partial): readonly Partial[] {
  const pattern = part.relationships[0]!;
  const name = pattern.variable?.name;
  return bindNode(run, part, 0, start).flatMap(first =>
    run.graph.nodes.flatMap(end =>
      bindNode(run, part, 1, first.partial, end).flatMap(({ partial }) => {
        const ways = trails(run, pattern, first.nodes[0]!, [])
          .filter(trail => trail.nodes.at(-1) === end)
          .filter(({ edges }) =>
            edges.every(edge => propertyCondition(run, pattern.properties, edge)(partial.row)),
          );
        const shortest = Math.min(...ways.map(({ edges }) => edges.length));
        const rows = ways
          .filter(({ edges }) => edges.length === shortest)
          .map(({ nodes, edges }) => {
            const row = name === undefined ? partial.row : new Map(partial.row).set(name, edges);
            return withPath(part, { ...partial, row }, new PlainPath(nodes, edges));
          });
        // Any of several shortest paths may be found.
        return part.shortest === 'one' ? pickOne(run, rows) : rows;
      }),
    ),
  );
}

function pickOne(run: PlainRun, partials: readonly Partial[]): readonly Partial[] {
  const first = run.arrange(partials.map(partial => partial.row))[0];
  return partials.filter(partial => partial.row === first);
}
