/** Results over WebSockets, in both versions of the API, and requests that offer an upgrade to another protocol. */
import { request as httpRequest } from 'node:http';
import { WebSocket } from 'ws';
import { clientOfService } from '../testing/client-of-service.js';
import { startWeir } from '../testing/start-weir.js';

const client = clientOfService();
const { ask, cypher } = client;
const NEW = '/api/v2/graph/quine/standingQueries';
const V1 = '/api/v1/query/standing';

let names = 0;
async function newStanding(): Promise<string> {
  const name = `t${names++}`;
  const query = `MATCH (n:Tapped${name}) RETURN n.number AS number`;
  const outputs = [
    {
      name: 'o',
      filter: { type: 'OnlyPositiveMatch' },
      resultEnrichment: { query: 'RETURN $that.data.number * 10 AS ten' },
      destinations: [{ type: 'Drop' }],
    },
  ];
  const pattern = { type: 'Cypher', query, mode: 'MULTIPLE_VALUES' };
  expect((await ask('POST', NEW, { name, pattern, outputs })).status).toBe(201);
  return name;
}

function match(name: string, number: number): Promise<unknown> {
  return cypher(`MATCH (n) WHERE id(n) = idFrom($name) SET n:Tapped${name}, n.number = $number`, {
    name,
    number,
  });
}

interface SocketMessages {
  readonly socket: WebSocket;
  /** Resolves with `count` frames. */
  readonly take: (count: number) => Promise<unknown[]>;
}

/** Rejects with the status of a response that does not upgrade. */
function open(path: string, options: object = {}, url = client.service.url): Promise<SocketMessages> {
  const socket = new WebSocket(url.replace('http', 'ws') + path, options);
  const frames: unknown[] = [];
  let arrived = (): void => undefined;
  socket.on('message', (data: Buffer) => {
    frames.push(JSON.parse(data.toString()) as unknown);
    arrived();
  });
  const take = async (count: number): Promise<unknown[]> => {
    while (frames.length < count) await new Promise<void>(resolve => (arrived = resolve));
    return frames.splice(0, count);
  };
  return new Promise((resolve, reject) => {
    socket.on('error', () => undefined);
    socket.once('open', () => resolve({ socket, take }));
    socket.once('unexpected-response', (request, response) => {
      reject(new Error(String(response.statusCode)));
      request.destroy();
    });
  });
}

const closed = (socket: WebSocket): Promise<number> => new Promise(resolve => socket.once('close', resolve));

test.each<[what: string, path: (name: string) => string, frames: unknown[]]>([
  ['results, version 1', name => `${V1}/${name}`, [true, true, false]],
  ['beside the stream of events', name => `${V1}/${name}/results`, [true, true, false]],
  ['results, version 2', name => `${NEW}/${name}:tap`, [true, true, false]],
])('%s', async (_, path, kinds) => {
  const name = await newStanding();
  const { socket, take } = await open(path(name));
  await match(name, 1);
  await match(name, 2);
  const frames = (await take(3)) as { meta: { isPositiveMatch: boolean }; data: { number: number } }[];
  expect(frames[0]).toMatchObject({ meta: { isPositiveMatch: true }, data: { number: 1 } });
  expect(frames.map(({ meta }) => meta.isPositiveMatch)).toEqual(kinds);
  socket.close();
  await closed(socket);
});

test('shows results before and after the enrichment of an output', async () => {
  const name = await newStanding();
  const before = await open(`${NEW}/${name}/outputs/o:tapPreEnrichment`);
  const after = await open(`${NEW}/${name}/outputs/o:tap`);
  await match(name, 7);
  expect(await before.take(1)).toMatchObject([{ meta: { isPositiveMatch: true }, data: { number: 7 } }]);
  expect(await after.take(1)).toEqual([{ ten: 70 }]);
  const ends = [closed(before.socket), closed(after.socket)];
  await ask('DELETE', `${NEW}/${name}/outputs/o`);
  expect(await Promise.all(ends)).toEqual([1001, 1001]);
});

test('ends with its standing query', async () => {
  const name = await newStanding();
  const { socket } = await open(`${V1}/${name}`);
  const end = closed(socket);
  await ask('DELETE', `${V1}/${name}`);
  expect(await end).toBe(1001);
});

test('ignores client messages; too large ones end the connection', async () => {
  const name = await newStanding();
  const { socket, take } = await open(`${V1}/${name}`);
  socket.send('{"hello": 1}');
  await match(name, 1);
  expect(await take(1)).toHaveLength(1);
  const end = closed(socket);
  socket.send('x'.repeat(100_000));
  expect(await end).toBe(1009);
});

test.each<[path: string, status: string, headers?: Record<string, string>]>([
  [`${V1}/none`, '404'],
  [`${V1}/none/results`, '404'],
  [`${NEW}/none:tap`, '404'],
  [`${NEW}/none/outputs/o:tap`, '404'],
  [`${NEW}/a%20b:tap`, '400'],
  ['/api/v1/admin/build-info', '200'],
  ['/nothing', '404'],
])('answers a WebSocket at %s with %s', async (path, status) => {
  await expect(open(path)).rejects.toThrow(status);
});

test('rejects other web sites', async () => {
  const name = await newStanding();
  await expect(open(`${V1}/${name}`, { origin: 'http://evil.example' })).rejects.toThrow('403');
  const own = await open(`${V1}/${name}`, { origin: client.service.url });
  own.socket.close();
  await closed(own.socket);
});

test('a service that stops closes open connections', async () => {
  const service = await startWeir();
  const pattern = { type: 'Cypher', query: 'MATCH (n:X) RETURN DISTINCT id(n)' };
  await fetch(`${service.url}${V1}/x`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ pattern }),
  });
  const { socket } = await open(`${V1}/x`, {}, service.url);
  const end = closed(socket);
  await service.stop();
  expect(await end).toBe(1001);
});

test('the address of a tap accepts only WebSockets', async () => {
  const name = await newStanding();
  expect((await ask('GET', `${NEW}/${name}:tap`)).status).toBe(400);
});

test('answers a request that offers HTTP/2 as if it did not, body included, also on a kept connection', async () => {
  const url = new URL(client.service.url);
  const send = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const request = httpRequest(
        {
          host: url.hostname,
          port: url.port,
          method: 'POST',
          path: '/api/v1/query/cypher',
          headers: {
            Connection: 'Upgrade, HTTP2-Settings',
            Upgrade: 'h2c',
            'HTTP2-Settings': 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
            'Content-Type': 'text/plain',
            'Content-Length': Buffer.byteLength(text),
          },
        },
        response => {
          let answer = '';
          response.on('data', (piece: Buffer) => (answer += piece.toString()));
          response.on('end', () => resolve(answer));
        },
      );
      request.on('error', reject);
      // The body follows the head separately, as some clients send it.
      request.flushHeaders();
      setImmediate(() => request.end(text));
    });
  for (const n of [1, 2])
    expect(JSON.parse(await send(`RETURN ${n} AS n`))).toEqual({ columns: ['n'], results: [[n]] });
  const long = `RETURN size("${'x'.repeat(300_000)}") AS n`;
  expect(JSON.parse(await send(long))).toEqual({ columns: ['n'], results: [[300_000]] });
});
