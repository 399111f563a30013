/** The time up to which a store is known to be complete, and what is known of the entries after it. */
import { decode, encode, type EventTime } from '@weir/model';
import type { Persistor } from '@weir/persistor';

const CHECKPOINT_KEY = 'checkpoint';
/** Its value is the version of the events. */
const EVENTS_KEY = 'recent standing events';
const EVENTS_VERSION = 1;

/** Returns 0 if nothing is known to be complete. */
export async function checkpointTime(persistor: Persistor): Promise<EventTime> {
  const stored = await persistor.getMetadata(CHECKPOINT_KEY);
  return stored === undefined ? 0 : (decode(stored) as EventTime);
}

export function putCheckpointTime(persistor: Persistor, time: EventTime): Promise<void> {
  return persistor.putMetadata(CHECKPOINT_KEY, Buffer.from(encode(time)));
}

/**
 * Whether all entries since the checkpoint were written by a version that journals every event that
 * `NodeEvaluation.resynchronize` needs.
 */
export async function hasRecentEvents(persistor: Persistor): Promise<boolean> {
  const stored = await persistor.getMetadata(EVENTS_KEY);
  return stored !== undefined && decode(stored) === EVENTS_VERSION;
}

export function putHasRecentEvents(persistor: Persistor): Promise<void> {
  return persistor.putMetadata(EVENTS_KEY, Buffer.from(encode(EVENTS_VERSION)));
}
