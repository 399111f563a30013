/** Settings of the explorer that only version 2 has: edge styles, layouts and shared scenes. */
import { clientOfService } from '../../testing/client-of-service.js';

const { ask } = clientOfService();
const UI = '/api/v2/queryUi';
const CANVAS = JSON.stringify({ nodes: [{ id: 'a', labels: [], properties: { n: 1 } }], edges: [] });
const SCENE = { name: 'Two offices / March', layout: 'tree', canvas: CANVAS };

interface Summary {
  readonly id: string;
  readonly name: string;
}

async function share(scene: object): Promise<Summary> {
  const { status, text } = await ask('POST', `${UI}/scenes`, scene);
  expect([status, text]).toEqual([201, expect.anything()]);
  return JSON.parse(text) as Summary;
}

async function list(): Promise<Summary[]> {
  return JSON.parse((await ask('GET', `${UI}/scenes`)).text) as Summary[];
}

test('stores edge styles and layouts', async () => {
  const styles = [
    { edgeType: 'knows', color: '#ff0000', width: 4 },
    { edgeType: 'paid', widthBy: { key: 'amount', from: 0, to: 10 } },
  ];
  expect((await ask('PUT', `${UI}/edgeAppearances`, styles)).status).toBe(204);
  expect(JSON.parse((await ask('GET', `${UI}/edgeAppearances`)).text)).toEqual(styles);
  expect((await ask('PUT', `${UI}/layouts`, ['tree'])).status).toBe(204);
  expect((await ask('GET', `${UI}/layouts`)).text).toBe('["tree"]');
  for (const [path, body] of [
    ['edgeAppearances', [{ color: '#fff' }]],
    ['edgeAppearances', [{ edgeType: 'a', odd: 1 }]],
    ['edgeAppearances', [{ edgeType: 'a', width: 100 }]],
    ['layouts', ['spiral']],
  ] as const)
    expect([path, (await ask('PUT', `${UI}/${path}`, body)).status]).toEqual([path, 400]);
});

test('stores the second caption and the size by degree of a node style in every form of the API', async () => {
  const style = {
    predicate: { propertyKeys: [], knownValues: {} },
    sizeByDegree: true,
    secondLabel: { key: 'age' },
  };
  for (const path of [
    `${UI}/nodeAppearances`,
    '/api/v1/query-ui/node-appearances',
    '/api/v2/query-ui/node-appearances',
  ]) {
    expect([path, (await ask('PUT', path, [style])).status]).toEqual([path, 204]);
    expect((await ask('GET', path)).text).toContain('"sizeByDegree":true,"secondLabel":{"key":"age"}');
  }
});

test('shares, lists, reads, replaces, renames and deletes a scene', async () => {
  const { id, ...summary } = await share(SCENE);
  expect(summary).toEqual({ name: SCENE.name, nodeCount: 1, savedAt: expect.stringMatching(/Z$/) });
  expect(await list()).toEqual([{ id, ...summary }]);
  expect(JSON.parse((await ask('GET', `${UI}/scenes/${id}`)).text)).toEqual({ id, ...summary, ...SCENE });

  const renamed = await ask('PATCH', `${UI}/scenes/${id}`, { name: 'April' });
  expect(JSON.parse(renamed.text)).toMatchObject({ id, name: 'April' });
  const replacing = { name: 'April', layout: 'grid', canvas: '{"nodes":[],"edges":[]}' };
  expect((await ask('PUT', `${UI}/scenes/${id}`, replacing)).status).toBe(200);
  expect(JSON.parse((await ask('GET', `${UI}/scenes/${id}`)).text)).toMatchObject({
    ...replacing,
    nodeCount: 0,
  });

  expect((await ask('DELETE', `${UI}/scenes/${id}`)).status).toBe(204);
  expect(await list()).toEqual([]);
  for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', { name: 'x' }], ['PUT', SCENE]] as const)
    expect(await ask(method, `${UI}/scenes/${id}`, body)).toMatchObject({
      status: 404,
      code: 'scene.not-found',
    });
});

test('rejects a taken name, a canvas that is too large or invalid, and too many scenes', async () => {
  const first = await share(SCENE);
  const second = await share({ ...SCENE, name: 'other' });
  const refused = async (method: string, path: string, body: object, code: string): Promise<void> => {
    expect((await ask(method, `${UI}/scenes${path}`, body)).code).toBe(code);
  };
  await refused('POST', '', SCENE, 'scene.exists');
  await refused('PATCH', `/${second.id}`, { name: first.name }, 'scene.exists');
  await refused('PUT', `/${second.id}`, SCENE, 'scene.exists');
  const large = JSON.stringify({ nodes: ['x'.repeat(4_000_000)], edges: [] });
  await refused('POST', '', { ...SCENE, name: 'large', canvas: large }, 'scene.too-large');
  for (const canvas of ['{', 'null', '{"nodes":[]}'])
    await refused('POST', '', { ...SCENE, name: 'invalid', canvas }, 'request.invalid');
  await refused('POST', '', { ...SCENE, name: ' ' }, 'request.invalid');
  await Promise.all(Array.from({ length: 198 }, (_, i) => share({ ...SCENE, name: `scene ${i}` })));
  await refused('POST', '', { ...SCENE, name: 'one more' }, 'scene.too-many');
  expect(await list()).toHaveLength(200);
});
