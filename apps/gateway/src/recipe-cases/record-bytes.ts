/** Encodes records of a case as the bytes that its stream would read. */
import type { IngestDefinition } from '@weir/definitions';
import { CSV_CHARACTERS } from '@weir/definitions';
import { queryJson, type Value } from '@weir/model';
import { WeirError } from '@weir/platform';

type Source = IngestDefinition['source'];
type CsvFormat = Extract<NonNullable<Source['format']>, { type: 'CSV' }>;

export interface EncodedRecord {
  readonly bytes: Uint8Array;
  /** Column names of the record, in place of the header row of a file. */
  readonly headers: readonly string[] | null;
}

/** @throws WeirError `recipe.invalid` for a record that the stream's format cannot express. */
export function encodeRecord(record: unknown, { format }: Source): EncodedRecord {
  const plain = (text: string): EncodedRecord => ({ bytes: Buffer.from(text), headers: null });
  switch (format?.type) {
    case 'Line':
      return plain(lineOf(record));
    case 'Raw':
      return plain(lineOf(record));
    case 'CSV':
      return csvRecord(record, format);
    default:
      return plain(queryJson(record as Value));
  }
}

function lineOf(record: unknown): string {
  if (typeof record === 'string') return record;
  if (typeof record === 'number' || typeof record === 'bigint') return String(record);
  throw unfit('a line of text', record);
}

function csvRecord(record: unknown, format: CsvFormat): EncodedRecord {
  if (typeof record === 'string') return { bytes: Buffer.from(record), headers: null };
  if (Array.isArray(record)) return { bytes: Buffer.from(row(record, format)), headers: null };
  if (typeof record !== 'object' || record === null)
    throw unfit('a row: a string, a list, or fields by column', record);
  const columns = Array.isArray(format.headers) ? format.headers : Object.keys(record);
  const fields = columns.map(column => (record as Readonly<Record<string, unknown>>)[column] ?? '');
  return { bytes: Buffer.from(row(fields, format)), headers: columns };
}

function row(fields: readonly unknown[], format: CsvFormat): string {
  const [delimiter, quote, escape] = [format.delimiter, format.quoteChar, format.escapeChar].map(
    name => CSV_CHARACTERS[name],
  );
  return fields
    .map(field => {
      const text = lineOf(field);
      const inside = text.replaceAll(escape!, escape! + escape!).replaceAll(quote!, escape! + quote!);
      return quote! + inside + quote!;
    })
    .join(delimiter);
}

function unfit(what: string, record: unknown): WeirError {
  return new WeirError('recipe.invalid', `The stream reads ${what}, not ${queryJson(record as Value)}`);
}
