/** Gateways that share one graph and lend each other workers, and the writes that a client knows of. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@weir/platform/testing';
import type { NatsServer } from '../../services/nats-server.js';
import { CuttableProxy } from '../../support/cuttable-proxy.js';
import { GatewayProcess } from '../../support/gateway-process.js';
import { netPairs, pairRows } from '../../support/net-pairs.js';
import { resultsInFile } from '../../support/result-lines.js';
import { until } from '../../support/until.js';
import { V1Client } from '../../support/v1-client.js';
import { ResultsReader } from './results-reader.js';

export const PATTERN =
  'MATCH (a)-[:to]->(b) WHERE a.on = true AND b.seen = true RETURN id(a) AS a, id(b) AS b';
/** Creates a separate edge for each number. */
export const INGEST = `MATCH (a), (b) WHERE id(a) = idFrom('a', toInteger($that)) AND id(b) = idFrom('b', toInteger($that) % 37)
  SET a.on = toInteger($that) % 3 <> 0 CREATE (a)-[:to]->(b)`;
const HAND = `MATCH (h), (b) WHERE id(h) = idFrom('hand', $k) AND id(b) = idFrom('b', $k % 37)
  SET h.k = $k, b.seen = $k % 2 = 0`;

/** More than a round causes. */
const KEPT_RESULTS = 200_000;
const WRITE_PATIENCE_MILLIS = 20_000;
const STEADY_PATIENCE_MILLIS = 2_000;
const STEADY_PAUSE_MILLIS = 50;

export interface ServerAddresses {
  /** An address, or the servers. Members reach servers through proxies. */
  readonly nats: string | readonly NatsServer[];
  /** Without Cassandra, the graph is in a log on NATS. */
  readonly cassandra?: string;
}

interface Cluster {
  readonly owner: string;
  readonly order: number;
  readonly members: readonly {
    readonly id: string;
    readonly isReady: boolean;
    readonly shards: readonly number[];
    readonly copies: readonly number[] | null;
    readonly rowsBehind: number | null;
  }[];
  readonly readers: readonly {
    readonly stream: string;
    readonly member: string | null;
    readonly records: number;
    readonly trouble: string | null;
  }[];
  readonly moves: readonly { readonly reason: string; readonly millis: number | null }[];
}

export class SharedGraph {
  readonly running = new Map<string, GatewayProcess>();
  /** Proxies through which other members reach a member, keyed by member. */
  readonly proxies = new Map<string, CuttableProxy>();
  /** Proxies through which a member reaches the brokers, keyed by member. */
  readonly brokerLinks = new Map<string, readonly CuttableProxy[]>();
  /** Ad hoc writes that were acknowledged. */
  readonly acknowledged: number[] = [];
  private written = 0;
  private reader: ResultsReader | undefined;

  private constructor(
    private readonly graph: string,
    readonly folder: string,
    private readonly addresses: ServerAddresses,
    private readonly more: Readonly<Record<string, string | number | boolean>>,
  ) {}

