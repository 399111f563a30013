/** Readers of results, and of large responses, that stop reading. */
import { connect, type Socket } from 'node:net';
import type { Fault } from './fault.js';

const MOST = 12;
const WIDE = 'UNWIND range(1, 200000) AS i RETURN i, "some text that is long enough to fill buffers"';

function stall(url: string, head: string, body = ''): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // Never read: the system's buffers fill up, then the sender's.
  socket.pause();
  socket.on('error', () => socket.destroy());
  socket.write(`${head} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: text/plain\r\n`);
  socket.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  return socket;
}

export const STALLED_READERS: Fault = {
  name: 'stalled-readers',
  apply({ gateway, standing }, random) {
    const names = [...standing.there.keys()];
    const count = 1 + random.below(MOST);
    const sockets = Array.from({ length: count }, () => {
      const name = names[random.below(names.length)]!;
      return random.chance(1 / 4)
        ? stall(gateway.url, 'POST /api/v1/query/cypher', WIDE)
        : stall(gateway.url, `GET /api/v1/query/standing/${name}/results`);
    });
    return Promise.resolve({
      what: `${count} readers`,
      undo: () => {
        for (const socket of sockets) socket.destroy();
        return Promise.resolve();
      },
    });
  },
};
