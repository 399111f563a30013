/** Logic of the pages that needs no browser. */
import { MultiDirectedGraph } from 'graphology';
import { parseExactly, shown } from './api/exact-json.js';
import type { NodeAppearance } from './api/types.js';
import { dropRemoved } from './canvas/drop-removed.js';
import { positionsOf } from './canvas/layouts.js';
import { NO_VALUES, styleOf } from './graph/appearance.js';
import { colorOfType } from './graph/styling/colors.js';
import { moved, ruleOf, withRule } from './graph/appearance-rules.js';
import { neighbors, quoted } from './graph/canvas-queries.js';
import { comparedRuns } from './graph/compared-runs.js';
import { compareValues } from './graph/compare-values.js';
import { differenceOf } from './graph/difference.js';
import { edgeKey, elementsOf, type Elements, type GraphNode } from './graph/elements.js';
import { csvOf } from './graph/exports.js';
import { writingsOf } from './graph/journal.js';
import { detailsOf, measured, planIn, timeOf, type PlanOperator } from './graph/plan.js';
import { changesOf, writeQuery, writtenOf } from './graph/property-changes.js';
import { readCanvas, writeCanvas } from './graph/saved-canvas.js';
import { Scene } from './graph/scene.js';
import { linkTo } from './graph/share-link.js';
import { rangesOf } from './graph/value-scale.js';
import { fieldOf, initialOf, missingIn, type Schemas } from './schema/form-field.js';
import { foldersOf, withQuery } from './session/saved-queries.js';
import { decoded, pageOf, readFragment, readTime } from './shell/address.js';

const A = '11111111-1111-1111-1111-111111111111';
const B = '22222222-2222-2222-2222-222222222222';
const node = (id: string, properties: Record<string, unknown> = {}, ...labels: string[]) => ({
  id,
  labels,
  properties,
});
const edge = (start: string, name: string, end: string) => ({ start, end, name, properties: {} });

function elements(nodes: readonly GraphNode[], ...edges: [string, string, string][]): Elements {
  return elementsOf([[nodes, edges.map(each => edge(...each))]]);
}

describe('addresses', () => {
  test.each([
    ['', 'explorer'],
    ['explorer', 'explorer'],
    ['home', 'dashboard'],
    ['v1docs', 'docs'],
    ['streams/', 'streams'],
    ['explorer-settings', 'explorer'],
  ])('%j is %s', (segment, page) => expect(pageOf(segment)).toBe(page));

  test.each([
    ['', undefined],
    ['#', undefined],
    ['#MATCH%20(n)', 'MATCH (n)'],
    ['#query=MATCH%20(n%20%7Ba%3D1%7D)', 'MATCH (n {a=1})'],
    ['#MATCH (n) WHERE n.a = 1', 'MATCH (n) WHERE n.a = 1'],
    ['#100%', '100%'],
    ['#100%25%20%', '100% %'],
  ])('the fragment %j', (hash, query) => expect(readFragment(hash)).toBe(query));

  test('keeps text that is not percent-encoded', () => expect(decoded('%zz %C3%A4 %E4')).toBe('%zz ä %E4'));

  test.each([
    ['now', 'now'],
    ['1000', 1000],
    ['-15s', 5000],
    ['+2m', 140_000],
    ['1970-01-01T00:00:03Z', 3000],
    ['soon', undefined],
  ])('the time %j', (text, time) => expect(readTime(text, 20_000)).toBe(time));

  test('a link contains query, time and layout, and can be read back', () => {
    const link = new URL(
      linkTo({ query: 'RETURN "a=1 & 100%"', atTime: 5, layout: 'tree' }, 'http://h/weir/?x=1#old'),
    );
    expect([link.pathname, link.search, readFragment(link.hash)]).toEqual([
      '/weir/',
      '?atTime=5&layout=tree',
      'RETURN "a=1 & 100%"',
    ]);
  });
});