  /** @param more additional settings of all members. */
  static async make(
    graph: string,
    addresses: ServerAddresses,
    more: SharedGraph['more'] = {},
  ): Promise<SharedGraph> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-shared-')));
    return new SharedGraph(graph, folder, addresses, more);
  }

  /** @param more additional settings of this member. */
  async start(name: string, more: SharedGraph['more'] = {}): Promise<GatewayProcess> {
    const gateway = await this.spawn(name, more);
    await gateway.ready();
    this.running.set(name, gateway);
    return gateway;
  }

  /** Starts a member that is not expected to become ready. */
  async spawn(name: string, more: SharedGraph['more'] = {}): Promise<GatewayProcess> {
    const port = await freePort();
    const { cassandra } = this.addresses;
    const isDirect = cassandra === undefined && typeof this.addresses.nats === 'string';
    const address = isDirect ? `127.0.0.1:${port}` : await this.proxyOf(name, port);
    const inCassandra = {
      'store.endpoints': cassandra,
      'store.graph': this.graph,
      'store.buckets-per-shard': 8,
      'cluster.lend-workers': 1,
    };
    const settings = {
      'webserver.port': port,
      'store.filepath': join(this.folder, name),
      ...(cassandra === undefined ? {} : inCassandra),
      'cluster.directory': await this.brokersOf(name),
      'cluster.name': this.graph,
      'cluster.member': name,
      'cluster.address': `${this.more['webserver.use-tls'] === true ? 'https' : 'http'}://${address}`,
      'cluster.lease': '3s',
      'should-resume-ingest': true,
      'log-levels': 'http=off',
      'shard-count': 4,
      ...this.more,
      ...more,
    };
    const properties = Object.entries(settings).map(([key, value]) => `-Dweir.${key}=${value}`);
    const fixed = ['--store', cassandra === undefined ? 'logged' : 'cassandra', '--workers', '1'];
    const gateway = GatewayProcess.spawnBare(this.folder, {}, ...fixed, ...properties);
    // Connections to a process that has ended are refused, as without a proxy.
    if (cassandra === undefined) void gateway.exit.then(() => this.closeProxy(address));
    return gateway;
  }

  private async proxyOf(name: string, port: number): Promise<string> {
    await this.proxies.get(name)?.close();
    const proxy = await CuttableProxy.before(port);
    this.proxies.set(name, proxy);
    return proxy.address;
  }

  private async closeProxy(address: string): Promise<void> {
    await [...this.proxies.values()].find(proxy => proxy.address === address)?.close();
  }

  /** @returns what a member has as `cluster.directory`. */
  private async brokersOf(name: string): Promise<string> {
    const { nats } = this.addresses;
    if (typeof nats === 'string') return nats;
    const links =
      this.brokerLinks.get(name) ?? (await Promise.all(nats.map(({ port }) => CuttableProxy.before(port))));
    this.brokerLinks.set(name, links);
    return links.map(({ address }) => address).join();
  }

  /** Deletes the data directory of a member that does not run. */
  async wipe(name: string): Promise<void> {
    await rm(join(this.folder, name), { recursive: true, force: true });
  }

  async close(): Promise<void> {
    await this.reader?.close();
    await Promise.all([...this.running.values()].map(gateway => gateway.kill()));
    const links = [...this.brokerLinks.values()].flat();
    await Promise.all([...this.proxies.values(), ...links].map(proxy => proxy.close()));
    await rm(this.folder, { recursive: true, force: true });
  }

  async cluster(through: GatewayProcess = this.any): Promise<Cluster | undefined> {
    const response = await through.fetch('/api/v2/system/cluster').catch(() => undefined);
    return response?.ok === true ? ((await response.json()) as Cluster) : undefined;
  }

  /** Resolves when all running members have shards. @returns the owner's name. */
  async spread(): Promise<string> {
    const cluster = await until(
      () => this.cluster(),
      found => {
        const holders = found?.members.filter(({ shards }) => shards.length > 0) ?? [];
        return (
          holders.length === this.running.size && found?.moves.every(({ millis }) => millis !== null) === true
        );
      },
    );
    return nameOf(cluster!.owner);
  }

  get any(): GatewayProcess {
    return [...this.running.values()][0]!;
  }

  /**
   * Registers the standing query, whose results `expectWhole` compares: those in a file, and those that a client of the
   * stream receives.
   */
  async watch(through: GatewayProcess = this.any): Promise<void> {
    await new V1Client(through).call('POST', '/query/standing/pairs', 201, {
      pattern: { type: 'Cypher', query: PATTERN, mode: 'MultipleValues' },
      includeCancellations: true,
      // Some writes cause thousands of results, and a busy machine reconnects the client late.
      resultLog: { count: KEPT_RESULTS },
      outputs: { file: { type: 'WriteToFile', path: this.resultsFile } },
    });
    this.reader = new ResultsReader('pairs', () => [...this.running.values()].map(({ url }) => url));
    await this.reader.opened;
  }

  /** Connections of the client that reads results. */
  get resultConnections(): number {
    return this.reader?.connections ?? 0;
  }

  /** Starts the stream `numbers`. @param more such as `maximumPerSecond`. */
  async ingest(more: object, through: GatewayProcess = this.any): Promise<void> {
    await new V1Client(through).createIngest('numbers', {
      type: 'NumberIteratorIngest',
      ...more,
      format: { type: 'CypherLine', query: INGEST },
    });
  }

  /** Pauses the stream meanwhile, and checks that it has rejected no record. */
  async expectWholePaused(members: Iterable<GatewayProcess>): Promise<void> {
    const api = (): V1Client => new V1Client(this.any);
    await answered(() => api().call('PUT', '/ingest/numbers/pause', 200));
    for (const member of members) await this.expectWhole(member);
    const stream = await answered(() => api().ingest('numbers'));
    expect([stream.status, stream.stats.rejectedCount]).toEqual(['Paused', 0]);
    await answered(() => api().call('PUT', '/ingest/numbers/start', 200));
  }

  /** @returns whether the write was acknowledged. */
  async writeByHand(
    through: GatewayProcess = this.any,
    patienceMillis = WRITE_PATIENCE_MILLIS,
  ): Promise<boolean> {
    const k = this.written++;
    const response = await through
      .fetch('/api/v1/query/cypher', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: HAND, parameters: { k } }),
        signal: AbortSignal.timeout(patienceMillis),
      })
      .catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    if (response?.ok === true) this.acknowledged.push(k);
    else if (response !== undefined && response.status !== 503)
      throw new Error(`a write: ${response.status} ${text}`);
    return response?.ok === true;
  }

  /**
   * Writes one after the other, through one member after the other, until the returned function is called. A write that
   * is not answered soon is given up.
   */
  writeSteadily(members: () => readonly GatewayProcess[]): () => Promise<void> {
    let isOver = false;
    const write = async (): Promise<void> => {
      for (let k = 0; !isOver; k++) {
        const all = members();
        await this.writeByHand(all[k % all.length], STEADY_PATIENCE_MILLIS).catch(unlessStoreFailed);
        await new Promise(resolve => setTimeout(resolve, STEADY_PAUSE_MILLIS));
      }
    };
    const writing = write();
    // The returned function reports the error.
    writing.catch(() => undefined);
    return () => {
      isOver = true;
      return writing;
    };
  }

  /** Checks that all acknowledged writes exist, edges have both halves, and net results equal the query's results. */
  async expectWhole(through: GatewayProcess): Promise<void> {
    const list = this.acknowledged.join();
    const found = await answered(() =>
      through.rows(`UNWIND [${list}] AS k MATCH (h) WHERE id(h) = idFrom('hand', k)
        RETURN count(CASE WHEN h.k = k THEN 1 END)`),
    );
    expect(found).toEqual([[this.acknowledged.length]]);
    const halves = async (): Promise<unknown> => [
      await through.rows('MATCH (n) MATCH (n)-[:to]->(m) RETURN count(*)'),
      await through.rows('MATCH (n) MATCH (n)<-[:to]-(m) RETURN count(*)'),
    ];
    await until(
      () => answered(halves),
      both => {
        const [out, into] = both as unknown[];
        return JSON.stringify(out) === JSON.stringify(into);
      },
    );
    const batch = async (): Promise<string> => pairRows(await through.rows(PATTERN));
    const inFile = async (): Promise<string> => netPairs(await resultsInFile(this.resultsFile));
    await expectSame('the file of results', () => answered(batch), inFile);
    const { reader } = this;
    if (reader === undefined) return;
    const received = async (): Promise<string> => {
      reader.check();
      return netPairs(reader.results);
    };
    await expectSame('the client of results', () => answered(batch), received).catch((error: unknown) => {
      throw new Error(`${reader.state}: ${String(error)}`);
    });
  }

  get resultsFile(): string {
    return join(this.folder, 'results.jsonl');
  }
}

