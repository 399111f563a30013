/**
 * A single Kafka broker: a separate process in its own folder, on free ports of the loopback address. It accepts plain
 * connections, SASL, and TLS. It can be killed and restarted with its data.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@weir/platform/testing';
import { projectFile } from '../support/project-file.js';
import { ServerProcess } from './server-process.js';
import { installed, type Installed, type Missing } from './service-cache.js';

const run = promisify(execFile);
const START_MILLIS = 90_000;

export const KAFKA_USER = { username: 'alice', password: 'wonder-land' } as const;
const STORE_PASSWORD = 'for-tests';

export function kafkaHere(): Promise<Installed | Missing> {
  const pom = projectFile('test/services/kafka-pom.xml');
  return installed('kafka-with-tools-4.1.0', ['java', 'mvn'], folder => [
    ['mvn', '-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`],
  ]);
}

interface Ports {
  readonly plain: number;
  readonly sasl: number;
  readonly tls: number;
  readonly controller: number;
}

export class KafkaServer {
  private readonly process: ServerProcess;

  private constructor(
    private readonly classes: string,
    readonly folder: string,
    private readonly ports: Ports,
    /** The broker's own certificate, PEM. */
    readonly certificate: string,
  ) {
    const memory = ['-Xmx384m', '-XX:TieredStopAtLevel=1'];
    this.process = new ServerProcess({
      name: 'Kafka',
      program: 'java',
      args: [...memory, '-cp', `${classes}/*`, 'kafka.Kafka', this.properties],
      cwd: folder,
      answers: () => this.answers(),
    });
  }

  /** @returns when it answers. */
  static async start({ folder: classes }: Installed): Promise<KafkaServer> {
    const folder = await mkdtemp(join(tmpdir(), 'weir-kafka-'));
    const [plain, sasl, tls, controller] = await Promise.all([
      freePort(),
      freePort(),
      freePort(),
      freePort(),
    ]);
    const certificate = await makeCertificate(folder);
    const server = new KafkaServer(classes, folder, { plain, sasl, tls, controller }, certificate);
    await server.format();
    await server.startAgain();
    return server;
  }

  get bootstrapServers(): string {
    return `127.0.0.1:${this.ports.plain}`;
  }

  get saslServers(): string {
    return `127.0.0.1:${this.ports.sasl}`;
  }

  get tlsServers(): string {
    return `127.0.0.1:${this.ports.tls}`;
  }

  /** Restarts after `kill`, on the same ports, with the same data. @returns when it answers. */
  startAgain(): Promise<void> {
    return this.process.start();
  }

  /** Ends the process like a crash. */
  kill(): Promise<void> {
    return this.process.kill();
  }

  /** Stalls the process, with its connections open, until `resume`. */
  freeze(): void {
    this.process.signal('SIGSTOP');
  }

  resume(): void {
    this.process.signal('SIGCONT');
  }

  /** Changes the password of the common test user, for SCRAM-SHA-512. */
  async changePassword(password: string): Promise<void> {
    await this.tool('kafka.admin.ConfigCommand', [
      ...['--bootstrap-server', this.bootstrapServers, '--alter'],
      ...['--add-config', `SCRAM-SHA-512=[password=${password}]`],
      ...['--entity-type', 'users', '--entity-name', KAFKA_USER.username],
    ]);
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Runs one of Kafka's own programs. @returns its output. */
  async tool(name: string, args: readonly string[], input?: string): Promise<string> {
    const running = run(
      'java',
      ['-Xmx128m', '-XX:TieredStopAtLevel=1', '-cp', `${this.classes}/*`, name, ...args],
      {
        timeout: START_MILLIS,
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    running.child.stdin?.end(input ?? '');
    return (await running).stdout;
  }

  private get properties(): string {
    return join(this.folder, 'server.properties');
  }

  private async format(): Promise<void> {
    const { plain, sasl, tls, controller } = this.ports;
    const { username, password } = KAFKA_USER;
    const login = `username="admin" password="admin" user_admin="admin" user_${username}="${password}"`;
    const jaas = (module: string, rest = '') =>
      `org.apache.kafka.common.security.${module} required ${rest};`.replaceAll('\\', '\\\\');
    const addresses = `PLAINTEXT://127.0.0.1:${plain},SASL_PLAINTEXT://127.0.0.1:${sasl},SSL://127.0.0.1:${tls}`;
    const lines = {
      'process.roles': 'broker,controller',
      'node.id': 1,
      'controller.quorum.voters': `1@127.0.0.1:${controller}`,
      listeners: `${addresses},CONTROLLER://127.0.0.1:${controller}`,
      'advertised.listeners': addresses,
      'listener.security.protocol.map':
        'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT,SSL:SSL',
      'controller.listener.names': 'CONTROLLER',
      'inter.broker.listener.name': 'PLAINTEXT',
      'log.dirs': join(this.folder, 'log'),
      'num.partitions': 1,
      'offsets.topic.replication.factor': 1,
      'offsets.topic.num.partitions': 4,
      'transaction.state.log.replication.factor': 1,
      'transaction.state.log.min.isr': 1,
      'transaction.state.log.num.partitions': 4,
      'group.initial.rebalance.delay.ms': 0,
      'group.min.session.timeout.ms': 1000,
      'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512,OAUTHBEARER',
      'listener.name.sasl_plaintext.plain.sasl.jaas.config': jaas('plain.PlainLoginModule', login),
      'listener.name.sasl_plaintext.scram-sha-256.sasl.jaas.config': jaas('scram.ScramLoginModule'),
      'listener.name.sasl_plaintext.scram-sha-512.sasl.jaas.config': jaas('scram.ScramLoginModule'),
      'listener.name.sasl_plaintext.oauthbearer.sasl.jaas.config': jaas('oauthbearer.OAuthBearerLoginModule'),
      // Maximum; connections end with their tokens.
      'listener.name.sasl_plaintext.oauthbearer.connections.max.reauth.ms': 3_600_000,
      'ssl.keystore.type': 'PKCS12',
      'ssl.keystore.location': join(this.folder, 'keys.p12'),
      'ssl.keystore.password': STORE_PASSWORD,
    };
    await writeFile(
      this.properties,
      Object.entries(lines)
        .map(([key, value]) => `${key}=${value}\n`)
        .join(''),
    );
    const scram = ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap(mechanism => [
      '--add-scram',
      `${mechanism}=[name=${username},password="${password}"]`,
    ]);
    const id = randomBytes(16).toString('base64url').replace(/^-/, 'A');
    await this.tool('kafka.tools.StorageTool', ['format', '-t', id, '-c', this.properties, ...scram]);
  }

  private answers(): Promise<boolean> {
    return new Promise(resolve => {
      const socket = connect(this.ports.plain, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
  }
}

async function makeCertificate(folder: string): Promise<string> {
  const store = ['-keystore', join(folder, 'keys.p12'), '-storepass', STORE_PASSWORD, '-alias', 'kafka'];
  await run('keytool', [
    ...['-genkeypair', '-keyalg', 'EC', '-storetype', 'PKCS12', '-validity', '2'],
    ...['-dname', 'CN=127.0.0.1', '-ext', 'SAN=IP:127.0.0.1', ...store],
  ]);
  const file = join(folder, 'certificate.pem');
  await run('keytool', ['-exportcert', '-rfc', '-file', file, ...store]);
  return readFile(file, 'utf8');
}
