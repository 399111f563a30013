/** State that survives a graceful or ungraceful end of the process. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inNightlyTier } from '@weir/platform/testing';
import { Endpoint } from '../support/endpoint.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { resultsInFile } from '../support/result-lines.js';
import { ResultReader } from '../support/result-reader.js';
import { until } from '../support/until.js';
import { type IngestInfo, type Result, type StandingInfo, V1Client } from '../support/v1-client.js';

let folder: string;
let gateway: GatewayProcess;
let api: V1Client;
let endpoint: Endpoint;
/** Whether the process ended with a crash. */
let mayRepeat: boolean;

async function begin(): Promise<void> {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-restart-')));
  endpoint = await Endpoint.start();
}

async function finish(): Promise<void> {
  ResultReader.closeAll();
  await gateway.kill();
  await endpoint.stop();
  await rm(folder, { recursive: true, force: true });
}

async function start(...options: string[]): Promise<void> {
  gateway = await GatewayProcess.startIn(folder, '--data', 'data', ...options);
  api = new V1Client(gateway);
}

/** Removes counters that start with the process. */
function lasting<T extends { readonly stats?: unknown }>({ stats: _, ...rest }: T): object {
  return rest;
}

/** A crash may lose the stored position of an output, which then receives its last results again. */
async function fileResults(): Promise<Result[]> {
  const results = await resultsInFile(join(folder, 'results.jsonl'));
  const byKey = new Map(results.map(each => [`${each.meta.resultId} ${each.meta.isPositiveMatch}`, each]));
  return mayRepeat ? [...byKey.values()] : results;
}

const STOPPED = {
  how: 'a graceful stop',
  isCrash: false,
  end: async (): Promise<void> => {
    await api.call('POST', '/admin/shutdown', 202);
    expect(await gateway.exit).toBe(0);
  },
};
const KILLED = { how: 'kill -9', isCrash: true, end: (): Promise<void> => gateway.kill() };

