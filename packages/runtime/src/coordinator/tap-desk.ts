/** The coordinator's side of taps on standing queries: which worker has a tap on which query. */
import type { TappedResult } from '@weir/cypher';
import type { Workers } from '../contract/workers.js';
import { resultMeta, type StandingHandle, type StandingOutput } from '@weir/contract';

export class TapDesk {
  /** Functions that stop a tap, by worker and the tap's number there. */
  private readonly taps = new Map<number, Map<number, () => void>>();

  constructor(
    private readonly workers: Workers,
    private readonly queryOf: (number: number) => StandingHandle | undefined,
  ) {}

  /** Stops all taps after all workers, and so the tapping queries, were lost. */
  clear(): void {
    for (const taps of this.taps.values()) for (const stop of taps.values()) stop();
    this.taps.clear();
  }

  clearWorker(worker: number): void {
    for (const stop of this.taps.get(worker)?.values() ?? []) stop();
    this.taps.delete(worker);
  }

  /** Starts or (`undefined`) ends a tap of a query on a worker. */
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
