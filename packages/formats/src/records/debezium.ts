/**
 * Changes of a database as Debezium sends them, in the shape of the changes that Weir reads from PostgreSQL itself: one
 * ingest query serves both.
 */
import { isMap, type Value, type ValueMap } from '@weir/model';

const OPERATIONS: ReadonlyMap<string, string> = new Map([
  ['c', 'insert'],
  ['r', 'read'],
  ['u', 'update'],
  ['d', 'delete'],
  ['t', 'truncate'],
  ['m', 'message'],
]);

/**
 * @param value a change event in JSON, with or without its schema.
 * @returns `undefined` for a tombstone, which follows a delete. @throws Error for anything else.
 */
export function debeziumChange(value: Value): ValueMap | undefined {
  const event = payloadOf(value);
  if (event === null) return undefined;
  if (!isMap(event)) throw new Error('a Debezium change event is an object');
  const operation = typeof event['op'] === 'string' ? OPERATIONS.get(event['op']) : undefined;
  if (operation === undefined)
    throw new Error(
      "not a Debezium change event: its 'op' must be c, r, u, d, t or m. Records that the connector has already unwrapped are read with the format Json",
    );
  const source = mapOf(event['source']);
  const millis = source['ts_ms'] ?? event['ts_ms'];
  return withoutNulls({
    operation,
    database: source['db'],
    schema: source['schema'],
    table: source['table'] ?? source['collection'],
    time: typeof millis === 'number' ? new Date(millis).toISOString() : undefined,
    new: event['after'],
    old: event['before'],
    source,
  });
}

function payloadOf(value: Value): Value {
  if (!isMap(value) || !Object.hasOwn(value, 'schema') || !Object.hasOwn(value, 'payload')) return value;
  return value['payload'] ?? null;
}

function mapOf(value: Value = null): ValueMap {
  return isMap(value) ? value : {};
}

function withoutNulls(fields: Readonly<Record<string, Value | undefined>>): ValueMap {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(present) as ValueMap;
}
