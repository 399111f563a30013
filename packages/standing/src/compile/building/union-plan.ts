/**
 * Combines several plans into one for UNION. The combined root is evaluated on every node on which one of their roots
 * would be, and subscribes there to all of them; their reports are alternatives of its only step. A row names its plan,
 * then has the columns of all plans, null for all other plans.
 */
import { type Value } from '@weir/model';
import { WeirError } from '@weir/platform';
import type { ParentLink, RowCondition, RowExpression } from '../../plan/node-demands.js';
import type { GroupNodePlan, StandingPlan } from '../../plan/standing-plan.js';
import type { ResultPlan, UnwindPlan } from '../../plan/result-plan.js';
import type { RowNodePlan, RowEdgeColumn, RowEdgePlan } from '../../plan/row-plan.js';
import { writersPlan } from './writers-plan.js';
import type { StandingRow } from '../../contract/delta.js';
import { MOST_PATTERN_NODES } from './row-plan-builder.js';
import { edgeHere } from './edge-builder.js';
import { unkeyedStep } from './unkeyed-step.js';

/** One of the plans, and the position of its columns in a row of the union. */
interface Alternative {
  readonly plan: StandingPlan;
  readonly planNodes: readonly RowNodePlan[];
  /** Range of its root's columns. */
  readonly start: number;
  readonly width: number;
  /** Start of the elements of its lists. */
  readonly unwoundStart: number;
}

const ROOT = 0;
/** The lists of other plans leave a row unchanged. */
const ONE_NULL: readonly Value[] = [null];

/**
 * @param plans at least two, without groups, with the same query number and column names.
 * @param union with `distinct`, equal rows become one.
 * @throws WeirError `standing.invalid-pattern` if there are too many pattern nodes.
 */
export function unionPlan(
  plans: readonly [StandingPlan, ...StandingPlan[]],
  union: 'distinct' | 'all',
): StandingPlan {
  const [{ query, columns, tracksOrigins }] = plans;
  const alternatives = placed(plans);
  const roots: RowNodePlan[] = [];
  const below: RowNodePlan[] = [];
  alternatives.forEach(({ planNodes }, edgeIndex) => {
    const shift = 1 + below.length;
    const moved = planNodes.map(planNode => shifted(planNode, shift, { nodeIndex: ROOT, edgeIndex }));
    roots.push(moved[0]!);
    below.push(...moved);
  });
  if (below.length >= MOST_PATTERN_NODES) {
    throw new WeirError(
      'standing.invalid-pattern',
      `The patterns have more than ${MOST_PATTERN_NODES} pattern nodes in total: write one standing ` +
        `query for each of them`,
    );
  }
  const rowNodes = [unionRoot(alternatives, roots), ...below];
  const nodes: StandingPlan['nodes'][number][] = [...rowNodes];
  if (tracksOrigins) nodes.push(writersPlan(query, nodes.length, rowNodes));
  if (union === 'distinct') nodes.push(groupNodePlan(query, nodes.length));
  const result = resultPlan(alternatives, columns, union);
  return { kind: 'rows', query, columns, nodes, result, tracksOrigins };
}

function placed(plans: readonly StandingPlan[]): Alternative[] {
  let start = 1;
  const alternatives = plans.map(plan => {
    const planNodes = plan.nodes.filter((planNode): planNode is RowNodePlan => planNode.kind === 'rows');
    const width = planNodes[0]!.output.length;
    start += width;
    return { plan, planNodes, start: start - width, width, unwoundStart: 0 };
  });
  return alternatives.map(alternative => {
    const unwoundStart = start;
    start += alternative.plan.result.unwinds.length;
    return { ...alternative, unwoundStart };
  });
}

function shifted(planNode: RowNodePlan, by: number, above: ParentLink): RowNodePlan {
  const { number, parent, patternEdges } = planNode;
  return {
    ...planNode,
    number: number + by,
    parent: parent === undefined ? above : { nodeIndex: parent.nodeIndex + by, edgeIndex: parent.edgeIndex },
    isRoot: false,
    patternEdges: patternEdges.map(patternEdge =>
      patternEdge.child < 0 ? patternEdge : { ...patternEdge, child: patternEdge.child + by },
    ),
  };
}

