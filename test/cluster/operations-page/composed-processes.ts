/**
 * Runs the services of a Compose file as processes on this machine, with their variables, the options in the image's
 * Dockerfile, commands and health checks. Only addresses, ports and folders differ.
 */
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@weir/platform/testing';
import { NatsServer } from '../../services/nats-server.js';
import type { Installed } from '../../services/service-cache.js';
import { type ComposeFile, type ComposeService, memberNames } from '../../support/compose-file.js';
import { GatewayProcess } from '../../support/gateway-process.js';
import { until } from '../../support/until.js';

const run = promisify(execFile);

/** Replaces the file's lease: operations that are not retried must not fail because a busy machine stalled. */
const LEASE = '6s';

export class ComposedProcesses {
  /** Running members. */
  readonly gateways = new Map<string, GatewayProcess>();
  /** Addresses of all members that ever ran. */
  readonly addresses = new Map<string, string>();
  private readonly images = new Map<string, string>();
  private readonly services = new Map<string, string>();
  private readonly servers = new Map<string, NatsServer>();
  /** Ports on which the servers connect to each other, by the addresses in the file. */
  private readonly routes = new Map<string, string>();
  private readonly healthPorts = new Map<string, string>();

  constructor(
    private readonly folder: string,
    private readonly nats: Installed,
    /** Entry point of the image. */
    private readonly entrypoint: readonly string[],
  ) {}

  /** @param names of the services to start; empty: all without a profile. @returns when they are healthy. */
  async up(file: ComposeFile, names: readonly string[], hasDependencies: boolean): Promise<void> {
    const { services } = file;
    const asked =
      names.length > 0 ? names : Object.keys(services).filter(name => services[name]!.profiles === undefined);
    const members = memberNames(file).filter(name => asked.includes(name));
    const needed = hasDependencies ? members.flatMap(each => Object.keys(services[each]!.depends_on!)) : [];
    const servers = asked.filter(name => services[name]!.environment === undefined);
    await this.startServers(file, new Set([...needed, ...servers]));
    await Promise.all(members.map(name => this.startMember(name, services[name]!)));
  }

  /** @returns whether it is a member. */
  isMember(name: string): boolean {
    return this.gateways.has(name);
  }

  async kill(name: string): Promise<void> {
    if (!this.isMember(name)) return this.servers.get(name)!.kill();
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
    await Promise.all([...this.servers.values()].map(server => server.stop()));
    this.servers.clear();
  }

  /** Starts them together: none is healthy without the majority. */
  private async startServers(file: ComposeFile, names: ReadonlySet<string>): Promise<void> {
    for (const name of names) await this.addRoute(name);
    const health = await Promise.all([...names].map(name => this.startServer(file, name)));
    await Promise.all(health.map(url => until(() => fetch(url).then(answer => answer.ok))));
  }

  private async addRoute(name: string): Promise<void> {
    const address = `${name}:6222`;
    if (!this.routes.has(address)) this.routes.set(address, `127.0.0.1:${await freePort()}`);
  }

  /** @returns the URL that says whether it is healthy. */
  private async startServer({ services, configs }: ComposeFile, name: string): Promise<string> {
    const { command, healthcheck } = services[name]!;
    const known = this.servers.get(name);
    if (known !== undefined) await known.startAgain();
    const port = this.healthPorts.get(name) ?? String(await freePort());
    this.healthPorts.set(name, port);
    if (known === undefined) {
      let configuration = configs!
        ['nats']!.content.replace('0.0.0.0:8222', `127.0.0.1:${port}`)
        .replace('0.0.0.0:6222', this.routes.get(`${name}:6222`)!)
        .replace('/data', join(this.folder, name));
      for (const [address, here] of this.routes) configuration = configuration.replace(address, here);
      const [option, , ...options] = command!;
      expect(option).toBe('--config');
      const server = await NatsServer.start(this.nats, { instead: { configuration, options } });
      this.servers.set(name, server);
      this.services.set(`${name}:4222`, server.address);
    }
    return healthcheck.test.at(-1)!.replace('127.0.0.1:8222', `127.0.0.1:${port}`);
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

  /** Translates the addresses of services to this machine. */
  private here(value: string): string {
    return value
      .split(',')
      .map(each => this.services.get(each) ?? each)
      .join(',');
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
