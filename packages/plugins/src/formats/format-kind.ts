/** A kind of record format: how the bytes of a record become the value that an ingest query receives. */
import type { Checked, ExtensionType, Fields, MakeFields } from '../fields.js';

export interface FormatKind<F extends Fields = Fields> {
  /** With a namespace; names the kind in definitions: `acme.KeyValue`. */
  readonly type: ExtensionType;
  /** Label in forms. Default: the type in words. */
  readonly title?: string;
  /** One line for the API description and the explorer. */
  readonly description: string;
  readonly fields: MakeFields<F>;
  /** Called once in each thread that reads records of a stream. */
  open(definition: Checked<F>): ParseRecord;
}

/**
 * Returns plain JavaScript: strings, numbers, booleans, null, arrays, objects, bytes (`Uint8Array`), bigints. A number
 * without a fraction is an INTEGER; use `float(1)` of `@weir/cypher/extension` for a FLOAT.
 * @param record valid only during the call: copy what you keep.
 * @throws Error if the record is unreadable; its message is the reason.
 */
export type ParseRecord = (record: Uint8Array) => unknown;

/** Checks the types of a kind of format. */
export function defineFormat<F extends Fields>(kind: FormatKind<F>): FormatKind<F> {
  return kind;
}
