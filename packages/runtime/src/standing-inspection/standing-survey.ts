/**
 * What the nodes of one host hold for a standing query, as plain data that can travel: for audits, counts, and "why does
 * this not match?".
 */
import type { GraphHost } from '@weir/graph';
import { formatNodeId, IdValue, type NodeId, type Value } from '@weir/model';
import {
  explainNode,
  inspectState,
  type PartExplanation,
  type PartInspection,
  type QueryCounts,
  type StandingPlan,
} from '@weir/standing';
import { Reservoir } from './reservoir.js';

export interface SurveyedNode {
  readonly id: NodeId;
  /** What it reports as true now. */
  readonly rows: readonly (readonly Value[])[];
}

export interface StandingSurvey extends QueryCounts {
  /** The variable that results stand on; `null` when it has no name, or when results stand on groups. */
  readonly root: string | null;
  /** Nodes with results, and any nodes, each chosen evenly. */
  readonly reporting: readonly SurveyedNode[];
  readonly others: readonly SurveyedNode[];
}

/** Looks at every node, awake or not. @param sample how many nodes with results, and how many without, to choose. */
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
  await graph.visits.all(parallelism, node => {
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
    states,
    results,
    reporting: reporting.chosen,
    others: others.chosen,
  };
}

/** What a node reports as true now. */
export async function rowsOnNode(
  graph: GraphHost,
  plan: StandingPlan,
  id: NodeId,
): Promise<readonly (readonly Value[])[]> {
  let rows: readonly (readonly Value[])[] = [];
  await graph.visits.one(id, node => {
    const parts = inspectState(node.standing).filter(({ query }) => query === plan.query);
    rows = parts.flatMap(part => rowsOf(plan, id, part));
  });
  return rows;
}

export async function explainOnNode(
  graph: GraphHost,
  plan: StandingPlan,
  id: NodeId,
): Promise<readonly PartExplanation[]> {
  let parts: readonly PartExplanation[] = [];
  await graph.visits.one(id, node => (parts = explainNode(plan, node, node.standing)));
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
