/** Ingest streams over HTTP, from creation to end. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GatewayProcess } from '../support/gateway-process.js';
import { until } from '../support/until.js';
import { type IngestInfo, V1Client } from '../support/v1-client.js';

const PERSON_QUERY = `MATCH (n) WHERE id(n) = idFrom('person', $that.id) SET n = $that, n:Person`;
const BY_NUMBER = (kind: string): string =>
  `MATCH (n) WHERE id(n) = idFrom('${kind}', toInteger($that)) SET n.${kind} = toInteger($that)`;

let gateway: GatewayProcess;
let api: V1Client;
beforeAll(async () => {
  gateway = await GatewayProcess.start('--store', 'memory');
  api = new V1Client(gateway);
});
afterAll(() => gateway.stop());

function file(name: string, text: string): Promise<void> {
  return writeFile(join(gateway.folder, name), text);
}

describe('a file', () => {
  test('with JSON lines, counts and skips bad records, and keeps values exact', async () => {
    const lines = [
      '{"id":1,"name":"Ann","big":9007199254740993,"ratio":0.5}',
      'not JSON',
      '{"id":2,"name":"Bob","tags":["a",{"b":null}]}',
      '',
      '{"id":3,"id":3}',
      '{"id":4,"whole":1.0}',
    ];
    await file('people.jsonl', lines.join('\n'));
    await api.createIngest('people', {
      type: 'FileIngest',
      path: 'people.jsonl',
      format: { type: 'CypherJson', query: PERSON_QUERY },
    });
    const done = await api.ingestIs('people', 'Completed');
    expect(done).toMatchObject({
      name: 'people',
      settings: {
        type: 'FileIngest',
        path: 'people.jsonl',
        encoding: 'UTF-8',
        parallelism: 16,
        maximumLineSize: 134_217_728,
        startAtOffset: 0,
        format: { type: 'CypherJson', query: PERSON_QUERY, parameter: 'that' },
      },
      stats: { ingestedCount: 5, rejectedCount: 1, rates: { count: 5 } },
    });
    expect(done.stats.byteRates.count).toBe(lines.join('').length);
    expect(new Date(done.stats.startTime).toISOString()).toBe(done.stats.startTime);
    await gateway.status.matching(/WARN .*people.* skipped 1 bad record/);

    const body = JSON.stringify({
      text: 'MATCH (n:Person) RETURN n.id, n.big, n.ratio, n.whole, n.tags ORDER BY n.id',
    });
    const headers = { 'content-type': 'application/json' };
    const answer = await gateway.fetch('/api/v1/query/cypher', { method: 'POST', headers, body });
    expect(await answer.text()).toBe(
      '{"columns":["n.id","n.big","n.ratio","n.whole","n.tags"],"results":[' +
        '[1,9007199254740993,0.5,null,null],[2,null,null,null,["a",{"b":null}]],[3,null,null,null,null],[4,null,null,1,null]]}',
    );
  });

  test('with text lines, starts at an offset and respects the limit', async () => {
    await file('lines.txt', 'zero\none\r\ntwo\n\nfour\nfive');
    const query = `MATCH (n) WHERE id(n) = idFrom('line', $row) SET n:Line, n.text = $row`;
    await api.createIngest('lines', {
      type: 'FileIngest',
      path: join(gateway.folder, 'lines.txt'),
      format: { type: 'CypherLine', query, parameter: 'row' },
      startAtOffset: 1,
      ingestLimit: 4,
    });
    expect((await api.ingestIs('lines', 'Completed')).stats.ingestedCount).toBe(4);
    const texts = (await api.cypher('MATCH (n:Line) RETURN n.text')).flat();
    expect(texts.sort()).toEqual(['', 'four', 'one', 'two']);
  });

  test('reading it again changes nothing', async () => {
    await file(
      'same.jsonl',
      Array.from({ length: 200 }, (_, i) => `{"id":${i % 20},"kind":"same"}`).join('\n'),
    );
    const definition = {
      type: 'FileIngest',
      path: 'same.jsonl',
      format: {
        type: 'CypherJson',
        query: `MATCH (n), (m) WHERE id(n) = idFrom('same', $that.id) AND id(m) = idFrom('same', $that.id + 1)
                SET n = $that, n:Same CREATE (n)-[:next]->(m)`,
      },
    };
    await api.createStanding('same', 'MATCH (n:Same)-[:next]->(m:Same) RETURN DISTINCT id(n)');
    for (const name of ['same-1', 'same-2']) {
      await api.createIngest(name, definition);
      await api.ingestIs(name, 'Completed');
      expect(await api.cypher('MATCH (n:Same)-[e:next]->() RETURN count(n)')).toEqual([[20]]);
    }
    await api.matchesReach('same', 19);
    expect((await api.standing('same')).stats.local.rates.count).toBe(19);
  });

  test('a query that fails for a record is visible, and names the record', async () => {
    await file('failing.jsonl', '{"x":1}\n{"x":0}\n{"x":2}\n');
    const query = `MATCH (n) WHERE id(n) = idFrom('failing', $that.x) SET n.inverse = 1 / $that.x`;
    await api.createIngest('failing', {
      type: 'FileIngest',
      path: 'failing.jsonl',
      format: { type: 'CypherJson', query },
    });
    const failed = await until(
      () => api.ingest('failing'),
      info => info.status !== 'Running',
    );
    expect(failed.status).toBe('Failed');
    expect(failed.message).toMatch(/^cypher\.arithmetic: .*record 1/);
    await api.call('PUT', '/ingest/failing/start', 400);
  });
});

describe('numbers', () => {
  test('reads a given number from a start, each once', async () => {
    const format = { type: 'CypherLine', query: BY_NUMBER('thirteen') };
    await api.createIngest('thirteen', {
      type: 'NumberIteratorIngest',
      startAtOffset: 1,
      ingestLimit: 13,
      format,
    });
    await api.ingestIs('thirteen', 'Completed');
    const numbers = (
      await api.cypher('MATCH (n) WHERE n.thirteen IS NOT NULL RETURN n.thirteen ORDER BY n.thirteen')
    ).flat();
    expect(numbers).toEqual(Array.from({ length: 13 }, (_, i) => i + 1));
  });

  test('creates one node per number without a format', async () => {
    await api.createIngest('default', { type: 'NumberIteratorIngest', startAtOffset: 7000, ingestLimit: 2 });
    await api.ingestIs('default', 'Completed');
    expect(await api.cypher('MATCH (n) WHERE id(n) = idFrom(7001) RETURN n.i')).toEqual([[7001]]);
  });

  test('pause stops reading, start resumes it, delete ends it', async () => {
    const format = { type: 'CypherLine', query: BY_NUMBER('endless') };
    await api.createIngest('endless', { type: 'NumberIteratorIngest', maximumPerSecond: 500, format });
    const isAbove = (count: number) => (info: IngestInfo) => info.stats.ingestedCount > count;
    await until(() => api.ingest('endless'), isAbove(0));

    const paused = await api.call<IngestInfo>('PUT', '/ingest/endless/pause', 200);
    expect(paused).toMatchObject({ name: 'endless', status: 'Paused' });
    expect((await api.call<IngestInfo>('PUT', '/ingest/endless/pause', 200)).status).toBe('Paused');
    const written = async (): Promise<number> =>
      Number((await api.cypher('MATCH (n) WHERE n.endless IS NOT NULL RETURN count(n)'))[0]![0]);
    const counts = async (): Promise<string> =>
      `${(await api.ingest('endless')).stats.ingestedCount}, ${await written()}`;
    // Records in flight at the pause still arrive; after that none do, while other streams continue.
    let rounds = 0;
    await until(async () => {
      const before = await counts();
      const other = {
        type: 'NumberIteratorIngest',
        startAtOffset: 900_000,
        ingestLimit: 30,
        maximumPerSecond: 200,
      };
      await api.createIngest(`other-${++rounds}`, other);
      await api.ingestIs(`other-${rounds}`, 'Completed');
      return before === (await counts());
    });
    const { ingestedCount } = (await api.ingest('endless')).stats;

    expect((await api.call<IngestInfo>('PUT', '/ingest/endless/start', 200)).status).toBe('Running');
    await until(() => api.ingest('endless'), isAbove(ingestedCount));
    const deleted = await api.call<IngestInfo>('DELETE', '/ingest/endless', 200);
    expect(deleted).toMatchObject({ name: 'endless', status: 'Terminated' });
    const atTheEnd = await written();
    expect(atTheEnd).toBeGreaterThan(0);
    expect(atTheEnd).toBeLessThanOrEqual(deleted.stats.ingestedCount);
    await api.call('GET', '/ingest/endless', 404);
    await api.call('DELETE', '/ingest/endless', 404);
    expect(await written()).toBe(atTheEnd);
  });

  test('respects maximumPerSecond', async () => {
    const format = { type: 'CypherLine', query: BY_NUMBER('slow') };
    const begin = performance.now();
    await api.createIngest('slow', {
      type: 'NumberIteratorIngest',
      ingestLimit: 30,
      maximumPerSecond: 20,
      format,
    });
    await api.ingestIs('slow', 'Completed');
    // Twenty pass immediately, the other ten at the limited rate.
    expect(performance.now() - begin).toBeGreaterThan(400);
  });
});

test('the list has every stream under its name, which is not repeated', async () => {
  await api.createIngest('listed', { type: 'NumberIteratorIngest', ingestLimit: 1 });
  await api.ingestIs('listed', 'Completed');
  const list = await api.call<Record<string, IngestInfo>>('GET', '/ingest', 200);
  const { name, ...alone } = await api.ingest('listed');
  expect(name).toBe('listed');
  expect(Object.keys(list)).toContain('listed');
  expect(list['listed']).toMatchObject({ status: alone.status, settings: alone.settings });
  expect(list['listed']).not.toHaveProperty('name');
});

test('a name can be reused after the stream was deleted, and not before', async () => {
  const definition = { type: 'NumberIteratorIngest', ingestLimit: 3 };
  await api.createIngest('again', definition);
  await api.ingestIs('again', 'Completed');
  expect(await api.call('POST', '/ingest/again', 400, definition)).toEqual([
    'Cannot create ingest stream `again` (a stream with this name already exists)',
  ]);
  expect((await api.call<IngestInfo>('DELETE', '/ingest/again', 200)).status).toBe('Completed');
  await api.createIngest('again', definition);
  expect((await api.ingestIs('again', 'Completed')).stats.ingestedCount).toBe(3);
});
