/** The coordinator's side of queries that read along with standing queries: who wants what, on which worker. */
import type { TappedResult } from '@weir/cypher';
import type { Workers } from '../contract/workers.js';
import { resultMeta, type StandingHandle, type StandingOutput } from '@weir/contract';

export class TapDesk {
  /** By worker and the tap's number there: stops it. */
  private readonly taps = new Map<number, Map<number, () => void>>();

  constructor(
    private readonly workers: Workers,
    private readonly queryOf: (number: number) => StandingHandle | undefined,
  ) {}

  /** The workers are gone, and with them whoever read along. */
  clear(): void {
    for (const taps of this.taps.values()) for (const stop of taps.values()) stop();
    this.taps.clear();
  }

  /** The same of one worker. */
  clearWorker(worker: number): void {
    for (const stop of this.taps.get(worker)?.values() ?? []) stop();
    this.taps.delete(worker);
  }

  /** A query on a worker reads along with a standing query from now on, or (`undefined`) no more. */
  tap(worker: number, tap: number, query: number | undefined): void {
    const taps = this.taps.get(worker) ?? new Map<number, () => void>();
    this.taps.set(worker, taps);
    if (query === undefined) {
      taps.get(tap)?.();
      taps.delete(tap);
      return;
    }
    const stop = this.queryOf(query)?.subscribe(async outputs => {
      await this.workers.all[worker]!.results.tapped(tap, outputs.map(asTapped));
    });
    if (stop !== undefined) taps.set(tap, stop);
  }
}

function asTapped(result: StandingOutput): TappedResult {
  return { data: result.data, meta: resultMeta(result, 'live') };
}
