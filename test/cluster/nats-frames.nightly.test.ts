/** Links over a real NATS: what every link keeps to, what is no frame, and a server that is killed. */
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { LinkFrame } from '@weir/cluster';
import { NatsFrames } from '@weir/cluster-nats';
import { systemEnvironment } from '@weir/runtime';
import { natsHere, NatsServer } from '../services/nats-server.js';
import { describeWith } from '../services/service-cache.js';
import { CuttableProxy } from '../support/cuttable-proxy.js';
import { until } from '../support/until.js';
import { linkConformance } from './link-conformance.js';

describeWith('links over NATS', await natsHere(), found => {
  let server: NatsServer;
  let clusters = 0;

  beforeAll(async () => void (server = await NatsServer.start(found)));
  afterAll(() => server.stop());

  const connected = (servers: string): Promise<NatsConnection> =>
    connect({ servers, maxReconnectAttempts: -1, reconnectTimeWait: 50 });

  linkConformance('NATS', async () => {
    const subject = `links-${++clusters}`;
    const proxies = await Promise.all([0, 1].map(() => CuttableProxy.before(server.port)));
    const connections = await Promise.all(proxies.map(({ address }) => connected(address)));
    const environment = systemEnvironment();
    return {
      async open(receive) {
        const frames = connections.map(
          (connection, i) =>
            new NatsFrames({
              connection,
              subject,
              id: String(i),
              logger: environment.logger,
              receive: (_, frame) => receive[i]!(frame),
            }),
        );
        const end = (i: number) => ({
          transmit: (frame: LinkFrame) => frames[i]!.transmit(String(1 - i), frame),
          scheduler: environment.scheduler,
        });
        return [end(0), end(1)];
      },
      cut: () => proxies.forEach(proxy => proxy.cut()),
      heal: () => proxies.forEach(proxy => proxy.heal()),
      stall: () => proxies[1]!.stall(),
      resume: () => proxies[1]!.resume(),
      until: async ask => void (await until(ask)),
      close: async () => {
        await Promise.all(connections.map(connection => connection.close()));
        await Promise.all(proxies.map(proxy => proxy.close()));
      },
    };
  });

  test('what is no frame is left out, and the server comes back', async () => {
    const connection = await connected(server.address);
    const [taken, said] = [[] as string[], [] as string[]];
    const options = {
      connection,
      subject: 'back',
      logger: { log: (_: string, text: string) => void said.push(text) },
    };
    const one = new NatsFrames({ ...options, id: 'one', receive: () => undefined });
    const other = new NatsFrames({
      ...options,
      id: 'other',
      receive: (from, frame) => void taken.push(`${from} ${frame.awaits}`),
    });
    connection.publish('back.other', 'nonsense');
    one.transmit('other', { kind: 'awaits', awaits: 1, hasGap: false });
    await until(() => taken.length === 1);
    expect(said).toEqual(['a message that is no frame']);
    await server.kill();
    await server.startAgain();
    await until(() => {
      one.transmit('other', { kind: 'awaits', awaits: 2, hasGap: false });
      return taken.includes('one 2');
    });
    expect(() => one.transmit('a.b', { kind: 'awaits', awaits: 1, hasGap: false })).toThrow(/Invalid id/);
    one.close();
    other.close();
    await connection.close();
  });
});
