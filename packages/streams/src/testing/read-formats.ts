/** Reads records of each format from bytes, like streams and queries do: for tests. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Value } from '@weir/model';
import type { FileFormatDefinition } from '@weir/formats/forms';
import { parseIngestDefinition } from '@weir/definitions';
import { openGraph } from '@weir/runtime';
import { textOpenerReference } from '@weir/formats/files';
import type { SchemaFormatOptions } from '@weir/formats/records';
import { ReadingFormat, readerOf } from '@weir/formats/schema-formats';
import { JSON_LINES, StreamsService } from './streams-service.js';

/** The values in order, the number of bad records, and whether reading failed as a whole. */
export interface FormatOutcome {
  readonly values: readonly Value[];
  readonly bad?: number;
  readonly fails?: true;
}

function outcome(values: readonly Value[], bad: number, fails: boolean): FormatOutcome {
  return { values, ...(bad > 0 && { bad }), ...(fails && { fails }) };
}

/** Reads a file like a stream. @param encoding as in version 1's `encoding`. */
export async function readFile(
  format: FileFormatDefinition,
  bytes: string | Uint8Array,
  encoding = 'UTF-8',
): Promise<FormatOutcome> {
  const service = new StreamsService();
  await service.open();
  try {
    await writeFile(join(service.directory, 'records'), bytes);
    const file = { type: 'FileIngest', path: 'records', format: JSON_LINES, encoding };
    const { source, ...definition } = parseIngestDefinition(file);
    try {
      await service.streams.create('records', {
        ...definition,
        source: { ...source, format } as typeof source,
      });
    } catch {
      return outcome([], 0, true);
    }
    const { status, stats } = await service.ends('records');
    return outcome(service.graph.values, stats.rejectedCount, status === 'Failed');
  } finally {
    await service.close();
  }
}

/** Reads messages with a schema. */
export async function readMessages(
  options: SchemaFormatOptions,
  messages: readonly Uint8Array[],
): Promise<FormatOutcome> {
  const values: Value[] = [];
  let bad = 0;
  const format = new ReadingFormat(await readerOf(options));
  let at = 0;
  const bounds = Uint32Array.from(messages.flatMap(({ length }) => [at, (at += length)]));
  format.parse(
    { bytes: Buffer.concat(messages), bounds, firstPosition: 0 },
    value => values.push(value),
    () => bad++,
  );
  return outcome(values, bad, false);
}

/** Reads a file with `LOAD CSV`. */
export async function loadCsv(bytes: string | Uint8Array, withHeaders = false): Promise<FormatOutcome> {
  const directory = await mkdtemp(join(tmpdir(), 'weir-load-'));
  await writeFile(join(directory, 'rows.csv'), bytes);
  const options = {
    workingDirectory: directory,
    allowedDirectories: ['.'],
    resolutionMode: 'dynamic',
    web: false,
  } as const;
  const graph = await openGraph({
    shards: 1,
    workers: 0,
    queries: { textOpener: textOpenerReference(options) },
  });
  try {
    const query = `LOAD CSV ${withHeaders ? 'WITH HEADERS ' : ''}FROM 'rows.csv' AS row RETURN row`;
    const rows = await (await graph.query(query, {})).rows();
    return outcome(
      rows.map(row => row[0]!),
      0,
      false,
    );
  } catch {
    return outcome([], 0, true);
  } finally {
    await graph.close();
    await rm(directory, { recursive: true });
  }
}
