/** The commands that copy data, as a user runs them. */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inNightlyTier } from '@weir/platform/testing';
import { GatewayProcess } from '../support/gateway-process.js';
import { projectFile } from '../support/project-file.js';
import { V1Client } from '../support/v1-client.js';

let folder: string;
const running: GatewayProcess[] = [];
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-copies-')));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map(gateway => gateway.kill()));
  await rm(folder, { recursive: true, force: true });
});

async function start(...options: string[]): Promise<GatewayProcess> {
  const gateway = await GatewayProcess.startIn(folder, ...options);
  running.push(gateway);
  return gateway;
}

/** @returns the exit code and the output. */
async function weir(...args: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [projectFile('apps/gateway/bin/weir.mjs'), ...args], { cwd: folder });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>(resolve => child.once('close', resolve));
  return { code, said };
}

const FILL = `
  UNWIND range(1, 3000) AS i
  MATCH (a), (b) WHERE id(a) = idFrom(i) AND id(b) = idFrom(i / 2)
  SET a.i = i, a.f = toFloat(i), a.text = 'größe', a:N CREATE (a)-[:half]->(b)`;
const CONTENT = 'MATCH (a)-[:half]->(b) RETURN strId(a), labels(a), a.i, a.f, a.text, strId(b)';

async function content(gateway: GatewayProcess): Promise<string[]> {
  return (await gateway.rows(CONTENT)).map(row => JSON.stringify(row)).sort();
}

test('restores a backup of a running service with its standing queries', async () => {
  const first = await start('--data', 'one');
  await new V1Client(first).createStanding('pairs', 'MATCH (a)-[:half]->(b) RETURN DISTINCT strId(a) AS id');
  await first.rows(FILL);
  expect(await weir('backup', 'all.backup', '--url', first.url)).toMatchObject({ code: 0 });
  await first.rows(`MATCH (a) WHERE id(a) = idFrom(1) SET a.text = 'later'`);
  expect(await weir('restore', 'all.backup', '--data', 'two')).toMatchObject({ code: 0 });
  const second = await start('--data', 'two');
  expect(await second.rows('MATCH (a) WHERE id(a) = idFrom(1) RETURN a.text')).toEqual([['größe']]);
  await first.rows(`MATCH (a) WHERE id(a) = idFrom(1) SET a.text = 'größe'`);
  expect(await content(second)).toEqual(await content(first));
  const standing = await second.fetch('/api/v1/query/standing');
  expect(await standing.json()).toMatchObject([{ name: 'pairs' }]);

  const again = await weir('restore', 'all.backup', '--data', 'two');
  expect(again.code).toBe(1);
  expect(again.said).toContain('is not empty');
  await writeFile(join(folder, 'torn.backup'), (await readFile(join(folder, 'all.backup'))).subarray(0, -3));
  expect((await weir('restore', 'torn.backup', '--data', 'three')).said).toContain(
    'its end marker is missing',
  );
  expect((await readdir(folder)).sort()).toEqual(['all.backup', 'one', 'torn.backup', 'two']);
});

test('imports an export into another service, by command line and API', async () => {
  const from = await start('--data', 'one', '--shards', '3');
  await from.rows(FILL);
  expect(await weir('export', 'graph.jsonl', '--url', from.url)).toMatchObject({ code: 0 });
  const to = await start('--store', 'memory');
  expect(await weir('import', 'graph.jsonl', '--url', to.url)).toMatchObject({
    code: 0,
    said: expect.stringContaining('Imported 3001 nodes and 3000 edges') as string,
  });
  expect(await content(to)).toEqual(await content(from));

  const lines = await readFile(join(folder, 'graph.jsonl'), 'utf8');
  const broken = lines.replace('"node"', '"noda"');
  const refused = await to.fetch('/api/v1/admin/import', { method: 'POST', body: broken });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('Line 2 ');
  await writeFile(join(folder, 'broken.jsonl'), broken);
  const failed = await weir('import', 'broken.jsonl', '--url', to.url);
  expect(failed).toMatchObject({ code: 1, said: expect.stringContaining('Line 2 ') as string });
  const past = await to.fetch('/api/v1/admin/export?at-time=1');
  expect(past.headers.get('content-type')).toContain('application/x-ndjson');
  expect(await past.text()).toBe('{"export":1}\n{"end":{"nodes":0,"edges":0}}\n');
});

test.each<[string[], number, string]>([
  [['restore', 'x'], 2, 'expects --data'],
  [['backup', 'x', '--url', 'http://127.0.0.1:1'], 1, 'No response from'],
  ...inNightlyTier<[string[], number, string]>([
    [['backup'], 2, 'expects one file'],
    [['export', 'x', '--url', 'elsewhere'], 2, 'expects a URL'],
    [['import', 'missing.jsonl'], 1, 'no such file'],
  ]),
])('rejects weir %j with exit code %i', async (args, expected, reason) => {
  const { code, said } = await weir(...args);
  expect(code).toBe(expected);
  expect(said).toContain(reason);
  expect(await readdir(folder)).toEqual([]);
});
