/** Each type of source with a real graph, without and with workers. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Value } from '@weir/model';
import type { StreamingGraph } from '@weir/contract';
import { openGraph, systemEnvironment } from '@weir/runtime';
import { parseIngestDefinition } from '@weir/definitions';
import { FileAccessPolicy } from '@weir/formats/files';
import { EventServer, eventHeaders } from '@weir/formats/testing';
import { eventually } from '@weir/platform/testing';
import type { IngestInfo } from './ingest-info.js';
import { IngestStreams } from './ingest-streams.js';

describe.each([
  [1, 0],
  [4, 2],
])('%i shard(s), %i worker(s)', (shards, workers) => {
  const environment = systemEnvironment();
  let directory: string;
  let graph: StreamingGraph;
  let streams: IngestStreams;
  let standardInput: PassThrough;
  const ended: IngestInfo[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'weir-into-graph-'));
    graph = await openGraph({ shards, workers, store: { type: 'memory' } }, environment);
    const files = await FileAccessPolicy.create({ workingDirectory: directory });
    standardInput = new PassThrough();
    streams = new IngestStreams({
      graph,
      environment,
      files,
      standardInput,
      onEnded: info => ended.push(info),
    });
  });

  afterAll(async () => {
    await streams.close();
    await graph.close();
    await rm(directory, { recursive: true });
  });

  async function run(name: string, definition: object): Promise<IngestInfo> {
    await streams.create(name, parseIngestDefinition(definition));
    await eventually(() => ended.some(info => info.name === name));
    return ended.find(info => info.name === name)!;
  }

  async function one(query: string): Promise<Value | undefined> {
    return (await (await graph.query(query)).rows())[0]?.[0];
  }

  test('reads a whole file of JSON lines exactly', async () => {
    const records = Array.from(
      { length: 10 },
      (_, i) => `{"json":"j${i}","big":922337203685477580${i % 8},"n":{"x":[1.0,1.5]}}`,
    );
    await writeFile(join(directory, 'f.jsonl'), records.join('\n'));
    const query = "MATCH (n) WHERE id(n) = idFrom('test', 'json', $that.json) SET n.value = $that";
    const info = await run('json', {
      type: 'FileIngest',
      path: 'f.jsonl',
      format: { type: 'CypherJson', query },
    });
    expect(info).toMatchObject({ status: 'Completed', stats: { ingestedCount: 10 } });
    for (let i = 0; i < 10; i++) {
      const value = await one(`MATCH (n) WHERE id(n) = idFrom('test', 'json', 'j${i}') RETURN n.value`);
      expect(value).toEqual({ json: `j${i}`, big: 9223372036854775800n + BigInt(i % 8), n: { x: [1, 1.5] } });
    }
  });

  test('reads numbers with the default query', async () => {
    const info = await run('numbers', { type: 'NumberIteratorIngest', ingestLimit: 11 });
    expect(info.status).toBe('Completed');
    for (const i of [0, 5, 10]) expect(await one(`MATCH (n) WHERE id(n) = idFrom(${i}) RETURN n.i`)).toBe(i);
    expect(await one('MATCH (n) WHERE id(n) = idFrom(11) RETURN n.i')).toBeNull();
  });

  test('server-sent events', async () => {
    const server = await EventServer.start(({ response }) => {
      eventHeaders(response);
      response.write('data: {"id":1}\n\ndata: {"id":2}\n\n');
    });
    const query = "MATCH (n) WHERE id(n) = idFrom('event', $that.id) SET n = $that";
    const definition = {
      type: 'ServerSentEventsIngest',
      url: server.url,
      format: { type: 'CypherJson', query },
    };
    await streams.create('events', parseIngestDefinition(definition));
    while ((await one("MATCH (n) WHERE id(n) = idFrom('event', 2) RETURN n.id")) !== 2) {
      await new Promise(resolve => setImmediate(resolve));
    }
    expect((await streams.delete('events')).stats.ingestedCount).toBe(2);
    await server.stop();
  });

  test('reads standard input; when deleted midway, stores everything read', async () => {
    const query = "MATCH (n) WHERE id(n) = idFrom('line', $that) SET n.line = $that";
    await streams.create(
      'stdin',
      parseIngestDefinition({ type: 'StandardInputIngest', format: { type: 'CypherLine', query } }),
    );
    standardInput.write('a\nb\n');
    await eventually(() => streams.get('stdin')!.stats.ingestedCount === 2);
    expect((await streams.delete('stdin')).status).toBe('Terminated');
    expect(await one("MATCH (n) WHERE id(n) = idFrom('line', 'b') RETURN n.line")).toBe('b');
  });

  test('1 and 1.0 identify the same node, 1.5 another', async () => {
    await writeFile(join(directory, 'ids'), '{"k":1,"v":"one"}\n{"k":1.5,"v":"more"}\n');
    const query = "MATCH (n) WHERE id(n) = idFrom('k', $that.k) SET n.v = $that.v";
    await run('ids', {
      type: 'FileIngest',
      path: 'ids',
      format: { type: 'CypherJson', query },
      parallelism: 1,
    });
    await writeFile(join(directory, 'ids2'), '{"k":1.0,"v":"again"}\n');
    await run('ids2', { type: 'FileIngest', path: 'ids2', format: { type: 'CypherJson', query } });
    expect(await one("MATCH (n) WHERE id(n) = idFrom('k', 1) RETURN n.v")).toBe('again');
    expect(await one("MATCH (n) WHERE id(n) = idFrom('k', 1.5) RETURN n.v")).toBe('more');
  });

  test('a query that fails for one record fails the stream and names the record', async () => {
    await writeFile(join(directory, 'div'), '4\n2\n0\n1\n');
    const query = "MATCH (n) WHERE id(n) = idFrom('div', $that) SET n.q = 8 / $that";
    const info = await run('div', { type: 'FileIngest', path: 'div', format: { type: 'CypherJson', query } });
    expect(info.status).toBe('Failed');
    expect(info.message).toMatch(/^cypher\.arithmetic: The ingest query failed for record 2: /);
  });

  test('rejects a stream with a query that does not compile', async () => {
    const format = { type: 'CypherLine', query: 'MATCH (n) RETURN' };
    const created = streams.create('wrong', parseIngestDefinition({ type: 'NumberIteratorIngest', format }));
    await expect(created).rejects.toMatchObject({ code: 'cypher.syntax' });
    expect(streams.get('wrong')).toBeUndefined();
  });
});
