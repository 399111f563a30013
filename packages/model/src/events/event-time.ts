/**
 * Event time: when something happened to a node, strictly increasing per shard, and so per node.
 *
 * `milliseconds since the Unix epoch * 1024 + sequence`, a safe integer until the year 2248. The sequence counts the
 * journal entries of one shard within one millisecond; past 1,023 it overflows into the next millisecond, so event time
 * may briefly run ahead of the clock but never back.
 */
export type EventTime = number;

const SEQUENCES_PER_MILLISECOND = 1024;

/** No event is later. */
export const MAX_EVENT_TIME: EventTime = Number.MAX_SAFE_INTEGER;

/** Returns the first event time of a millisecond. */
export function eventTimeAt(millis: number): EventTime {
  return millis * SEQUENCES_PER_MILLISECOND;
}

/** Returns the last event time of a millisecond: the upper bound for `at-time`. 0 before 1970. */
export function lastEventTimeAt(millis: number): EventTime {
  if (millis < 0) return 0;
  return millis * SEQUENCES_PER_MILLISECOND + (SEQUENCES_PER_MILLISECOND - 1);
}

/** Returns the next event time after `previous`, at the clock's `nowMillis`. */
export function nextEventTime(previous: EventTime, nowMillis: number): EventTime {
  const now = eventTimeAt(nowMillis);
  return now > previous ? now : previous + 1;
}

export function millisOf(time: EventTime): number {
  return Math.floor(time / SEQUENCES_PER_MILLISECOND);
}
