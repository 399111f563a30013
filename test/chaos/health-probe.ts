/**
 * Continuously checks whether the service is alive and ready. It must be alive while its process runs; and when it
 * reports ready, a query that needs every worker must be answered.
 */
import { describe } from './ask.js';
import type { Findings } from './findings.js';
import { type GatewayLife, pause } from './gateway-life.js';
import { isHonestTrouble, isOk } from './reply.js';
import type { Tally } from './tally.js';

const PERIOD_MILLIS = 250;
const ALIVE_LIMIT_MILLIS = 5_000;
/** Consecutive: a worker may be lost and replaced between two checks. */
const CONTRADICTIONS = 3;
/** Nodes in every shard. */
const EVERYWHERE = 'UNWIND range(0, 63) AS i MATCH (n) WHERE id(n) = idFrom("probe", i) RETURN count(n.none)';

export class HealthProbe {
  private isStopped = false;

  constructor(
    private readonly gateway: GatewayLife,
    private readonly findings: Findings,
    private readonly tally: Tally,
  ) {}

  async run(): Promise<void> {
    await Promise.all([this.watchAlive(), this.watchReady()]);
  }

  stop(): void {
    this.isStopped = true;
  }

  private async watchAlive(): Promise<void> {
    while (!this.isStopped) {
      await pause(PERIOD_MILLIS);
      const life = this.gateway.number;
      const began = performance.now();
      const reply = await this.gateway.request('/api/v1/admin/liveness');
      const millis = performance.now() - began;
      if (reply.isLost || life !== this.gateway.number) continue;
      this.tally.most('longest answer to liveness, ms', millis);
      if (!isOk(reply)) this.findings.add(`liveness: ${describe(reply)}`);
      if (millis > ALIVE_LIMIT_MILLIS)
        this.findings.add(`liveness was answered after ${millis.toFixed(0)} ms`);
    }
  }

  private async watchReady(): Promise<void> {
    let contradictions = 0;
    while (!this.isStopped) {
      await pause(PERIOD_MILLIS);
      if (!(await this.saysReady())) continue;
      const reply = await this.gateway.request('/api/v1/query/cypher?timeout=20000', {
        method: 'POST',
        type: 'text/plain',
        body: EVERYWHERE,
      });
      if (!reply.isLost && !isOk(reply) && !isHonestTrouble(reply))
        this.findings.add(`a query on all shards: ${describe(reply)}`);
      const contradicts = reply.code === 'graph.worker-lost' && (await this.saysReady());
      contradictions = contradicts ? contradictions + 1 : 0;
      if (contradictions === CONTRADICTIONS)
        this.findings.add(`readiness says 204, and queries on all shards get ${describe(reply)}`);
    }
  }

  private async saysReady(): Promise<boolean> {
    const reply = await this.gateway.request('/api/v1/admin/readiness');
    if (reply.isLost) return false;
    if (!isOk(reply)) this.tally.add('answers that it is not ready');
    if (!isOk(reply) && reply.status !== 503) this.findings.add(`readiness: ${describe(reply)}`);
    return isOk(reply);
  }
}
