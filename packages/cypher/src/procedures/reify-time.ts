/** `reify.time`: nodes for periods of time, linked to the previous and next period and to coarser ones. */
import { formatWithOffset, idFrom } from '@weir/model';
import type { NodeId, Value } from '@weir/model';
import { ChronoUnit, LocalTime, ZonedDateTime } from '@js-joda/core';
import { NodeHandle } from '../run/entity-handles.js';
import { constraintViolation, wrongSignature } from '../operations/runtime-errors.js';
import type { RunState } from '../run/run-state.js';
import { isList } from '../operations/value-kind.js';
import { momentOf } from '../functions/temporal/constructors.js';
import { ReadPart } from '../node-view.js';
import { defineProcedure } from '../registry/define-procedure.js';
import type { ProcedureDefinition } from '../registry/procedure-definition.js';

interface Period {
  readonly unit: ChronoUnit;
  readonly truncate: (time: ZonedDateTime) => ZonedDateTime;
}

const startOfDay = (time: ZonedDateTime): ZonedDateTime => time.with(LocalTime.MIDNIGHT);

/** From coarse to fine. */
const PERIODS = new Map<string, Period>([
  ['year', { unit: ChronoUnit.YEARS, truncate: time => startOfDay(time).withDayOfYear(1) }],
  ['month', { unit: ChronoUnit.MONTHS, truncate: time => startOfDay(time).withDayOfMonth(1) }],
  ['day', { unit: ChronoUnit.DAYS, truncate: startOfDay }],
  ['hour', { unit: ChronoUnit.HOURS, truncate: time => time.truncatedTo(ChronoUnit.HOURS) }],
  ['minute', { unit: ChronoUnit.MINUTES, truncate: time => time.truncatedTo(ChronoUnit.MINUTES) }],
  ['second', { unit: ChronoUnit.SECONDS, truncate: time => time.truncatedTo(ChronoUnit.SECONDS) }],
]);

function periodsOf(value: Value | undefined): string[] {
  if (value === undefined) return [...PERIODS.keys()];
  const given = isList(value) ? value : [value];
  if (given.length === 0) throw constraintViolation("Argument 'periods' must not be empty");
  const names = new Set<string>();
  for (const name of given) {
    if (typeof name !== 'string' || !PERIODS.has(name.toLowerCase())) {
      throw constraintViolation(
        "Argument 'periods' must contain only valid period specifiers (eg, 'year', 'minute', etc.)",
      );
    }
    names.add(name.toLowerCase());
  }
  return [...PERIODS.keys()].filter(name => names.has(name));
}

async function timeNode(state: RunState, period: string, start: ZonedDateTime): Promise<NodeId> {
  const { effects, graph } = state;
  const id = idFrom(['time-node', period, formatWithOffset(start)])!;
  const [view] = await graph.reads.readNodes([id], ReadPart.Labels);
  const superfluous = view!.labels.filter(label => label !== period);
  if (superfluous.length > 0) effects.removeLabels(id, superfluous);
  effects.addLabels(id, [period]);
  effects.mergeProperties(id, { period, start });
  return id;
}

async function reifyTime(state: RunState, args: readonly Value[]): Promise<Value[][]> {
  const [first, second] = args;
  const hasTime = first instanceof ZonedDateTime;
  if (first !== undefined && !hasTime && args.length > 1) throw wrongSignature('reify.time', args);
  const millis = state.startMillis;
  const time = hasTime ? first : momentOf(Math.floor(millis / 1000), (millis % 1000) * 1_000_000);
  let parent: NodeId | undefined;
  for (const name of periodsOf(hasTime ? second : first)) {
    const { unit, truncate } = PERIODS.get(name)!;
    const start = truncate(time);
    const node = await timeNode(state, name, start);
    const before = await timeNode(state, name, start.minus(1, unit));
    const after = await timeNode(state, name, start.plus(1, unit));
    state.effects.createEdge(before, 'NEXT', node);
    state.effects.createEdge(node, 'NEXT', after);
    if (parent !== undefined) state.effects.createEdge(parent, name.toUpperCase(), node);
    parent = node;
  }
  return [[new NodeHandle(parent!)]];
}

export const REIFY_TIME: ProcedureDefinition = defineProcedure(
  'reify.time(datetime :: ANY?, periods :: ANY?) :: (node :: NODE)',
  'WRITE',
  'The node of a time period, linked to its neighbors and to the longer periods that contain it',
  reifyTime,
);
