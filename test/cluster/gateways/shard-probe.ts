/**
 * A client that continuously writes to nodes of some shards, one write after the other, and records when each was
 * answered. After a timeout it gives up and sends the next one.
 */
import { idFrom, shardOf } from '@weir/model';
import type { GatewayProcess } from '../../support/gateway-process.js';

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
    if (shards.length === 0) throw new Error('no shard to write to');
    this.running = this.run();
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  /** @returns milliseconds from `start` until the answer of the first write that was sent since then. */
  againAfter(start: number): number | undefined {
    const first = this.answers.find(({ asked }) => asked >= start);
    return first && first.answered - start;
  }

  /** The number of writes answered in an interval, and the longest time without an answer. */
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
