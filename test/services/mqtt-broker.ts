/** An MQTT broker in this process, on a free port of the loopback address. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { Aedes } from 'aedes';

export const MQTT_USER = { username: 'alice', password: 'wonder-land' } as const;

export interface Published {
  readonly topic: string;
  readonly text: string;
  readonly qos: number;
  readonly isRetained: boolean;
}

export class MqttBroker {
  private constructor(
    private readonly aedes: Aedes,
    private readonly server: Server,
  ) {}

  /** It accepts `MQTT_USER` and clients without a login. */
  static async start(): Promise<MqttBroker> {
    const aedes = await Aedes.createBroker({
      authenticate: (_, username, password, done) => {
        const isRight = username === MQTT_USER.username && String(password) === MQTT_USER.password;
        done(null, username === undefined || isRight);
      },
      authorizeSubscribe: (_, subscription, done) =>
        done(null, subscription.topic.startsWith('secret/') ? null : subscription),
    });
    const server = createServer(socket => void aedes.handle(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new MqttBroker(aedes, server);
  }

  async stop(): Promise<void> {
    await new Promise<void>(resolve => this.aedes.close(resolve));
    await new Promise(resolve => this.server.close(resolve));
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `mqtt://127.0.0.1:${this.port}`;
  }

  /** Resolves when a client has subscribed. */
  async subscribed(): Promise<void> {
    await once(this.aedes, 'subscribe');
  }

  /** Resolves when the connection of a client has ended. */
  async ended(): Promise<void> {
    await once(this.aedes, 'clientDisconnect');
  }

  /** Resolves when a client has sent a ping. */
  async pinged(): Promise<void> {
    await once(this.aedes, 'ping');
  }

  async publish(topic: string, text: string, options: { qos?: 0 | 1; retain?: boolean } = {}): Promise<void> {
    const { qos = 1, retain = false } = options;
    const packet = { cmd: 'publish', topic, payload: text, qos, retain, dup: false } as const;
    await new Promise<void>((resolve, reject) =>
      this.aedes.publish(packet, error => (error ? reject(error) : resolve())),
    );
  }

  /** Collects what clients publish under a topic filter from now on. */
  async collect(filter: string): Promise<readonly Published[]> {
    const found: Published[] = [];
    await new Promise<void>(resolve =>
      this.aedes.subscribe(
        filter,
        ({ topic, payload, qos, retain }, done) => {
          found.push({ topic, text: String(payload), qos, isRetained: retain });
          done();
        },
        resolve,
      ),
    );
    return found;
  }
}