describe('elements', () => {
  test('finds elements in lists, maps and paths, with one key per edge', () => {
    const found = elementsOf([
      [[node(A, { x: 1 }, 'L'), edge(A, 'knows', B), node(B)], { deep: [edge(A, 'knows', B)] }, 7, null],
    ]);
    expect([...found.nodes.keys()]).toEqual([A, B]);
    expect([...found.edges.keys()]).toEqual([edgeKey(A, 'knows', B)]);
  });

  test('a step can be undone and redone; edges are removed and restored with their nodes', () => {
    const scene = new Scene();
    const keys = () => [[...scene.nodes.keys()], [...scene.edges.keys()]];
    const both = elements([node(A), node(B)], [A, 'knows', B]);
    scene.add(both);
    scene.checkpoint('both');
    const full = keys();
    scene.remove(new Set([A]));
    expect(keys()).toEqual([[B], []]);
    scene.undo();
    expect(keys().map(each => each.sort())).toEqual(full.map(each => each.sort()));
    scene.redo();
    scene.add(elements([node(A, { name: 'new' })]));
    expect([scene.canRedo, scene.nodes.get(A)?.properties]).toEqual([false, { name: 'new' }]);
    scene.jumpTo(scene.checkpoints[0]!);
    expect([scene.edges.size, scene.nodes.get(A)?.properties]).toEqual([1, {}]);
    scene.redo();
    scene.redo();
    expect(scene.edges.size).toBe(0);
  });

  test('an action without changes is not a step, and an edge without its ends is not drawn', () => {
    const scene = new Scene();
    scene.add(elements([node(A, { x: 1 })]));
    scene.add(elements([node(A, { x: 1 })]));
    scene.add(elements([], [A, 'knows', B]));
    expect([scene.stepsDone, scene.edges.size]).toEqual([1, 0]);
  });

  test('the first matching rule decides the appearance of a node; a rule may name some of its labels', () => {
    const rules: readonly NodeAppearance[] = [
      {
        predicate: { propertyKeys: [], dbLabel: 'Process:Bad', knownValues: { on: true } },
        color: 'red',
        label: { type: 'Property', key: 'f', prefix: '! ' },
      },
      { predicate: { propertyKeys: ['f'], knownValues: {} }, color: 'blue' },
    ];
    const style = (labels: string[], properties: object) => {
      const { color, label } = styleOf({ id: A, labels, properties: { ...properties } }, rules);
      return [color, label];
    };
    expect(style(['Bad', 'New', 'Process'], { f: 'x', on: true })).toEqual(['red', '! x']);
    expect(style(['Bad', 'Process'], { f: 'x', on: 'true' })[0]).toBe('blue');
    expect(style([], {})[1]).toBe(A.slice(0, 8));
  });

  test('values decide color and size, relative to the shown values or to those in a rule', () => {
    const any = { propertyKeys: [], knownValues: {} };
    const rule = {
      predicate: any,
      color: '#000000',
      size: 20,
      colorBy: { key: 'v' },
      sizeBy: { key: 'v', from: 0, to: 8 },
    };
    const nodes = [node(A, { v: 2 }), node(B, { v: 4 }), node('c', { v: 'open' }), node('d')];
    const ranges = rangesOf(nodes, [rule]);
    expect([...ranges]).toEqual([['v', [2, 4]]]);
    const styles = nodes.map(each => styleOf(each, [rule], { ...NO_VALUES, ranges }));
    const size = (times: number): number => 20 * 0.3 * times;
    expect(styles.map(style => style.size)).toEqual([size(0.5 + 1.5 / 4), size(1.25), size(1), size(1)]);
    expect(styles[1]!.color).toBe('#000000');
    expect(styles[0]!.color > '#c00000').toBe(true);
    expect(styles[2]!.color).toBe(colorOfType('v open'));
    expect(styles[3]!.color).toBe('#000000');
    expect(rangesOf(nodes, [{ predicate: any }]).size).toBe(0);
  });

  test('a new appearance precedes less specific ones, a changed one keeps its position', () => {
    const rule = (dbLabel: string | null, ...propertyKeys: string[]): NodeAppearance => ({
      predicate: { dbLabel, propertyKeys, knownValues: {} },
    });
    const [any, person, named] = [rule(null), rule('Person'), rule('Person', 'name')];
    expect(withRule([any], undefined, person)).toEqual([person, any]);
    expect(withRule([named, any], undefined, person)).toEqual([named, person, any]);
    expect(withRule([any, person], any, named)).toEqual([named, person]);
    expect([ruleOf('Person', [named, person]), ruleOf('City', [person])]).toEqual([person, undefined]);
    expect([moved([1, 2, 3], 3, -1), moved([1, 2], 1, -1)]).toEqual([
      [1, 3, 2],
      [1, 2],
    ]);
  });

  test('compares two moments: nodes that were absent, and nodes that were different', () => {
    const then = elements([node(A, { x: 1 }), node(B)]);
    const now = elements([node(A, { x: 2 }), node(B, { y: 1 })], [A, 'knows', B]);
    expect(differenceOf(then, now)).toEqual({
      changed: [A],
      absent: [B],
      absentEdges: [edgeKey(A, 'knows', B)],
    });
  });

  test.each(['tree', 'radial', 'grid'] as const)('%s: gives every node its own position', layout => {
    const ring = elements([node('a'), node('b'), node('c'), node('d')], ['a', 'x', 'b'], ['b', 'x', 'a']);
    const positions = positionsOf(layout, ring);
    expect(new Set([...positions.values()].map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`)).size).toBe(
      4,
    );
  });
});

describe('files', () => {
  test('CSV: handles quotes, lines and duplicate column names, and prevents formulas', () => {
    expect(
      csvOf(
        ['a', 'a'],
        [
          ['x,"y"\n', '=1+1'],
          [null, { b: -1 }],
          [-1, true],
        ],
      ),
    ).toBe('a,a_2\r\n"x,""y""\n",\'=1+1\r\n,"{""b"":-1}"\r\n-1,true\r\n');
  });

  test('reads a written canvas back unchanged, and rejects anything else', () => {
    const saved = elements([node(A, { x: [1] }, 'L'), node(B)], [A, 'knows', B]);
    const { elements: read, positions } = readCanvas(writeCanvas(saved, new Map([[A, { x: 1, y: 2 }]])));
    expect([[...read.nodes.keys()], [...read.edges.keys()], [...positions]]).toEqual([
      [A, B],
      [...saved.edges.keys()],
      [[A, { x: 1, y: 2 }]],
    ]);
    for (const text of ['null', '{"nodes": 1}', '{"nodes": [{}], "edges": []}'])
      expect(() => readCanvas(text)).toThrow(SyntaxError);
  });
});

describe('values', () => {
  const isExactHere = 'rawJSON' in JSON;

  test('keeps the text of numbers that JavaScript would change, if the engine can', () => {
    const parsed = parseExactly('{"a": 9007199254740993, "b": 1.0, "c": [2]}');
    expect(shown(parsed)).toBe(
      isExactHere ? '{"a":9007199254740993,"b":1.0,"c":[2]}' : '{"a":9007199254740992,"b":1,"c":[2]}',
    );
  });

  test('numbers, texts, booleans, others, null', () => {
    const values = [null, { a: 1 }, true, 'b', 'a', 10, 9];
    expect([...values].sort(compareValues)).toEqual([9, 10, 'a', 'b', true, { a: 1 }, null]);
  });

  test('an edit writes only what changed, by parameters', () => {
    const before = { a: 1, b: 'x', c: '1', gone: true };
    for (const value of Object.values(before))
      expect(changesOf({ k: value }, [{ key: 'k', text: writtenOf(value) }])).toEqual([]);
    const changes = changesOf(before, [
      { key: 'a', text: '1' },
      { key: 'b', text: 'it`s' },
      { key: 'c', text: '1' },
      { key: 'gone', text: undefined },
      { key: 'new`key', text: '[1]' },
    ]);
    expect(changes.map(({ key, after }) => [key, after])).toEqual([
      ['b', 'it`s'],
      ['c', 1],
      ['gone', undefined],
      ['new`key', [1]],
    ]);
    const { query, parameters } = writeQuery({ id: A, labels: [], properties: before }, changes);
    expect(query).toContain('SET n.`new``key` = $value3');
    expect(query).toContain('REMOVE n.`gone`');
    expect(parameters).toEqual({ id: A, value0: 'it`s', value1: 1, value3: [1] });
  });

  test('a journal groups entries that were written together', () => {
    const writings = writingsOf([
      { event: 'PropertiesSet', properties: { a: '1', b: '"x"' }, time: 1 },
      { event: 'LabelAdded', label: 'L', time: 1 },
      ...[2, 2].map(time => ({ event: 'EdgeRemoved', edgeType: 'knows', direction: 'Incoming', time })),
    ]);
    expect(writings).toEqual([
      { time: 1, words: ['a = 1', 'b = "x"', ':L'] },
      { time: 2, words: ['− ← knows × 2'] },
    ]);
  });
});

