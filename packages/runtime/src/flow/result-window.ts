/**
 * Counts, per standing query, the results of this worker that were not yet taken by consumers, and closes the gate for
 * ingest while any query has too many.
 */
import type { WriteGate } from './write-gate.js';

/**
 * Results that may always be in flight, however small the query's buffer: the output of one run of an ingest query over
 * records that all match. A smaller number would hold ingest although every consumer keeps up.
 */
const LEAST_WINDOW = 256;

export class ResultWindow {
  private readonly outstanding = new Map<number, number>();
  private readonly limits = new Map<number, number>();

  constructor(private readonly gate: WriteGate) {}

  /** Queries that keep the gate closed. */
  get full(): readonly number[] {
    return [...this.limits].filter(([query, limit]) => this.count(query) >= limit).map(([query]) => query);
  }

  register(query: number, inputBufferSize: number): void {
    this.limits.set(query, Math.max(LEAST_WINDOW, inputBufferSize));
  }

  remove(query: number): void {
    this.limits.delete(query);
    this.outstanding.delete(query);
    this.gate.setFull(gateReason(query), false);
  }

  sent(query: number, sent: number): void {
    this.add(query, sent);
  }

  /** @param taken negative if a consumer moved back. */
  taken(query: number, taken: number): void {
    this.add(query, -taken);
  }

  private add(query: number, change: number): void {
    const limit = this.limits.get(query);
    if (limit === undefined) return;
    const before = this.count(query);
    const count = Math.max(0, before + change);
    this.outstanding.set(query, count);
    if (count >= limit !== before >= limit) this.gate.setFull(gateReason(query), count >= limit);
  }

  private count(query: number): number {
    return this.outstanding.get(query) ?? 0;
  }
}

function gateReason(query: number): string {
  return `results of standing query ${query}`;
}
