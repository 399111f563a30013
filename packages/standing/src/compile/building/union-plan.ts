/**
 * UNION: several plans become one. Its root part stands on every node on which one of their roots would, and asks that
 * node for all of them; what they report are alternatives of its only step. A row says which of the plans it is of,
 * then has the columns of all of them, null in those of the others.
 */
import { type Value, WeirError } from '@weir/model';
import type { ParentLink, RowCondition, RowExpression } from '../../plan/node-demands.js';
import type {
  HomePartPlan,
  ResultPlan,
  RowPartPlan,
  RowSlotColumn,
  RowSlotPlan,
  StandingPlan,
  UnwindPlan,
} from '../../plan/row-plan.js';
import { writersPlan } from '../../rows/origins/writers.js';
import type { StandingRow } from '../../standing-contract.js';
import { MOST_PARTS } from './row-plan-builder.js';
import { hereSlot } from './edge-builder.js';

/** One of the plans, and where its columns are in a row of the union. */
interface Alternative {
  readonly plan: StandingPlan;
  readonly parts: readonly RowPartPlan[];
  /** Of its root's columns. */
  readonly start: number;
  readonly width: number;
  /** Of the elements of its lists. */
  readonly unwoundStart: number;
}

const ROOT = 0;
/** Of other plans' lists, a row keeps its place. */
const ONE_NULL: readonly Value[] = [null];

/**
 * @param plans at least two, without groups, of one query number, with the same names of columns.
 * @param union `distinct`: equal rows are one.
 * @throws WeirError `standing.invalid-pattern` when there are too many parts.
 */
export function unionPlan(
  plans: readonly [StandingPlan, ...StandingPlan[]],
  union: 'distinct' | 'all',
): StandingPlan {
  const [{ query, columns, tracksOrigins }] = plans;
  const alternatives = placed(plans);
  const roots: RowPartPlan[] = [];
  const below: RowPartPlan[] = [];
  alternatives.forEach(({ parts }, slot) => {
    const shift = 1 + below.length;
    const moved = parts.map(part => shifted(part, shift, { part: ROOT, slot }));
    roots.push(moved[0]!);
    below.push(...moved);
  });
  if (below.length >= MOST_PARTS) {
    throw new WeirError(
      'standing.invalid-pattern',
      `The patterns have more than ${MOST_PARTS} parts together: write one standing query for each of them`,
    );
  }
  const rowParts = [rootPart(alternatives, roots), ...below];
  const parts: StandingPlan['parts'][number][] = [...rowParts];
  if (tracksOrigins) parts.push(writersPlan(query, parts.length, rowParts));
  if (union === 'distinct') parts.push(homePart(query, parts.length));
  const result = resultPlan(alternatives, columns, union);
  return { kind: 'rows', query, columns, parts, result, tracksOrigins };
}

function placed(plans: readonly StandingPlan[]): Alternative[] {
  let start = 1;
  const alternatives = plans.map(plan => {
    const parts = plan.parts.filter((part): part is RowPartPlan => part.kind === 'rows');
    const width = parts[0]!.output.length;
    start += width;
    return { plan, parts, start: start - width, width, unwoundStart: 0 };
  });
  return alternatives.map(alternative => {
    const unwoundStart = start;
    start += alternative.plan.result.unwinds.length;
    return { ...alternative, unwoundStart };
  });
}

function shifted(part: RowPartPlan, by: number, above: ParentLink): RowPartPlan {
  const { number, parent, slots } = part;
  return {
    ...part,
    number: number + by,
    parent: parent === undefined ? above : { part: parent.part + by, slot: parent.slot },
    isRoot: false,
    slots: slots.map(slot => (slot.child < 0 ? slot : { ...slot, child: slot.child + by })),
  };
}

function rootPart(alternatives: readonly Alternative[], roots: readonly RowPartPlan[]): RowPartPlan {
  const { query, tracksOrigins } = roots[0]!;
  const slots = roots.map(({ number }, index): RowSlotPlan => ({
    ...hereSlot(index, 0, false, tracksOrigins),
    index,
    child: number,
    columns: slotColumns(alternatives, index),
  }));
  const positions = slots[0]!.columns.map((_, position) => position);
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
    slots,
    steps: [
      {
        mode: 'inner',
        leftKey: [],
        rightKey: [],
        dependsOn: [],
        take: positions,
        distinct: false,
        keepsAnswer: false,
        on: [],
        aggregate: undefined,
        after: [],
        origins: tracksOrigins ? 'one' : undefined,
        texts: { branch: undefined, shared: [], on: [], after: [] },
      },
    ],
    output: positions.map(position => ({ position, bare: false, keep: undefined })),
    waits: false,
    tracksOrigins,
  };
}

function slotColumns(alternatives: readonly Alternative[], index: number): RowSlotColumn[] {
  const columns: RowSlotColumn[] = [{ from: 'constant', value: index }];
  alternatives.forEach(({ width }, other) => {
    for (let position = 0; position < width; position++) {
      columns.push(other === index ? { from: 'child', position } : { from: 'constant', value: null });
    }
  });
  return columns;
}

function homePart(query: number, number: number): HomePartPlan {
  const common = { variable: undefined, parent: undefined, isRoot: false } as const;
  return { kind: 'home', query, number, grouping: 0, child: ROOT, ...common };
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
  const group = { keys: values, aggregates: [], where, whereTexts, atHome: true, isGlobal: false };
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

/** A condition that rows of other plans need not meet. */
function onlyIn(
  index: number,
  alternative: Alternative,
  condition: RowCondition,
  unwound?: number,
): RowCondition {
  return row => row[0] !== index || condition(ownColumns(alternative, row, unwound));
}

/** The row as the plan itself has it, with the elements of so many of its lists. */
function ownColumns(
  { plan, start, width, unwoundStart }: Alternative,
  row: StandingRow,
  unwound = plan.result.unwinds.length,
): StandingRow {
  const own = row.slice(start, start + width);
  return unwound === 0 ? own : [...own, ...row.slice(unwoundStart, unwoundStart + unwound)];
}
