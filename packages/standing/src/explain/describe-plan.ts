/** What a plan is made of, as plain data for people: EXPLAIN of a standing query. */
import { Direction, formatNodeId, literalText } from '@weir/model';
import type { ElementReads, PartDemands } from '../plan/node-demands.js';
import type { PartPlan } from '../plan/witness-plan.js';
import type {
  AnyPartPlan,
  RowPartPlan,
  RowSlotPlan,
  StandingPlan,
  StepPlan,
  WritersPlan,
} from '../plan/row-plan.js';
import type { PropertyTest } from '../plan/property-test.js';
import { homeAbove, lastHome } from '../groups/group-nodes.js';

export interface StandingPlanDescription {
  /** `traces`: only which roots match is asked. `rows`: values, filters, groups. */
  readonly kind: StandingPlan['kind'];
  readonly columns: readonly string[];
  /** Results are groups: each root has its own, or they live at homes that many roots share. */
  readonly groups: 'none' | 'on roots' | 'at homes';
  readonly parts: readonly PartDescription[];
}

export interface PartDescription {
  readonly number: number;
  readonly variable: string | undefined;
  /** The part that asks this one; `undefined` on the root. */
  readonly parent: number | undefined;
  readonly role: 'root' | 'neighbour' | 'home of groups';
  /** Inside of a path: how many of its edges lead here. */
  readonly hop: number | undefined;
  /** What must hold on a node itself. */
  readonly demands: readonly string[];
  /** What must hold of several nodes and edges together, or of rows that WITH makes. */
  readonly filters: readonly string[];
  /** What is looked at: only such changes cost anything. */
  readonly watches: readonly string[];
  readonly slots: readonly SlotDescription[];
}

export interface SlotDescription {
  /** As in a pattern: `-[:knows]->`. */
  readonly edge: string;
  /** The part at the other end; `undefined` when any node will do. */
  readonly part: number | undefined;
  /** `inner`: needed. `semi`, `anti`: must be there, must not. `count`, `aggregate`, `optional`: looked at. */
  readonly mode: StepPlan['mode'];
}

export function describePlan(plan: StandingPlan): StandingPlanDescription {
  const { kind, columns, parts } = plan;
  return {
    kind,
    columns,
    groups: groupsOf(plan),
    parts: parts.filter(isEvaluated).map(part => describePart(plan, part)),
  };
}

function groupsOf(plan: StandingPlan): StandingPlanDescription['groups'] {
  if (plan.result.groups.length === 0) return 'none';
  return lastHome(plan) === undefined ? 'on roots' : 'at homes';
}

/** A part of the pattern, or the home of its groups; not what is only kept beside them. */
export function isEvaluated(part: AnyPartPlan): part is Exclude<AnyPartPlan, WritersPlan> {
  return part.kind !== 'writers';
}

function describePart(plan: StandingPlan, part: Exclude<AnyPartPlan, WritersPlan>): PartDescription {
  const { number, variable } = part;
  if (part.kind === 'home') {
    return {
      number,
      variable,
      parent: undefined,
      role: 'home of groups',
      hop: undefined,
      demands: [],
      filters: resultFilters(plan, number),
      watches: [],
      slots: [],
    };
  }
  return {
    number,
    variable,
    parent: number === 0 ? undefined : part.parent?.part,
    role: number === 0 ? 'root' : 'neighbour',
    hop: part.hop,
    demands: demandsOf(part),
    filters: [...joinFilters(part), ...(number === 0 ? resultFilters(plan, number) : [])],
    watches: watchesOf(part),
    slots: slotsOf(part),
  };
}

function joinFilters(part: PartPlan | RowPartPlan): string[] {
  if (part.kind === 'traces') return [];
  return part.steps.flatMap(({ texts }) => [...texts.on, ...texts.after].map(({ text }) => text));
}

