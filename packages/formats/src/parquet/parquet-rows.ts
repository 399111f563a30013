/**
 * Rows of a Parquet file, read by row group: the columns of one group are in memory, and rows are created on demand.
 * The claims of the file are not trusted beyond the limits.
 */
import {
  type AsyncBuffer,
  type DecodedArray,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type RowGroup,
} from 'hyparquet';
import { decode, encode, mapSet, type Value, type ValueMap } from '@weir/model';
import { messageOf, WeirError } from '@weir/platform';
import { limitedCompressors, TooLarge } from './parquet-compressors.js';
import type { RowShape } from './parquet-messages.js';
import { type Convert, takeConversions } from './parquet-values.js';

const FOOTER_BYTES = 8;
const ENCRYPTED = 'PARE';
const MAGIC = 'PAR1';
/** A batch ends when it exceeds this size. */
const BATCH_BYTES = 1024 * 1024;

export interface PackedRows {
  readonly bytes: Uint8Array;
  readonly bounds: Uint32Array;
}

interface Group {
  readonly first: number;
  readonly end: number;
  readonly columns: readonly Column[];
}

interface Column {
  readonly name: string;
  readonly convert: Convert;
  readonly pieces: readonly DecodedArray[];
  piece: number;
  /** Index of the first row of the chunk. */
  begin: number;
}

export class ParquetRows {
  private group: Group | undefined;

  private constructor(
    private readonly file: AsyncBuffer,
    private readonly metadata: FileMetaData,
    private readonly conversions: ReadonlyMap<string, Convert>,
    private readonly maximumGroupBytes: number,
    /** End indexes of the row groups. */
    private readonly ends: readonly number[],
    /** Constant values of all rows, after the file's columns. */
    private readonly fixed: readonly (readonly [string, Value])[],
  ) {}

  static async open(
    file: AsyncBuffer,
    maximumGroupBytes: number,
    shape: RowShape | undefined,
  ): Promise<ParquetRows> {
    await checkFooter(file, maximumGroupBytes);
    const metadata = await parquetMetadataAsync(file, { geoparquet: false, parsers: AS_BYTES });
    let rows = 0;
    const ends = metadata.row_groups.map(({ num_rows: count }) => {
      rows += Number(count);
      if (count < 0n || !Number.isSafeInteger(rows))
        throw new Error('a row group claims an impossible number of rows');
      return rows;
    });
    const conversions = takeConversions(metadata.schema, parquetSchema(metadata));
    const fixed = shape === undefined ? [] : fixedValues(shape, conversions);
    return new ParquetRows(file, metadata, conversions, maximumGroupBytes, ends, fixed);
  }

  get count(): number {
    return this.ends.at(-1) ?? 0;
  }

  /** @returns between one and `maximum` rows, all from one row group. */
  async take(from: number, maximum: number): Promise<PackedRows> {
    if (this.group === undefined || from < this.group.first || from >= this.group.end) {
      this.group = undefined;
      this.group = await this.read(from);
    }
    const { group } = this;
    const pieces: Buffer[] = [];
    const bounds: number[] = [];
    let size = 0;
    const end = Math.min(group.end, from + maximum);
    for (let row = from; row < end && size < BATCH_BYTES; row++) {
      const packed = Buffer.from(encode(this.row(group, row - group.first)));
      pieces.push(packed);
      bounds.push(size, (size += packed.length));
    }
    return { bytes: Buffer.concat(pieces), bounds: Uint32Array.from(bounds) };
  }

  /** A row that cannot be created is represented by an error. */
  private row({ columns }: Group, index: number): ValueMap | WeirError {
    const row: ValueMap = {};
    for (const column of columns) {
      const value = valueAt(column, index);
      try {
        mapSet(row, column.name, column.convert(value));
      } catch (error) {
        return new WeirError('ingest.invalid', `Column ${column.name}: ${messageOf(error)}`);
      }
    }
    for (const [name, value] of this.fixed) mapSet(row, name, value);
    return row;
  }

