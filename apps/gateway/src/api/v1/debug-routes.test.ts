/** Inspects and edits single nodes, in both versions. */
import { API, clientOfService } from '../../testing/client-of-service.js';

const { ask, cypher } = clientOfService();
const NODE = '00000000-0000-0000-0000-00000000000a';
const OTHER = '00000000-0000-0000-0000-00000000000b';
const V1 = `${API}/debug/${NODE}`;
const V2 = `/api/v2/debug/nodes/${NODE}`;
const json = async (method: string, path: string, body?: unknown) => {
  const { status, text } = await ask(method, path, body);
  return [status, text === '' ? '' : (JSON.parse(text) as unknown)];
};
const out = { edgeType: 'knows', direction: 'Outgoing', other: OTHER };
const into = { edgeType: 'likes', direction: 'Incoming', other: OTHER };

test('writes, inspects and deletes a node', async () => {
  expect(await json('GET', V1)).toEqual([200, { properties: {}, edges: [] }]);
  const properties = { whole: 1, part: 1.5, none: null, list: [1, 'a'] };
  expect(await json('PUT', V1, { properties, edges: [out, into] })).toEqual([200, '']);
  const shown = { properties: { whole: 1, part: 1.5, list: [1, 'a'] }, edges: [out, into] };
  expect(await json('GET', V1)).toEqual([200, shown]);
  expect(await json('GET', V2)).toEqual([200, shown]);
  expect(await json('GET', `${API}/debug/${OTHER}/edges`)).toEqual([
    200,
    [
      { ...into, direction: 'Outgoing', other: NODE },
      { ...out, direction: 'Incoming', other: NODE },
    ],
  ]);

  expect(await json('PUT', `${V1}/props?key=n`, { deep: [1] })).toEqual([200, '']);
  expect(await json('GET', `${V1}/props?key=n`)).toEqual([200, { deep: [1] }]);
  expect(await json('DELETE', `${V1}/props?key=n`)).toEqual([200, '']);
  expect(await json('GET', `${V1}/props?key=n`)).toEqual([404, '']);
  expect(await json('GET', `${V2}/props?key=n`)).toEqual([200, null]);
  expect(await json('GET', `${V2}/props?key=part`)).toEqual([200, 1.5]);

  expect(await json('DELETE', `${V1}/edges`, [out])).toEqual([200, '']);
  expect(await json('GET', `${V1}/edges`)).toEqual([200, [into]]);
  expect(await json('PUT', `${V1}/edges`, [out])).toEqual([200, '']);
  for (const [path, edges] of [
    ['/edges?direction=out', [out]],
    ['/edges?type=likes', [into]],
    [`/edges?other=${OTHER}&limit=1`, [out]],
    ['/edges?limit=0', []],
  ] as const) {
    expect([path, await json('GET', V1 + path)]).toEqual([path, [200, edges]]);
    expect([path, await json('GET', V2 + path)]).toEqual([path, [200, edges]]);
  }
  const [, half] = await json('GET', `${V1}/edges/half`);
  expect(half).toEqual(expect.arrayContaining([out, into]));
  expect(await json('GET', `${V2}/edges?onlyFull=false&type=knows`)).toEqual([200, [out]]);

  const [, verbose] = await json('GET', `${V1}/verbose`);
  expect(verbose).toMatchObject({ properties: { whole: '1' }, edges: expect.anything() as unknown });
  const [, text] = await json('GET', `${V2}/verbose`);
  expect(JSON.parse(text as string)).toMatchObject({ properties: { whole: '1' } });

  expect(await json('DELETE', V1)).toEqual([200, '']);
  expect(await json('GET', V1)).toEqual([200, { properties: {}, edges: [] }]);
  expect(await json('GET', `${API}/debug/${OTHER}/edges/half`)).toEqual([200, []]);
});

test('shows the past of a node', async () => {
  await cypher('MATCH (n) WHERE strId(n) = $id SET n.v = 1', { id: OTHER });
  const then = Date.now();
  while (Date.now() <= then + 1);
  await cypher('MATCH (n) WHERE strId(n) = $id SET n.v = 2', { id: OTHER });
  const at = new Date(then + 1).toISOString();
  expect(await json('GET', `${API}/debug/${OTHER}/props?key=v&at-time=${then + 1}`)).toEqual([200, 1]);
  expect(await json('GET', `${API}/debug/${OTHER}/props?key=v&atTime=${then + 1}`)).toEqual([200, 1]);
  expect(await json('GET', `/api/v2/debug/nodes/${OTHER}/props?key=v&atTime=${at}`)).toEqual([200, 1]);
  expect((await ask('GET', `${V1}?at-time=9999999999999`)).status).toBe(400);
});

test.each([
  ['GET', `${API}/debug/none`, undefined, 'segment'],
  ['GET', '/api/v2/debug/nodes/none', undefined, 'path parameter id'],
  ['GET', `${V1}/props`, undefined, `Missing value for query parameter 'key'`],
  ['GET', `${V1}/edges?direction=up`, undefined, 'edge direction'],
  ['PUT', `${V1}/edges`, [{ ...out, direction: 'Undirected' }], 'must be Outgoing or Incoming'],
  ['PUT', `${V1}/edges`, [{ ...out, other: 'none' }], 'is not a node id'],
  ['PUT', V1, { properties: {} }, '.edges: Missing'],
])('rejects %s %s %j', async (method, path, body, reason) => {
  const { status, text } = await ask(method, path, body);
  expect([status, text]).toEqual([400, expect.stringContaining(reason)]);
});
