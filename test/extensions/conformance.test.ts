/** The examples fulfill the contracts: the suites run as they do for authors of extensions. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPEN_RULES, OutgoingPolicy } from '@weir/platform';
import { TestEnvironment } from '@weir/platform/testing';
import { describePersistor } from '@weir/persistor/conformance';
import type { Extension } from '@weir/plugins';
import { describeDestination, describeSource } from '@weir/plugins/conformance';
import { projectFile } from '../support/project-file.js';
import { until } from '../support/until.js';
import { LineServer } from './line-server.js';

async function extension(file: string): Promise<Extension> {
  return ((await import(projectFile(`examples/${file}`))) as { extensions: Extension }).extensions;
}
const [folder] = (await extension('folder-source.mjs')).sources!;
const [tcpLines] = (await extension('tcp-lines-destination.mjs')).destinations!;
const [bounded] = (await extension('bounded-store.mjs')).stores!;

let path: string;
beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'weir-extension-'));
  for (const name of ['a', 'b', 'c d', 'e', 'é']) await writeFile(join(path, name), `in ${name}`);
});
afterAll(() => rm(path, { recursive: true }));

describeSource(folder!, () => ({
  definition: { path, pollMillis: 10 },
  records: ['in a', 'in b', 'in c d', 'in e', 'in é'],
}));

let server: LineServer | undefined;
afterEach(() => server?.stop());

describeDestination(tcpLines!, async () => {
  server = await LineServer.start();
  return {
    definition: { host: '127.0.0.1', port: server.port },
    arrived: async () => {
      await server!.idle();
      return server!.lines;
    },
  };
});

test('sends a token as the first line of a connection', async () => {
  server = await LineServer.start();
  const destination = await tcpLines!.open(
    { host: '127.0.0.1', port: server.port, token: 'hush' },
    {
      name: 'test',
      origin: { stream: 'test' },
      environment: new TestEnvironment(),
      outgoing: new OutgoingPolicy(OPEN_RULES),
      signal: new AbortController().signal,
    },
  );
  await destination.write([{ id: '1', isRetraction: false, data: Buffer.from('{}'), isText: true }]);
  await destination.close();
  await until(() => server!.lines.length === 2);
  expect(server.lines).toEqual(['hush', '{}']);
});

test('rejects an address that the configuration denies', async () => {
  const context = {
    name: 'test',
    origin: { stream: 'test' },
    environment: new TestEnvironment(),
    outgoing: new OutgoingPolicy({ ...OPEN_RULES, deny: ['192.0.2.0/24'] }),
    signal: new AbortController().signal,
  };
  const open = async (host: string): Promise<unknown> => tcpLines!.open({ host, port: 9 }, context);
  await expect(open('192.0.2.1')).rejects.toMatchObject({ code: 'output.invalid' });
  await open('198.51.100.1');
});

describePersistor('example.bounded', () => bounded!.open({ limit: 1e9 }, new TestEnvironment()));

test('a full store rejects a write and keeps its data', async () => {
  const factory = await bounded!.open({ limit: 8 }, new TestEnvironment());
  const store = await factory.open('shard-0');
  const id = 'some-node-id-000' as never;
  const entry = (time: number, size: number) => ({ id, time, bytes: new Uint8Array(size) });
  await store.write({ journal: [entry(1, 6)] });
  await expect(store.write({ journal: [entry(2, 6)] })).rejects.toMatchObject({ code: 'store.failed' });
  await store.write({ journal: [entry(3, 2)] });
  expect((await store.readJournal(id, 0)).map(({ time }) => time)).toEqual([1, 3]);
});
