/**
 * Selects the nodes that an audit compares: some with results and as many without, from a number of candidates that is
 * bounded by the sample, not by the graph. Candidates are uniformly sampled nodes, nodes with recent results or
 * cancellations, and nodes on the path to the roots from an inner node of the pattern or a group node. Among nodes
 * without results, nodes that satisfy the root's own conditions are preferred, because others can hardly be wrong.
 */
import type { NodeId } from '@weir/model';
import type { InspectedNode, NodeSample } from '../contract/inspection-service.js';

/** Number of candidates inspected for each node of the sample. */
const CANDIDATES_PER_NODE = 10;
const NODES_PER_READ = 64;

export interface SampleDependencies {
  /** Samples nodes of all workers. @param count approximate number of nodes with results, and of nodes without. */
  sample(count: number): Promise<NodeSample>;
  inspect(ids: readonly NodeId[]): Promise<readonly InspectedNode[]>;
}

export interface AuditSample {
  readonly looked: number;
  readonly groupNodes: readonly SampledNode[];
  readonly roots: readonly SampledRoot[];
}

export interface SampledNode {
  readonly id: NodeId;
  /** A group node that counts it as a member, whatever the node itself reports. */
  readonly groupNode: NodeId | undefined;
}

export interface SampledRoot extends SampledNode {
  readonly hasResults: boolean;
}

/** @param areGrouped results are at group nodes: roots that contribute to one count as roots with results. */
export async function chooseSample(
  size: number,
  areGrouped: boolean,
  dependencies: SampleDependencies,
): Promise<AuditSample> {
  const { ids, recentRoots } = await dependencies.sample(size * CANDIDATES_PER_NODE);
  const choice = new Choice(size, areGrouped);
  // Follows paths to the roots before inspecting more nodes, for queries with few results.
  const waiting = [[...ids].reverse(), [...recentRoots].reverse().slice(-size), choice.leads];
  while (choice.looked < size * CANDIDATES_PER_NODE && !choice.isComplete) {
    const next = choice.nextOf(waiting, NODES_PER_READ);
    if (next.length === 0) break;
    for (const node of await dependencies.inspect(next)) choice.add(node);
  }
  return choice.sample();
}

class Choice {
  looked = 0;
  /** Nodes that may be roots with results, the newest last. */
  readonly leads: NodeId[] = [];
  private readonly known = new Set<NodeId>();
  private readonly groupNodeOf = new Map<NodeId, NodeId>();
  private readonly groupNodes: NodeId[] = [];
  private readonly withResults: NodeId[] = [];
  private readonly likely: NodeId[] = [];
  private readonly unlikely: NodeId[] = [];

  constructor(
    private readonly size: number,
    private readonly areGrouped: boolean,
  ) {}

  get isComplete(): boolean {
    return this.withResults.length >= this.size && this.likely.length >= this.size;
  }

  /** Removes some nodes from each list and returns each node at most once. */
  nextOf(lists: readonly NodeId[][], count: number): NodeId[] {
    const next: NodeId[] = [];
    for (const list of lists) {
      for (let taken = 0; taken < count / lists.length && list.length > 0;) {
        const id = list.pop()!;
        if (this.known.has(id)) continue;
        this.known.add(id);
        next.push(id);
        taken++;
      }
    }
    return next;
  }

  add(node: InspectedNode): void {
    this.looked++;
    const { id, groupAnew, groupNodes, rows, towardsRoots } = node;
    if (groupAnew !== null) {
      this.groupNodes.push(id);
      for (const member of towardsRoots) this.groupNodeOf.set(member, id);
    }
    this.leads.push(...towardsRoots);
    const hasResults = this.areGrouped
      ? groupNodes.length > 0 && node.couldBeRoot
      : rows.length > 0 && groupAnew === null;
    if (hasResults) this.withResults.push(id);
    else if (groupAnew !== null) return;
    else if (node.couldBeRoot) this.likely.push(id);
    else if (node.exists || this.groupNodeOf.has(id)) this.unlikely.push(id);
  }

  sample(): AuditSample {
    const { size } = this;
    const without = [...this.likely, ...this.unlikely].slice(0, size);
    const sampled = (id: NodeId): SampledNode => ({ id, groupNode: this.groupNodeOf.get(id) });
    const withResults = this.withResults.slice(0, size);
    return {
      looked: this.looked,
      groupNodes: this.groupNodes.slice(0, size).map(sampled),
      roots: [
        ...withResults.map(id => ({ ...sampled(id), hasResults: true })),
        ...without.map(id => ({ ...sampled(id), hasResults: false })),
      ],
    };
  }
}