describe('queries', () => {
  test('groups saved queries in the folders that their names contain', () => {
    const saved = ['Fraud/Rings/Large', 'Alone', 'Fraud/Cards', '/'].map(name => ({ name, query: '' }));
    expect(foldersOf(saved).map(({ name, queries }) => [name, queries.map(({ title }) => title)])).toEqual([
      ['', ['Alone', '/']],
      ['Fraud', ['Cards']],
      ['Fraud / Rings', ['Large']],
    ]);
    const changed = withQuery(saved, { name: 'Alone', query: 'RETURN 1' });
    expect([changed.length, changed[1]!.query]).toEqual([4, 'RETURN 1']);
  });

  test('distinguishes a plan from other results, and its time from its operators', () => {
    const operator = (timeMillis: number, ...children: PlanOperator[]): PlanOperator => ({
      operatorType: 'Filter',
      identifiers: [],
      args: { rows: 2, timeMillis, by: 'id' },
      children,
    });
    const plan = operator(1, operator(2), operator(1));
    expect(planIn(['plan'], [[plan]])).toBe(plan);
    expect([planIn(['plan'], [['x']]), planIn(['plan', 'b'], [[plan, 1]])]).toEqual([undefined, undefined]);
    expect(measured(plan.children[0]!, timeOf(plan))).toEqual({ rows: 2, millis: 2, share: 0.5 });
    expect(detailsOf(plan)).toEqual([['by', 'id']]);
  });

  test('quotes names', () => {
    expect(quoted('a`b')).toBe('`a``b`');
    expect(neighbors([A], 'x`]', 'in', 5).query).toContain('(n)<-[r:`x``]`]-(m)');
  });

  test('compares runs as bags', () => {
    const run = (...values: number[]) => ({ columns: ['v'], rows: values.map(v => [v]) });
    expect(comparedRuns(run(1, 1, 2), run(1, 2, 3))).toEqual({
      kept: 2,
      gained: [{ v: 3 }],
      lost: [{ v: 1 }],
    });
  });
});

