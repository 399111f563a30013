/**
 * A client that continuously writes records, one after the other in a few rows, through all members in turn. Unanswered
 * records are sent again, to the next member. So every acknowledged record was executed once; the client also records
 * all other responses.
 */
import { WeirClient, WeirClientError } from '@weir/client';

const ROWS = 3;
const PAUSE_MILLIS = 20;
const PATIENCE_MILLIS = 180_000;
const GROUPS = 7;
const WRITE = `MATCH (w), (g) WHERE id(w) = idFrom('written', $n) AND id(g) = idFrom('group', $n % ${GROUPS})
  SET w:Written, w.value = $value CREATE (w)-[:in]->(g)`;
const READ =
  'MATCH (w:Written)-[:in]->(g) RETURN count(*) AS edges, count(DISTINCT w) AS records, sum(w.value) AS total';

export interface Phase {
  readonly name: string;
  written: number;
  /** From the first attempt until the answer. */
  longestMillis: number;
  /** Responses that were errors. Refused connections do not count. */
  readonly refusals: string[];
}

export class SteadyWriter {
  readonly phases: Phase[] = [];
  private readonly values: number[] = [];
  private rows: Promise<void>[] = [];
  private next = 0;
  private isOver = false;
  private isAbandoned = false;

  constructor(
    private readonly addresses: () => readonly string[],
    private readonly token: () => string,
  ) {}

  begin(name: string): void {
    this.phases.push({ name, written: 0, longestMillis: 0, refusals: [] });
    if (this.rows.length > 0) return;
    this.rows = Array.from({ length: ROWS }, () => this.write());
    // `end` reports the error.
    for (const row of this.rows) row.catch(() => undefined);
  }

  /** Resolves when the last record was answered. */
  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.rows);
  }

  /** The expected graph, computed by counting the acknowledged records. */
  get expected(): object {
    const total = this.values.reduce((sum, value) => sum + value, 0);
    return { edges: this.values.length, records: this.values.length, total };
  }

  async found(address: string): Promise<object> {
    const [row] = await this.client(address).query(READ, {}, { timeout: PATIENCE_MILLIS }).all();
    return row!;
  }

  /** Ends without waiting for responses. */
  abandon(): void {
    this.isOver = true;
    this.isAbandoned = true;
  }

  private client(baseUrl: string): WeirClient {
    return new WeirClient({ baseUrl, token: this.token() });
  }

  private async write(): Promise<void> {
    while (!this.isOver) {
      const n = this.next++;
      const value = (n * 7919) % 1000;
      const start = performance.now();
      for (let k = n; !(await this.isWritten(n, value, k)); k++) {
        if (this.isAbandoned) return;
        if (performance.now() - start > PATIENCE_MILLIS) throw new Error(`record ${n} was never answered`);
      }
      const phase = this.phases.at(-1)!;
      phase.written++;
      phase.longestMillis = Math.max(phase.longestMillis, performance.now() - start);
      this.values.push(value);
      await new Promise(resolve => setTimeout(resolve, PAUSE_MILLIS));
    }
  }

  private async isWritten(n: number, value: number, k: number): Promise<boolean> {
    const addresses = this.addresses();
    try {
      await this.client(addresses[k % addresses.length]!)
        .query(WRITE, { n, value })
        .all();
      return true;
    } catch (error) {
      if (!(error instanceof WeirClientError)) throw error;
      if (error.code !== 'connection.failed')
        this.phases.at(-1)!.refusals.push(`${error.status} ${error.code}`);
      return false;
    }
  }
}
