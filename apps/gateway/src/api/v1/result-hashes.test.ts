/** Sums of result hashes, used to compare runs. */
import { API, clientOfService, until } from '../../testing/client-of-service.js';

const { ask, cypher } = clientOfService();

async function hashAfter(name: string, numbers: readonly number[]): Promise<unknown> {
  const pattern = {
    type: 'Cypher',
    query: `MATCH (n:${name}) RETURN n.number AS number`,
    mode: 'MultipleValues',
  };
  const definition = { pattern, outputs: {}, shouldCalculateResultHashCode: true };
  expect((await ask('POST', `${API}/query/standing/${name}`, definition)).status).toBe(201);
  for (const number of numbers) await cypher(`CREATE (:${name} {number: $number})`, { number });
  interface Shown {
    readonly stats: { readonly local: { readonly outputHashCode: string; rates: { count: number } } };
    readonly bufferSize: number;
  }
  const read = async () =>
    (JSON.parse((await ask('GET', `${API}/query/standing/${name}`)).text) as Shown).stats.local;
  const isDone = (local: { rates: { count: number }; bufferSize?: number }) =>
    local.rates.count === numbers.length && local.bufferSize === 0;
  return (await until(read, isDone)).outputHashCode;
}

test('depends on the results but not on their order', async () => {
  const one = await hashAfter('One', [1, 2, 3]);
  expect(one).toMatch(/^-?\d+$/);
  expect(await hashAfter('Two', [3, 1, 2])).toBe(one);
  expect(await hashAfter('Three', [1, 2, 4])).not.toBe(one);
});

test('is enabled by a parameter in version 2', async () => {
  const path = '/api/v2/graph/quine/standingQueries';
  const pattern = {
    type: 'Cypher',
    query: 'MATCH (n:Four) RETURN n.number AS number',
    mode: 'MULTIPLE_VALUES',
  };
  const made = await ask('POST', `${path}?shouldCalculateResultHashCode=true`, { name: 'Four', pattern });
  expect(made.status).toBe(201);
  await cypher('CREATE (:Four {number: 1})');
  const sum = async () => /"outputHashCode":(-?\d+)/.exec((await ask('GET', `${path}/Four`)).text)![1]!;
  expect(await until(sum, found => found !== '0')).toMatch(/^-?\d+$/);
});
