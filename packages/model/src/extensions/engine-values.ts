/**
 * Values that only the engine can provide: the classes of dates and times, zones, and the form of ids. A user's module
 * gets them here instead of from its own packages: the engine treats a date of another copy of js-joda as a map, and
 * the engine's js-joda may be inside its bundle. Imported by extensions: keep it light.
 */
import type { Instant, LocalDate, LocalDateTime, LocalTime, ZonedDateTime, ZoneId } from '@js-joda/core';
import { foundInThread } from '@weir/platform/in-thread';
import type { NodeId } from '../ids/node-id.js';
import type { Value } from '../values/value-classes.js';

/** The classes of js-joda. */
export interface EngineValues {
  readonly Instant: typeof Instant;
  readonly LocalDate: typeof LocalDate;
  readonly LocalTime: typeof LocalTime;
  readonly LocalDateTime: typeof LocalDateTime;
  readonly ZonedDateTime: typeof ZonedDateTime;
  /** Returns a zone by its name or offset (`Z`, `+02:00`, `Europe/Paris`), or `undefined` if there is none. */
  zoneOf(name: string): ZoneId | undefined;
  /** `INTEGER`, `DATE`, `NODE`, ... */
  typeName(value: Value): string;
  /** The text form of an id, as `strId(n)` returns it. */
  formatNodeId(id: NodeId): string;
  /** @returns `undefined` if the text is not an id. */
  parseNodeId(text: string): NodeId | undefined;
}

/** The name under which `shareEngineValues` registers them. */
export const ENGINE_VALUES = 'engine-values';

/**
 * Returns the values of the engine that calls the extension. Call it in `extensions`, or later.
 * @throws Error in a thread in which no engine has loaded extensions.
 */
export function engineValues(): EngineValues {
  const found = foundInThread(ENGINE_VALUES);
  if (found !== undefined) return found as EngineValues;
  throw new Error(
    'No graph has loaded extensions in this thread: call engineValues() in the function `extensions`, or in what it returns',
  );
}
