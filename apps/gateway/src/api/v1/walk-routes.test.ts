/** Random walks, returned and saved, in all forms of the API. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API, clientOfService, until } from '../../testing/client-of-service.js';

const client = clientOfService();
const { ask, cypher } = client;
const V2 = '/api/v2/graph/quine/algorithms/randomWalk';
const ids: string[] = [];

beforeAll(async () => {
  // A ring: each node has two ways out.
  const size = 5;
  for (let i = 0; i < size; i++) {
    const { text } = await cypher(
      'MATCH (a), (b) WHERE id(a) = idFrom("ring", $i) AND id(b) = idFrom("ring", $next) ' +
        'SET a.number = $i CREATE (a)-[:next]->(b) RETURN strId(a)',
      { i, next: (i + 1) % size },
    );
    ids.push((JSON.parse(text) as { results: [[string]] }).results[0][0]);
  }
});

const walk = async (method: string, path: string): Promise<unknown> => {
  const { status, text } = await ask(method, path);
  expect([status, text]).toEqual([200, expect.anything()]);
  return JSON.parse(text);
};

test('the same seed gives the same walk in every form', async () => {
  const walked = await walk('GET', `${API}/algorithm/walk/${ids[0]}?length=4&seed=a&return=2&in-out=0.5`);
  expect(walked).toHaveLength(5);
  expect((walked as string[])[0]).toBe(ids[0]);
  const query = 'length=4&seed=a&return=2&inOut=0.5';
  expect(await walk('POST', `${V2}/nodes/${ids[0]}:generateRandomWalk?${query}`)).toEqual(walked);
  expect(await walk('POST', `/api/v2/algorithm/nodes/${ids[0]}/walk?${query}`)).toEqual({
    content: walked,
    warnings: [],
  });
});

test('a walk that never steps back circles the ring, and returns the requested values', async () => {
  const query = encodeURIComponent('RETURN thisNode.number, [labels(thisNode), thisNode.number + 10]');
  const walked = (await walk(
    'GET',
    `${API}/algorithm/walk/${ids[0]}?length=5&return=0&query=${query}`,
  )) as string[];
  const numbers = walked.filter((_, i) => i % 3 === 0);
  expect(walked).toHaveLength(18);
  expect([
    ['0', '1', '2', '3', '4', '0'],
    ['0', '4', '3', '2', '1', '0'],
  ]).toContainEqual(numbers);
  expect(walked.slice(0, 3)).toEqual(['0', '[]', '10']);
});

test.each([
  ['PUT', `${API}/algorithm/walk?`, 'first.csv', 'first.csv'],
  ['POST', `${V2}:saveWalks?`, 'second.csv', ''],
  ['POST', '/api/v2/algorithm/save-walk?', 'third.csv', '{"message":"The walks are being written"}'],
])('%s %s saves walks from every node', async (method, path, fileName, answer) => {
  const saved = await ask(method, `${path}length=2&count=3&seed=s`, { type: 'LocalFile', fileName });
  expect([saved.status, saved.text]).toEqual([202, answer]);
  const read = () => readFile(join(client.service.folder, fileName), 'utf8');
  const lines = (await until(read, text => text.split('\n').length > 15)).trimEnd().split('\n');
  expect(lines).toHaveLength(15);
  for (const line of lines) {
    const [start, first, ...others] = line.split(',');
    expect([ids.includes(start!), first, others.length]).toEqual([true, start, 2]);
  }
  const again = await ask(method, path, { type: 'LocalFile', fileName });
  expect([again.status, again.text]).toEqual([400, expect.stringContaining(fileName)]);
});

test('names a file that was given no name', async () => {
  const saved = await ask('PUT', `${API}/algorithm/walk?length=1&count=0&at-time=1000`, {
    type: 'LocalFile',
  });
  expect(saved.text).toBe('graph-walk-1000-1x0-q0-1.0x1.0-_.csv');
});

test.each([
  ['length=0', 'length'],
  ['return=-1', 'return'],
  ['inOut=-1', 'in'],
  ['query=RETURN', 'SyntaxError'],
  ['query=SET%20thisNode.a=1', 'read-only'],
  ['query=MATCH%20(m)%20RETURN%20m', 'scan all nodes'],
])('rejects %s', async (query, reason) => {
  const first = ids[0]!;
  for (const path of [`${API}/algorithm/walk/${first}`, `${V2}/nodes/${first}:generateRandomWalk`]) {
    const { status, text } = await ask(path.startsWith(API) ? 'GET' : 'POST', `${path}?${query}`);
    expect([status, text]).toEqual([400, expect.stringContaining(reason)]);
  }
});

test.each([
  [{ type: 'S3Bucket', bucketName: 'b' }, 'not available'],
  [{ type: 'Other' }, 'discriminator'],
  [{ type: 'LocalFile', fileName: '../out.csv' }, 'not allowed'],
])('rejects %j', async (body, reason) => {
  const { status, text } = await ask('PUT', `${API}/algorithm/walk`, body);
  expect([status, text]).toEqual([400, expect.stringContaining(reason)]);
});
