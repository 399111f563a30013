/**
 * A single-node Cassandra: a separate process in its own folder, on free ports of the loopback address. It can be
 * killed and restarted with its data.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@weir/platform/testing';
import { projectFile } from '../support/project-file.js';
import { installed, type Installed, type Missing } from './service-cache.js';

const run = promisify(execFile);
const START_MILLIS = 180_000;

/** The user of a server that requires passwords. */
export const CASSANDRA_USER = { username: 'cassandra', password: 'cassandra' } as const;
const STORE_PASSWORD = 'for-tests';

export function cassandraHere(): Promise<Installed | Missing> {
  const pom = projectFile('test/services/cassandra-pom.xml');
  return installed('cassandra-5.0.5', ['java', 'mvn'], folder => [
    ['mvn', '-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`],
  ]);
}

/** Packages that Cassandra accesses on Java 17: its own list, jvm17-server.options. */
const EXPORTS = [
  'java.base/jdk.internal.misc',
  'java.base/jdk.internal.ref',
  'java.base/sun.nio.ch',
  'java.management.rmi/com.sun.jmx.remote.internal.rmi',
  'java.rmi/sun.rmi.registry',
  'java.rmi/sun.rmi.server',
  'java.sql/java.sql',
  'java.base/java.lang.ref',
  'java.base/jdk.internal.math',
  'jdk.unsupported/sun.misc',
];
const OPENS = [
  'java.base/java.lang.module',
  'java.base/jdk.internal.loader',
  'java.base/jdk.internal.ref',
  'java.base/jdk.internal.reflect',
  'java.base/jdk.internal.math',
  'java.base/jdk.internal.module',
  'java.base/jdk.internal.util.jar',
  'jdk.management/com.sun.management.internal',
  'java.base/sun.nio.ch',
  'java.base/java.io',
  'java.base/java.lang',
  'java.base/java.lang.reflect',
  'java.base/java.util',
  'java.base/java.util.concurrent',
  'java.base/java.util.concurrent.atomic',
  'java.base/java.nio',
  'java.rmi/sun.rmi.transport.tcp',
];

/** Like the official image, which takes options of the Java machine from its environment. */
export interface CassandraImage {
  readonly options: readonly string[];
}

export class CassandraServer {
  private process: ChildProcess | undefined;
  private output = '';

  private constructor(
    private readonly classes: string,
    readonly folder: string,
    readonly port: number,
    private readonly jmxPort: number,
    private readonly options: readonly string[],
  ) {}

  /** @param isGuarded requires TLS, with `certificate`, and passwords. @returns when it answers. */
  static async start(
    { folder: classes }: Installed,
    isGuarded = false,
    image?: CassandraImage,
  ): Promise<CassandraServer> {
    const folder = await mkdtemp(join(tmpdir(), 'weir-cassandra-'));
    const [port, storage, jmx] = await Promise.all([freePort(), freePort(), freePort()]);
    const guards = isGuarded ? await guardsIn(folder) : '';
    await writeFile(
      join(folder, 'cassandra.yaml'),
      configuration(folder, port, storage, image === undefined ? OWN_LOG : IMAGE_LOG) + guards,
    );
    const server = new CassandraServer(classes, folder, port, jmx, image?.options ?? []);
    await server.startAgain();
    return server;
  }

  get contactPoint(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** PEM file of the certificate's authority: the certificate is self-signed. */
  get certificate(): string {
    return join(this.folder, 'certificate.pem');
  }

  /** Restarts after `kill`, on the same ports, with the same data. @returns when it answers. */
  async startAgain(): Promise<void> {
    const child = spawn('java', this.arguments(), { stdio: ['ignore', 'pipe', 'pipe'], cwd: this.folder });
    this.process = child;
    this.output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (this.output = (this.output + String(text)).slice(-20_000)));
    const deadline = Date.now() + START_MILLIS;
    while (!(await this.answers())) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`no Cassandra:\n${this.output}`);
      await new Promise(resolve => setTimeout(resolve, 100));
    }
  }

  /** Ends the process like a crash. */
  async kill(): Promise<void> {
    const child = this.process;
    this.process = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise(resolve => child.once('exit', resolve));
    child.kill('SIGKILL');
    await exited;
  }

  /** Stalls the process, with its connections open, until `resume`. */
  freeze(): void {
    this.process!.kill('SIGSTOP');
  }

  resume(): void {
    this.process!.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  private arguments(): string[] {
    const properties = {
      'cassandra.config': `file://${join(this.folder, 'cassandra.yaml')}`,
      'cassandra.storagedir': this.folder,
      'cassandra.jmx.local.port': this.jmxPort,
      'cassandra.initial_token': 0,
      'cassandra.ring_delay_ms': 100,
      'cassandra.skip_wait_for_gossip_to_settle': 0,
      'cassandra.superuser_setup_delay_ms': 0,
    };
    return [
      ...['-Xms512m', '-Xmx768m', '-XX:TieredStopAtLevel=1'],
      ...EXPORTS.flatMap(name => ['--add-exports', `${name}=ALL-UNNAMED`]),
      ...OPENS.flatMap(name => ['--add-opens', `${name}=ALL-UNNAMED`]),
      ...Object.entries(properties).map(([name, value]) => `-D${name}=${value}`),
      ...this.options,
      ...['-cp', `${this.classes}/*`, 'org.apache.cassandra.service.CassandraDaemon'],
    ];
  }

  private answers(): Promise<boolean> {
    return new Promise(resolve => {
      const socket = connect(this.port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
  }
}

/** A single node must lose nothing when its process ends. */
const OWN_LOG = 'commitlog_sync: batch\n';
const IMAGE_LOG = 'commitlog_sync: periodic\ncommitlog_sync_period: 10000ms\n';

function configuration(folder: string, port: number, storage: number, log: string): string {
  const directories = ['commitlog', 'saved_caches', 'hints', 'cdc_raw'].map(
    name => `${name}_directory: ${join(folder, name)}\n`,
  );
  return `cluster_name: test
num_tokens: 1
partitioner: org.apache.cassandra.dht.Murmur3Partitioner
endpoint_snitch: SimpleSnitch
seed_provider:
  - class_name: org.apache.cassandra.locator.SimpleSeedProvider
    parameters:
      - seeds: "127.0.0.1:${storage}"
listen_address: 127.0.0.1
rpc_address: 127.0.0.1
storage_port: ${storage}
native_transport_port: ${port}
data_file_directories: [${join(folder, 'data')}]
${log}${directories.join('')}`;
}

async function guardsIn(folder: string): Promise<string> {
  const keys = join(folder, 'keys.p12');
  const store = ['-keystore', keys, '-storepass', STORE_PASSWORD, '-alias', 'cassandra'];
  await run('keytool', [
    ...['-genkeypair', '-keyalg', 'EC', '-storetype', 'PKCS12', '-validity', '2'],
    ...['-dname', 'CN=127.0.0.1', '-ext', 'SAN=IP:127.0.0.1', ...store],
  ]);
  await run('keytool', ['-exportcert', '-rfc', '-file', join(folder, 'certificate.pem'), ...store]);
  return `authenticator: PasswordAuthenticator
authorizer: CassandraAuthorizer
client_encryption_options:
  enabled: true
  optional: false
  keystore: ${keys}
  keystore_password: ${STORE_PASSWORD}
  store_type: PKCS12
`;
}
