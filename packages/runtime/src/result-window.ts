/**
 * Counts, per standing query, the results that left this host and were not yet taken by their consumers, and
 * closes the gate for ingest while any query has too many.
 */
import type { FlowGate } from './flow-gate.js';

/** A chunk's worth of results may always be under way, however small the query's buffer: chunks run whole. */
const LEAST_WINDOW = 1024;

export class ResultWindow {
  private readonly outstanding = new Map<number, number>();
  private readonly limits = new Map<number, number>();

  constructor(private readonly gate: FlowGate) {}

  register(query: number, inputBufferSize: number): void {
    this.limits.set(query, Math.max(LEAST_WINDOW, inputBufferSize));
  }

  remove(query: number): void {
    this.limits.delete(query);
    this.outstanding.delete(query);
    this.gate.set(gateReason(query), false);
  }

  get total(): number {
    let total = 0;
    for (const count of this.outstanding.values()) total += count;
    return total;
  }

  sent(query: number): void {
    const limit = this.limits.get(query);
    if (limit === undefined) return;
    const count = (this.outstanding.get(query) ?? 0) + 1;
    this.outstanding.set(query, count);
    if (count === limit) this.gate.set(gateReason(query), true);
  }

  taken(query: number, taken: number): void {
    const limit = this.limits.get(query);
    if (limit === undefined) return;
    const count = Math.max(0, (this.outstanding.get(query) ?? 0) - taken);
    this.outstanding.set(query, count);
    if (count < limit) this.gate.set(gateReason(query), false);
  }
}

function gateReason(query: number): string {
  return `results of standing query ${query}`;
}
