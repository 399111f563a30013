/** A record as its source has it, for those who look after records that could not be read. */
import { parseJson, type Value } from '@weir/model';
import type { SourceDefinition } from '@weir/definitions';

export function sourceFrame({ type }: SourceDefinition): (bytes: Uint8Array) => Value {
  switch (type) {
    case 'NumberIterator':
      return bytes => parseJson(textOf(bytes));
    case 'ServerSentEvent':
      return bytes => ({ data: textOf(bytes) });
    default:
      // JSON has them as Base64.
      return bytes => bytes.slice();
  }
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