/** Waits until both texts have the same lines. Rejects with the first lines that only one of them has. */
async function expectSame(
  what: string,
  expected: () => Promise<string>,
  found: () => Promise<string>,
): Promise<void> {
  const difference = async (): Promise<string> => {
    const [wanted, there] = [await expected(), await found()].map(text => text.split('\n')) as [
      string[],
      string[],
    ];
    if (wanted.join() === there.join()) return '';
    const [lacking, more] = [without(wanted, there), without(there, wanted)];
    const first = (lines: readonly string[]): string => `${lines.length} [${lines.slice(0, 3).join('; ')}]`;
    return `${what}: ${there.length} lines instead of ${wanted.length}; lacks ${first(lacking)}, has ${first(more)} more`;
  };
  await until(difference, each => each === '');
}

function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const there = new Set(others);
  return lines.filter(line => !there.has(line));
}

/** Retries while it fails. @returns its answer; rejects with the last error if there is none in time. */
export async function answered<T>(check: () => Promise<T>): Promise<T> {
  let answer: { readonly value: T } | undefined;
  await until(
    () =>
      check().then(
        value => void (answer = { value }),
        (error: unknown) => String(error),
      ),
    error => error === undefined,
  );
  return answer!.value;
}

/** Member name of an id: `NAME-xxxxxxxx`. */
export function nameOf(id: string): string {
  return id.replace(/-\w{8}$/, '');
}

/** While the log cannot be reached, the graph may answer so. */
function unlessStoreFailed(error: unknown): void {
  if (!String(error).includes('store.failed')) throw error;
}
