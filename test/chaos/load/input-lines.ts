/**
 * Lines for the standard input of the current process. Lines that a process had read but not processed when it ended
 * are lost, so only lines of the process that lives at a rest must be in the graph.
 */
import { insist, rowsOf } from '../ask.js';
import { type GatewayLife, pause } from '../gateway-life.js';
import type { Tally } from '../tally.js';

const TICK_MILLIS = 50;
const PER_TICK = 2;
const NAME = 'input';
const QUERY = `MATCH (n) WHERE id(n) = idFrom('line', $that.life, $that.i) SET n:Line, n.life = $that.life, n.i = $that.i`;
const MISSING = `UNWIND range(1, $count) AS i MATCH (n) WHERE id(n) = idFrom('line', $life, i) AND n.i IS NULL RETURN i`;

export class InputLines {
  isWriting = false;
  private isStopped = false;
  private life = 0;
  private written = 0;

  constructor(
    private readonly gateway: GatewayLife,
    private readonly tally: Tally,
  ) {}

  async begin(): Promise<void> {
    const format = { type: 'CypherJson', query: QUERY };
    await insist(this.gateway, 'POST', `/ingest/${NAME}`, { type: 'StandardInputIngest', format });
  }

  /** Runs until `stop`. */
  async run(): Promise<void> {
    while (!this.isStopped) {
      if (this.isWriting && this.gateway.isUp) this.write();
      await pause(TICK_MILLIS);
    }
  }

  stop(): void {
    this.isStopped = true;
  }

  /** @returns the lines of the current process that are missing in the graph. */
  async missing(): Promise<string | undefined> {
    if (this.life !== this.gateway.number || this.written === 0) return undefined;
    const parameters = { life: this.life, count: this.written };
    const { results } = await rowsOf(this.gateway, MISSING, parameters);
    if (results.length > 0)
      return `lines ${results.flat().join(', ')} of ${this.written} in life ${this.life}`;
    this.tally.add('lines of standard input compared', this.written);
    return undefined;
  }

  private write(): void {
    const { input, number } = this.gateway;
    if (input.writableNeedDrain || input.destroyed) return;
    if (this.life !== number) {
      this.life = number;
      this.written = 0;
    }
    for (let i = 0; i < PER_TICK; i++) {
      this.written++;
      input.write(`${JSON.stringify({ life: this.life, i: this.written })}\n`);
    }
  }
}
