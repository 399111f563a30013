/** A record as its source has it, for those who look after records that could not be read. */
import { decode, parseJson, type Value, WeirError } from '@weir/model';
import type { SourceDefinition } from '@weir/definitions';

export function sourceFrame(source: SourceDefinition): (bytes: Uint8Array) => Value {
  if (source.type === 'DeltaSharingCdf' || source.format?.type === 'Parquet') return rowOf;
  switch (source.type) {
    case 'NumberIterator':
      return bytes => parseJson(textOf(bytes));
    case 'ServerSentEvent':
      return bytes => ({ data: textOf(bytes) });
    default:
      // JSON has them as Base64.
      return bytes => bytes.slice();
  }
}

/** What can't be read of it is told with it. */
function rowOf(bytes: Uint8Array): Value {
  const value = decode(bytes);
  return value instanceof WeirError ? null : (value as Value);
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
