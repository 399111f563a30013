import type { GraphNode } from '../graph/elements.js';
import { offersAt, type Known, type Offer } from './offers.js';
import { EMPTY_PATTERN, lastPlace, withCondition, withEdge, withNode, type Pattern } from './pattern.js';
import { queryOf } from './pattern-query.js';

const process = (name: string, pid: number): GraphNode => ({
  id: name,
  labels: ['Process'],
  properties: { name, pid },
});

const KNOWN: Known = {
  labels: [
    ['Process', 3],
    ['File', 1],
  ],
  edgeTypes: [
    ['parent', 2],
    ['opened', 1],
  ],
  keys: [
    ['name', 3],
    ['pid', 3],
  ],
  textKeys: new Set(['name']),
  connections: [
    { from: 'Process', type: 'parent', to: 'Process' },
    { from: 'Process', type: 'opened', to: 'File' },
  ],
  nodes: [process('curl.exe', 1), process('curl.exe', 2), process('cmd.exe', 3)],
  saved: [{ name: 'Chains', query: 'MATCH p = (a)-[:parent]->(b) RETURN p' }],
  quick: ['Parents'],
  selected: undefined,
};
const PROCESS = withNode(EMPTY_PATTERN, { label: 'Process', conditions: [] });
const FILE = withNode(EMPTY_PATTERN, { label: 'File', conditions: [] });

function offers(pattern: Pattern, text = '', known: Known = KNOWN): readonly Offer[] {
  return offersAt(pattern, lastPlace(pattern), text, known).flatMap(group => group.offers);
}

function titles(pattern: Pattern, text = '', known: Known = KNOWN): readonly string[] {
  return offers(pattern, text, known).map(({ title }) => title);
}

/** The query after the offer is accepted. */
function accepted(pattern: Pattern, text: string, title: string): string {
  const action = offers(pattern, text).find(offer => offer.title === title)?.action;
  return action?.does === 'change' ? queryOf(action.pattern) : JSON.stringify(action);
}

test('a label offers the edges that exist at it, in their directions', () => {
  expect(titles(PROCESS)).toEqual([
    ...['opened →', 'parent →', '← parent', 'any edge →', '← any edge'],
    ...['name', 'pid'],
  ]);
  expect(titles(FILE).slice(0, 2)).toEqual(['← opened', 'any edge →']);
});

test('a label without known edges offers all of them', () =>
  expect(titles(PROCESS, '', { ...KNOWN, connections: [] })).toEqual(
    expect.arrayContaining(['parent →', '← parent', 'opened →', '← opened']),
  ));

test.each([
  ['opened', 'out', PROCESS, ['File', 'any node']],
  ['opened', 'in', FILE, ['Process', 'any node']],
  ['parent', 'in', PROCESS, ['Process', 'any node']],
] as const)('an edge offers the labels at its other end: %s, %s', (type, direction, start, ends) =>
  expect(titles(withEdge(start, type, direction)).slice(0, ends.length)).toEqual(ends),
);

test.each([
  [EMPTY_PATTERN, 'curl', 'name is "curl.exe"', "MATCH (n1:Process)\nWHERE n1.name = 'curl.exe'"],
  [PROCESS, 'curl', 'name is "curl.exe"', "MATCH (n1:Process)\nWHERE n1.name = 'curl.exe'"],
  [PROCESS, 'wget', 'name contains "wget"', "MATCH (n1:Process)\nWHERE n1.name CONTAINS 'wget'"],
  [PROCESS, 'pid >= 2', 'pid >= 2', 'MATCH (n1:Process)\nWHERE n1.pid >= 2'],
  [PROCESS, 'name is 2', 'name is "2"', "MATCH (n1:Process)\nWHERE n1.name = '2'"],
  [PROCESS, 'pid is s', 'pid is "s"', "MATCH (n1:Process)\nWHERE n1.pid = 's'"],
  [withEdge(PROCESS, 'parent', 'out'), '2-3', '2 to 3 steps', 'MATCH p = (n1:Process)-[:parent*2..3]->(n2)'],
  [
    withEdge(PROCESS, 'parent', 'out'),
    'name is x',
    'name is "x"',
    "MATCH p = (n1:Process)-[:parent]->(n2)\nWHERE n2.name = 'x'",
  ],
])('%#: %s', (pattern, text, title, query) =>
  expect(accepted(pattern, text, title).split('\nRETURN')[0]).toBe(query),
);

test('a property offers comparisons, and values that the nodes have', () => {
  expect(accepted(PROCESS, 'na', 'name')).toBe('{"does":"write","text":"name "}');
  expect(titles(PROCESS, 'name ')).toEqual(
    expect.arrayContaining(['name is …', 'name contains …', 'name is set']),
  );
  expect(titles(PROCESS, 'name is ')).toEqual(['name is "curl.exe"', 'name is "cmd.exe"']);
});

test('saved queries are found by name, and quick queries need a selection', () => {
  expect(titles(EMPTY_PATTERN, 'chai')).toEqual(['Chains']);
  expect(titles(EMPTY_PATTERN)).not.toContain('Parents');
  const selected = { id: 'x', name: 'cmd.exe' };
  expect(titles(EMPTY_PATTERN, '', { ...KNOWN, selected }).slice(0, 2)).toEqual([
    'Start from cmd.exe',
    'Parents',
  ]);
});

test('conditions that cannot be placed change nothing', () =>
  expect(withCondition(PROCESS, 3, { key: 'a', test: 'IS NULL' })).toEqual(PROCESS));
