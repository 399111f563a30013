/** Timers of the metrics report, under the names that dashboards read. */
import { sourceDeclarations } from '@weir/definitions';
import { quantileOf, type TimingSummary } from '@weir/platform';

/** Fields in output order; times in milliseconds. */
export type TimerEntry = ReadonlyMap<string, string | number>;

export function timerEntry(name: string, times: TimingSummary): TimerEntry {
  const at = (part: number): number => quantileOf(times, part);
  return new Map<string, string | number>([
    ['name', name],
    ['min', times.min],
    ['max', times.max],
    ['median', at(0.5)],
    ['mean', times.count === 0 ? 0 : times.sum / times.count],
    ['q1', at(0.25)],
    ['q3', at(0.75)],
    ['oneMinuteRate', times.oneMinuteRate],
    ['90', at(0.9)],
    ['99', at(0.99)],
    ['80', at(0.8)],
    ['20', at(0.2)],
    ['10', at(0.1)],
  ]);
}

export function ingestMetricName(name: string, source: string): string {
  const shown = sourceDeclarations().get(source)?.metricName;
  return shown === undefined ? name : `${name} (${shown} ingest)`;
}
