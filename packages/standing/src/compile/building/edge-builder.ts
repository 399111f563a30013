/**
 * Builds the pattern edges of one step of a pattern node: the edge to a child, the alternatives of a path, or an edge
 * to a pattern node on the same graph node.
 */
import { Direction } from '@weir/model';
import type { ElementReads, ParentLink } from '../../plan/node-demands.js';
import type { ComparedColumn, RowEdgeColumn, RowEdgePlan } from '../../plan/row-plan.js';
import type { Draft, EdgeStep } from '../drafting/draft.js';
import type { DraftPlanner } from '../drafting/draft-planner.js';
import { ReadsOfElement } from '../expressions/expression-reads.js';
import type { EdgeElement, ElementNumber, NodeElement, Shape } from '../shape/shape.js';

const NOTHING_READ = new ReadsOfElement().frozen();

/** Form of a pattern node inside a path. */
export interface PlainForm {
  readonly columns: number;
  readonly hasOwnColumn: boolean;
  /** Number of edges from the start of the path. */
  readonly hop: number;
}

/** Builds the pattern nodes at the other end of pattern edges, including their own pattern edges. */
export interface NodeBuilder {
  readonly shape: Shape;
  readonly drafts: Pick<DraftPlanner, 'reads' | 'compared'>;
  readonly tracksOrigins: boolean;
  /** @returns the number of the pattern node. @throws WeirError `standing.invalid-pattern` if there are too many. */
  add(draft: Draft, parent: ParentLink): number;
  /**
   * Adds a pattern node that only relays rows, for the inside of a path of several edges. If it has a column for its
   * own node, that is the last one it reports.
   */
  addPlain(parent: ParentLink, form: PlainForm, patternEdgesOf: (number: number) => RowEdgePlan[]): number;
  /** Whether the child needs no subscription: any node satisfies it, and at most its id is needed. */
  demandsNothing(draft: Draft): boolean;
}

export class EdgeBuilder {
  constructor(
    private readonly plan: NodeBuilder,
    /** Number of the pattern node that owns the pattern edges. */
    private readonly number: number,
    private readonly patternEdges: RowEdgePlan[],
    private readonly draft: Draft,
    private readonly awaited: boolean,
  ) {}

  nextStep(): number {
    const last = this.patternEdges[this.patternEdges.length - 1];
    return last === undefined ? 0 : last.step + 1;
  }

  /** @returns the elements in the columns. */
  here(step: number, root: Draft): ElementNumber[] {
    const index = this.patternEdges.length;
    const columns = [...root.out.keys()].map((_, position) => ({ from: 'child', position }) as const);
    const patternEdge = edgeHere(index, step, this.awaited, this.plan.tracksOrigins);
    this.patternEdges.push({ ...patternEdge, child: -2, columns, compared: this.comparedIn(root) });
    this.setChild(
      this.patternEdges,
      index,
      this.plan.add(root, { nodeIndex: this.number, edgeIndex: index }),
    );
    return [...root.out.keys()];
  }

  /** @returns the elements in the columns. */
  edge(step: number, { edge: number, child, isConnector }: EdgeStep): ElementNumber[] {
    const edge = this.plan.shape.elements[number] as EdgeElement;
    if (edge.hops !== undefined && child !== undefined)
      return this.path(step, number, edge, child, isConnector);
    const elements: ElementNumber[] = [];
    const columns: RowEdgeColumn[] = [];
    if (this.draft.uses.has(number) && !isConnector) {
      elements.push(number);
      columns.push({ from: 'edge' });
    }
    if (child !== undefined) this.addChildColumns(child, elements, columns);
    const index = this.addEdge(this.patternEdges, this.number, step, number, child, columns, isConnector);
    if (child !== undefined)
      this.patternEdges[index] = { ...this.patternEdges[index]!, compared: this.comparedIn(child) };
    return elements;
  }

