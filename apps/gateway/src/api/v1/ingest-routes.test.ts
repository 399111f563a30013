import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { API, clientOfService, until } from '../../testing/client-of-service.js';

const client = clientOfService();
const { ask, cypher } = client;

interface Info {
  readonly status: string;
}

describe('ingest streams', () => {
  test('creates, pauses, resumes and deletes a stream', async () => {
    const path = `${API}/ingest/${encodeURIComponent('a name/with everything?')}`;
    const created = await ask('POST', path, {
      type: 'NumberIteratorIngest',
      maximumPerSecond: '5',
      parallelism: 2.0,
    });
    expect(created).toMatchObject({ status: 200, text: '' });
    const info = async () => JSON.parse((await ask('GET', path)).text) as Record<string, unknown>;
    expect(await info()).toMatchObject({
      name: 'a name/with everything?',
      status: 'Running',
      settings: {
        type: 'NumberIteratorIngest',
        format: { type: 'CypherLine', parameter: 'that' },
        startAtOffset: 0,
        maximumPerSecond: 5,
        parallelism: 2,
      },
    });
    expect(JSON.parse((await ask('PUT', `${path}/pause`)).text)).toMatchObject({ status: 'Paused' });
    expect(JSON.parse((await ask('PUT', `${path}/start`)).text)).toMatchObject({ status: 'Running' });
    const list = JSON.parse((await ask('GET', `${API}/ingest`)).text) as Record<string, object>;
    expect(list['a name/with everything?']).not.toHaveProperty('name');
    expect(JSON.parse((await ask('DELETE', path)).text)).toMatchObject({ status: 'Terminated' });
    expect((await ask('GET', path)).status).toBe(404);
  });

  test('reads a file with a record that is not valid JSON', async () => {
    writeFileSync(
      join(client.service.folder, 'records.jsonl'),
      '{"id":1}\n{"id":\n\xff\n{"id":9223372036854775807}\n',
      'latin1',
    );
    await ask('POST', `${API}/ingest/file`, {
      type: 'FileIngest',
      path: 'records.jsonl',
      format: { type: 'CypherJson', query: 'MATCH (n) WHERE id(n) = idFrom("rec", $that.id) SET n = $that' },
    });
    const done = await until(
      async () => JSON.parse((await ask('GET', `${API}/ingest/file`)).text) as Info,
      ({ status }) => status !== 'Running',
    );
    expect(done).toMatchObject({ status: 'Completed', stats: { ingestedCount: 4, rejectedCount: 2 } });
    const read = await cypher('MATCH (n) WHERE id(n) = idFrom("rec", 9223372036854775807) RETURN n.id AS id');
    expect(read.text).toBe('{"columns":["id"],"results":[[9223372036854775807]]}');
    await ask('DELETE', `${API}/ingest/file`);
  });

  const ended = (name: string) =>
    until(
      async () => JSON.parse((await ask('GET', `${API}/ingest/${name}`)).text) as Info,
      ({ status }) => status !== 'Running',
    );
  const format = {
    type: 'CypherJson',
    query: 'MATCH (n) WHERE id(n) = idFrom("bad", $that.id) SET n = $that',
  };

  test('a line that is too long fails its stream, reports its position, and affects nothing else', async () => {
    writeFileSync(
      join(client.service.folder, 'long.jsonl'),
      `{"id":1}\n{"id":2,"x":"${'y'.repeat(5_000_000)}"}\n`,
    );
    await ask('POST', `${API}/ingest/long`, {
      type: 'FileIngest',
      path: 'long.jsonl',
      maximumLineSize: 1000,
      format,
    });
    expect(await ended('long')).toMatchObject({
      status: 'Failed',
      message: expect.stringMatching(/1000/) as unknown,
    });
    expect((await cypher('MATCH (n) WHERE id(n) = idFrom("bad", 1) RETURN n.id AS id')).text).toContain(
      '[[1]]',
    );
    const again = await ask('PUT', `${API}/ingest/long/start`);
    expect([again.status, again.code, again.text]).toEqual([
      400,
      'ingest.not-startable',
      '["Cannot resume a failed ingest."]',
    ]);
  });

  test('a query that fails for a record fails its stream visibly', async () => {
    writeFileSync(join(client.service.folder, 'fails.jsonl'), '{"id":1}\n{"id":0}\n');
    await ask('POST', `${API}/ingest/fails`, {
      type: 'FileIngest',
      path: 'fails.jsonl',
      format: {
        type: 'CypherJson',
        query: 'MATCH (n) WHERE id(n) = idFrom("fails", $that.id) SET n.x = 1 / $that.id',
      },
    });
    expect(await ended('fails')).toMatchObject({
      status: 'Failed',
      message: expect.stringMatching(/ArithmeticError/) as unknown,
    });
  });

  test('reads numbers beyond 64 bits as floats', async () => {
    writeFileSync(
      join(client.service.folder, 'numbers.jsonl'),
      '{"id":3,"big":18446744073709551616,"exact":-9223372036854775808}\n',
    );
    await ask('POST', `${API}/ingest/big`, { type: 'FileIngest', path: 'numbers.jsonl', format });
    expect(await ended('big')).toMatchObject({ status: 'Completed' });
    const read = await cypher(
      'MATCH (n) WHERE id(n) = idFrom("bad", 3) RETURN n.big AS big, n.exact AS exact',
    );
    expect(read.text).toBe(
      '{"columns":["big","exact"],"results":[[1.8446744073709552E19,-9223372036854775808]]}',
    );
  });
});
