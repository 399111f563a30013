/** Records in the form of their source, for dead-letter destinations. */
import { type SourceDefinition, sourceDeclarations } from '@weir/definitions';
import { decode, type Value } from '@weir/model';
import { WeirError } from '@weir/platform';

export function sourceFrame(source: SourceDefinition): (record: Uint8Array) => Value {
  const kind = sourceDeclarations().get(source.type);
  if (kind?.givesRows === true || source.format?.type === 'Parquet') return rowOf;
  // JSON encodes bytes as Base64.
  return kind?.frame ?? (record => record.slice());
}

/** `null` for a row that could not be decoded: the reason is delivered with it. */
function rowOf(record: Uint8Array): Value {
  const value = decode(record);
  return value instanceof WeirError ? null : (value as Value);
}