/** On the rows that a root makes, or a home: until they are members of groups elsewhere, or results. */
function resultFilters(plan: StandingPlan, part: number): string[] {
  const { unwinds, groups, havingTexts } = plan.result;
  const above = homeAbove(plan, part);
  const home = plan.parts[part];
  const first = home?.kind === 'home' ? home.grouping + 1 : 0;
  const end = above === undefined ? groups.length : above.grouping + 1;
  return [
    ...(part === 0 ? unwinds.flatMap(({ whereTexts }) => whereTexts) : []),
    ...groups.slice(first, end).flatMap(({ whereTexts }) => whereTexts),
    ...(above === undefined ? havingTexts : []),
  ];
}

export function slotsOf(part: PartPlan | RowPartPlan): SlotDescription[] {
  if (part.kind === 'traces') {
    return part.slots.map(slot => ({
      edge: edgeText([slot.label], slot.direction),
      part: slot.bare ? undefined : slot.child,
      mode: 'inner',
    }));
  }
  return part.slots.map(slot => ({
    edge: rowEdgeText(slot),
    part: slot.child < 0 ? undefined : slot.child,
    mode: part.steps[slot.step]!.mode,
  }));
}

export function demandsOf(part: PartDemands): string[] {
  return [
    ...(part.id === undefined ? [] : [`id = ${formatNodeId(part.id)}`]),
    ...part.labels.map(label => `label ${label}`),
    ...part.tests.map(testText),
    ...part.conditions.map(({ text }) => text),
    ...anyOfText(part),
    ...part.loops.map(label => `edge ${label} to itself`),
  ];
}

/** What the parts of a UNION demand of the node that they begin at. */
export function anyOfText({ anyOf }: PartDemands): string[] {
  if (anyOf.length === 0) return [];
  return [anyOf.map(part => demandsOf(part).join(' and ') || 'any node').join(', or ')];
}

export function testText(test: PropertyTest): string {
  switch (test.kind) {
    case 'equal':
      return `${test.key} = ${literalText(test.value)}`;
    case 'not-equal':
      return `${test.key} <> ${literalText(test.value)}`;
    case 'present':
      return `${test.key} IS NOT NULL`;
    case 'absent':
      return `${test.key} IS NULL`;
    case 'matches':
      return `${test.key} =~ ${literalText(test.pattern)}`;
  }
}

function watchesOf(part: PartPlan | RowPartPlan): string[] {
  const watches = new Set<string>(part.tests.map(({ key }) => `property ${key}`));
  for (const label of part.labels) watches.add(`label ${label}`);
  addReads(part.reads, '', watches);
  for (const slot of part.slots) {
    if ('here' in slot) {
      if (!slot.here) watches.add(`edge ${rowEdgeText(slot)}`);
      addReads(slot.edgeReads, 'edge ', watches);
      for (const { key } of slot.edgeTests) watches.add(`edge property ${key}`);
    } else watches.add(`edge ${edgeText([slot.label], slot.direction)}`);
  }
  for (const label of part.loops) watches.add(`edge ${label} to itself`);
  if (part.needsExistence) watches.add('existence');
  return [...watches];
}

function addReads(reads: ElementReads, prefix: string, watches: Set<string>): void {
  for (const key of reads.keys) watches.add(`${prefix}property ${key}`);
  if (reads.all) watches.add(`${prefix}properties`);
  if (reads.labels && prefix === '') watches.add('labels');
}

/** A slot that leads to no neighbour. */
export const ITSELF = 'the node itself';

function rowEdgeText(slot: RowSlotPlan): string {
  if (slot.here) return ITSELF;
  const { labels, direction, edgeTests, hops } = slot;
  return edgeText(labels, direction, edgeTests, hops === undefined ? '' : `*${hops.min}..${hops.max}`);
}

function edgeText(
  labels: readonly string[] | undefined,
  direction: Direction | undefined,
  tests: readonly PropertyTest[] = [],
  hops = '',
): string {
  const demands = tests.length === 0 ? '' : ` WHERE ${tests.map(testText).join(' AND ')}`;
  const inside = `[${labels === undefined ? '' : `:${labels.join('|')}`}${hops}${demands}]`.replace(
    '[ ',
    '[',
  );
  if (direction === Direction.Outgoing) return `-${inside}->`;
  return direction === Direction.Incoming ? `<-${inside}-` : `-${inside}-`;
}
