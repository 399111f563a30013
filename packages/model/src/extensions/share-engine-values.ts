/** Registers the engine values for modules of the user; see engine-values.ts. */
import { Instant, LocalDate, LocalDateTime, LocalTime, ZonedDateTime } from '@js-joda/core';
import { shareInThread } from '@weir/platform/in-thread';
import { formatNodeId, parseNodeId } from '../id-providers/id-text.js';
import { zoneOf } from '../temporal/zones.js';
import { ENGINE_VALUES, type EngineValues } from './engine-values.js';
import { typeName } from '../values/value-kind.js';

const VALUES: EngineValues = {
  Instant,
  LocalDate,
  LocalTime,
  LocalDateTime,
  ZonedDateTime,
  zoneOf,
  typeName,
  formatNodeId,
  parseNodeId,
};

/** The engine calls it in each thread that loads extensions, before loading them. */
export function shareEngineValues(): void {
  shareInThread(ENGINE_VALUES, VALUES);
}
