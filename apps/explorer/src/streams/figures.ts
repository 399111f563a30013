/** Current throughput, polled every two seconds while the page is open, and its history of the last minutes. */
import { signal } from '@preact/signals';
import { request } from '../api/http.js';
import type { Backpressure } from '../api/types.js';
import { format } from '../texts/en.js';

const MILLIS = 2000;
/** A server that does not respond for this long cannot be reached. */
const PATIENCE_MILLIS = 5000;
/** Two responses at almost the same time, from a busy machine, give no meaningful rate. */
const LEAST_SECONDS = 1;
/** Five minutes. */
const KEPT = 150;

export interface Point {
  /** Seconds since the Unix epoch. */
  readonly at: number;
  readonly perSecond: number;
}

interface Series {
  readonly points: readonly Point[];
  readonly count: number;
  readonly at: number;
}

export const backpressure = signal<Backpressure | undefined>(undefined);
export const isLost = signal(false);
/** Keyed by `ingest NAME` and `standing NAME`. */
export const series = signal<ReadonlyMap<string, Series>>(new Map());

/** @returns a function that ends it. */
export function followFigures(): () => void {
  let isPending = false;
  const refresh = async (): Promise<void> => {
    if (document.hidden || isPending) return;
    isPending = true;
    try {
      const patience = AbortSignal.timeout(PATIENCE_MILLIS);
      const [host] = await request<Backpressure[]>('GET', 'api/v2/system/backpressure', undefined, patience);
      isLost.value = false;
      if (host !== undefined) take(host);
    } catch {
      isLost.value = true;
    } finally {
      isPending = false;
    }
  };
  const lose = (): void => {
    isLost.value = true;
  };
  void refresh();
  const timer = setInterval(() => void refresh(), MILLIS);
  addEventListener('offline', lose);
  return () => {
    clearInterval(timer);
    removeEventListener('offline', lose);
  };
}

/** Records per second of all ingest streams, as last measured; `undefined` before the first measurement. */
export function totalRate(): number | undefined {
  const names = backpressure.value?.ingests.map(({ name }) => `ingest ${name}`) ?? [];
  const rates = names.flatMap(name => series.value.get(name)?.points.at(-1)?.perSecond ?? []);
  if (names.length > 0 && rates.length === 0) return undefined;
  return rates.reduce((sum, rate) => sum + rate, 0);
}

/** A rate with its unit; a dash while none is known, or the server cannot be reached. */
export function shownRate(perSecond: number | undefined): string {
  return isLost.value || perSecond === undefined ? '–' : `${format.rate(perSecond)}/s`;
}

function take(host: Backpressure): void {
  // By the service's clock: delayed responses would otherwise show false peaks.
  const now = Date.parse(host.timestamp) / 1000;
  const next = new Map<string, Series>();
  for (const { name, totalCount } of host.ingests)
    next.set(`ingest ${name}`, continued(`ingest ${name}`, totalCount, now));
  for (const { name, queue } of host.standingQueries)
    next.set(`standing ${name}`, continued(`standing ${name}`, queue.totalProduced, now));
  series.value = next;
  backpressure.value = host;
}

/** Computes rates from the growth of counts; a count that fell was restarted. */
function continued(name: string, count: number, at: number): Series {
  const before = series.value.get(name);
  if (before === undefined) return { points: [], count, at };
  if (at - before.at < LEAST_SECONDS) return before;
  const perSecond = Math.max(0, count - before.count) / (at - before.at);
  return { points: [...before.points, { at, perSecond }].slice(-KEPT), count, at };
}
