/**
 * MERGE. Between two bound nodes, an edge with only a type and a direction is merged by creating it: edges are
 * identified by start, type and end, so creation is a no-op if it exists, and reads nothing.
 */
import type { Binding, Bindings } from '../expression/bindings.js';
import { Merge } from '../operators/writing/merge.js';
import type { Merge as MergeClause, PatternPart } from '../syntax/index.js';
import { planMatch } from './match-planner.js';
import { Plan, planStep, union } from './plan.js';
import type { PlanStep } from './plan.js';
import { variable } from './plan-context.js';
import type { PlanContext } from './plan-context.js';
import { EffectPlanner, bindPaths } from './update-planner.js';

export interface PlannedMerge {
  readonly steps: readonly PlanStep[];
  readonly bindings: Map<string, Binding>;
  readonly scans: boolean;
}

export function planMerge(context: PlanContext, clause: MergeClause, bindings: Bindings): PlannedMerge {
  const pattern = withNames(context, clause.pattern);
  if (isPlainEdge(pattern, bindings) && clause.onCreate.length === 0 && clause.onMatch.length === 0) {
    const planner = new EffectPlanner(context, new Map(bindings), true);
    planner.create(pattern);
    return { steps: [planner.step('MergeEdge', namesOf(pattern))], bindings: planner.bindings, scans: false };
  }
  const match = planMatch(context, [{ ...pattern, path: undefined }], undefined, bindings);
  if (match.scans) context.scans = true;
  const creating = new EffectPlanner(context, new Map(bindings), true);
  const created = creating.create(pattern);
  // However an element was found, it is in the slot that the match binds.
  const scope = new Map(match.bindings);
  const renames = slotsToCopy(pattern, creating.bindings, match.bindings);
  const onCreate = new EffectPlanner(context, new Map(creating.bindings));
  for (const item of clause.onCreate) onCreate.set(item);
  const onMatch = new EffectPlanner(context, scope);
  for (const item of clause.onMatch) onMatch.set(item);
  const inner = new Plan(match.steps);
  const spec = {
    match: inner,
    create: creating.stages,
    onCreate: onCreate.stages,
    onMatch: onMatch.stages,
    partition: context.partition,
    renames,
  };
  const steps: PlanStep[] = [
    planStep({
      operatorType: 'Merge',
      identifiers: namesOf(pattern),
      inner: [inner],
      reads: union(creating.reads, onCreate.reads, onMatch.reads),
      writes: union(creating.writes, onCreate.writes, onMatch.writes),
      open: (state, source) => new Merge(state, source, spec),
    }),
  ];
  if (pattern.path !== undefined) {
    const matchedSlot = (slot: number): number => renames.find(rename => rename.from === slot)?.to ?? slot;
    const path = {
      name: pattern.path.name,
      nodes: created.nodes.map(matchedSlot),
      relationships: created.relationships.map(matchedSlot),
    };
    steps.push(bindPaths(context, scope, [path]));
  }
  return { steps, bindings: scope, scans: match.scans };
}

/** Names every element, so that created elements can be mapped to matched ones. */
function withNames(context: PlanContext, pattern: PatternPart): PatternPart {
  return {
    ...pattern,
    nodes: pattern.nodes.map(node => ({
      ...node,
      variable: node.variable ?? variable(context.anonymous('node'), node.span),
    })),
    relationships: pattern.relationships.map(edge => ({
      ...edge,
      variable: edge.variable ?? variable(context.anonymous('relationship'), edge.span),
    })),
  };
}

function isPlainEdge(pattern: PatternPart, bindings: Bindings): boolean {
  if (pattern.relationships.length !== 1 || pattern.path !== undefined) return false;
  const [edge] = pattern.relationships;
  const bound = pattern.nodes.every(node => node.variable !== undefined && bindings.has(node.variable.name));
  return (
    bound &&
    edge!.direction !== 'either' &&
    edge!.properties === undefined &&
    edge!.types?.kind === 'label-name'
  );
}

function namesOf(pattern: PatternPart): string[] {
  return [...pattern.nodes, ...pattern.relationships].flatMap(element =>
    element.variable === undefined ? [] : [element.variable.name],
  );
}

/** Maps the slots of created elements to the slots of matched ones, by name. */
function slotsToCopy(
  pattern: PatternPart,
  created: Bindings,
  matched: Bindings,
): { readonly from: number; readonly to: number }[] {
  const copies: { from: number; to: number }[] = [];
  for (const name of namesOf(pattern)) {
    const from = created.get(name)!.slot;
    const to = matched.get(name)!.slot;
    if (from !== to) copies.push({ from, to });
  }
  return copies;
}
