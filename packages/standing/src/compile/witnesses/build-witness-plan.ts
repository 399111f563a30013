/** From a pattern to the plan that the engine runs. */
import { type Direction, formatNodeId, idValue, type NodeValue } from '@weir/model';
import type { NeededEdge } from '../../plan/node-demands.js';
import type { WitnessNodePlan, WitnessEdgePlan } from '../../plan/witness-plan.js';
import type { ResultPlan } from '../../plan/result-plan.js';
import type { StandingPlan } from '../../plan/standing-plan.js';
import type { StandingPattern } from './standing-pattern.js';
import { directionFrom, EdgeUniqueness } from './edge-uniqueness.js';
import type { NodeColumn, EdgeCheck, EdgeColumn } from '../../plan/edge-columns.js';
import { type PatternTree, patternTree, type TreeNode } from './pattern-tree.js';
import { EdgeTwins } from './edge-twins.js';

/** @throws WeirError `standing.invalid-pattern` if the pattern is not a tree. */
export function buildPlan(pattern: StandingPattern, query: number): StandingPlan {
  const tree = patternTree(pattern);
  const builder = new PlanBuilder(pattern, tree, query);
  return {
    kind: 'witnesses',
    query,
    columns: [pattern.column],
    nodes: builder.planNodes(),
    result: rootsOnly(pattern),
    tracksOrigins: false,
  };
}

