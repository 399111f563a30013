/**
 * Pattern edges of one step of a pattern node: the edge to a child, the alternatives of a path, a pattern node on the
 * same node.
 */
import { Direction } from '@weir/model';
import type { ElementReads, ParentLink } from '../../plan/node-demands.js';
import type { ComparedColumn, RowEdgeColumn, RowEdgePlan } from '../../plan/row-plan.js';
import type { Draft, EdgeStep } from '../drafting/draft.js';
import type { DraftPlanner } from '../drafting/draft-planner.js';
import { ReadsOfElement } from '../expressions/expression-reads.js';
import type { EdgeElement, ElementNumber, NodeElement, Shape } from '../shape/shape.js';

const NOTHING_READ = new ReadsOfElement().frozen();

/** Of a pattern node inside of a path. */
export interface PlainForm {
  readonly columns: number;
  readonly hasOwnColumn: boolean;
  /** How many edges lead to it. */
  readonly hop: number;
}

/** Who builds the pattern nodes that pattern edges lead to, with edges of their own. */
export interface NodeBuilder {
  readonly shape: Shape;
  readonly drafts: Pick<DraftPlanner, 'reads' | 'compared'>;
  readonly tracksOrigins: boolean;
  /** @returns the pattern node's number. Throws WeirError `standing.invalid-pattern` when there are too many. */
  add(draft: Draft, parent: ParentLink): number;
  /**
   * A pattern node that only passes on: the inside of a path of several edges. Its own node, if it has a column, is the
   * last one that it reports.
   */
  addPlain(parent: ParentLink, form: PlainForm, patternEdgesOf: (number: number) => RowEdgePlan[]): number;
  /** There is nothing to ask: any node will do, and of it at most the id is needed. */
  demandsNothing(draft: Draft): boolean;
}

export class EdgeBuilder {
  constructor(
    private readonly plan: NodeBuilder,
    /** Of the pattern node that the pattern edges belong to. */
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
   * A path of `min` to `max` edges: one pattern node per edge passes on what it finds here, if the path may end here,
   * and what is found further on.
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
    // On the way to a branch it is not the path that the rest of the query knows by this number.
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

/** There is at most one such edge between two nodes, and nothing but that is asked of it. */
function hasOneEdge({ labels, directed, tests }: EdgeElement, reads: ElementReads): boolean {
  return labels?.length === 1 && directed && tests.length === 0 && !reads.all && reads.keys.length === 0;
}

/** A pattern node on the same node; `child` is yet to be told. */
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
