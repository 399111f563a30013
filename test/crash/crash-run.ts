/**
 * One graph through many processes. Each is killed at some moment (while it starts, works, recovers or stops), and the
 * next one continues automatically from the stored state. At the end everything must be as in an undisturbed run.
 */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRandom } from '@weir/platform';
import { standingRoots } from '../support/accumulated-results.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { dumpGraph, type GraphDump } from '../support/graph-dump.js';
import { resultsInFile } from '../support/result-lines.js';
import { until } from '../support/until.js';
import { type Result, V1Client } from '../support/v1-client.js';
import { queryOf, type Workload } from './crash-workload.js';

const FILE = 'records.jsonl';
/** Milliseconds of a start on an idle machine, with a margin; kills occur anywhere within. */
const START_MILLIS = 900;
const WORK_MILLIS = 250;
const STOP_MILLIS = 100;

type Instant = 'starting' | 'working' | 'stopping';

export class CrashRun {
  private readonly random: SeededRandom;
  private gateway: GatewayProcess | undefined;
  private api!: V1Client;
  private folder = '';
  private spawnedAt = 0;
  /** Contents of the graph at the start of some processes, before any write. */
  private readonly samples = new Map<number, GraphDump>();
  readonly killed: Record<Instant, number> = { starting: 0, working: 0, stopping: 0 };

  constructor(
    private readonly workload: Workload,
    private readonly lines: readonly string[],
    seed: number,
  ) {
    this.random = new SeededRandom(seed);
  }

  async begin(): Promise<void> {
    this.folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-crash-')));
    await writeFile(join(this.folder, FILE), this.lines.join('\n') + '\n');
    const limit = this.random.chance(1 / 2) ? 100 : 100_000;
    await writeFile(
      join(this.folder, 'weir.yaml'),
      `ingest-resume.save-every: 20ms\nin-memory-soft-node-limit: ${limit}\n`,
    );
  }

