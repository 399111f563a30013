/** Messages over TCP, each preceded by its length: from one server to another, as seen by their clients. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { freePort } from '@weir/platform/testing';
import { GatewayProcess } from '../support/gateway-process.js';
import { until } from '../support/until.js';
import { V1Client } from '../support/v1-client.js';

const address = '127.0.0.1';
const RECORDS = 3_000;

function framed(text: string): Buffer {
  const payload = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(payload.length);
  return Buffer.concat([length, payload]);
}

function unframed(bytes: Buffer): unknown[] {
  const found: unknown[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 4 + bytes.readUInt32BE(at);
    found.push(JSON.parse(bytes.toString('utf8', at + 4, end)));
    at = end;
  }
  return found;
}

async function listen(greet: (socket: Socket) => void): Promise<{ port: number; stop: () => void }> {
  const server = createServer(greet).listen(0, address);
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, stop: () => server.close() };
}

class Receiver {
  private bytes = Buffer.alloc(0);
  private constructor(readonly socket: Socket) {
    socket.on('data', piece => (this.bytes = Buffer.concat([this.bytes, piece])));
  }

  static async connect(port: number): Promise<Receiver> {
    const receiver = new Receiver(connect({ host: address, port }));
    await once(receiver.socket, 'connect');
    return receiver;
  }

  /** All messages, once the other end has closed. */
  async messages(): Promise<unknown[]> {
    if (!this.socket.closed) await once(this.socket, 'close');
    return unframed(this.bytes);
  }
}

test('reads records, and sends results and unreadable records to all clients', async () => {
  const records = Array.from({ length: RECORDS }, (_, n) =>
    framed(`${JSON.stringify({ n, text: `ü ${n}` })}\n`),
  );
  let connected = (_: Socket): void => undefined;
  const sending = new Promise<Socket>(resolve => (connected = resolve));
  const sender = await listen(socket => connected(socket));
  const [results, deadLetters] = [await freePort(), await freePort()];
  const gateway = await GatewayProcess.start('--store', 'memory');
  const api = new V1Client(gateway);
  const post = async (path: string, body: unknown): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await gateway.fetch(`/api/v2/graph/quine/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return answer.status;
  };
  try {
    const destination = { type: 'ReactiveStream', address, port: results, format: { type: 'JSON' } };
    expect(
      await post('standingQueries', {
        name: 'tens',
        pattern: {
          type: 'Cypher',
          mode: 'MULTIPLE_VALUES',
          query: 'MATCH (n:Message) WHERE n.n % 10 = 0 RETURN n.n AS n',
        },
        outputs: [
          {
            name: 'out',
            preEnrichmentTransformation: { type: 'InlineData' },
            destinations: [destination],
          },
        ],
      }),
    ).toBe(201);
    const listeners = [await Receiver.connect(results), await Receiver.connect(results)];
    expect(
      await post('ingests', {
        name: 'messages',
        source: { type: 'ReactiveStream', url: address, port: sender.port, format: { type: 'Json' } },
        query: `MATCH (n) WHERE id(n) = idFrom('message', $that.n) SET n:Message, n.n = $that.n, n.text = $that.text`,
        onRecordError: {
          deadLetterQueueSettings: {
            destinations: [
              { type: 'ReactiveStream', address, port: deadLetters, outputFormat: { type: 'JSON' } },
            ],
          },
        },
      }),
    ).toBe(201);
    listeners.push(await Receiver.connect(deadLetters));
    // A connection that the server has not accepted yet receives nothing; connections are accepted in order.
    expect((await gateway.fetch('/api/v1/admin/liveness')).status).toBe(204);
    (await sending).end(Buffer.concat([...records.slice(0, 10), framed('no JSON'), ...records.slice(10)]));
    const info = await until(
      () => api.ingest('messages'),
      ({ status }) => status !== 'Running',
    );
    expect([info.status, info.stats.ingestedCount]).toEqual(['Completed', RECORDS + 1]);
    expect(await gateway.rows('MATCH (n:Message) RETURN count(n)')).toEqual([[RECORDS]]);
    expect(
      (await gateway.fetch('/api/v2/graph/quine/standingQueries/tens', { method: 'DELETE' })).status,
    ).toBe(200);
    const expected = Array.from({ length: RECORDS / 10 }, (_, i) => ({ n: 10 * i }));
    const found = await Promise.all(listeners.map(listener => listener.messages()));
    const sorted = (messages: unknown[]) => (messages as { n: number }[]).sort((a, b) => a.n - b.n);
    expect(found.slice(0, 2).map(sorted)).toEqual([expected, expected]);
    expect(found[2]).toEqual([Buffer.from('no JSON').toString('base64')]);
  } finally {
    sender.stop();
    await gateway.stop();
  }
});
