/**
 * Runs the services of a Compose file as processes on this machine, with their variables, the options in the image's
 * Dockerfile, commands and health checks. Only addresses, ports and folders differ.
 */
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'cassandra-driver';
import { freePort } from '@weir/platform/testing';
import { CassandraServer } from '../services/cassandra-server.js';
import { NatsServer } from '../services/nats-server.js';
import type { Installed } from '../services/service-cache.js';
import { type ComposeFile, type ComposeService, memberNames } from '../support/compose-file.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { until } from '../support/until.js';

const run = promisify(execFile);

/** Replaces the file's lease: operations that are not retried must not fail because a busy machine stalled. */
const LEASE = '6s';

export interface Servers {
  readonly nats: Installed;
  readonly cassandra: Installed;
}

export class ComposedProcesses {
  /** Running members. */
  readonly gateways = new Map<string, GatewayProcess>();
  /** Addresses of all members that ever ran. */
  readonly addresses = new Map<string, string>();
  private readonly images = new Map<string, string>();
  private readonly services = new Map<string, string>();
  private nats: NatsServer | undefined = undefined;
  private cassandra: CassandraServer | undefined = undefined;

  constructor(
    private readonly folder: string,
    private readonly servers: Servers,
    /** Entry point of the image. */
    private readonly entrypoint: readonly string[],
  ) {}

  /** @param names of the services to start; empty: all without a profile. @returns when they are healthy. */
  async up(file: ComposeFile, names: readonly string[], hasDependencies: boolean): Promise<void> {
    const { services } = file;
    const asked =
      names.length > 0 ? names : Object.keys(services).filter(name => services[name]!.profiles === undefined);
    const members = memberNames(file).filter(name => asked.includes(name));
    if (hasDependencies)
      for (const name of members.flatMap(each => Object.keys(services[each]!.depends_on!)))
        await this.startServer(name, services[name]!);
    await Promise.all(members.map(name => this.startMember(name, services[name]!)));
  }

  async kill(name: string): Promise<void> {
    await this.gateways.get(name)!.kill();
    this.gateways.delete(name);
  }

  async stop(name: string): Promise<void> {
    const gateway = this.gateways.get(name)!;
    expect([name, await gateway.stop()]).toEqual([name, 0]);
    this.gateways.delete(name);
  }

  async down(): Promise<void> {
    await Promise.all([...this.gateways.keys()].map(name => this.stop(name)));
    await this.close();
  }

  /** Kills all running services. */
  async close(): Promise<void> {
    await Promise.all([...this.gateways.keys()].map(name => this.kill(name)));
    await Promise.all([this.nats?.stop(), this.cassandra?.stop()]);
    [this.nats, this.cassandra] = [undefined, undefined];
  }

  private async startServer(
    name: string,
    { command, environment, healthcheck }: ComposeService,
  ): Promise<void> {
    if (name === 'nats' && this.nats === undefined) {
      const port = await freePort();
      const here = command!.map(word =>
        word.replace('8222', String(port)).replace('/data', join(this.folder, name)),
      );
      this.nats = await NatsServer.start(this.servers.nats, { command: here });
      const health = healthcheck.test.at(-1)!.replace('127.0.0.1:8222', `127.0.0.1:${port}`);
      await until(() => fetch(health).then(answer => answer.ok));
      this.services.set('nats:4222', this.nats.address);
    }
    if (name === 'cassandra' && this.cassandra === undefined) {
      const options = String(environment!['JVM_EXTRA_OPTS']).split(' ');
      this.cassandra = await CassandraServer.start(this.servers.cassandra, false, { options });
      this.services.set('cassandra:9042', this.cassandra.contactPoint);
      expect(await logOf(this.cassandra)).toBe('batch');
    }
  }

  private async startMember(name: string, service: ComposeService): Promise<void> {
    if (this.gateways.has(name)) {
      if (this.images.get(name) === service.image) return;
      await this.stop(name);
    }
    const known = this.addresses.get(name);
    const port = known === undefined ? await freePort() : Number(new URL(known).port);
    const address = `http://127.0.0.1:${port}`;
    this.addresses.set(name, address);
    this.services.set(`http://${name}:8080`, address);
    const folder = join(this.folder, name);
    await mkdir(folder, { recursive: true });
    const settings = Object.entries(service.environment!).map(([key, value]) => [
      key,
      this.here(String(value)),
    ]);
    const variables: Record<string, string> = {
      ...(Object.fromEntries(settings) as Record<string, string>),
      WEIR_WEBSERVER_PORT: String(port),
      WEIR_CLUSTER_LEASE: LEASE,
    };
    const [, , ...words] = this.entrypoint;
    // The command line of the user follows `--`.
    const options = words.slice(0, words.indexOf('--'));
    const local = options.map(word => word.replace('0.0.0.0', '127.0.0.1').replace('/data', folder));
    const gateway = GatewayProcess.spawnBare(folder, variables, ...local);
    await gateway.ready();
    this.gateways.set(name, gateway);
    this.images.set(name, service.image);
    await until(() => isHealthy(service, address));
  }

  /** Translates the address of a service to this machine. */
  private here(value: string): string {
    return this.services.get(value) ?? value;
  }
}

async function isHealthy({ healthcheck }: ComposeService, address: string): Promise<boolean> {
  const [kind, program, ...args] = healthcheck.test;
  expect([kind, program]).toEqual(['CMD', 'node']);
  const here = args.map(each => each.replace('http://127.0.0.1:8080', address));
  return run(process.execPath, here).then(
    () => true,
    () => false,
  );
}

/** Returns when it acknowledges: with `batch`, not before the data is on its disk. */
async function logOf({ contactPoint }: CassandraServer): Promise<unknown> {
  const client = new Client({ contactPoints: [contactPoint], localDataCenter: 'datacenter1' });
  try {
    const text = "SELECT value FROM system_views.settings WHERE name = 'commitlog_sync'";
    return (await client.execute(text)).first().get('value') as unknown;
  } finally {
    await client.shutdown();
  }
}
