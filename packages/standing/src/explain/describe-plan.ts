/** Describes a plan as plain data, for EXPLAIN of a standing query. */
import { Direction, formatNodeId, literalText } from '@weir/model';
import type { ElementReads, NodeDemands } from '../plan/node-demands.js';
import type { WitnessNodePlan } from '../plan/witness-plan.js';
import type { PlanNode, StandingPlan, WritersPlan } from '../plan/standing-plan.js';
import type { RowNodePlan, RowEdgePlan, StepPlan } from '../plan/row-plan.js';
import type { PropertyTest } from '../plan/property-test.js';
import { groupNodeAbove, lastGroupNode } from '../state/groups/group-nodes.js';

export interface StandingPlanDescription {
  /** `witnesses`: only whether roots match. `rows`: values, filters, groups. */
  readonly kind: StandingPlan['kind'];
  readonly columns: readonly string[];
  /** If results are groups: each root has its own, or many roots share them on group nodes. */
  readonly groups: 'none' | 'on roots' | 'on group nodes';
  readonly patternNodes: readonly PatternNodeDescription[];
}

export interface PatternNodeDescription {
  readonly number: number;
  readonly variable: string | undefined;
  /** The pattern node that subscribes to this one; `undefined` for the root. */
  readonly parent: number | undefined;
  readonly role: 'root' | 'neighbour' | 'home of groups';
  /** Inside a path: number of edges from its start to this node. */
  readonly hop: number | undefined;
  /** Demands on the node itself. */
  readonly demands: readonly string[];
  /** Conditions on several nodes and edges together, or on rows of a WITH. */
  readonly filters: readonly string[];
  /** The data it depends on: only changes of that have a cost. */
  readonly watches: readonly string[];
  readonly patternEdges: readonly PatternEdgeDescription[];
}

export interface PatternEdgeDescription {
  /** As in a pattern: `-[:knows]->`. */
  readonly edge: string;
  /** The pattern node at the other end; `undefined` if any node satisfies it. */
  readonly nodeIndex: number | undefined;
  /**
   * `inner`: required. `semi`, `anti`: must exist, must not. `count`, `aggregate`, `optional`: evaluated, not required.
   */
  readonly mode: StepPlan['mode'];
}

export function describePlan(plan: StandingPlan): StandingPlanDescription {
  const { kind, columns, nodes } = plan;
  return {
    kind,
    columns,
    groups: groupsOf(plan),
    patternNodes: nodes.filter(isEvaluated).map(planNode => describeNode(plan, planNode)),
  };
}

function groupsOf(plan: StandingPlan): StandingPlanDescription['groups'] {
  if (plan.result.groups.length === 0) return 'none';
  return lastGroupNode(plan) === undefined ? 'on roots' : 'on group nodes';
}

/** Returns whether it is a pattern node or group node, and not auxiliary state. */
export function isEvaluated(planNode: PlanNode): planNode is Exclude<PlanNode, WritersPlan> {
  return planNode.kind !== 'writers';
}

function describeNode(plan: StandingPlan, planNode: Exclude<PlanNode, WritersPlan>): PatternNodeDescription {
  const { number, variable } = planNode;
  if (planNode.kind === 'group') {
    return {
      number,
      variable,
      parent: undefined,
      role: 'home of groups',
      hop: undefined,
      demands: [],
      filters: resultFilters(plan, number),
      watches: [],
      patternEdges: [],
    };
  }
  return {
    number,
    variable,
    parent: number === 0 ? undefined : planNode.parent?.nodeIndex,
    role: number === 0 ? 'root' : 'neighbour',
    hop: planNode.hop,
    demands: demandsOf(planNode),
    filters: [...joinFilters(planNode), ...(number === 0 ? resultFilters(plan, number) : [])],
    watches: watchesOf(planNode),
    patternEdges: patternEdgesOf(planNode),
  };
}

