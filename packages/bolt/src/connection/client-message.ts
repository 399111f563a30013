/** Messages of clients. */
import { type Value, type ValueMap, isMap, mapGet } from '@weir/model';
import { InvalidMessage, PackReader } from '../packstream/pack-reader.js';
import { valueOfStructure } from '../values/value-structures.js';

export const ClientTag = {
  Hello: 0x01,
  Goodbye: 0x02,
  Reset: 0x0f,
  Run: 0x10,
  Begin: 0x11,
  Commit: 0x12,
  Rollback: 0x13,
  Discard: 0x2f,
  Pull: 0x3f,
  Telemetry: 0x54,
  Route: 0x66,
  Logon: 0x6a,
  Logoff: 0x6b,
} as const;

export type ClientMessage =
  | { readonly type: 'hello' | 'logon'; readonly extra: ValueMap }
  | { readonly type: 'run'; readonly text: string; readonly parameters: ValueMap; readonly work: WorkOptions }
  | { readonly type: 'begin'; readonly work: WorkOptions }
  | { readonly type: 'pull' | 'discard'; readonly count: number; readonly query: number }
  | { readonly type: 'route'; readonly address: string | undefined; readonly database: string | undefined }
  | { readonly type: 'goodbye' | 'reset' | 'commit' | 'rollback' | 'telemetry' | 'logoff' };

/** Options of a transaction, or of a query outside of one. */
export interface WorkOptions {
  readonly onlyReads: boolean;
  /** Milliseconds; 0 for none. */
  readonly timeout: number | undefined;
  readonly database: string | undefined;
}

/** The number of a query that means the last one. */
const LAST_QUERY = -1;

/** Returns whether a message is RESET, which interrupts what is before it. */
export function isReset(message: Buffer): boolean {
  return message[1] === ClientTag.Reset;
}

/** @throws InvalidMessage */
export function clientMessage(bytes: Buffer): ClientMessage {
  const { tag, fields } = new PackReader(bytes, valueOfStructure).message();
  switch (tag) {
    case ClientTag.Hello:
      return { type: 'hello', extra: mapAt(fields, 0) };
    case ClientTag.Logon:
      return { type: 'logon', extra: mapAt(fields, 0) };
    case ClientTag.Run:
      return {
        type: 'run',
        text: textAt(fields, 0),
        parameters: mapAt(fields, 1),
        work: workOptions(mapAt(fields, 2)),
      };
    case ClientTag.Begin:
      return { type: 'begin', work: workOptions(mapAt(fields, 0)) };
    case ClientTag.Pull:
    case ClientTag.Discard:
      return { type: tag === ClientTag.Pull ? 'pull' : 'discard', ...range(mapAt(fields, 0)) };
    case ClientTag.Route:
      return {
        type: 'route',
        address: textIn(mapAt(fields, 0), 'address'),
        database: textIn(mapAt(fields, 2), 'db'),
      };
    case ClientTag.Goodbye:
      return { type: 'goodbye' };
    case ClientTag.Reset:
      return { type: 'reset' };
    case ClientTag.Commit:
      return { type: 'commit' };
    case ClientTag.Rollback:
      return { type: 'rollback' };
    case ClientTag.Telemetry:
      return { type: 'telemetry' };
    case ClientTag.Logoff:
      return { type: 'logoff' };
    default:
      throw new InvalidMessage(`Unknown message ${tag.toString(16)}`);
  }
}

/** Returns a text of a map; `undefined` if it is absent or null. @throws InvalidMessage */
export function textIn(map: ValueMap, key: string): string | undefined {
  const value = mapGet(map, key) ?? null;
  if (value === null || typeof value === 'string') return value ?? undefined;
  throw new InvalidMessage(`The field ${key} must be a string`);
}

function workOptions(extra: ValueMap): WorkOptions {
  return {
    onlyReads: textIn(extra, 'mode') === 'r',
    timeout: integerIn(extra, 'tx_timeout', 0),
    database: textIn(extra, 'db'),
  };
}

function range(extra: ValueMap): { count: number; query: number } {
  const count = integerIn(extra, 'n', -1) ?? -1;
  if (count === 0) throw new InvalidMessage('The field n must be positive, or -1 for all records');
  return {
    count: count === -1 ? Infinity : count,
    query: integerIn(extra, 'qid', LAST_QUERY) ?? LAST_QUERY,
  };
}

function integerIn(map: ValueMap, key: string, least: number): number | undefined {
  const value = mapGet(map, key) ?? null;
  if (value === null) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
  throw new InvalidMessage(`The field ${key} must be an integer of at least ${least}`);
}

function mapAt(fields: readonly Value[], position: number): ValueMap {
  const field = fields[position] ?? null;
  // Older messages lack the last map.
  if (field === null) return {};
  if (isMap(field)) return field;
  throw new InvalidMessage(`Field ${position} of the message must be a map`);
}

function textAt(fields: readonly Value[], position: number): string {
  const field = fields[position];
  if (typeof field === 'string') return field;
  throw new InvalidMessage(`Field ${position} of the message must be a string`);
}
