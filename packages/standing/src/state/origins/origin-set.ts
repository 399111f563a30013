/**
 * Sets of records. Which records are omitted depends only on the set, not on the order of additions, so that a set
 * added to a row once can be removed again.
 */
import type { Origin, OriginSet } from '../../contract/origin.js';
import type { StandingResult } from '../../contract/standing-result.js';
import type { StandingRow } from '../../contract/delta.js';

/** Maximum number of records named for a result: the first by stream and position. */
export const MOST_ORIGINS = 64;

export const NO_ORIGINS: OriginSet = [];

export function originSetOf(origin: Origin): OriginSet {
  return [origin.stream, origin.position];
}

export function isTruncated(set: OriginSet): boolean {
  return set.length % 2 === 1;
}

export function originsIn(set: OriginSet): Origin[] {
  const origins: Origin[] = [];
  for (let i = 0; i + 1 < set.length; i += 2) {
    origins.push({ stream: set[i] as string, position: set[i + 1] as number });
  }
  return origins;
}

/** Returns one of the arguments itself if it is the union. */
export function unionOf(a: OriginSet, b: OriginSet): OriginSet {
  if (a === b || b.length === 0) return a;
  if (a.length === 0) return b;
  const union: (string | number | boolean)[] = [];
  const ends = [a.length - (a.length % 2), b.length - (b.length % 2)] as const;
  let i = 0;
  let j = 0;
  while ((i < ends[0] || j < ends[1]) && union.length < MOST_ORIGINS * 2) {
    const order = i >= ends[0] ? 1 : j >= ends[1] ? -1 : comparePairs(a, i, b, j);
    if (order <= 0) union.push(a[i]!, a[i + 1]!);
    else union.push(b[j]!, b[j + 1]!);
    if (order <= 0) i += 2;
    if (order >= 0) j += 2;
  }
  if (i < ends[0] || j < ends[1] || isTruncated(a) || isTruncated(b)) union.push(true);
  if (union.length === a.length) return a;
  return union.length === b.length ? b : union;
}

function comparePairs(a: OriginSet, i: number, b: OriginSet, j: number): number {
  const stream = a[i] as string;
  const other = b[j] as string;
  if (stream !== other) return stream < other ? -1 : 1;
  return (a[i + 1] as number) - (b[j + 1] as number);
}

// In rows of plans that track origins, the set is the last column, which no position of the plan refers to.

export function originsOfRow(row: StandingRow): OriginSet {
  return row[row.length - 1] as OriginSet;
}

export function withOrigins(row: StandingRow, origins: OriginSet): StandingRow {
  return [...row, origins];
}

export function withoutOrigins(row: StandingRow): StandingRow {
  return row.slice(0, -1);
}

/**
 * Origins of a result: first the record that completed or ended the match, regardless of the sort order, then all
 * others that wrote part of it. `undefined` if no record is known.
 */
export function provenanceOf({
  origin,
  origins = NO_ORIGINS,
}: Pick<StandingResult, 'origin' | 'origins'>): OriginSet | undefined {
  if (origin === undefined) return origins.length === 0 ? undefined : origins;
  const provenance: (string | number | boolean)[] = [origin.stream, origin.position];
  for (let i = 0; i + 1 < origins.length; i += 2) {
    if (origins[i] === origin.stream && origins[i + 1] === origin.position) continue;
    provenance.push(origins[i]!, origins[i + 1]!);
  }
  if (isTruncated(origins)) provenance.push(true);
  return provenance;
}