function joinFilters(planNode: WitnessNodePlan | RowNodePlan): string[] {
  if (planNode.kind === 'witnesses') return [];
  return planNode.steps.flatMap(({ texts }) => [...texts.on, ...texts.after].map(({ text }) => text));
}

/** Filters on the rows of a root or group node before they become members of groups elsewhere, or results. */
function resultFilters(plan: StandingPlan, nodeIndex: number): string[] {
  const { unwinds, groups, havingTexts } = plan.result;
  const above = groupNodeAbove(plan, nodeIndex);
  const groupNode = plan.nodes[nodeIndex];
  const first = groupNode?.kind === 'group' ? groupNode.grouping + 1 : 0;
  const end = above === undefined ? groups.length : above.grouping + 1;
  return [
    ...(nodeIndex === 0 ? unwinds.flatMap(({ whereTexts }) => whereTexts) : []),
    ...groups.slice(first, end).flatMap(({ whereTexts }) => whereTexts),
    ...(above === undefined ? havingTexts : []),
  ];
}

export function patternEdgesOf(planNode: WitnessNodePlan | RowNodePlan): PatternEdgeDescription[] {
  if (planNode.kind === 'witnesses') {
    return planNode.patternEdges.map(patternEdge => ({
      edge: edgeText([patternEdge.label], patternEdge.direction),
      nodeIndex: patternEdge.bare ? undefined : patternEdge.child,
      mode: 'inner',
    }));
  }
  return planNode.patternEdges.map(patternEdge => ({
    edge: rowEdgeText(patternEdge),
    nodeIndex: patternEdge.child < 0 ? undefined : patternEdge.child,
    mode: planNode.steps[patternEdge.step]!.mode,
  }));
}

export function demandsOf(demands: NodeDemands): string[] {
  return [
    ...(demands.id === undefined ? [] : [`id = ${formatNodeId(demands.id)}`]),
    ...demands.labels.map(label => `label ${label}`),
    ...demands.tests.map(testText),
    ...demands.conditions.map(({ text }) => text),
    ...anyOfText(demands),
    ...demands.loops.map(label => `edge ${label} to itself`),
  ];
}

/** Demands of the parts of a UNION on their common node. */
export function anyOfText({ anyOf }: NodeDemands): string[] {
  if (anyOf.length === 0) return [];
  return [anyOf.map(demands => demandsOf(demands).join(' and ') || 'any node').join(', or ')];
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

function watchesOf(planNode: WitnessNodePlan | RowNodePlan): string[] {
  const watches = new Set<string>(planNode.tests.map(({ key }) => `property ${key}`));
  for (const label of planNode.labels) watches.add(`label ${label}`);
  addReads(planNode.reads, '', watches);
  for (const patternEdge of planNode.patternEdges) {
    if ('here' in patternEdge) {
      if (!patternEdge.here) watches.add(`edge ${rowEdgeText(patternEdge)}`);
      addReads(patternEdge.edgeReads, 'edge ', watches);
      for (const { key } of patternEdge.edgeTests) watches.add(`edge property ${key}`);
    } else watches.add(`edge ${edgeText([patternEdge.label], patternEdge.direction)}`);
  }
  for (const label of planNode.loops) watches.add(`edge ${label} to itself`);
  if (planNode.needsExistence) watches.add('existence');
  return [...watches];
}

function addReads(reads: ElementReads, prefix: string, watches: Set<string>): void {
  for (const key of reads.keys) watches.add(`${prefix}property ${key}`);
  if (reads.all) watches.add(`${prefix}properties`);
  if (reads.labels && prefix === '') watches.add('labels');
}

/** A pattern edge that stays on the node. */
export const ITSELF = 'the node itself';

function rowEdgeText(patternEdge: RowEdgePlan): string {
  if (patternEdge.here) return ITSELF;
  const { labels, direction, edgeTests, hops } = patternEdge;
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
