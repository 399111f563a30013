/**
 * What the nodes of one host hold for a standing query, as plain data that can travel: for audits and for "why does
 * this not match?". Rows and counts only; what they mean is in the plan.
 */
import type { GraphHost } from '@weir/graph';
import { formatNodeId, IdValue, type NodeId, queryJson, type Value } from '@weir/model';
import {
  type AnyPartPlan,
  inspectState,
  type PartInspection,
  type PropertyTest,
  type StandingNode,
  type StandingPlan,
  testHolds,
} from '@weir/standing';

export interface PartDescription {
  readonly part: number;
  readonly variable: string | null;
  /** The part that asks this one; `null` of the root. */
  readonly askedBy: number | null;
  /** Conditions on the node itself, as text. */
  readonly conditions: readonly string[];
  /** Edges that it watches, with the part that is asked at the other end (-1: none). */
  readonly edges: readonly string[];
}

export interface SurveyedNode {
  readonly id: NodeId;
  /** What it reports as true now. */
  readonly rows: readonly (readonly Value[])[];
}

export interface StandingSurvey {
  /** The variable that results stand on; `null` when it has no name, or when results stand on groups. */
  readonly root: string | null;
  readonly parts: readonly PartDescription[];
  /** By part: nodes that hold a state for it. */
  readonly states: readonly number[];
  readonly results: number;
  readonly nodes: number;
  /** Nodes with results, and any nodes, each chosen evenly. */
  readonly reporting: readonly SurveyedNode[];
  readonly others: readonly SurveyedNode[];
}

export interface PartOnNode {
  readonly part: number;
  /** Labels, ids and single properties that are not as the part wants them: without state, the reason for it. */
  readonly failing: readonly string[];
  /** What must hold on the node itself holds, and its neighbours are asked. */
  readonly active: boolean;
  /** What it reports as true now. */
  readonly rows: readonly (readonly Value[])[];
  /** How many nodes want to know. */
  readonly subscribers: number;
  readonly waitingFor: readonly string[];
  /** By edge of the pattern: neighbours that fit. */
  readonly neighbours: readonly (readonly NodeId[])[];
}

export async function surveyStanding(
  graph: GraphHost,
  plan: StandingPlan,
  sample: number,
  parallelism: number,
): Promise<StandingSurvey> {
  const random = (): number => graph.environment.random.next();
  const states = plan.parts.map(() => 0);
  const reporting = new Reservoir<SurveyedNode>(sample, random);
  const others = new Reservoir<SurveyedNode>(sample, random);
  let results = 0;
  let nodes = 0;
  await graph.visits.all(parallelism, node => {
    nodes++;
    const parts = inspectState(node.standing).filter(({ query }) => query === plan.query);
    for (const { part } of parts) states[part]!++;
    const rows = parts.flatMap(part => rowsOf(plan, node.id, part));
    results += rows.length;
    if (rows.length > 0) reporting.offer({ id: node.id, rows });
    else if (node.exists) others.offer({ id: node.id, rows });
  });
  const isGrouped = plan.parts.some(({ kind }) => kind === 'home');
  return {
    root: isGrouped ? null : (plan.parts[0]!.variable ?? null),
    parts: plan.parts.map(describePart),
    states,
    results,
    nodes,
    reporting: reporting.chosen,
    others: others.chosen,
  };
}

export async function partsOnNode(
  graph: GraphHost,
  plan: StandingPlan,
  id: NodeId,
): Promise<readonly PartOnNode[]> {
  let parts: readonly PartOnNode[] = [];
  await graph.visits.one(id, node => {
    const states = inspectState(node.standing).filter(({ query }) => query === plan.query);
    parts = plan.parts.map(part => {
      const state = states.find(each => each.part === part.number);
      return {
        part: part.number,
        failing: failing(part, node),
        active: state?.active ?? false,
        rows: state ? rowsOf(plan, id, state) : [],
        subscribers: state?.subscribers.length ?? 0,
        waitingFor: state?.waitingFor ?? [],
        neighbours: (state?.slots ?? []).map(slot => slot.reported.map(({ neighbour }) => neighbour)),
      };
    });
  });
  return parts;
}

/** One row per result, as the results themselves have it. */
function rowsOf(plan: StandingPlan, id: NodeId, part: PartInspection): readonly (readonly Value[])[] {
  if (part.resultId !== undefined) return [resultRow(plan, id)];
  return part.results.flatMap(({ row, ids }) => ids.map(() => row));
}

/** Of a match that is no more than a node. */
export function resultRow(plan: StandingPlan, id: NodeId): readonly Value[] {
  return [plan.kind === 'traces' && plan.idAsText ? formatNodeId(id) : new IdValue(id)];
}

function failing(plan: AnyPartPlan, node: StandingNode): string[] {
  if (plan.kind === 'home' || plan.kind === 'writers') return [];
  return [
    ...(plan.id === undefined || plan.id === node.id ? [] : [`id = ${formatNodeId(plan.id)}`]),
    ...plan.labels.filter(label => !node.hasLabel(label)).map(label => `:${label}`),
    ...plan.tests.filter(test => !testHolds(test, node.property(test.key))).map(describeTest),
  ];
}

function describeTest(test: PropertyTest): string {
  if ('value' in test) return `${test.key} ${test.kind} ${queryJson(test.value)}`;
  return test.kind === 'matches' ? `${test.key} matches ${test.pattern}` : `${test.key} ${test.kind}`;
}

function describePart(plan: AnyPartPlan): PartDescription {
  const { number, variable = null } = plan;
  if (plan.kind === 'home' || plan.kind === 'writers')
    return { part: number, variable, askedBy: null, conditions: [], edges: [] };
  const conditions = [
    ...(plan.id === undefined ? [] : [`id = ${formatNodeId(plan.id)}`]),
    ...plan.labels.map(label => `:${label}`),
    ...plan.tests.map(describeTest),
    ...(plan.kind === 'rows' ? plan.conditions.map(({ text }) => text) : []),
  ];
  const edges = plan.slots.map(slot => {
    const labels = 'label' in slot ? slot.label : (slot.labels?.join('|') ?? '');
    return `-[${labels === '' ? '' : `:${labels}`}]- part ${slot.child}`;
  });
  return { part: number, variable, askedBy: plan.parent?.part ?? null, conditions, edges };
}

/** So many of a stream, each with the same chance. */
class Reservoir<T> {
  readonly chosen: T[] = [];
  private offered = 0;

  constructor(
    private readonly size: number,
    private readonly random: () => number,
  ) {}

  offer(item: T): void {
    this.offered++;
    if (this.chosen.length < this.size) this.chosen.push(item);
    else {
      const place = Math.floor(this.random() * this.offered);
      if (place < this.size) this.chosen[place] = item;
    }
  }
}