/** The result plan for rows that contain only the root. */
function rootsOnly({ column, idAsText }: StandingPattern): ResultPlan {
  return {
    unwinds: [],
    onlyWhether: true,
    groups: [],
    projections: [
      ([root]) => {
        const { id } = root as NodeValue;
        return idAsText ? formatNodeId(id) : idValue(id);
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
  private readonly twins: EdgeTwins;
  /** Tree nodes that become nodes of the plan, in order: only the first of those with equal demands over one edge. */
  private readonly kept: readonly TreeNode[];

  constructor(
    private readonly pattern: StandingPattern,
    private readonly tree: PatternTree,
    private readonly query: number,
  ) {
    this.uniqueness = new EdgeUniqueness(pattern, tree);
    this.twins = new EdgeTwins(pattern, tree);
    this.kept = this.keptBelow(tree.treeNodes[0]!);
  }

  planNodes(): WitnessNodePlan[] {
    return this.kept.map(treeNode => this.planNodeOf(treeNode));
  }

  private keptBelow(treeNode: TreeNode): TreeNode[] {
    const children = treeNode.children.filter(
      (_, edgeIndex) => this.twins.first(treeNode, edgeIndex) === edgeIndex,
    );
    return [treeNode, ...children.flatMap(child => this.keptBelow(this.tree.treeNodes[child]!))];
  }

  private numberOf(treeNumber: number): number {
    return this.kept.indexOf(this.tree.treeNodes[treeNumber]!);
  }

  private planNodeOf(treeNode: TreeNode): WitnessNodePlan {
    const node = this.pattern.nodes[treeNode.node]!;
    const patternEdges = treeNode.children.map((child, index) =>
      this.edgePlanOf(treeNode, this.tree.treeNodes[child]!, index),
    );
    const columns = this.columns(treeNode, patternEdges);
    const checks = this.checks(patternEdges);
    const feeding = new Set(columns.map(column => column.edgeIndex).filter(edgeIndex => edgeIndex >= 0));
    const checked = new Set(checks.flatMap(check => [check.edgeIndex, check.otherIndex]));
    const rank = (edgeIndex: number): number => (feeding.has(edgeIndex) ? 0 : checked.has(edgeIndex) ? 1 : 2);
    const edgeOrder = patternEdges
      .map((_, edgeIndex) => edgeIndex)
      .sort((a, b) => rank(a) - rank(b) || a - b);
    const reported = this.uniqueness.reportedColumns(treeNode);
    return {
      kind: 'witnesses',
      query: this.query,
      number: this.numberOf(treeNode.number),
      variable: node.variable,
      parent:
        treeNode.parent === undefined
          ? undefined
          : {
              nodeIndex: this.numberOf(treeNode.parent),
              edgeIndex: this.tree.treeNodes[treeNode.parent]!.children.indexOf(treeNode.number),
            },
      isRoot: treeNode.parent === undefined,
      hop: undefined,
      waits: false,
      tracksOrigins: false,
      id: node.id,
      labels: node.labels,
      tests: node.tests,
      loops: treeNode.loops.map(loop => this.pattern.edges[loop]!.label),
      edges: degreesOf(patternEdges),
      conditions: node.conditions,
      reads: node.reads ?? NOTHING_READ,
      anyOf: [],
      needsExistence: treeNode.parent === undefined && this.needsExistence(treeNode),
      named: treeNode.parent === undefined ? node.named : [],
      impossible: this.isImpossible(treeNode),
      patternEdges,
      columns,
      exclusions: rivalsOf(columns),
      reported: reported.map(({ edge, exclusions, keep }) => ({
        column: columns.findIndex(column => column.edge === edge),
        exclusions,
        keep,
      })),
      reportedRivals: rivalsOf(reported),
      checks,
      edgeOrder,
      feedingEdges: feeding.size,
    };
  }

  private edgePlanOf(treeNode: TreeNode, child: TreeNode, index: number): WitnessEdgePlan {
    const edge = this.pattern.edges[child.entry!]!;
    const columns = this.uniqueness.edgeColumns(treeNode, child);
    const state = this.twins.first(treeNode, index);
    return {
      index,
      label: edge.label,
      direction: directionFrom(treeNode.node, edge),
      child: this.numberOf(treeNode.children[state]!),
      state,
      after: this.twins.before(treeNode, index),
      bare: this.demandsNothing(child),
      columns,
      exclusions: rivalsOf(columns),
      ownColumn: columns[0]?.edge === child.entry,
      notLoop: columns.flatMap((column, at) =>
        treeNode.loops.some(loop => this.uniqueness.areExclusive(loop, column.edge)) ? [at] : [],
      ),
    };
  }

  private columns(treeNode: TreeNode, patternEdges: readonly WitnessEdgePlan[]): NodeColumn[] {
    return this.uniqueness.nodeColumns(treeNode).map(column => {
      const edgeIndex = patternEdges.findIndex(candidate => hasEdge(candidate, column.edge));
      return {
        ...column,
        edgeIndex,
        column:
          edgeIndex < 0
            ? treeNode.loops.indexOf(column.edge)
            : indexOfEdge(patternEdges[edgeIndex]!, column.edge),
      };
    });
  }

  private checks(patternEdges: readonly WitnessEdgePlan[]): EdgeCheck[] {
    const checks: EdgeCheck[] = [];
    for (const a of patternEdges) {
      for (const b of patternEdges.slice(a.index + 1)) {
        a.columns.forEach((left, column) =>
          b.columns.forEach((right, otherColumn) => {
            if (this.uniqueness.areExclusive(left.edge, right.edge)) {
              checks.push({ edgeIndex: a.index, column, otherIndex: b.index, otherColumn });
            }
          }),
        );
      }
    }
    return checks;
  }

  private demandsNothing(treeNode: TreeNode): boolean {
    const node = this.pattern.nodes[treeNode.node]!;
    return (
      node.id === undefined &&
      node.labels.length + node.tests.length + node.conditions.length + treeNode.below.length === 0
    );
  }

  /** Nodes looked up by id match even if they were never written. */
  private needsExistence(treeNode: TreeNode): boolean {
    const node = this.pattern.nodes[treeNode.node]!;
    if (node.named.length > 0 || node.labels.length > 0 || treeNode.below.length > 0) return false;
    return node.tests.every(test => test.kind === 'absent');
  }

  /** Two loops with the same label on one node would stand on the same graph edge. */
  private isImpossible(treeNode: TreeNode): boolean {
    return treeNode.loops.some((loop, i) =>
      treeNode.loops.slice(i + 1).some(other => this.uniqueness.areExclusive(loop, other)),
    );
  }
}

function rivalsOf(columns: readonly EdgeColumn[]): number[] {
  return columns.map(column => column.exclusions);
}

function hasEdge(patternEdge: WitnessEdgePlan, edge: number): boolean {
  return indexOfEdge(patternEdge, edge) >= 0;
}

function indexOfEdge(patternEdge: { readonly columns: readonly EdgeColumn[] }, edge: number): number {
  return patternEdge.columns.findIndex(column => column.edge === edge);
}

function degreesOf(patternEdges: readonly WitnessEdgePlan[]): NeededEdge[] {
  const counts = new Map<string, { labels: readonly string[]; direction: Direction; count: number }>();
  for (const { label, direction } of patternEdges) {
    const key = `${direction} ${label}`;
    counts.set(key, { labels: [label], direction, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}
