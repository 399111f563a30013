import type { Explanation } from '../../api/types.js';
import { checkPattern, nodesByState } from './pattern-check.js';

type Part = NonNullable<Explanation['onNode']>[number];

/** A part with one condition, and an edge to another part. */
function part(
  number: number,
  holds: boolean,
  to?: { part: number; matching?: string[]; others?: string[] },
): Part {
  const { matching = [], others = [] } = to ?? {};
  const edge = {
    edge: '-[:parent]->',
    part: to?.part ?? null,
    mode: 'inner' as const,
    neighbours: matching.length + others.length,
    matchingCount: matching.length,
    matching,
    others,
    isMissing: matching.length === 0,
  };
  return {
    part: number,
    variable: `v${number}`,
    isRoot: number === 0,
    isAsked: true,
    askedBy: [],
    holds,
    conditions: [{ condition: `condition ${number}`, holds }],
    edges: to === undefined ? [] : [edge],
    filters: [],
    waitingFor: [],
    rows: 1,
    dropped: 0,
    groups: [],
    results: [],
  };
}

const PARTS = [0, 1].map(number => ({
  part: number,
  variable: `v${number}`,
  askedBy: null,
  role: 'root' as const,
  conditions: [`condition ${number}`],
  filters: [],
  watches: [],
  edges: [],
  states: 0,
}));

/** @param nodes parts by node, and whether the query has a result there. */
function explained(nodes: Readonly<Record<string, readonly [matches: boolean, ...Part[]]>>) {
  return (node: string): Promise<Explanation> => {
    const [matches = false, ...onNode] = nodes[node] ?? [];
    return Promise.resolve({ kind: 'rows', parts: PARTS, results: 0, exists: true, matches, onNode });
  };
}

test('finds the node of the match among more neighbors than an explanation names', async () => {
  const edge = { part: 1, matching: ['other'] };
  const root = part(0, true, edge);
  const cut = { ...root, edges: root.edges.map(each => ({ ...each, neighbours: 29, matchingCount: 29 })) };
  const found = await checkPattern(
    ['a', 'x', 'b'],
    explained({
      a: [true, cut],
      x: [false, { ...part(1, false), isAsked: false }],
      b: [false, part(0, false, { part: 1 }), part(1, true)],
      other: [false, part(1, true)],
    }),
  );
  expect([...nodesByState(found!).keys()]).toEqual(['a', 'b']);
});

test('prefers a node of an ended match that no longer fits to another one that does', async () => {
  const found = await checkPattern(
    ['a', 'b'],
    explained({
      a: [true, part(0, true, { part: 1, matching: ['other'], others: ['b'] })],
      b: [false, part(1, false)],
      other: [false, part(1, true)],
    }),
  );
  expect([...nodesByState(found!)]).toEqual([
    ['a', 'holds'],
    ['b', 'fails'],
  ]);
});

test('follows the pattern from the node with the result to the nodes of the match', async () => {
  const found = await checkPattern(
    ['b', 'a'],
    explained({
      a: [true, part(0, true, { part: 1, matching: ['other', 'b'] }), part(1, false)],
      b: [false, part(0, false, { part: 1 }), part(1, true)],
    }),
  );
  expect([...nodesByState(found!)]).toEqual([
    ['a', 'holds'],
    ['b', 'holds'],
  ]);
});

test('after the end, starts where most of the pattern still holds', async () => {
  const found = await checkPattern(
    ['b', 'a'],
    explained({
      a: [false, part(0, true, { part: 1, others: ['b'] })],
      b: [false, part(0, false, { part: 1 }), part(1, false)],
    }),
  );
  expect([...nodesByState(found!)]).toEqual([
    ['a', 'holds'],
    ['b', 'fails'],
  ]);
});

test('describes an element for which there is no node', async () => {
  const found = await checkPattern(['a'], explained({ a: [false, part(0, true, { part: 1 })] }));
  expect(found!.edges[0]!.end).toEqual({
    variable: 'v1',
    node: undefined,
    state: 'missing',
    conditions: [{ text: 'condition 1', holds: undefined }],
    edges: [],
  });
});

test('finds nothing if no node can be the root', async () => {
  expect(await checkPattern(['a'], explained({ a: [false, part(1, true)] }))).toBeUndefined();
});

test('ends where a pattern leads back to itself', async () => {
  const found = await checkPattern(
    ['a'],
    explained({ a: [true, part(0, true, { part: 0, matching: ['a'] })] }),
  );
  let depth = 0;
  for (let each = found; each !== undefined; each = each.edges[0]?.end) depth++;
  expect(depth).toBeLessThanOrEqual(30);
});
