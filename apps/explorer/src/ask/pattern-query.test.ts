/** Made queries: their text, and that names and values of any content stay names and values. */
import { compileQuery } from '@weir/cypher';
import { MapGraph, runQuery } from '@weir/cypher/testing';
import { randomTest } from '@weir/platform/testing';
import { fc } from '@weir/platform/testing/properties';
import {
  before,
  COMPARISONS,
  EMPTY_PATTERN,
  endsWithEdge,
  turned,
  withCondition,
  withEdge,
  withNode,
  withoutLast,
  withSteps,
  type Condition,
  type NodePart,
  type Pattern,
} from './pattern.js';
import { queryOf } from './pattern-query.js';

const { cases: numRuns, seed } = randomTest('patterns of questions');
const process = (...conditions: Condition[]): NodePart => ({ label: 'Process', conditions });
const named = (value: string): Condition => ({ key: 'name', test: '=', value });

function chain(...nodes: readonly NodePart[]): Pattern {
  return nodes.reduce(
    (pattern, node) =>
      withNode(pattern.nodes.length === 0 ? pattern : withEdge(pattern, 'parent', 'out'), node),
    EMPTY_PATTERN,
  );
}

describe('the query of a pattern', () => {
  test('of a chain with conditions', () => {
    expect(queryOf(chain(process(named('curl.exe')), process(), process(named('winword.exe'))))).toBe(
      'MATCH p = (n1:Process)-[:parent]->(n2:Process)-[:parent]->(n3:Process)\n' +
        "WHERE n1.name = 'curl.exe'\n  AND n3.name = 'winword.exe'\nRETURN p\nLIMIT 100",
    );
  });

  test.each([
    ['nothing', EMPTY_PATTERN, ''],
    ['one node', withNode(EMPTY_PATTERN, process()), 'MATCH (n1:Process)\nRETURN n1\nLIMIT 100'],
    [
      'an edge without its second node',
      withEdge(chain(process()), 'opened', 'in'),
      'MATCH p = (n1:Process)<-[:opened]-(n2)\nRETURN p\nLIMIT 100',
    ],
    [
      'several steps of any type',
      withSteps(withEdge(EMPTY_PATTERN, undefined, 'out'), 0, 1, 4),
      'MATCH p = (n1)-[*1..4]->(n2)\nRETURN p\nLIMIT 100',
    ],
    [
      'a turned edge',
      turned(chain(process(), process()), 0),
      'MATCH p = (n1:Process)<-[:parent]-(n2:Process)\nRETURN p\nLIMIT 100',
    ],
    [
      'a known node',
      withEdge(withNode(EMPTY_PATTERN, { id: 'a-b', conditions: [] }), undefined, 'in'),
      "MATCH p = (n1)<--(n2)\nWHERE strId(n1) = 'a-b'\nRETURN p\nLIMIT 100",
    ],
    [
      'whole floats beyond 2^53',
      withCondition(withNode(EMPTY_PATTERN, process()), 0, { key: 'n', test: '=', value: 2 ** 63 }),
      'MATCH (n1:Process)\nWHERE n1.n = 9223372036854776000.0\nRETURN n1\nLIMIT 100',
    ],
    [
      'names that need quotes',
      withCondition(withNode(EMPTY_PATTERN, { label: 'a`b', conditions: [] }), 0, {
        key: 'first name',
        test: 'IS NOT NULL',
      }),
      'MATCH (n1:`a``b`)\nWHERE n1.`first name` IS NOT NULL\nRETURN n1\nLIMIT 100',
    ],
  ])('of %s', (_, pattern, query) => expect(queryOf(pattern)).toBe(query));
});

