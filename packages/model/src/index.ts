export { LruMap } from './collections/lru-map.js';
export { Cancellation } from './environment/cancellation.js';
export * from './environment/environment.js';
export { expectWaiters } from './environment/expect-waiters.js';
export { Backoff } from './environment/backoff.js';
export { every } from './environment/every.js';
export { pause } from './environment/pause.js';
export { TroubleLog } from './environment/trouble-log.js';
export { untilAborted } from './environment/until-aborted.js';
export { withEitherSignal } from './environment/with-either-signal.js';
export { SeededRandom } from './environment/seeded-random.js';
export * from './text/shown-url.js';
export { isError, messageOf } from './text/is-error.js';
export { closestTo } from './text/closest-name.js';
export * from './text/masked-text.js';
export * from './text/printable.js';
export { type CsvDialect, csvFields } from './text/csv-fields.js';
export { CsvRowEnds } from './text/csv-row-ends.js';
export * from './events/event-time.js';
export * from './hashing/id-hash.js';
export { murmur2 } from './hashing/murmur2.js';
export { resultHash } from './hashing/result-hash.js';
export * from './environment/maybe-promise.js';
export * from './events/node-event.js';
export * from './ids/node-id.js';
export { formatNodeId, parseNodeId } from './ids/id-text.js';
export { formatUuid, parseUuid } from './ids/uuid-text.js';
export { ID_TYPES, idProvider, type IdProvider, type IdProviderOptions } from './ids/id-provider.js';
export { idProviderName, useIdProvider } from './ids/thread-id-provider.js';
export { idOfValue, idValue, newNodeId } from './ids/id-value.js';
export * from './values/value.js';
export { shareEngineValues } from './values/share-engine-values.js';
export * from './weir-error.js';
export * from './values/group-key.js';
export * from './values/value-equality.js';
export { isTooDeep, MAX_VALUE_DEPTH } from './values/value-depth.js';
export * from './values/value-kind.js';
export * from './values/value-order.js';
export * from './values/value-walk.js';
export * from './ids/id-packing.js';
export * from './msgpack/msgpack.js';
export * from './msgpack/packed-properties.js';
export * from './temporal/zones.js';
export * from './json/exact-json.js';
export * from './json/json-in.js';
export * from './values/java-double.js';
export * from './json/json-out.js';
export * from './temporal/duration-text.js';
export * from './temporal/iso-text.js';
export * from './values/value-text.js';
export * from './temporal/patterns/date-pattern.js';
export { PatternFields } from './temporal/patterns/pattern-fields.js';
export { SerialQueue } from './environment/serial-queue.js';
export { addedTimings, quantileOf, Timing, type TimingSummary } from './environment/timing.js';
export {
  endpointOf,
  isRefusal,
  OPEN_RULES,
  OutgoingPolicy,
  type OutgoingRules,
  portOf,
} from './network/outgoing-policy.js';
export { urlLogin } from './network/url-login.js';
export { policedConnector } from './network/policed-connector.js';
export type { TraceSpan, Tracing } from './environment/tracing.js';