  /**
   * A path of `min` to `max` edges. Each edge has one pattern node, which relays the rows found there, if the path may
   * end there, and those from further along the path.
   */
  private path(
    step: number,
    number: ElementNumber,
    edge: EdgeElement,
    child: Draft,
    isConnector: boolean,
  ): ElementNumber[] {
    const { min, max } = edge.hops!;
    const reversed = (edge.source !== this.draft.element) !== edge.backwards;
    const elements: ElementNumber[] = [];
    const rest: RowEdgeColumn[] = [];
    const isTracked = max > 1 || (!isConnector && this.draft.uses.has(number));
    // On the way to a branch, this is not the path that the rest of the query knows by this number.
    if (isTracked) elements.push(isConnector ? -1 - number : number);
    this.addChildColumns(child, elements, rest);
    const onwards = elements.slice(isTracked ? 1 : 0).map((_, i): RowEdgeColumn => ({
      from: 'child',
      position: i + (isTracked ? 1 : 0),
    }));
    const hasNodes = !isConnector && this.plan.drafts.reads[number]!.innerNodes;
    const edgeColumn = (position: number, node = -1): RowEdgeColumn[] =>
      isTracked ? [{ from: 'path', position, node, reversed }] : [];
    const endEdge = (patternEdges: RowEdgePlan[], nodeIndex: number, atStep: number): void => {
      this.addEdgeHere(patternEdges, nodeIndex, atStep, child, [...edgeColumn(-1), ...rest]);
    };
    const hop = (patternEdges: RowEdgePlan[], nodeIndex: number, atStep: number, taken: number): void => {
      if (taken + 1 === max) {
        this.addEdge(patternEdges, nodeIndex, atStep, number, child, [...edgeColumn(-1), ...rest]);
        return;
      }
      const index = this.addEdge(patternEdges, nodeIndex, atStep, number, undefined, [
        ...edgeColumn(0, hasNodes ? elements.length : -1),
        ...onwards,
      ]);
      const form = { columns: elements.length, hasOwnColumn: hasNodes, hop: taken + 1 };
      const next = this.plan.addPlain({ nodeIndex, edgeIndex: index }, form, inner => {
        const own: RowEdgePlan[] = [];
        if (taken + 1 >= min) endEdge(own, inner, 0);
        hop(own, inner, 0, taken + 1);
        return own;
      });
      this.setChild(patternEdges, index, next);
    };
    if (min === 0) endEdge(this.patternEdges, this.number, step);
    if (max > 0) hop(this.patternEdges, this.number, step, 0);
    return elements;
  }

  private addChildColumns(child: Draft, elements: ElementNumber[], columns: RowEdgeColumn[]): void {
    let position = 0;
    for (const element of child.out.keys()) {
      elements.push(element);
      columns.push({ from: 'child', position: position++ });
    }
    if (child.idAbove && !child.out.has(child.element)) {
      elements.push(child.element);
      columns.push({ from: 'node' });
    }
  }

  private addEdgeHere(
    patternEdges: RowEdgePlan[],
    nodeIndex: number,
    step: number,
    child: Draft,
    columns: readonly RowEdgeColumn[],
  ): void {
    const index = patternEdges.length;
    patternEdges.push({
      ...edgeHere(index, step, this.awaited, this.plan.tracksOrigins),
      other: this.idOf(child),
      child: -1,
      columns,
    });
    if (this.plan.demandsNothing(child)) return;
    this.setChild(patternEdges, index, this.plan.add(child, { nodeIndex, edgeIndex: index }));
  }

  private addEdge(
    patternEdges: RowEdgePlan[],
    nodeIndex: number,
    step: number,
    number: ElementNumber,
    child: Draft | undefined,
    columns: readonly RowEdgeColumn[],
    isConnector = false,
  ): number {
    const { plan, draft, awaited } = this;
    const edge = plan.shape.elements[number] as EdgeElement;
    const { source, target, directed, labels, acceptsLabel, tests, hops } = edge;
    const index = patternEdges.length;
    patternEdges.push({
      index,
      step,
      here: false,
      direction: directed ? (source === draft.element ? Direction.Outgoing : Direction.Incoming) : undefined,
      labels,
      acceptsLabel,
      edgeTests: isConnector ? [] : tests,
      edgeReads: plan.drafts.reads[number]!.frozen(),
      other: child === undefined ? undefined : this.idOf(child),
      loop: source === target && hops === undefined,
      hops: nodeIndex === this.number ? hops : undefined,
      once: isConnector,
      keepsEdges: plan.tracksOrigins || !hasOneEdge(edge, plan.drafts.reads[number]!.frozen()),
      child: -1,
      compared: [],
      columns,
      awaited,
    });
    if (child !== undefined && !plan.demandsNothing(child)) {
      this.setChild(patternEdges, index, plan.add(child, { nodeIndex, edgeIndex: index }));
    }
    return index;
  }

  private comparedIn({ out }: Draft): ComparedColumn[] {
    return [...out.keys()].flatMap((element, position) => {
      const keep = this.plan.drafts.compared.keepAt(element, this.draft);
      return keep === undefined ? [] : [{ position, keep }];
    });
  }

  private idOf(child: Draft): RowEdgePlan['other'] {
    return child.checks ? (this.plan.shape.elements[child.element] as NodeElement).id : undefined;
  }

  private setChild(patternEdges: RowEdgePlan[], index: number, child: number): void {
    patternEdges[index] = { ...patternEdges[index]!, child };
  }
}

/** Whether at most one such edge exists between two nodes, and only its existence matters. */
function hasOneEdge({ labels, directed, tests }: EdgeElement, reads: ElementReads): boolean {
  return labels?.length === 1 && directed && tests.length === 0 && !reads.all && reads.keys.length === 0;
}

/** Returns a pattern edge to a pattern node on the same graph node; `child` is not set yet. */
export function edgeHere(
  index: number,
  step: number,
  awaited: boolean,
  keepsEdges: boolean,
): Omit<RowEdgePlan, 'child' | 'columns'> {
  return {
    index,
    step,
    here: true,
    direction: undefined,
    labels: undefined,
    acceptsLabel: undefined,
    edgeTests: [],
    edgeReads: NOTHING_READ,
    other: undefined,
    loop: false,
    hops: undefined,
    once: false,
    compared: [],
    keepsEdges,
    awaited,
  };
}
