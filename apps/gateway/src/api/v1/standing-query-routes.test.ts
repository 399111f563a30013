import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { API, clientOfService, until } from '../../testing/client-of-service.js';
import { openEvents } from '../../testing/open-events.js';

const client = clientOfService();
const { ask, cypher } = client;

interface Result {
  readonly meta: {
    readonly resultId: string;
    readonly isPositiveMatch: boolean;
    readonly isInitialResult: boolean;
  };
  readonly data: Record<string, unknown>;
}

describe('standing queries', () => {
  const path = `${API}/query/standing/watch`;
  const pattern = {
    type: 'Cypher',
    query: 'MATCH (n) WHERE n.kind = "watched" RETURN DISTINCT strId(n) AS id',
  };
  const set = (name: string, kind: string) =>
    cypher('MATCH (n) WHERE id(n) = idFrom($name) SET n.kind = $kind', { name, kind });

  afterEach(() => ask('DELETE', path));

  test('registered form and removal', async () => {
    const secret = {
      type: 'PostToEndpoint',
      url: 'http://127.0.0.1:9/',
      headers: { Authorization: 'hidden' },
    };
    const created = await ask('POST', path, {
      pattern,
      outputs: { post: secret },
      includeCancellations: true,
      inputBufferSize: '64',
      unknown: 1,
    });
    expect(created).toMatchObject({ status: 201, text: '' });
    const shown = await ask('GET', path);
    expect(shown.text).not.toContain('hidden');
    const expected = {
      name: 'watch',
      pattern: { ...pattern, mode: 'DistinctId' },
      outputs: { post: { headers: { Authorization: 'Secret(****)' }, structure: { type: 'WithMetadata' } } },
      includeCancellations: true,
      inputBufferSize: 64,
      stats: { local: { rates: { count: 0 }, bufferSize: 0, outputHashCode: '0' } },
    };
    expect(JSON.parse(shown.text)).toMatchObject(expected);
    expect(JSON.parse((await ask('DELETE', path)).text)).toMatchObject(expected);
    expect((await ask('GET', path)).status).toBe(404);
  });

  test('sends live matches and retractions with one id, and resultId as event id', async () => {
    await ask('POST', path, { pattern });
    const events = await openEvents(`${client.service.url}${path}/results`);
    expect(await events.next()).toEqual({ data: '', id: expect.any(String) as string });
    await set('w1', 'watched');
    const match = await events.next();
    await set('w1', 'other');
    const cancellation = await events.next();
    await set('w1', 'watched');
    const again = await events.next();
    await events.close();
    const bodies = [match, cancellation, again].map(event => JSON.parse(event['data']!) as Result);
    const [first, second, third] = bodies;
    expect(bodies.map(({ meta }) => [meta.isPositiveMatch, meta.isInitialResult])).toEqual([
      [true, false],
      [false, false],
      [true, false],
    ]);
    expect(second!.meta.resultId).toBe(first!.meta.resultId);
    expect(third!.meta.resultId).not.toBe(first!.meta.resultId);
    expect([match, cancellation].map(({ event, id }) => [event, id])).toEqual(
      Array(2).fill(['result', first!.meta.resultId]),
    );
    expect(Object.keys(first!.data)).toEqual(['id']);
  });

  test('reports existing data as initial after propagate', async () => {
    await set('w2', 'watched');
    await ask('POST', path, { pattern });
    const events = await openEvents(`${client.service.url}${path}/results`);
    await events.next();
    const propagated = await ask('POST', `${API}/query/standing/control/propagate?include-sleeping=true`);
    expect(propagated).toMatchObject({ status: 202, text: '' });
    const { meta } = JSON.parse((await events.next())['data']!) as Result;
    expect(meta).toMatchObject({ isPositiveMatch: true, isInitialResult: true });
    await events.close();
  });

  test('adds and removes outputs while the query runs', async () => {
    await ask('POST', path, { pattern });
    expect(await ask('POST', `${path}/output/print`, { type: 'PrintToStandardOut' })).toMatchObject({
      status: 201,
      text: '',
    });
    await set('w3', 'watched');
    const printed = await until(
      async () => client.service.results.join(''),
      text => text !== '',
    );
    expect(printed).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} Standing query `print` match: \{"meta":\{"resultId":"[0-9a-f-]{36}","isPositiveMatch":true\},"data":\{"id":"[0-9a-f-]{36}"\}\}\n$/,
    );
    const removed = await ask('DELETE', `${path}/output/print`);
    expect(JSON.parse(removed.text)).toEqual({
      type: 'PrintToStandardOut',
      logLevel: 'Info',
      logMode: 'Complete',
      structure: { type: 'WithMetadata' },
    });
    expect(JSON.parse((await ask('GET', path)).text)).toMatchObject({ outputs: {} });
  });

  test('ends the result streams of a removed query', async () => {
    await ask('POST', path, { pattern });
    const events = await openEvents(`${client.service.url}${path}/results`);
    await events.next();
    await ask('DELETE', path);
    expect(await events.next()).toBeUndefined();
  });

  test('delivers the results found before a removal, including those not yet given to the output', async () => {
    const answers: ServerResponse[] = [];
    const posted: string[] = [];
    const server = createServer((request, response) => {
      answers.push(response);
      void json(request).then(body => {
        posted.push((body as Result).meta.resultId);
        if (posted.length > 1) response.end();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    try {
      await ask('POST', path, { pattern, outputs: { post: { type: 'PostToEndpoint', url } } });
      await set('d0', 'watched');
      await until(
        async () => posted.length,
        length => length === 1,
      );
      for (const name of ['d1', 'd2', 'd3']) await set(name, 'watched');
      const removed = ask('DELETE', path);
      // A removal that waits for nothing would be complete by now.
      for (let turn = 0; turn < 3; turn++) await ask('GET', `${API}/admin/liveness`);
      answers[0]!.end();
      expect((await removed).status).toBe(200);
      expect(new Set(posted).size).toBe(4);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test('an endpoint that rejects results loses nothing silently, and other outputs get theirs', async () => {
    const outputs = {
      refusing: { type: 'PostToEndpoint', url: 'http://127.0.0.1:1/' },
      print: { type: 'PrintToStandardOut' },
    };
    await ask('POST', path, { pattern, outputs });
    await set('w4', 'watched');
    await until(
      async () => client.service.results.join(''),
      text => text.includes('`print` match'),
    );
    const waiting = await until(
      async () => (await ask('GET', `${API}/admin/metrics`)).text,
      text => /output\.watch\.refusing\.(queued","value":1|failed","count":1)/.test(text),
    );
    expect(waiting).toContain('weir.standing-queries.output.watch.print.delivered');
  });
});
