import type { RowNodePlan } from '../plan/row-plan.js';
import type { StandingPlan } from '../plan/standing-plan.js';
import { compileStandingQuery } from './compile-standing-query.js';

describe('UNION', () => {
  const plan = (text: string): StandingPlan => compileStandingQuery(text, 'MultipleValues', 1);

  test('the combined root subscribes to each part on its node', () => {
    const { nodes, columns } = plan(
      'MATCH (a:A)-[:x]->(b) RETURN a.p AS v UNION ALL MATCH (c:C) RETURN c.q AS v',
    );
    const [root, first, second] = nodes as RowNodePlan[];
    expect(columns).toEqual(['v']);
    expect(root!.patternEdges.map(({ here, child }) => [here, child])).toEqual([
      [true, 1],
      [true, 2],
    ]);
    expect(root!.anyOf).toEqual([first, second]);
    expect([root!.isRoot, first!.isRoot, second!.parent]).toEqual([
      true,
      false,
      { nodeIndex: 0, edgeIndex: 1 },
    ]);
  });

  test.each<[text: string, code: string]>([
    ['MATCH (a:A) RETURN count(*) AS n UNION ALL MATCH (b:B) RETURN count(*) AS n', 'cypher.compile'],
    ['MATCH (a:A) RETURN DISTINCT a.p AS v UNION ALL MATCH (b:B) RETURN b.p AS v', 'cypher.compile'],
    ['MATCH (a:A) RETURN a.p AS v UNION MATCH (b:B) RETURN b.p AS w', 'cypher.syntax'],
    ['MATCH (a:A) RETURN a.p AS v UNION MATCH (b:B) SET b.p = 1 RETURN b.p AS v', 'cypher.compile'],
    ['MATCH (a:A) RETURN a.p AS v UNION MATCH (b:B) RETURN b.p AS v ORDER BY v', 'cypher.compile'],
    ['MATCH (a:A) RETURN a.p AS v UNION OPTIONAL MATCH (b:B) RETURN b.p AS v', 'cypher.compile'],
  ])('rejects %s', (text, code) => {
    expect(() => plan(text)).toThrow(expect.objectContaining({ code }));
  });

  test('accepts one distinct part, without ALL', () => {
    const { nodes } = plan('MATCH (a:A) RETURN DISTINCT a.p AS v UNION MATCH (b:B) RETURN b.p AS v');
    expect(nodes.map(({ kind }) => kind)).toEqual(['rows', 'rows', 'rows', 'group']);
  });

  test('DistinctId does not support it', () => {
    const text = 'MATCH (a:A) RETURN DISTINCT id(a) AS id UNION MATCH (b:B) RETURN DISTINCT id(b) AS id';
    expect(() => compileStandingQuery(text, 'DistinctId', 1)).toThrow(
      expect.objectContaining({ code: 'standing.invalid-pattern' }),
    );
  });
});
