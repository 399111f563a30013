/**
 * A client that writes to nodes of some shards all the while, one after the other, and notes when it was answered. What is
 * not answered in time it gives up, and asks for the next.
 */
import { idFrom, shardOf } from '@weir/model';
import type { GatewayProcess } from '../support/gateway-process.js';

const WRITE = "MATCH (p) WHERE id(p) = idFrom('probe', $k) SET p.probed = $k";
const PAUSE_MILLIS = 20;

interface Answer {
  readonly asked: number;
  readonly answered: number;
}

export class ShardProbe {
  private readonly answers: Answer[] = [];
  private readonly running: Promise<void>;
  private isOver = false;
  private next = 0;

  constructor(
    private readonly through: GatewayProcess,
    private readonly shards: readonly number[],
    private readonly shardCount: number,
    private readonly patienceMillis = 20_000,
  ) {
    this.running = this.run();
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  /** @returns milliseconds from `start` until a write was answered that was asked for since. */
  againAfter(start: number): number | undefined {
    const first = this.answers.find(({ asked }) => asked >= start);
    return first && first.answered - start;
  }

  /** How many were answered in that time, and for how long none was. */
  between(start: number, end: number): { readonly count: number; readonly longestMillis: number } {
    const times = this.answers.map(({ answered }) => answered).filter(time => time > start && time < end);
    const gaps = [...times, end].map((time, i) => time - (times[i - 1] ?? start));
    return { count: times.length, longestMillis: Math.max(...gaps) };
  }

  private async run(): Promise<void> {
    while (!this.isOver) {
      const asked = performance.now();
      const response = await this.through
        .fetch('/api/v1/query/cypher', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ text: WRITE, parameters: { k: this.key() } }),
          signal: AbortSignal.timeout(this.patienceMillis),
        })
        .catch(() => undefined);
      await response?.text().catch(() => undefined);
      if (response?.ok === true) this.answers.push({ asked, answered: performance.now() });
      await new Promise(resolve => setTimeout(resolve, PAUSE_MILLIS));
    }
  }

  private key(): number {
    do this.next++;
    while (!this.shards.includes(shardOf(idFrom(['probe', this.next])!, this.shardCount)));
    return this.next;
  }
}
