/** Garbage collections of the gateway's thread, keyed by type. */
import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import type { Gauge } from './memory-gauges.js';

const KINDS: ReadonlyMap<number, string> = new Map([
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weak-callbacks'],
]);

export class GarbageCollections {
  private readonly seen = new Map([...KINDS.values()].map(kind => [kind, { count: 0, millis: 0 }]));
  private readonly observer = new PerformanceObserver(list => this.add(list.getEntries()));

  constructor() {
    this.observer.observe({ entryTypes: ['gc'] });
  }

  gauges(): readonly Gauge[] {
    this.add(this.observer.takeRecords());
    return [...this.seen].flatMap(([kind, { count, millis }]) => [
      { name: `gc.${kind}.count`, value: count },
      { name: `gc.${kind}.time`, value: millis },
    ]);
  }

  stop(): void {
    this.observer.disconnect();
  }

  private add(entries: readonly PerformanceEntry[]): void {
    for (const entry of entries) {
      const { duration } = entry;
      const { detail } = entry as PerformanceEntry & { readonly detail: { readonly kind: number } };
      const kind = KINDS.get(detail.kind);
      const seen = kind === undefined ? undefined : this.seen.get(kind);
      if (seen === undefined) continue;
      seen.count++;
      seen.millis += duration;
    }
  }
}
