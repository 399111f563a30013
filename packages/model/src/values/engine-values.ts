/**
 * What only the engine has of values: the classes of dates and times, zones, and what ids look like. A module of its
 * user gets it here instead of from packages of its own: a date of another copy of js-joda is a map to the engine, and
 * the engine's js-joda may lie within its bundle. Imported by extensions: it must stay light.
 */
import type { Instant, LocalDate, LocalDateTime, LocalTime, ZonedDateTime, ZoneId } from '@js-joda/core';
import { foundInThread } from '../environment/shared-in-thread.js';
import type { NodeId } from '../ids/node-id.js';
import type { Value } from './value-classes.js';

/** The classes are js-joda's. */
export interface EngineValues {
  readonly Instant: typeof Instant;
  readonly LocalDate: typeof LocalDate;
  readonly LocalTime: typeof LocalTime;
  readonly LocalDateTime: typeof LocalDateTime;
  readonly ZonedDateTime: typeof ZonedDateTime;
  /** A zone by its name or offset (`Z`, `+02:00`, `Europe/Paris`), or `undefined` when there is none. */
  zoneOf(name: string): ZoneId | undefined;
  /** `INTEGER`, `DATE`, `NODE`, ... */
  typeName(value: Value): string;
  /** An id as people see it, as `strId(n)` gives it. */
  formatNodeId(id: NodeId): string;
  /** @returns `undefined` for what is no id. */
  parseNodeId(text: string): NodeId | undefined;
}

/** Where `shareEngineValues` puts them. */
export const ENGINE_VALUES = 'engine-values';

/**
 * Those of the engine that calls the extension. To be called in `extensions`, or later.
 * @throws Error in a thread in which no engine has loaded extensions.
 */
export function engineValues(): EngineValues {
  const found = foundInThread(ENGINE_VALUES);
  if (found !== undefined) return found as EngineValues;
  throw new Error(
    'No graph has loaded extensions in this thread: call engineValues() in the function `extensions`, or in what it returns',
  );
}
