/** Counters and gauges by subject, each with a name in words. Those of all shards are added up. */
import type { Metrics } from '../api/types.js';
import { metricTexts } from '../texts/metrics.js';

export interface ShownMetric {
  /** As the API reports it; without the number of a shard. */
  readonly name: string;
  /** In words; `undefined`: there are none. */
  readonly label: string | undefined;
  /** `null`: unknown. */
  readonly value: number | null;
}

export interface MetricGroup {
  readonly title: string;
  readonly metrics: readonly ShownMetric[];
}

const SHARD = /\.shard-\d+(?=\.)/;
/** Sorts 8 before 128. */
const byNumber = new Intl.Collator('en', { numeric: true });

export function metricGroups(
  counters: Metrics['counters'],
  gauges: Metrics['gauges'],
): readonly MetricGroup[] {
  const sums = new Map<string, number | null>();
  const all = [...counters.map(({ name, count }) => ({ name, value: count })), ...gauges];
  for (const { name, value } of all) {
    const shared = name.replace(SHARD, '');
    const before = sums.get(shared);
    sums.set(shared, before === undefined || before === null || value === null ? value : before + value);
  }
  const names = [...sums.keys()].sort(byNumber.compare);
  return metricTexts.groups
    .map(({ title, pattern }, i) => ({
      title,
      metrics: names
        .filter(
          name => metricTexts.groups.findIndex(group => group.pattern.test(name)) === i && pattern.test(name),
        )
        .map(name => ({ name, label: labelOf(name), value: sums.get(name) ?? null })),
    }))
    .filter(({ metrics }) => metrics.length > 0);
}

/** @returns the name of a metric in words, `undefined` if there is none. */
export function labelOf(metric: string): string | undefined {
  const name = metric.replace(SHARD, '');
  for (const [pattern, words] of metricTexts.names) {
    const found = pattern.exec(name);
    if (found !== null) return words.replace('$1', found[1] ?? '').replace('$2', found[2] ?? '');
  }
  return undefined;
}
