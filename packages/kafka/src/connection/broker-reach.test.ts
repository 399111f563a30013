import { createServer, type AddressInfo, type Server } from 'node:net';
import { OPEN_RULES, OutgoingPolicy } from '@weir/platform';
import { kafkaSilence } from './broker-reach.js';

const OPEN = new OutgoingPolicy(OPEN_RULES);

async function listening(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer(socket => socket.destroy());
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

test('succeeds if one broker answers, and reports each error if none does', async () => {
  const { server, port } = await listening();
  const unreachable = await listening();
  await new Promise(resolve => unreachable.server.close(resolve));
  const silent = `127.0.0.1:${unreachable.port}`;
  try {
    expect(await kafkaSilence(`${silent}, 127.0.0.1:${port}`, OPEN)).toBeUndefined();
    const why = await kafkaSilence(`${silent},nonsense:x`, OPEN);
    expect(why).toMatch(/^No Kafka broker can be reached: /);
    expect(why).toContain(`${silent}: connect ECONNREFUSED`);
    expect(why).toContain(`'nonsense:x' is not host:port`);
  } finally {
    server.close();
  }
});

test('does not connect to forbidden addresses', async () => {
  const { server, port } = await listening();
  let isAsked = false;
  server.on('connection', () => (isAsked = true));
  try {
    const outgoing = new OutgoingPolicy({ ...OPEN_RULES, deny: ['127.0.0.1'] });
    expect(await kafkaSilence(`127.0.0.1:${port}`, outgoing)).toMatch(/^No Kafka broker can be reached: /);
    expect(isAsked).toBe(false);
  } finally {
    server.close();
  }
});