  async end(): Promise<void> {
    await this.gateway?.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Runs without a crash, in memory. */
  async undisturbed(): Promise<GraphDump> {
    this.spawn('--store', 'memory');
    await this.gateway!.ready();
    await this.setUp(undefined);
    await this.completed();
    return this.judged();
  }

  /** @returns the final graph; rejects with the first violation. */
  async killedTimes(kills: number): Promise<GraphDump> {
    const makingOfStore = Math.min(3, kills - 1);
    for (let i = 0; i < makingOfStore; i++) await this.killedWhileStarting();
    await this.start();
    await this.setUp(this.workload.maximumPerSecond);
    await this.wait(WORK_MILLIS);
    await this.kill('working');
    for (let i = makingOfStore + 1; i < kills; i++) {
      await this.killedAt(
        this.random.pick<Instant>(['starting', 'starting', 'working', 'working', 'stopping']),
      );
    }
    await this.restart();
    await this.completed();
    for (const [name, pattern] of Object.entries(this.workload.patterns)) {
      await this.amountsTo(name, await this.matchesOf(pattern));
    }
    await this.pastIsAsItWas();
    const dump = await this.judged();
    await this.pastIsAsItWas();
    this.pastIsPartOf(dump);
    expect(await this.gateway!.stop()).toBe(0);
    return dump;
  }

  private spawn(...options: string[]): void {
    this.spawnedAt = Date.now();
    this.gateway = GatewayProcess.spawnIn(this.folder, '--config', 'weir.yaml', ...options);
    this.api = new V1Client(this.gateway);
  }

  private async start(): Promise<void> {
    this.spawn('--data', 'data', '--workers', String(this.random.pick([0, 0, 0, 1, 2])));
    await this.gateway!.ready();
  }

  /** Checks after every crash: all acknowledged writes exist, and the ingest continues. */
  private async restart(): Promise<void> {
    await this.start();
    const standing = await this.api.call<readonly unknown[]>('GET', '/query/standing', 200);
    expect(standing).toHaveLength(Object.keys(this.workload.patterns).length);
    const { status, message } = await this.api.ingest('records');
    if (status !== 'Running' && status !== 'Completed') throw new Error(`${status}: ${message ?? ''}`);
    if (this.random.chance(1 / 4)) {
      const quiet = this.spawnedAt;
      this.samples.set(quiet, await this.dumpAt(quiet));
    }
  }

  private async killedAt(instant: Instant): Promise<void> {
    if (instant === 'starting') return this.killedWhileStarting();
    await this.restart();
    if (this.random.chance(1 / 12)) await this.ingestAgain();
    await this.wait(WORK_MILLIS);
    if (instant === 'stopping') {
      this.gateway!.requestStop();
      await this.wait(STOP_MILLIS);
    }
    await this.kill(instant);
  }

  private async killedWhileStarting(): Promise<void> {
    this.spawn('--data', 'data', '--workers', String(this.random.pick([0, 0, 0, 1, 2])));
    await this.wait(START_MILLIS);
    await this.kill('starting');
  }

  private async kill(instant: Instant): Promise<void> {
    this.killed[instant]++;
    await this.gateway!.kill();
  }

  private wait(mostMillis: number): Promise<void> {
    const millis = this.random.below(mostMillis);
    return new Promise(resolve => setTimeout(resolve, millis));
  }

  private async setUp(maximumPerSecond: number | undefined): Promise<void> {
    for (const [name, pattern] of Object.entries(this.workload.patterns)) await this.register(name, pattern);
    await this.api.createIngest('records', this.definition(maximumPerSecond));
  }

  private definition(maximumPerSecond: number | undefined): object {
    const { ingestQuery: query, parallelism } = this.workload;
    return {
      type: 'FileIngest',
      path: FILE,
      parallelism,
      maximumPerSecond,
      format: { type: 'CypherJson', query },
    };
  }

  /** Delivers every record a second time. */
  private async ingestAgain(): Promise<void> {
    await this.api.call('DELETE', '/ingest/records', 200);
    await this.api.createIngest('records', this.definition(this.workload.maximumPerSecond));
  }

  private register(name: string, pattern: string): Promise<void> {
    const file = { type: 'WriteToFile', path: `${name}.jsonl` };
    return this.api.createStanding(name, queryOf(pattern), { outputs: { file } });
  }

  private async completed(): Promise<void> {
    const { stats } = await this.api.ingestIs('records', 'Completed');
    expect(stats.ingestedCount).toBe(this.lines.length);
  }

  private dumpAt(millis?: number): Promise<GraphDump> {
    return dumpGraph(query => this.api.cypher(query, {}, millis));
  }

  private async pastIsAsItWas(): Promise<void> {
    for (const [millis, dump] of this.samples) expect(await this.dumpAt(millis)).toEqual(dump);
  }

  /** In both workloads nodes and edges are only added. */
  private pastIsPartOf({ nodes, edges }: GraphDump): void {
    const idOf = (node: string): unknown => (JSON.parse(node) as unknown[])[0];
    const ids = new Set(nodes.map(idOf));
    const all = new Set(edges);
    for (const sample of this.samples.values()) {
      expect(sample.nodes.map(idOf).filter(id => !ids.has(id))).toEqual([]);
      expect(sample.edges.filter(edge => !all.has(edge))).toEqual([]);
    }
  }

  private async matchesOf(pattern: string): Promise<readonly string[]> {
    return (await this.api.cypher(queryOf(pattern))).flat().sort() as string[];
  }

  private resultsOf(name: string): Promise<Result[]> {
    return resultsInFile(join(this.folder, `${name}.jsonl`));
  }

  /** Waits until the net results of a query equal a new run of the query. */
  private async amountsTo(name: string, expected: readonly string[]): Promise<void> {
    let wrong: string | undefined;
    await until(
      async () => (wrong = differs(name, standingRoots(await this.resultsOf(name)), expected)),
      difference => difference === undefined,
    ).catch(() => {
      throw new Error(wrong);
    });
  }

  /**
   * Returns the contents of the graph after checking that the standing queries know exactly the existing matches: a new
   * query with the same pattern finds them, and the old one retracts them when all of them end.
   */
  private async judged(): Promise<GraphDump> {
    const matches = new Map<string, readonly string[]>();
    for (const [name, pattern] of Object.entries(this.workload.patterns)) {
      const expected = await this.matchesOf(pattern);
      expect(expected.length).toBeGreaterThan(10);
      matches.set(name, expected);
      await this.register(`late-${name}`, pattern);
    }
    await this.api.propagate();
    for (const [name, expected] of matches) await this.amountsTo(`late-${name}`, expected);
    const dump = await this.dumpAt();

    const before = new Map<string, number>();
    for (const name of matches.keys()) before.set(name, (await this.resultsOf(name)).length);
    await this.api.cypher('MATCH (a:Process) REMOVE a:Process');
    for (const [name, expected] of matches) {
      const cancelled = async (): Promise<Result[]> => (await this.resultsOf(name)).slice(before.get(name));
      const ends = await until(cancelled, results => results.length >= expected.length);
      expect(ends.every(({ meta }) => !meta.isPositiveMatch)).toBe(true);
      expect(differs(name, ends.map(({ data }) => data['id'] as string).sort(), expected)).toBeUndefined();
      expect(ends).toHaveLength(expected.length);
    }
    return dump;
  }
}

function differs(
  name: string,
  found: readonly string[] | string,
  expected: readonly string[],
): string | undefined {
  if (typeof found === 'string') return `${name}: ${found}`;
  const missing = expected.filter(id => !found.includes(id));
  const tooMany = found.filter(id => !expected.includes(id));
  if (missing.length + tooMany.length === 0) return undefined;
  return `${name}: of ${expected.length} missing ${missing.join(' ')}; too many ${tooMany.join(' ')}`;
}
