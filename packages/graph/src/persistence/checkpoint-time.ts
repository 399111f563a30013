/** The time up to which a store is known to be complete. */
import { decode, encode, type EventTime } from '@weir/model';
import type { Persistor } from '@weir/persistor';

const CHECKPOINT_KEY = 'checkpoint';

/** Returns 0 if nothing is known to be complete. */
export async function checkpointTime(persistor: Persistor): Promise<EventTime> {
  const stored = await persistor.getMetadata(CHECKPOINT_KEY);
  return stored === undefined ? 0 : (decode(stored) as EventTime);
}

export function putCheckpointTime(persistor: Persistor, time: EventTime): Promise<void> {
  return persistor.putMetadata(CHECKPOINT_KEY, Buffer.from(encode(time)));
}
