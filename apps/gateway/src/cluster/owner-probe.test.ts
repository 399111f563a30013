/** When an owner is suspected, with real sockets. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { systemEnvironment } from '@weir/runtime';
import { OwnerProbe } from './owner-probe.js';

let probe: OwnerProbe;
let suspected: (owner: string) => void;
let listening: Listener[] = [];

beforeEach(() => {
  suspected = () => undefined;
  probe = new OwnerProbe(systemEnvironment(), owner => suspected(owner));
});
afterEach(async () => {
  probe.stop();
  await Promise.all(listening.map(each => each.close()));
  listening = [];
});

class Listener {
  readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {
    server.on('connection', socket => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  static async start(port = 0): Promise<Listener> {
    const server = createServer();
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const listener = new Listener(server);
    listening.push(listener);
    return listener;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async connection(): Promise<Socket> {
    return ((await once(this.server, 'connection')) as [Socket])[0];
  }

  async close(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}

test('suspects an owner whose connection closed and whose address refuses new ones', async () => {
  const listener = await Listener.start();
  const connected = listener.connection();
  probe.watch('one', listener.url);
  await connected;
  const suspicions: string[] = [];
  const twice = new Promise<void>(resolve => {
    suspected = owner => {
      if (suspicions.push(owner) === 2) resolve();
    };
  });
  await listener.close();
  // A renewal that was in flight may end the first suspicion.
  await twice;
  expect(suspicions).toEqual(['one', 'one']);
});

test('reconnects when the server closes or resets its connection, without suspicion', async () => {
  suspected = owner => {
    throw new Error(`suspects ${owner}`);
  };
  const listener = await Listener.start();
  const first = listener.connection();
  probe.watch('one', listener.url);
  const second = listener.connection.bind(listener);
  (await first).end();
  const socket = await second();
  const third = second();
  socket.resetAndDestroy();
  await third;
});

test('does not suspect an owner that it has never reached', async () => {
  const silent = await Listener.start();
  const { url, port } = silent;
  await silent.close();
  suspected = owner => {
    throw new Error(`suspects ${owner}`);
  };
  probe.watch('one', url);
  const late = await Listener.start(port);
  await late.connection();
});

test('watches one owner at a time', async () => {
  const [one, two] = [await Listener.start(), await Listener.start()];
  const first = one.connection();
  probe.watch('one', one.url);
  const closed = once(await first, 'close');
  const second = two.connection();
  probe.watch('two', two.url);
  await closed;
  await second;
  const named = new Promise<string>(resolve => (suspected = resolve));
  await one.close();
  await two.close();
  expect(await named).toBe('two');
});