describe('forms', () => {
  const schemas: Schemas = {
    Stream: {
      type: 'object',
      required: ['source', 'name'],
      properties: {
        size: { type: 'integer', default: 16 },
        name: { type: 'string' },
        source: { oneOf: [{ $ref: '#/components/schemas/File' }, { $ref: '#/components/schemas/Numbers' }] },
      },
    },
    File: {
      type: 'object',
      required: ['type', 'path'],
      properties: { type: { type: 'string', enum: ['File'] }, path: { type: 'string' } },
    },
    Numbers: {
      type: 'object',
      required: ['type'],
      properties: {
        type: { type: 'string', enum: ['Numbers'] },
        self: { $ref: '#/components/schemas/Numbers' },
      },
    },
  };
  const field = fieldOf({ $ref: '#/components/schemas/Stream' }, schemas);

  test('puts required fields first, distinguishes types, fills in defaults, and stops at cycles', () => {
    expect(field).toMatchObject({
      kind: 'object',
      properties: [
        { name: 'name', isRequired: true },
        {
          name: 'source',
          isRequired: true,
          field: { kind: 'variants', variants: [{ name: 'File' }, { name: 'Numbers' }] },
        },
        { name: 'size', isRequired: false, field: { kind: 'number', initial: 16 } },
      ],
    });
    expect(initialOf(field)).toEqual({ source: { type: 'File' } });
  });

  test('names missing fields', () => {
    expect(missingIn(field, { source: { type: 'File' } })).toEqual([
      { path: 'name', label: 'Name' },
      { path: 'source.path', label: 'Path' },
    ]);
    expect(missingIn(field, { name: 'a', source: { type: 'Numbers' } })).toEqual([]);
  });
});

test.each([3, 300])('removing %d nodes costs the drawing as much as removing five at most', removedCount => {
  const graph = new MultiDirectedGraph();
  const ids = Array.from({ length: 1000 }, (_, i) => `n${i}`);
  for (const [i, id] of ids.entries()) graph.addNode(id, { x: i });
  for (const id of ids) graph.addEdgeWithKey(edgeKey('n999', 'to', id), 'n999', id, { size: 2 });
  let drops = 0;
  graph.on('nodeDropped', () => drops++);
  graph.on('edgeDropped', () => drops++);
  const left = ids.slice(removedCount);
  const nodes = left.map(id => ({ id, labels: [], properties: {} }));
  dropRemoved(graph, elements(nodes, ...left.map((id): [string, string, string] => ['n999', 'to', id])));
  expect(drops).toBeLessThanOrEqual(6);
  expect(graph.nodes()).toEqual(left);
  expect([graph.size, graph.getNodeAttribute(`n${removedCount}`, 'x')]).toEqual([left.length, removedCount]);
  expect(graph.getEdgeAttribute(edgeKey('n999', 'to', 'n999'), 'size')).toBe(2);
});