  private async read(row: number): Promise<Group> {
    const at = this.ends.findIndex(end => row < end);
    const end = this.ends[at]!;
    const first = at === 0 ? 0 : this.ends[at - 1]!;
    const rowGroup = this.metadata.row_groups[at]!;
    this.checkSize(rowGroup, end - first);
    const pieces = new Map<string, { readonly begin: number; readonly data: DecodedArray }[]>();
    await parquetRead({
      file: this.file,
      // Only this group: so the library counts rows from its beginning.
      metadata: { ...this.metadata, num_rows: rowGroup.num_rows, row_groups: [rowGroup] },
      compressors: limitedCompressors(this.maximumGroupBytes),
      utf8: false,
      parsers: AS_BYTES,
      onChunk: ({ columnName, columnData, rowStart }) => {
        const known = pieces.get(columnName);
        if (known === undefined) pieces.set(columnName, [{ begin: rowStart, data: columnData }]);
        else known.push({ begin: rowStart, data: columnData });
      },
    });
    const columns = [...this.conversions].map(([name, convert]): Column => {
      const ofColumn = pieces.get(name) ?? [];
      const length = ofColumn.reduce((sum, { data }) => sum + data.length, 0);
      if (length !== end - first)
        throw new Error(`column ${name} has ${length} values for ${end - first} rows`);
      return { name, convert, pieces: ofColumn.map(({ data }) => data), piece: 0, begin: 0 };
    });
    return { first, end, columns };
  }

  private checkSize({ columns }: RowGroup, rows: number): void {
    let size = rows * columns.length;
    for (const { meta_data: column } of columns) {
      if (column === undefined) throw new Error('a column is elsewhere, or encrypted');
      if (column.num_values < 0n || column.total_uncompressed_size < 0n)
        throw new Error('a column has a negative size');
      size = Math.max(size, Number(column.num_values));
    }
    const bytes = columns.reduce(
      (sum, { meta_data: column }) => sum + Number(column!.total_uncompressed_size),
      0,
    );
    if (Math.max(size, bytes) > this.maximumGroupBytes) throw new TooLarge();
  }
}

/** Removes the columns of a file for which all rows have a constant value. */
function fixedValues(
  { columns, required, fixed }: RowShape,
  conversions: Map<string, Convert>,
): (readonly [string, Value])[] {
  for (const name of required) if (!conversions.has(name)) throw new Error(`it has no column ${name}`);
  const values = Object.entries(decode(fixed) as ValueMap);
  for (const [name] of values) conversions.delete(name);
  const isThere = new Set([...conversions.keys(), ...values.map(([name]) => name)]);
  const absent = columns.filter(name => !isThere.has(name)).map(name => [name, null] as const);
  return [...absent, ...values];
}

/** Rows are requested in order: usually the chunk is the same. */
function valueAt(column: Column, index: number): unknown {
  if (index < column.begin) column.piece = column.begin = 0;
  for (;;) {
    const piece = column.pieces[column.piece]!;
    if (index < column.begin + piece.length) return piece[index - column.begin] as unknown;
    column.begin += piece.length;
    column.piece++;
  }
}

async function checkFooter(file: AsyncBuffer, maximumBytes: number): Promise<void> {
  const { byteLength: size } = file;
  if (size < FOOTER_BYTES + MAGIC.length) throw new Error('it is too short');
  const footer = Buffer.from(await file.slice(size - FOOTER_BYTES, size));
  const mark = footer.toString('latin1', 4);
  if (mark === ENCRYPTED) throw new Error('it is encrypted');
  if (mark !== MAGIC) throw new Error('it has no Parquet footer');
  const length = footer.readUInt32LE(0);
  if (length > size - FOOTER_BYTES) throw new Error('its footer claims to be longer than the file');
  if (length > maximumBytes) throw new TooLarge();
}

const TEXT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Invalid text remains bytes, and is reported with its row. */
const AS_BYTES = {
  stringFromBytes: (bytes: Uint8Array): unknown => {
    try {
      return TEXT.decode(bytes);
    } catch {
      return bytes;
    }
  },
  timestampFromNanoseconds: (nanos: bigint): bigint => nanos,
} as const;