function unionRoot(alternatives: readonly Alternative[], roots: readonly RowNodePlan[]): RowNodePlan {
  const { query, tracksOrigins } = roots[0]!;
  const patternEdges = roots.map(({ number }, index): RowEdgePlan => ({
    ...edgeHere(index, 0, false, tracksOrigins),
    index,
    child: number,
    columns: edgeColumns(alternatives, index),
  }));
  const positions = patternEdges[0]!.columns.map((_, position) => position);
  return {
    kind: 'rows',
    query,
    number: ROOT,
    variable: undefined,
    parent: undefined,
    isRoot: true,
    id: undefined,
    labels: [],
    tests: [],
    conditions: [],
    edges: [],
    needsExistence: false,
    anyOf: roots,
    loops: [],
    impossible: false,
    hop: undefined,
    named: roots.flatMap(({ named }) => named),
    reads: { keys: [], all: false, labels: false },
    hasOwnColumn: false,
    ownReduction: undefined,
    patternEdges,
    steps: [unkeyedStep(positions, tracksOrigins ? 'one' : undefined)],
    output: positions.map(position => ({ position, bare: false, reduction: undefined, keep: undefined })),
    reportsAll: true,
    reduced: [],
    waits: false,
    tracksOrigins,
  };
}

function edgeColumns(alternatives: readonly Alternative[], index: number): RowEdgeColumn[] {
  const columns: RowEdgeColumn[] = [{ from: 'constant', value: index }];
  alternatives.forEach(({ width }, other) => {
    for (let position = 0; position < width; position++) {
      columns.push(other === index ? { from: 'child', position } : { from: 'constant', value: null });
    }
  });
  return columns;
}

function groupNodePlan(query: number, number: number): GroupNodePlan {
  const common = { variable: undefined, parent: undefined, isRoot: false } as const;
  return { kind: 'group', query, number, grouping: 0, child: ROOT, ...common };
}

function resultPlan(
  alternatives: readonly Alternative[],
  columns: readonly string[],
  union: 'distinct' | 'all',
): ResultPlan {
  const values = columns.map((column): RowExpression => {
    const ofEach = alternatives.map(({ plan }) => plan.result.projections[plan.columns.indexOf(column)]!);
    return row => ofEach[row[0] as number]!(ownColumns(alternatives[row[0] as number]!, row));
  });
  const unwinds = alternatives.flatMap((alternative, index) => unwindsOf(alternative, index));
  const where = alternatives.flatMap((alternative, index) =>
    alternative.plan.result.having.map(condition => onlyIn(index, alternative, condition)),
  );
  const whereTexts = alternatives.flatMap(({ plan }) => plan.result.havingTexts);
  if (union === 'all') {
    return {
      unwinds,
      onlyWhether: false,
      groups: [],
      projections: values,
      projectionTexts: columns,
      having: where,
      havingTexts: whereTexts,
    };
  }
  const group = { keys: values, aggregates: [], where, whereTexts, onGroupNodes: true, isGlobal: false };
  const projections = columns.map(
    (_, position): RowExpression =>
      row =>
        row[position]!,
  );
  return {
    unwinds,
    onlyWhether: false,
    groups: [group],
    projections,
    projectionTexts: columns,
    having: [],
    havingTexts: [],
  };
}

function unwindsOf(alternative: Alternative, index: number): UnwindPlan[] {
  return alternative.plan.result.unwinds.map(({ list, listText, where, whereTexts }, before) => ({
    list: row => (row[0] === index ? list(ownColumns(alternative, row, before)) : ONE_NULL),
    listText,
    where: where.map(condition => onlyIn(index, alternative, condition, before + 1)),
    whereTexts,
  }));
}

/** A condition that does not apply to rows of other plans. */
function onlyIn(
  index: number,
  alternative: Alternative,
  condition: RowCondition,
  unwound?: number,
): RowCondition {
  return row => row[0] !== index || condition(ownColumns(alternative, row, unwound));
}

/** The row as the plan itself has it, with the elements of its first lists. */
function ownColumns(
  { plan, start, width, unwoundStart }: Alternative,
  row: StandingRow,
  unwound = plan.result.unwinds.length,
): StandingRow {
  const own = row.slice(start, start + width);
  return unwound === 0 ? own : [...own, ...row.slice(unwoundStart, unwoundStart + unwound)];
}
