/** Combines counters that are columns of one histogram: `NAME.8-127`, and `NAME.up-to-10-ms` of each shard. */
import type { Metrics } from '../api/types.js';

export interface Column {
  /** The largest value that the column counts; `Infinity`: no limit. */
  readonly upTo: number;
  readonly said: string;
  readonly count: number;
}

export interface Distribution {
  readonly name: string;
  readonly total: number;
  /** Ascending. */
  readonly columns: readonly Column[];
}

const SIZES = /^(.+)\.(\d+)-(\d+|infinity)$/;
const TIMES = /^(.+)\.(?:up-to-(\d+)-ms|longer)$/;
const SHARD = /\.shard-\d+(?=\.)/;

/** @returns the distributions and the remaining counters. */
export function distributionsOf(counters: Metrics['counters']): {
  readonly distributions: readonly Distribution[];
  readonly others: Metrics['counters'];
} {
  const found = new Map<string, Map<number, Column>>();
  const others: Metrics['counters'][number][] = [];
  for (const counter of counters) {
    const part = columnOf(counter.name);
    if (part === undefined) {
      others.push(counter);
      continue;
    }
    const name = part.name.replace(SHARD, '');
    const columns = found.get(name) ?? new Map<number, Column>();
    found.set(name, columns);
    const { upTo, said } = part;
    columns.set(upTo, { upTo, said, count: (columns.get(upTo)?.count ?? 0) + counter.count });
  }
  const distributions = [...found].map(([name, columns]) => ({
    name,
    total: [...columns.values()].reduce((sum, { count }) => sum + count, 0),
    columns: named([...columns.values()].sort((a, b) => a.upTo - b.upTo)),
  }));
  return { distributions, others };
}

interface Part {
  readonly name: string;
  readonly upTo: number;
  readonly said: string;
}

function columnOf(counter: string): Part | undefined {
  const size = SIZES.exec(counter);
  if (size !== null) {
    const [, name, from, to] = size;
    return to === 'infinity'
      ? { name: name!, upTo: Infinity, said: `≥ ${from!}` }
      : { name: name!, upTo: Number(to), said: `${from!}–${to!}` };
  }
  const time = TIMES.exec(counter);
  if (time === null) return undefined;
  const [, name, most] = time;
  return { name: name!, upTo: Number(most ?? Infinity), said: '' };
}

/** Durations name only the end of a column; each begins where the previous one ends. */
function named(columns: readonly Column[]): readonly Column[] {
  return columns.map((column, i) => {
    if (column.said !== '') return column;
    const from = columns[i - 1]?.upTo;
    const { upTo } = column;
    const said =
      upTo === Infinity ? `> ${from ?? 0} ms` : from === undefined ? `≤ ${upTo} ms` : `${from}–${upTo} ms`;
    return { ...column, said };
  });
}
