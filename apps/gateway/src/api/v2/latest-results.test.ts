import { clientOfService } from '../../testing/client-of-service.js';

const client = clientOfService();
const QUERIES = '/api/v2/graph/quine/standingQueries';

interface Kept {
  readonly meta: { readonly isPositiveMatch: boolean };
  readonly data: { readonly i: number };
}

async function latest(name: string, query = ''): Promise<(readonly [sign: string, i: number])[]> {
  const { text } = await client.ask('GET', `${QUERIES}/${name}/results${query}`);
  const { items } = JSON.parse(text) as { items: Kept[] };
  return items.map(({ meta, data }) => [meta.isPositiveMatch ? '+' : '-', data.i]);
}

beforeAll(async () => {
  for (const [name, includeCancellations] of [
    ['both', true],
    ['matches', false],
  ] as const)
    await client.ask('POST', QUERIES, {
      name,
      pattern: { type: 'Cypher', mode: 'MULTIPLE_VALUES', query: 'MATCH (n) WHERE n.i > 0 RETURN n.i AS i' },
      includeCancellations,
      outputs: [],
    });
  for (const i of [1, 2, 3]) await client.cypher(`MATCH (n) WHERE id(n) = idFrom('n') SET n.i = ${i}`);
});

test('lists matches and retractions, oldest first', async () => {
  expect(await latest('both')).toEqual([
    ['+', 1],
    ['+', 2],
    ['-', 1],
    ['+', 3],
    ['-', 2],
  ]);
});

test('lists only the last ones with a limit', async () => {
  expect(await latest('both', '?limit=2')).toEqual([
    ['+', 3],
    ['-', 2],
  ]);
  expect(await latest('both', '?limit=0')).toEqual([]);
});

test('omits retractions that the query does not report', async () => {
  expect(await latest('matches')).toEqual([
    ['+', 1],
    ['+', 2],
    ['+', 3],
  ]);
});

test('rejects an unknown name', async () => {
  expect(await client.ask('GET', `${QUERIES}/none/results`)).toMatchObject({
    status: 404,
    code: 'standing.not-found',
  });
});