/** State created before the end; each returns a check for after it. */
const LASTING: readonly { readonly what: string; make(): Promise<() => Promise<void>> }[] = [
  {
    what: 'standing queries and their outputs; a cancellation has the id of the match before',
    async make() {
      const outputs = {
        file: { type: 'WriteToFile', path: 'results.jsonl' },
        post: { type: 'PostToEndpoint', url: endpoint.url, headers: { 'X-Key': 'hush' } },
      };
      const query = `MATCH (a)-[:to]->(b) WHERE a.x = 1 AND b.y = 2 RETURN DISTINCT strId(a) AS id`;
      await api.createStanding('pair', query, { outputs });
      await api.createStanding('gone', query);
      await api.call('DELETE', '/query/standing/gone', 200);
      await api.cypher(
        `MATCH (a), (b) WHERE id(a) = idFrom('a') AND id(b) = idFrom('b') SET a.x = 1, b.y = 2 CREATE (a)-[:to]->(b)`,
      );
      await until(() => endpoint.received.length === 1);
      await until(fileResults, lines => lines.length === 1);
      const before = await api.standing('pair');
      return async () => {
        expect((await api.call<StandingInfo[]>('GET', '/query/standing', 200)).map(lasting)).toEqual([
          lasting(before),
        ]);
        expect(JSON.stringify(before)).not.toContain('hush');
        const reader = await ResultReader.open(gateway, 'pair');
        await api.cypher(`MATCH (b) WHERE id(b) = idFrom('b') SET b.y = 3`);
        const [cancellation] = await reader.first(1);
        expect(cancellation!.result.meta).toMatchObject({
          resultId: (endpoint.received[0] as Result).meta.resultId,
          isPositiveMatch: false,
        });
        const lines = await until(fileResults, found => found.length >= 2);
        expect(lines.map(({ meta }) => meta.isPositiveMatch)).toEqual([true, false]);
        await until(() => endpoint.received.length >= 2);
      };
    },
  },
  {
    what: 'ingest streams, each in its state',
    async make() {
      await writeFile(join(folder, 'lines.txt'), 'one\ntwo\n');
      const numbers = { type: 'NumberIteratorIngest', maximumPerSecond: 100 };
      await api.createIngest('running', numbers);
      await api.createIngest('paused', numbers);
      await api.call('PUT', '/ingest/paused/pause', 200);
      const query = `MATCH (n) WHERE id(n) = idFrom('line', $that) SET n:Line`;
      await api.createIngest('done', {
        type: 'FileIngest',
        path: 'lines.txt',
        format: { type: 'CypherLine', query },
      });
      await api.ingestIs('done', 'Completed');
      await api.createIngest('deleted', numbers);
      await api.call('DELETE', '/ingest/deleted', 200);
      // The end of a stream is stored a moment after it is observed.
      await api.call('PUT', '/ingest/running/pause', 200);
      const before = await api.call<Record<string, IngestInfo>>('GET', '/ingest', 200);
      await api.call('PUT', '/ingest/running/start', 200);
      return async () => {
        const after = await api.call<Record<string, IngestInfo>>('GET', '/ingest', 200);
        expect(Object.keys(after).sort()).toEqual(['done', 'events', 'paused', 'running']);
        expect(after['running']!.status).toBe('Running');
        expect(after['paused']!.status).toBe('Paused');
        expect(after['done']!.status).toBe('Completed');
        for (const [name, { settings }] of Object.entries(before))
          expect(after[name]!.settings).toEqual(settings);
        expect(after['done']!.stats.ingestedCount).toBe(2);
        // At its position, not at its start: the position of a paused stream is stored.
        expect(after['running']!.stats.ingestedCount).toBeGreaterThanOrEqual(
          before['running']!.stats.ingestedCount,
        );
        await until(
          () => api.ingest('running'),
          info => info.stats.ingestedCount > after['running']!.stats.ingestedCount,
        );
      };
    },
  },
  {
    what: 'server-sent events after the last that was done',
    async make() {
      const lastIds: (string | undefined)[] = [];
      const server = createServer((request, response) => {
        const lastId = request.headers['last-event-id'] as string | undefined;
        lastIds.push(lastId);
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const first = Number(lastId ?? -1) + 1;
        for (let n = first; n < first + 20; n++) response.write(`id: ${n}\ndata: {"n":${n}}\n\n`);
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const query = `MATCH (n) WHERE id(n) = idFrom('event', $that.n) SET n:Event`;
      await api.createIngest('events', {
        type: 'ServerSentEventsIngest',
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
        format: { type: 'CypherJson', query },
      });
      const events = (): Promise<unknown[][]> => api.cypher('MATCH (n:Event) RETURN count(n)');
      await until(events, rows => rows[0]![0] === 20);
      // Visible before they are durable.
      await until(
        () => api.ingest('events'),
        ({ stats }) => stats.ingestedCount === 20,
      );
      // Progress is stored a moment later, and with each change of state.
      await api.call('PUT', '/ingest/events/pause', 200);
      await api.call('PUT', '/ingest/events/start', 200);
      return async () => {
        await until(events, rows => rows[0]![0] === 40);
        expect(lastIds).toEqual([undefined, '19']);
        server.closeAllConnections();
        server.close();
      };
    },
  },
  {
    what: 'lists of the exploration page',
    async make() {
      const sampleQueries = [{ name: 'All', query: 'MATCH (n) RETURN n' }];
      const appearances = [
        {
          predicate: { propertyKeys: ['a'], knownValues: { b: 1 }, dbLabel: 'L' },
          label: { type: 'Property', key: 'a', prefix: 'A ' },
        },
      ];
      await api.call('PUT', '/query-ui/sample-queries', 204, sampleQueries);
      await api.call('PUT', '/query-ui/node-appearances', 204, appearances);
      const quick = await api.call('GET', '/query-ui/quick-queries', 200);
      return async () => {
        expect(await api.call('GET', '/query-ui/sample-queries', 200)).toEqual(sampleQueries);
        expect(await api.call('GET', '/query-ui/node-appearances', 200)).toEqual(appearances);
        expect(await api.call('GET', '/query-ui/quick-queries', 200)).toEqual(quick);
      };
    },
  },
  {
    what: 'every write that was answered',
    async make() {
      const count = 300;
      for (let i = 0; i < count; i++) await api.cypher(`CREATE (n:Written {i: $i})`, { i });
      return async () => {
        const found = await api.cypher('MATCH (n:Written) RETURN n.i ORDER BY n.i');
        expect(found.flat()).toEqual(Array.from({ length: count }, (_, i) => i));
      };
    },
  },
];

describe.each([STOPPED, KILLED])('after $how', ({ end, isCrash }) => {
  const checks = new Map<string, () => Promise<void>>();
  beforeAll(async () => {
    mayRepeat = isCrash;
    await begin();
    await start();
    for (const { what, make } of LASTING) checks.set(what, await make());
    await end();
    await start('--workers', '1');
  });
  afterAll(finish);

  test.each(LASTING)('$what', ({ what }) => checks.get(what)!());

  test('in a third process, a match after the retraction has another id', async () => {
    await end();
    await start();
    await api.cypher(`MATCH (b) WHERE id(b) = idFrom('b') SET b.y = 2`);
    const again = await until(fileResults, found => found.length >= 3);
    expect(again[2]!.meta.isPositiveMatch).toBe(true);
    expect(again[2]!.meta.resultId).not.toBe(again[0]!.meta.resultId);
    expect(again[2]!.data).toEqual(again[0]!.data);
  });
});

describe.each([KILLED, ...inNightlyTier([STOPPED])])('with another configuration, after $how', ({ end }) => {
  beforeAll(begin);
  afterAll(finish);

  test('ingest streams wait to be started, and start over', async () => {
    await writeFile(
      join(folder, 'weir.yaml'),
      'should-resume-ingest: false\ningest-resume.from: beginning\n',
    );
    await start('--config', 'weir.yaml');
    await api.createIngest('numbers', {
      type: 'NumberIteratorIngest',
      ingestLimit: 200,
      maximumPerSecond: 100,
    });
    await api.call('PUT', '/ingest/numbers/pause', 200);
    await api.call('PUT', '/ingest/numbers/start', 200);
    await end();
    await start('--config', 'weir.yaml');
    expect(await api.ingest('numbers')).toMatchObject({ status: 'Restored', stats: { ingestedCount: 0 } });
    await api.call('PUT', '/ingest/numbers/start', 200);
    await api.ingestIs('numbers', 'Completed');
    expect((await api.ingest('numbers')).stats.ingestedCount).toBe(200);
  });
});

// Tests of packages/runtime check, in both tiers, that the runtime rejects it.
for (const shards of inNightlyTier([2])) {
  test('rejects another number of shards than the data was created with', async () => {
    await begin();
    await start('--shards', String(shards));
    await gateway.stop();
    await expect(GatewayProcess.startIn(folder, '--data', 'data', '--shards', '3')).rejects.toThrow(
      /Unable to start graph: This data directory has 2 shards/,
    );
    await start();
    expect(await api.call('GET', '/admin/config', 200)).toMatchObject({ shardCount: shards });
    await finish();
  });
}
