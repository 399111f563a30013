/** From a pattern to the plan that the engine runs. */
import { type Direction, formatNodeId, IdValue, type NodeValue } from '@weir/model';
import type { NeededEdge } from '../../plan/node-demands.js';
import type { PartPlan, SlotPlan } from '../../plan/witness-plan.js';
import type { ResultPlan, StandingPlan } from '../../plan/row-plan.js';
import type { StandingPattern } from './standing-pattern.js';
import {
  directionFrom,
  EdgeUniqueness,
  type PartColumn,
  type SlotCheck,
  type SlotColumn,
} from '../../plan/edge-uniqueness.js';
import { type PatternTree, patternTree, type TreePart } from './pattern-tree.js';
import { SlotTwins } from './edge-twins.js';

/** @throws WeirError `standing.invalid-pattern` when the pattern is no tree. */
export function buildPlan(pattern: StandingPattern, query: number): StandingPlan {
  const tree = patternTree(pattern);
  const builder = new PlanBuilder(pattern, tree, query);
  return {
    kind: 'traces',
    query,
    columns: [pattern.column],
    parts: builder.parts(),
    result: rootsOnly(pattern),
    tracksOrigins: false,
  };
}

/** Of a row that has nothing but the root. */
function rootsOnly({ column, idAsText }: StandingPattern): ResultPlan {
  return {
    unwinds: [],
    onlyWhether: true,
    groups: [],
    projections: [
      ([root]) => {
        const { id } = root as NodeValue;
        return idAsText ? formatNodeId(id) : new IdValue(id);
      },
    ],
    projectionTexts: [column],
    having: [],
    havingTexts: [],
  };
}

const NOTHING_READ = { keys: [], all: false, labels: false } as const;

class PlanBuilder {
  private readonly uniqueness: EdgeUniqueness;
  private readonly twins: SlotTwins;
  /** Tree parts that become parts of the plan, in order: of those with equal demands on one slot only the first. */
  private readonly kept: readonly TreePart[];

  constructor(
    private readonly pattern: StandingPattern,
    private readonly tree: PatternTree,
    private readonly query: number,
  ) {
    this.uniqueness = new EdgeUniqueness(pattern, tree);
    this.twins = new SlotTwins(pattern, tree);
    this.kept = this.keptBelow(tree.parts[0]!);
  }

  parts(): PartPlan[] {
    return this.kept.map(part => this.part(part));
  }

  private keptBelow(part: TreePart): TreePart[] {
    const children = part.children.filter((_, slot) => this.twins.first(part, slot) === slot);
    return [part, ...children.flatMap(child => this.keptBelow(this.tree.parts[child]!))];
  }

  private numberOf(treePart: number): number {
    return this.kept.indexOf(this.tree.parts[treePart]!);
  }

  private part(part: TreePart): PartPlan {
    const node = this.pattern.nodes[part.node]!;
    const slots = part.children.map((child, index) => this.slot(part, this.tree.parts[child]!, index));
    const columns = this.columns(part, slots);
    const checks = this.checks(slots);
    const feeding = new Set(columns.map(column => column.slot).filter(slot => slot >= 0));
    const checked = new Set(checks.flatMap(check => [check.slot, check.otherSlot]));
    const rank = (slot: number): number => (feeding.has(slot) ? 0 : checked.has(slot) ? 1 : 2);
    const slotOrder = slots.map((_, slot) => slot).sort((a, b) => rank(a) - rank(b) || a - b);
    const reported = this.uniqueness.reportedColumns(part);
    return {
      kind: 'traces',
      query: this.query,
      number: this.numberOf(part.number),
      variable: node.variable,
      parent:
        part.parent === undefined
          ? undefined
          : {
              part: this.numberOf(part.parent),
              slot: this.tree.parts[part.parent]!.children.indexOf(part.number),
            },
      isRoot: part.parent === undefined,
      hop: undefined,
      waits: false,
      tracksOrigins: false,
      id: node.id,
      labels: node.labels,
      tests: node.tests,
      loops: part.loops.map(loop => this.pattern.edges[loop]!.label),
      edges: degreesOf(slots),
      conditions: node.conditions,
      reads: node.reads ?? NOTHING_READ,
      anyOf: [],
      needsExistence: part.parent === undefined && this.needsExistence(part),
      named: part.parent === undefined ? node.named : [],
      impossible: this.isImpossible(part),
      slots,
      columns,
      rivals: rivalsOf(columns),
      reported: reported.map(({ edge, rivals, keep }) => ({
        column: columns.findIndex(column => column.edge === edge),
        rivals,
        keep,
      })),
      reportedRivals: rivalsOf(reported),
      checks,
      slotOrder,
      feedingSlots: feeding.size,
    };
  }

