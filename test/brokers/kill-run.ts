/**
 * Kills the program and a server in turn, at random moments, while records are written. A record is a number: its query
 * creates a node from it, with an edge to one of fifty groups.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SeededRandom } from '@weir/platform';
import { GatewayProcess } from '../support/gateway-process.js';
import { until } from '../support/until.js';

/**
 * A queue releases the messages of a killed reader after half a minute, repeatedly; and writing waits for a server's
 * start.
 */
const PATIENCE_MILLIS = 240_000;

export const NUMBER_QUERY =
  "MATCH (a), (g) WHERE id(a) = idFrom('a', $that.n) AND id(g) = idFrom('g', $that.n % 50) SET a.n = $that.n CREATE (a)-[:of]->(g)";

interface KilledServer {
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

interface KillPlan {
  readonly kills: number;
  readonly random: SeededRandom;
  /** Records per write. */
  readonly batch: number;
  /** Maximum number of batches between two kills. */
  readonly batches: number;
  /** Number of batches that may be written during a kill. */
  readonly batchesAhead: number;
  /** Writes `batch` records starting from a number. Called again after a failure: the server may have been killed. */
  readonly write: (first: number) => Promise<unknown>;
}

export class KillRun<Server extends KilledServer> {
  private constructor(
    private readonly folder: string,
    readonly server: Server,
    /** Replaced after each kill. */
    public gateway: GatewayProcess,
  ) {}

  static async start<Server extends KilledServer>(
    name: string,
    startServer: () => Promise<Server>,
  ): Promise<KillRun<Server>> {
    const folder = await mkdtemp(join(tmpdir(), `weir-${name}-kills-`));
    const [server, gateway] = await Promise.all([startServer(), GatewayProcess.startIn(folder)]);
    return new KillRun(folder, server, gateway);
  }

  async stop(): Promise<void> {
    await this.gateway.stop();
    await this.server.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  async post(path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const response = await this.gateway.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect([response.status, await response.text()]).toEqual([201, expect.anything()]);
  }

  /** @returns the number of records written, once all kills are over and the last record is written. */
  async under({ kills, random, batch, batches, batchesAhead, write }: KillPlan): Promise<number> {
    let written = 0;
    /** The writer continues during a kill, and then waits for the next one. */
    let allowed = 0;
    let isDone = false;
    const writing = (async () => {
      while (!isDone) {
        await until(() => written < allowed || isDone, undefined, PATIENCE_MILLIS);
        await until(
          () =>
            write(written).then(
              () => true,
              () => false,
            ),
          undefined,
          PATIENCE_MILLIS,
        );
        written += batch;
      }
    })();
    // In case something else fails first.
    writing.catch(() => undefined);
    try {
      for (let kill = 0; kill < kills; kill++) {
        const goal = written + batch * (1 + Math.floor(random.next() * batches));
        allowed = goal + batchesAhead * batch;
        await until(() => written >= goal, undefined, PATIENCE_MILLIS);
        await this.kill(kill % 2 === 0 ? 'program' : 'server');
      }
    } finally {
      isDone = true;
    }
    await writing;
    return written;
  }

  /** Waits until exactly these numbers are in the graph, each once and in its group. */
  async expectNumbers(numbers: readonly number[]): Promise<void> {
    await until(
      () => this.gateway.rows('MATCH (a)-[:of]->(g) WHERE a.n IS NOT NULL RETURN count(DISTINCT a.n)'),
      rows => rows[0]?.[0] === numbers.length,
      PATIENCE_MILLIS,
    );
    expect(await this.gateway.rows('MATCH (a) WHERE a.n IS NOT NULL RETURN count(a), sum(a.n)')).toEqual([
      [numbers.length, numbers.reduce((sum, n) => sum + n, 0)],
    ]);
  }

  /** Ids of the nodes for which a standing query should have reported a match. @param where condition on `a`. */
  matching(where = 'a.n IS NOT NULL'): Promise<unknown[][]> {
    return this.gateway.rows(`MATCH (a)-[:of]->(g) WHERE ${where} RETURN DISTINCT strId(a)`);
  }

  /** @returns when it has restarted. */
  async kill(what: 'program' | 'server'): Promise<void> {
    if (what === 'program') {
      await this.gateway.kill();
      this.gateway = await GatewayProcess.startIn(this.folder);
    } else {
      await this.server.kill();
      await this.server.startAgain();
    }
  }
}
