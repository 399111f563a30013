/** Sources of shared tables and their records, for tests. */
import { sourceFormsOf } from '@weir/formats/forms';
import { decode, type Value } from '@weir/model';
import { OPEN_RULES, OutgoingPolicy, type OutgoingRules, WeirError } from '@weir/platform';
import { systemEnvironment } from '@weir/runtime';
import type { IngestSource, ResumePoint } from '@weir/plugins';
import { LENIENT } from '@weir/plugins/form';
import type { DeltaSharingDefinition } from '../definition/delta-sharing-source.js';
import { deltaSharingSource } from '../kinds.js';
import { prepareDeltaSharing } from '../source/prepare-delta-sharing.js';

export function sharingDefinition(source: object): DeltaSharingDefinition {
  return deltaSharingSource.member(sourceFormsOf(LENIENT)).parse(source) as DeltaSharingDefinition;
}

export async function sharedSource(
  source: object,
  rules: Partial<OutgoingRules> = {},
): Promise<IngestSource> {
  const context = {
    environment: systemEnvironment(),
    outgoing: new OutgoingPolicy({ ...OPEN_RULES, ...rules }),
    standardInput: undefined as never,
    files: undefined as never,
  };
  return (await prepareDeltaSharing(sharingDefinition(source), context)).openSource();
}

export interface TakenRows {
  /** Error messages take the place of bad rows. */
  readonly rows: Value[];
  readonly after: ResumePoint | undefined;
}

/** Reads up to `wanted` rows from a position, and closes the source. */
export async function takeRows(source: IngestSource, wanted: number, from?: ResumePoint): Promise<TakenRows> {
  const rows: Value[] = [];
  let after = from;
  try {
    await source.open(from);
    while (rows.length < wanted) {
      const batch = await source.next(wanted - rows.length);
      if (batch === undefined) break;
      const { bytes, bounds } = batch.chunk;
      for (let i = 0; i < bounds.length; i += 2) {
        const row = decode(bytes.subarray(bounds[i], bounds[i + 1]));
        rows.push(row instanceof WeirError ? row.message : (row as Value));
      }
      after = JSON.parse(JSON.stringify(batch.after)) as ResumePoint;
    }
  } finally {
    await source.close();
  }
  return { rows, after };
}