  private slot(part: TreePart, child: TreePart, index: number): SlotPlan {
    const edge = this.pattern.edges[child.entry!]!;
    const columns = this.uniqueness.slotColumns(part, child);
    const state = this.twins.first(part, index);
    return {
      index,
      label: edge.label,
      direction: directionFrom(part.node, edge),
      child: this.numberOf(part.children[state]!),
      state,
      after: this.twins.before(part, index),
      bare: this.demandsNothing(child),
      columns,
      rivals: rivalsOf(columns),
      ownColumn: columns[0]?.edge === child.entry,
      notLoop: columns.flatMap((column, at) =>
        part.loops.some(loop => this.uniqueness.areRivals(loop, column.edge)) ? [at] : [],
      ),
    };
  }

  private columns(part: TreePart, slots: readonly SlotPlan[]): PartColumn[] {
    return this.uniqueness.partColumns(part).map(column => {
      const slot = slots.findIndex(candidate => hasEdge(candidate, column.edge));
      return {
        ...column,
        slot,
        column: slot < 0 ? part.loops.indexOf(column.edge) : indexOfEdge(slots[slot]!, column.edge),
      };
    });
  }

  private checks(slots: readonly SlotPlan[]): SlotCheck[] {
    const checks: SlotCheck[] = [];
    for (const a of slots) {
      for (const b of slots.slice(a.index + 1)) {
        a.columns.forEach((left, column) =>
          b.columns.forEach((right, otherColumn) => {
            if (this.uniqueness.areRivals(left.edge, right.edge)) {
              checks.push({ slot: a.index, column, otherSlot: b.index, otherColumn });
            }
          }),
        );
      }
    }
    return checks;
  }

  private demandsNothing(part: TreePart): boolean {
    const node = this.pattern.nodes[part.node]!;
    return (
      node.id === undefined &&
      node.labels.length + node.tests.length + node.conditions.length + part.below.length === 0
    );
  }

  /** Nodes that are looked up by id are there even when nothing was written to them. */
  private needsExistence(part: TreePart): boolean {
    const node = this.pattern.nodes[part.node]!;
    if (node.named.length > 0 || node.labels.length > 0 || part.below.length > 0) return false;
    return node.tests.every(test => test.kind === 'absent');
  }

  /** Two loops with one label on one node would stand on the same graph edge. */
  private isImpossible(part: TreePart): boolean {
    return part.loops.some((loop, i) =>
      part.loops.slice(i + 1).some(other => this.uniqueness.areRivals(loop, other)),
    );
  }
}

function rivalsOf(columns: readonly SlotColumn[]): number[] {
  return columns.map(column => column.rivals);
}

function hasEdge(slot: SlotPlan, edge: number): boolean {
  return indexOfEdge(slot, edge) >= 0;
}

function indexOfEdge(slot: { readonly columns: readonly SlotColumn[] }, edge: number): number {
  return slot.columns.findIndex(column => column.edge === edge);
}

function degreesOf(slots: readonly SlotPlan[]): NeededEdge[] {
  const counts = new Map<string, { labels: readonly string[]; direction: Direction; count: number }>();
  for (const { label, direction } of slots) {
    const key = `${direction} ${label}`;
    counts.set(key, { labels: [label], direction, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}
