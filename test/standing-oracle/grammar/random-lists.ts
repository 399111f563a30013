/** Conditions and values on lists: lists in named paths, in multi-edge paths, and literal ones. */
import type { Draft } from './draft.js';
import { EDGE_KEY } from './literals.js';
import type { Scope } from './scope.js';

/** The scope must contain a path or a list of edges. */
export function conditionOnList(draft: Draft, scope: Scope): string {
  const { random } = draft;
  return random.pick([
    ...scope.paths.flatMap(path => [
      `length(${path}) <> 2`,
      `size(nodes(${path})) > 1`,
      ...onNodes(draft, `nodes(${path})`),
      ...onEdges(draft, `relationships(${path})`),
    ]),
    ...scope.walks.flatMap(walk => [`size(${walk}) = 1`, ...onEdges(draft, walk)]),
  ]);
}

function onNodes({ random }: Draft, nodes: string): string[] {
  return [
    `all(x IN ${nodes} WHERE x.p IS NULL OR x.p = 1)`,
    `any(x IN ${nodes} WHERE x:A)`,
    `single(x IN ${nodes} WHERE x.q IS NOT NULL)`,
    `none(x IN ${nodes} WHERE x.k > ${random.below(3)})`,
    `head(${nodes}).p = last(${nodes}).p`,
  ];
}

function onEdges({ random }: Draft, edges: string): string[] {
  return [
    `none(x IN ${edges} WHERE x.${EDGE_KEY} = ${1 + random.below(3)})`,
    `all(x IN ${edges} WHERE coalesce(x.${EDGE_KEY}, 1) < 3)`,
    `any(x IN ${edges} WHERE type(x) = 'x')`,
    `reduce(sum = 0, x IN ${edges} | sum + coalesce(x.${EDGE_KEY}, 0)) > 1`,
  ];
}

/** Values of list functions. */
export function listValues(draft: Draft, scope: Scope): string[] {
  const { random } = draft;
  const [a, b] = [random.pick(scope.nodes), random.pick(scope.nodes)];
  return [
    `[x IN [${a}.p, ${b}.q, 1] WHERE x IS NOT NULL]`,
    `[x IN [${a}, ${b}] | x.p]`,
    `any(x IN [${a}.p, ${b}.p] WHERE x = 1)`,
    `size([x IN labels(${a}) WHERE x IN labels(${b})])`,
    `reduce(sum = 0, x IN [${a}.k, ${b}.k] | sum + coalesce(x, 0))`,
    `head([${a}.p, ${b}.p])`,
    `[${a}.p, ${b}.q][1]`,
    ...scope.paths.flatMap(pathValues),
    ...scope.paths.flatMap(pathValues),
    ...scope.walks.flatMap(walkValues),
  ];
}

function pathValues(path: string): string[] {
  return [
    `length(${path})`,
    `reduce(way = '', x IN nodes(${path}) | way + strId(x) + coalesce(toString(x.k), '-'))`,
    `reduce(way = '', x IN relationships(${path}) | way + strId(startNode(x)) + type(x))`,
    `[x IN nodes(${path}) | id(x)]`,
    `[x IN nodes(${path}) | x.p]`,
    `[x IN nodes(${path}) | labels(x)]`,
    `[x IN relationships(${path}) | type(x)]`,
    `[x IN relationships(${path}) | x.${EDGE_KEY}]`,
    `last(nodes(${path})).q`,
    `nodes(${path})[1].p`,
  ];
}

function walkValues(walk: string): string[] {
  return [
    `size(${walk})`,
    `[x IN ${walk} | x.${EDGE_KEY}]`,
    `[x IN ${walk} | type(x)]`,
    `[x IN ${walk} | id(startNode(x))]`,
    `head(${walk}).${EDGE_KEY}`,
  ];
}
