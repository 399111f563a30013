/**
 * The use cases of the documentation, each as described on its page: exactly the promised results, in order, and no
 * state on nodes that cannot match.
 */
import { parseJson, queryJson } from '@weir/model';
import type { StandingHandle } from '@weir/runtime';
import type { Page } from '../docs/markdown.js';
import { blockOf, playUseCase, USE_CASES } from './play-use-case.js';

/** Nodes and edges that resemble the data of every use case, but do not match. */
const NOISE = `
  UNWIND range(1, 50) AS i
  CREATE (a:Noise {name: 'a', kind: 'read', open: true, minute: i, sent: false, embargoed: false, ours: false}),
         (b:Noise {name: 'b', kind: 'write', minute: i, valid: true, here: true}),
         (a)-[:lends {open: true}]->(b), (b)-[:lends {open: true}]->(a), (a)-[:made]->(b), (b)-[:at]->(a),
         (a)-[:next]->(b), (b)-[:next]->(a), (a)-[:pays]->(b), (a)-[:lies_in]->(b), (a)-[:supplies]->(b)`;

test('tests all use cases', () => expect(USE_CASES).toHaveLength(6));

test.each(USE_CASES.map(page => [page.path, page] as const))('%s', async (_path, page) => {
  const { graph, handle, results } = await playUseCase(page);
  expect(results).toEqual(expectedOf(page));

  const states = await statesOf(handle);
  expect(Math.max(...states)).toBeGreaterThan(0);
  await (await graph.query(NOISE)).rows();
  await graph.idle();
  expect(await statesOf(handle)).toEqual(states);
  await (await graph.query('MATCH (n) DETACH DELETE n')).rows();
  await graph.idle();
  expect(await statesOf(handle)).toEqual(states.map(() => 0));
  await graph.close();
});

test.each(USE_CASES.map(page => [page.path, page] as const))(
  '%s, with its records in one batch',
  async (_path, page) => {
    const { graph, results } = await playUseCase(page, true);
    await graph.close();
    expect(byMatch(results)).toEqual(byMatch(expectedOf(page)));
  },
);

/** Matches have no order among each other, but the results of each one do. */
function byMatch(results: readonly string[]): string[] {
  return [...results].sort((a, b) => (a.slice(2) < b.slice(2) ? -1 : Number(a.slice(2) > b.slice(2))));
}

function expectedOf(page: Page): string[] {
  const lines = blockOf(page, 'results').trim().split('\n');
  return lines.map(line => line.slice(0, 2) + queryJson(parseJson(line.slice(2))));
}

async function statesOf(handle: StandingHandle): Promise<number[]> {
  return (await handle.inspection.survey()).patternNodes.map(({ states }) => states);
}
