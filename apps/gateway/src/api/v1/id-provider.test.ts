/** Every kind of id through the API: created, written, read, in paths and in results. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWeir, type TestWeirOptions } from '../../testing/start-weir.js';

interface Kind {
  readonly settings: NonNullable<TestWeirOptions['settings']>;
  /** `idFrom(0)` as text, and as JSON of a result. */
  readonly text: string;
  readonly json: unknown;
}

const KINDS: readonly Kind[] = [
  { settings: { 'id.type': 'long' }, text: '5707489007780182', json: 5707489007780182 },
  {
    settings: { 'id.type': 'uuid-5' },
    text: '1f1aa968-6ecf-5706-8bf1-67586785cebb',
    json: '1f1aa968-6ecf-5706-8bf1-67586785cebb',
  },
  {
    settings: { 'id.type': 'byte-array' },
    text: '0C36001A0D7D5287A457160D04E9CEB9',
    json: '0C36001A0D7D5287A457160D04E9CEB9',
  },
  {
    settings: { 'id.type': 'uuid', 'id.partitioned': true },
    text: '76944106/3c2fccd2-3af9-347e-a8b5-53433e1b0431',
    json: '76944106/3c2fccd2-3af9-347e-a8b5-53433e1b0431',
  },
];

async function rows(url: string, text: string, parameters: object = {}): Promise<unknown> {
  const answer = await fetch(`${url}/api/v1/query/cypher`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, parameters }),
  });
  const body = (await answer.json()) as { results?: unknown };
  return body.results ?? body;
}

test.each(KINDS)('$settings', async ({ settings, text, json }) => {
  const { url, stop } = await startWeir({ settings });
  try {
    const create = `
      MATCH (a), (b) WHERE id(a) = idFrom(0) AND id(b) = idFrom(1)
      SET a.name = 'a' CREATE (a)-[:to]->(b) RETURN id(a), strId(a)`;
    expect(await rows(url, create)).toEqual([[json, text]]);
    const found = [[json, 'a']];
    const return_ = 'RETURN id(n), n.name';
    expect(await rows(url, `MATCH (n) WHERE id(n) = $x ${return_}`, { x: text })).toEqual(found);
    expect(await rows(url, `MATCH (n) WHERE id(n) = $x ${return_}`, { x: json })).toEqual(found);
    expect(await rows(url, `MATCH (n) WHERE id(n) IN [$x] ${return_}`, { x: json })).toEqual(found);
    expect(await rows(url, `MATCH (n) WHERE strId(n) = $x ${return_}`, { x: text })).toEqual(found);
    expect(await rows(url, `MATCH (n) WHERE id(n) = quineId($x) ${return_}`, { x: text })).toEqual(found);
    expect(await rows(url, `MATCH (n) WHERE n.name = 'a' AND id(n) = idFrom(0) ${return_}`)).toEqual(found);
    expect(await rows(url, `MATCH (n {name: 'a'}) ${return_}`)).toEqual(found);
    expect(await rows(url, `MATCH (n) WHERE id(n) = 'nothing' ${return_}`)).toEqual([]);
    expect(
      await rows(url, `CREATE (n:New) WITH id(n) AS i MATCH (m) WHERE id(m) = i RETURN labels(m)`),
    ).toEqual([[['New']]]);

    const path = encodeURIComponent(text);
    const node = await fetch(`${url}/api/v1/debug/${path}`);
    expect(await node.json()).toMatchObject({ properties: { name: 'a' } });
    const ui = await fetch(`${url}/api/v1/query/cypher/nodes`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: `MATCH (n) WHERE id(n) = idFrom(0) RETURN n`,
    });
    expect(await ui.json()).toMatchObject([{ id: text, properties: { name: 'a' } }]);
    const edges = await fetch(`${url}/api/v1/debug/${path}/edges`);
    expect(await edges.json()).toMatchObject([{ edgeType: 'to', direction: 'Outgoing' }]);
  } finally {
    await stop();
  }
});

test('positions', async () => {
  const { url, stop } = await startWeir({ settings: { 'id.type': 'long', 'id.partitioned': true } });
  const text = `MATCH (n) WHERE id(n) = locIdFrom(10, 'x') RETURN strId(n)`;
  expect(await rows(url, text)).toEqual([[expect.stringMatching(/^0000000A\/-?\d+$/)]]);
  const far = `MATCH (n) WHERE id(n) = locIdFrom(2147483657, 'x') RETURN strId(n)`;
  expect(await rows(url, far)).toEqual(await rows(url, text));
  expect(await rows(url, `RETURN locIdFrom(1, null)`)).toEqual([[null]]);
  await stop();
  const plain = await startWeir();
  expect(await rows(plain.url, `RETURN locIdFrom(1, 'x')`)).toMatchObject([
    expect.stringContaining('is not position-aware'),
  ]);
  await plain.stop();
});

test('a data directory keeps its id provider', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'weir-ids-'));
  const store = { type: 'embedded', path: join(folder, 'data') } as const;
  const first = await startWeir({ store, settings: { 'id.type': 'uuid-5' } });
  await first.stop();
  await expect(startWeir({ store })).rejects.toMatchObject({
    code: 'store.incompatible',
    message: expect.stringContaining('has ids of type uuid-5 and cannot be opened with uuid') as string,
  });
  const again = await startWeir({ store, settings: { 'id.type': 'uuid-5' } });
  await again.stop();
  await rm(folder, { recursive: true });
});
