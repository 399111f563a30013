/** A Parquet source, and the rows that it returns. */
import type { IngestSource, ResumePoint } from '@weir/plugins';
import { prepareSource } from '@weir/streams';
import { parseIngestDefinition, type SourceDefinition } from '@weir/definitions';
import { decode, type Value } from '@weir/model';
import { OPEN_RULES, OutgoingPolicy, WeirError } from '@weir/platform';
import { systemEnvironment } from '@weir/runtime';

const FORMAT = { format: { type: 'Parquet' } } as const;

/** @param fields of version 1, without the format. */
export async function parquetSource(fields: object, more: object = {}): Promise<IngestSource> {
  const { source } = parseIngestDefinition({ ...fields, format: { type: 'CypherLine', query: 'RETURN 1' } });
  const definition = { ...source, ...FORMAT, ...more } as SourceDefinition;
  const context = {
    environment: systemEnvironment(),
    outgoing: new OutgoingPolicy(OPEN_RULES),
    standardInput: undefined as never,
    files: { check: (path: string) => Promise.resolve(path) } as never,
  };
  return (await prepareSource('s', definition, context)).openSource();
}

export interface Taken {
  readonly rows: Value[];
  readonly after: ResumePoint | undefined;
}

/** Returns all rows from a position on, or up to `wanted`; closes the source. */
export async function takeRows(source: IngestSource, wanted = Infinity, from?: ResumePoint): Promise<Taken> {
  const rows: Value[] = [];
  let after: ResumePoint | undefined;
  try {
    await source.open(from);
    while (rows.length < wanted) {
      const batch = await source.next(Math.min(7, wanted - rows.length));
      if (batch === undefined) break;
      const { bytes, bounds } = batch.chunk;
      for (let i = 0; i < bounds.length; i += 2) {
        const row = decode(bytes.subarray(bounds[i], bounds[i + 1]));
        rows.push(row instanceof WeirError ? row.message : (row as Value));
      }
      ({ after } = batch);
    }
  } finally {
    await source.close();
  }
  return { rows, after };
}
