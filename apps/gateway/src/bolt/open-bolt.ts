/** The Bolt server, with the tokens, certificates and guards of the web server. */
import { type BoltConnections, type BoltDoor, BoltServer } from '@weir/bolt';
import { WeirError, type Environment } from '@weir/platform';
import type { Access } from '../access/access.js';
import { EFFECTS_OF_ROLE, type Role } from '../access/role.js';
import type { Config } from '../config/settings.js';
import type { CypherQueries } from '../graph/cypher-queries.js';
import { originCheck } from '../http/cross-site-guard.js';
import { exposureWarning } from '../http/exposure.js';
import { hostCheck, isLoopback } from '../http/host-guard.js';
import { tlsOf } from '../http/tls-files.js';
import { productVersion } from '../system/product-version.js';

/**
 * Drivers and tools read the version of Neo4j from it, and adapt what they send. It is the first version with Bolt 5.4.
 */
const AGENT = `Neo4j/5.13.0-weir-${productVersion()}`;
/** Effects that a query may have in a session with the access mode READ. */
const EFFECTS_OF_READING = ['logs', 'administers'] as const;

export class Bolt implements BoltDoor {
  private queries: CypherQueries | undefined;
  private isEnding = false;
  private server!: BoltServer;

  private constructor(
    private readonly config: Config,
    private readonly access: Access,
  ) {}

  /**
   * Opens the port, if there is one. Clients are asked to retry until `serve` is called. Rejects with
   * `gateway.port-in-use` or `config.invalid`.
   */
  static async listen(config: Config, access: Access, environment: Environment): Promise<Bolt | undefined> {
    const port = config['bolt.port'];
    if (port === undefined) return undefined;
    const bolt = new Bolt(config, access);
    const messageBytes = config['bolt.maximum-message-size'];
    bolt.server = await BoltServer.listen({
      host: bolt.host,
      port,
      tls: tlsOf(config),
      limits: {
        messageBytes,
        totalMessageBytes: Math.max(config['bolt.maximum-messages-size'], messageBytes),
        connections: config['bolt.maximum-connections'],
        loginMillis: config['bolt.login-timeout'],
      },
      door: bolt,
      agent: AGENT,
      environment,
    });
    return bolt;
  }

  get host(): string {
    return this.config['bolt.host'] ?? this.config['webserver.address'];
  }

  get connections(): BoltConnections {
    return this.server.connections;
  }

  /** For display: a wildcard address is shown as this machine's own. */
  get url(): string {
    const shown = this.host === '0.0.0.0' || this.host === '::' ? '127.0.0.1' : this.host;
    const scheme = this.config['webserver.use-tls'] ? 'bolt+s' : 'bolt';
    return `${scheme}://${shown.includes(':') ? `[${shown}]` : shown}:${this.server.address.port}`;
  }

  /** @param print receives lines about where the server can be reached. */
  serve(queries: CypherQueries, print: (line: string) => void): void {
    this.queries = queries;
    if (this.isExposed) exposureWarning(this.host).forEach(print);
    print(`Bolt available at ${this.url}`);
  }

  close(graceMillis: number): Promise<void> {
    this.isEnding = true;
    return this.server.close(graceMillis);
  }

  async admit(token: string | undefined) {
    this.running();
    await this.access.roleOf(token);
    return {
      run: async ({ text, parameters, onlyReads, timeout, signal }: Parameters<BoltUserRun>[0]) => {
        // A token may have expired since the client logged in.
        const role = await this.access.roleOf(token);
        const options = { parameters, signal, allowedEffects: effectsOf(role, onlyReads) };
        const run = await this.running().limited(text, options, timeout);
        return {
          columns: run.columns,
          isReadOnly: run.isReadOnly,
          batches: () => run.batches(),
          stop: async () => run[Symbol.asyncDispose](),
        };
      },
    };
  }

  checkWebSocket(request: Parameters<BoltDoor['checkWebSocket']>[0]): void {
    const { config } = this;
    hostCheck({
      isLocal: this.isLocal,
      allowedHosts: config['webserver.allowed-hosts'],
      advertisedHost: config['webserver-advertise.address'],
    })(request.headers.host);
    originCheck(config['webserver.allowed-origins'])(request);
  }

  /** @throws WeirError `graph.not-ready` */
  private running(): CypherQueries {
    if (this.queries !== undefined && !this.isEnding) return this.queries;
    throw new WeirError('graph.not-ready', 'The graph is not ready yet');
  }

  /** Whether other machines can reach the address, and every client may do everything. */
  private get isExposed(): boolean {
    return this.access.isOpen && !this.config['webserver.use-mtls.enabled'] && !this.isLocal;
  }

  private get isLocal(): boolean {
    return isLoopback(this.server.address.address);
  }
}

type BoltUserRun = Awaited<ReturnType<BoltDoor['admit']>>['run'];

function effectsOf(role: Role, onlyReads: boolean) {
  const allowed = EFFECTS_OF_ROLE[role];
  if (!onlyReads) return allowed;
  return allowed === undefined
    ? EFFECTS_OF_READING
    : EFFECTS_OF_READING.filter(effect => allowed.includes(effect));
}
