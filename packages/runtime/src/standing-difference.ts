/** What changes for consumers when a standing query takes another one's place. */
import type { NodeId, Value } from '@weir/model';
import { exactKey } from '@weir/standing';
import type { CurrentResult } from './standing-results.js';

export type PlainResult = readonly [resultId: string, row: readonly Value[]];

/** Can be kept as msgpack. */
export interface StandingDifference {
  readonly cancellations: readonly PlainResult[];
  readonly matches: readonly PlainResult[];
}

export interface StandingComparison extends StandingDifference {
  /** Results of the new query whose rows the old one had: by node, their ids with those of the old one's results. */
  readonly kept: ReadonlyMap<NodeId, ReadonlyMap<string, string>>;
}

/** As multisets: a row that one query has twice and the other once changes by one. */
export function compareResults(
  before: readonly CurrentResult[],
  after: readonly CurrentResult[],
): StandingComparison {
  const open = new Map<string, CurrentResult[]>();
  for (const result of before) {
    const key = exactKey(result.row);
    const same = open.get(key);
    if (same === undefined) open.set(key, [result]);
    else same.push(result);
  }
  const kept = new Map<NodeId, Map<string, string>>();
  const matches: PlainResult[] = [];
  for (const { node, resultId, row } of after) {
    const known = open.get(exactKey(row))?.pop();
    if (known === undefined) {
      matches.push([resultId, row]);
      continue;
    }
    const names = kept.get(node) ?? new Map<string, string>();
    kept.set(node, names.set(resultId, known.resultId));
  }
  const cancellations: PlainResult[] = [];
  for (const left of open.values()) for (const { resultId, row } of left) cancellations.push([resultId, row]);
  return { cancellations, matches, kept };
}
