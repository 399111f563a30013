/** Records from server-sent events, over connections that break. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GatewayProcess } from '../support/gateway-process.js';
import { until } from '../support/until.js';
import { V1Client } from '../support/v1-client.js';

const EVENTS = 40;
const QUERY = `MATCH (n) WHERE id(n) = idFrom('event', $that.n) SET n:Event, n.n = $that.n, n.text = $that.text`;

function eventText(n: number): string {
  const data = JSON.stringify({ n, text: `ü ${n}` }, undefined, 1);
  return `id: ${n}\n${data
    .split('\n')
    .map(line => `data: ${line}\n`)
    .join('')}\n`;
}

test('resumes after the last complete event when a connection breaks in the middle of one', async () => {
  const lastIds: (string | undefined)[] = [];
  let open: ServerResponse | undefined;
  const server = createServer((request, response) => {
    const lastId = request.headers['last-event-id'] as string | undefined;
    lastIds.push(lastId);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('retry: 20\n\n: a comment\n\ndata:\n\n');
    const first = lastId === undefined ? 0 : Number(lastId) + 1;
    const last = Math.min(first + 15, EVENTS);
    for (let n = first; n < last; n++) response.write(eventText(n));
    open = response;
    if (last < EVENTS) response.write(eventText(last).slice(0, 20), () => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const gateway = await GatewayProcess.start('--store', 'memory');
  const api = new V1Client(gateway);
  try {
    await api.createIngest('events', {
      type: 'ServerSentEventsIngest',
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      format: { type: 'CypherJson', query: QUERY },
    });
    const info = await until(
      () => api.ingest('events'),
      ({ stats }) => stats.ingestedCount >= EVENTS,
    );
    expect(info.status).toBe('Running');
    await until(
      () => api.cypher('MATCH (n:Event) RETURN count(n)'),
      rows => rows[0]![0] === EVENTS,
    );
    expect((await api.ingest('events')).stats.ingestedCount).toBe(EVENTS);
    expect(lastIds).toEqual([undefined, '14', '29']);
    expect(await api.cypher(`MATCH (n) WHERE id(n) = idFrom('event', 39) RETURN n.text`)).toEqual([['ü 39']]);

    open!.write('data: {"n": 1000,\ndata: "text": "late"}\n\n');
    await until(
      () => api.cypher(`MATCH (n) WHERE id(n) = idFrom('event', 1000) RETURN n.text`),
      rows => rows[0]?.[0] === 'late',
    );
    expect(await api.call('DELETE', '/ingest/events', 200)).toMatchObject({ status: 'Terminated' });
    await until(() => open!.destroyed);
  } finally {
    expect(await gateway.stop()).toBe(0);
    server.closeAllConnections();
    server.close();
  }
});