describe('changes of a pattern', () => {
  const pattern = chain(process(named('a')), process(named('b')));

  test('removing the last element, one by one, empties it', () => {
    let rest = pattern;
    const left: string[] = [];
    while (rest.nodes.length > 0) {
      rest = withoutLast(rest);
      left.push(queryOf(rest).split('\nRETURN')[0]!);
    }
    expect(left).toEqual([
      "MATCH p = (n1:Process)-[:parent]->(n2:Process)\nWHERE n1.name = 'a'",
      "MATCH p = (n1:Process)-[:parent]->(n2)\nWHERE n1.name = 'a'",
      "MATCH (n1:Process)\nWHERE n1.name = 'a'",
      'MATCH (n1:Process)',
      '',
    ]);
  });

  test('removing an element removes what follows it', () => {
    expect(queryOf(before(pattern, { on: 'edge', index: 0 }))).toBe(
      "MATCH (n1:Process)\nWHERE n1.name = 'a'\nRETURN n1\nLIMIT 100",
    );
    expect(endsWithEdge(before(pattern, { on: 'node', index: 1 }))).toBe(true);
    expect(before(pattern, { on: 'node', index: 0 })).toEqual(EMPTY_PATTERN);
  });
});

describe(`made queries (seed ${seed}; WEIR_TEST_SEED, WEIR_TEST_PROPERTY_CASES)`, () => {
  const hostile = fc.constantFrom(
    ...[
      "'",
      '"',
      '`',
      '\\',
      '\n',
      '\r',
      '\t',
      '\u2028',
      '\0',
      ')',
      ']',
      '}',
      '//',
      '/*',
      '$p',
      'DELETE n',
      ';',
    ],
    ...["') DETACH DELETE n //", '`) DELETE n1 //', 'MATCH', 'where', 'null', '\\u0041', '\u202e', 'ä', '😀'],
  );
  const content = fc
    .array(fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 4 })
    .map(parts => parts.join(''));
  const name = fc.oneof(
    content.filter(text => text !== ''),
    fc.constantFrom('Process', 'match', 'count', '_1'),
  );
  const value = fc.oneof(
    content,
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  );
  const condition: fc.Arbitrary<Condition> = fc.oneof(
    fc.record({ key: name, test: fc.constantFrom(...COMPARISONS), value }),
    fc.record({ key: name, test: fc.constantFrom('IS NULL' as const, 'IS NOT NULL' as const) }),
  );
  const node: fc.Arbitrary<NodePart> = fc.record(
    { label: name, id: content, conditions: fc.array(condition, { maxLength: 3 }) },
    { requiredKeys: ['conditions'] },
  );
  const edge = fc.record({
    type: fc.option(name, { nil: undefined }),
    direction: fc.constantFrom('out' as const, 'in' as const),
    steps: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 3 })),
  });
  const pattern = fc
    .tuple(fc.array(fc.tuple(node, edge), { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([pairs, hasLast]) =>
      pairs.reduce(
        (
          made,
          [
            start,
            {
              type,
              direction,
              steps: [least, more],
            },
          ],
          i,
        ) => {
          const withStart = withNode(made, start);
          if (hasLast && i === pairs.length - 1) return withStart;
          return withSteps(withEdge(withStart, type, direction), i, least, least + more);
        },
        EMPTY_PATTERN,
      ),
    );

  test('parse, and only read', () => {
    fc.assert(
      fc.property(pattern, made => {
        const { isReadOnly, columns } = compileQuery(queryOf(made));
        expect([isReadOnly, ...columns]).toEqual([true, made.edges.length > 0 ? 'p' : 'n1']);
      }),
      { seed, numRuns },
    );
  });

  test('find a node by a label and a value of any content', async () => {
    const isStored = (key: string): boolean => key !== '__proto__';
    await fc.assert(
      fc.asyncProperty(name, name.filter(isStored), value, async (label, key, wanted) => {
        const graph = new MapGraph();
        await runQuery(graph, 'CREATE (n), () SET n = $properties WITH n CALL create.setLabels(n, $labels)', {
          values: { properties: { [key]: wanted }, labels: [label] },
        });
        const query = queryOf(
          withNode(EMPTY_PATTERN, { label, conditions: [{ key, test: '=', value: wanted }] }),
        );
        expect((await runQuery(graph, query)).rows).toHaveLength(1);
      }),
      { seed, numRuns },
    );
  });
});
