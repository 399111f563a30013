/** Rows as texts that are equal exactly when the rows are. */
import type { Row } from '@weir/cypher';
import { Float, isMap, queryJson, type Value } from '@weir/model';

/**
 * @param isLoose treats equal numbers as the same, also in maps, and lists as sets: a grouping query may show any of
 * several equal values, and collects in no order.
 */
export function rowText(row: readonly Value[], isLoose: boolean): string {
  return isLoose ? row.map(looseText).join() : queryJson(row);
}

function looseText(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(looseText).sort().join()}]`;
  if (value instanceof Float) return String(value.value);
  if (isMap(value)) {
    const entries = Object.entries(value).map(([key, each]) => `${key}:${looseText(each)}`);
    return `{${entries.sort().join()}}`;
  }
  return queryJson(value);
}

/** A multiset of texts. */
export class TextCounts {
  private readonly counts = new Map<string, number>();

  add(text: string, count: number): void {
    const sum = (this.counts.get(text) ?? 0) + count;
    if (sum === 0) this.counts.delete(text);
    else this.counts.set(text, sum);
  }

  get size(): number {
    return this.counts.size;
  }

  /** Sorted text of the multiset. */
  toString(): string {
    return [...this.counts]
      .map(([text, count]) => (count === 1 ? text : `${count} x ${text}`))
      .sort()
      .join('; ');
  }

  static of(rows: readonly Row[], isLoose: boolean): TextCounts {
    const counts = new TextCounts();
    for (const row of rows) counts.add(rowText(row, isLoose), 1);
    return counts;
  }
}
