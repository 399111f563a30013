/**
 * Which nodes an audit compares: some with results and as many without, chosen among a number of nodes that is bounded
 * by the sample and not by the graph. Looked at are nodes chosen evenly, those on which results came or went lately,
 * and from a node of the pattern's inside, or a group node, the way to its roots. Nodes on which the root's own
 * conditions hold come first among those without results: others can hardly be wrong.
 */
import type { NodeId } from '@weir/model';
import type { LookedAt, NodeSample } from '../contract/inspection-service.js';

/** Nodes looked at for each of the sample. */
const LOOKS_PER_NODE = 10;
const NODES_PER_LOOK = 64;

export interface SamplePorts {
  /** Of all workers. @param count of either kind, about. */
  sample(count: number): Promise<NodeSample>;
  lookAt(ids: readonly NodeId[]): Promise<readonly LookedAt[]>;
}

export interface AuditSample {
  readonly looked: number;
  /** Group nodes. */
  readonly groupNodes: readonly SampledNode[];
  readonly roots: readonly SampledRoot[];
}

export interface SampledNode {
  readonly id: NodeId;
  /** A group node that counts it as a member, whatever the node itself thinks. */
  readonly groupNode: NodeId | undefined;
}

export interface SampledRoot extends SampledNode {
  readonly hasResults: boolean;
}

/** @param areGrouped results are at group nodes: roots with a share in one count as those with results. */
export async function chooseSample(
  size: number,
  areGrouped: boolean,
  ports: SamplePorts,
): Promise<AuditSample> {
  const { ids, recentRoots } = await ports.sample(size * LOOKS_PER_NODE);
  const choice = new Choice(size, areGrouped);
  // The way to the roots before more nodes, for a query that has few results.
  const waiting = [[...ids].reverse(), [...recentRoots].reverse().slice(-size), choice.leads];
  while (choice.looked < size * LOOKS_PER_NODE && !choice.isComplete) {
    const next = choice.nextOf(waiting, NODES_PER_LOOK);
    if (next.length === 0) break;
    for (const node of await ports.lookAt(next)) choice.add(node);
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

  /** Some of each list, which lose them; no node twice. */
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

  add(node: LookedAt): void {
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
