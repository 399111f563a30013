/**
 * The gateway is killed repeatedly while sessions create and delete edges and an ingest stream writes at full speed,
 * mostly before its recovery is complete. Each start is queried immediately: both ends of every edge agree, and
 * acknowledged writes hold. At the end the net results of a standing query over these edges equal a single run of it.
 *
 * WEIR_TEST_CRASH_SEED and WEIR_TEST_CRASH_KILLS choose another run and more kills.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRandom } from '@weir/platform';
import { randomTest } from '@weir/platform/testing';
import { standingRoots } from '../support/accumulated-results.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { resultsInFile } from '../support/result-lines.js';
import { until } from '../support/until.js';
import { V1Client } from '../support/v1-client.js';

const { seed: SEED, cases: KILLS } = randomTest('kills under load');
const NODES = 40;
const WRITERS = 6;
const LONGEST_LIFE_MILLIS = 900;
/** Interval of progress lines in a long campaign. */
const KILLS_PER_LINE = 25;
const PATTERN = 'MATCH (a)-[:r]->(b)-[:r]->(c) RETURN DISTINCT strId(a) AS id';
const INGEST = `
  MATCH (a), (b), (hub) WHERE id(a) = idFrom('n', $that) AND id(b) = idFrom('n', $that / 3) AND id(hub) = idFrom('hub', $that % 50)
  SET a.number = $that CREATE (a)-[:from]->(b), (a)-[:at]->(hub)`;
const ENDS = `UNWIND range(0, ${NODES - 1}) AS i UNWIND range(0, ${NODES - 1}) AS j
  WITH i, j, idFrom('k', i) AS x, idFrom('k', j) AS y`;

type Known = 'there' | 'gone' | 'open';

class Killed {
  private readonly random = new SeededRandom(SEED);
  /** Outcome of the last write of each edge, keyed by its ends. */
  private readonly edges = new Map<string, Known>();
  private gateway!: GatewayProcess;
  private api!: V1Client;
  private isOver = false;
  readonly problems: string[] = [];
  private acknowledged = 0;
  private checks = 0;

  constructor(private readonly folder: string) {}

  async start(): Promise<void> {
    this.gateway = await GatewayProcess.startIn(this.folder, '--data', 'data', '--workers', '2');
    this.api = new V1Client(this.gateway);
  }

  async setUp(): Promise<void> {
    await this.start();
    const file = { type: 'WriteToFile', path: 'results.jsonl' };
    await this.api.createStanding('two', PATTERN, { outputs: { file } });
    const format = { type: 'CypherJson', query: INGEST };
    await this.api.createIngest('numbers', { type: 'NumberIteratorIngest', format });
  }

  /** Writes for some time, until the process ends. */
  async liveAndDie(): Promise<void> {
    this.isOver = false;
    const writers = Array.from({ length: WRITERS }, (_, writer) => this.write(writer));
    await new Promise(resolve => setTimeout(resolve, this.random.below(LONGEST_LIFE_MILLIS)));
    this.isOver = true;
    await this.gateway.kill();
    await Promise.all(writers);
  }

  /** Each writer has its own edges. */
  private async write(writer: number): Promise<void> {
    while (!this.isOver) {
      const from = this.random.below(NODES);
      const to = this.random.below(Math.floor(NODES / WRITERS)) * WRITERS + writer;
      const makes = this.random.chance(0.6);
      const ends = `${from} ${to}`;
      this.edges.set(ends, 'open');
      const match = `MATCH (a), (b) WHERE id(a) = idFrom('k', ${from}) AND id(b) = idFrom('k', ${to})`;
      const query = makes ? `${match} CREATE (a)-[:r]->(b)` : `${match} MATCH (a)-[e:r]->(b) DELETE e`;
      try {
        await this.gateway.rows(query);
      } catch {
        return;
      }
      this.acknowledged++;
      this.edges.set(ends, makes ? 'there' : 'gone');
    }
  }

  /** Call while nothing is written. */
  async check(): Promise<void> {
    const [out, into] = await Promise.all([
      this.gateway.rows(`${ENDS} MATCH (a)-[:r]->(b) WHERE id(a) = x AND id(b) = y RETURN i, j`),
      this.gateway.rows(
        `UNWIND range(0, ${NODES - 1}) AS j MATCH (b)<-[:r]-(a) WHERE id(b) = idFrom('k', j)
         UNWIND range(0, ${NODES - 1}) AS i WITH i, j, a WHERE id(a) = idFrom('k', i) RETURN i, j`,
      ),
    ]);
    const [outgoing, incoming] = [out, into].map(rows => new Set(rows.map(([i, j]) => `${i} ${j}`)));
    const say = (ends: string, what: string): unknown =>
      this.problems.push(`check ${this.checks}: ${ends} ${what}`);
    for (const ends of outgoing!) if (!incoming!.has(ends)) say(ends, 'is only known where it begins');
    for (const ends of incoming!) if (!outgoing!.has(ends)) say(ends, 'is only known where it ends');
    for (const [ends, known] of this.edges) {
      if (known === 'there' && !outgoing!.has(ends)) say(ends, 'was made and is not there');
      if (known === 'gone' && outgoing!.has(ends)) say(ends, 'was deleted and is there');
      this.edges.set(ends, outgoing!.has(ends) ? 'there' : 'gone');
    }
    this.checks++;
  }

  get state(): string {
    return `${this.acknowledged} acknowledged writes, ${this.checks} checks, ${this.problems.length} problems`;
  }

  /** Waits until standing results equal a single run of the query. */
  async judge(): Promise<void> {
    await this.api.call('PUT', '/ingest/numbers/pause', 200);
    await until(async () => (await this.gateway.fetch('/api/v1/admin/readiness')).status === 204);
    const expected = (await this.gateway.rows(PATTERN)).flat().sort();
    await until(async () => {
      const roots = standingRoots(await resultsInFile(join(this.folder, 'results.jsonl')));
      return JSON.stringify(roots) === JSON.stringify(expected);
    });
    await this.gateway.stop();
  }

  end(): Promise<void> {
    return this.gateway.kill();
  }
}

test(
  `${KILLS} kills under load from seed ${SEED}`,
  async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-kills-')));
    const killed = new Killed(folder);
    try {
      await killed.setUp();
      for (let kill = 0; kill < KILLS; kill++) {
        await killed.liveAndDie();
        await killed.start();
        await killed.check();
        if ((kill + 1) % KILLS_PER_LINE === 0) process.stderr.write(`${killed.state}\n`);
      }
      await killed.judge();
      process.stderr.write(`${killed.state}\n`);
      expect(killed.problems).toEqual([]);
    } finally {
      await killed.end();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
  120_000 + KILLS * 30_000,
);
