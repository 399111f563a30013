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
export * from './environment/maybe-promise.js';
export { SerialQueue } from './environment/serial-queue.js';
export {
  addedTimings,
  LATENCY_BOUNDS,
  quantileOf,
  Timing,
  type TimingSummary,
} from './environment/timing.js';
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
export * from './errors/weir-error.js';
