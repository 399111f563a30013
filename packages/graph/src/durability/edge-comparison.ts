/**
 * Finds the edges that recovery has to ask about. After a crash nearly all edges are intact. So before asking about
 * single edges, each worker compares what the stores record of both ends of every edge touched since the checkpoint:
 * the final state in the last entries here, and there. Within a worker that is a lookup. Each other worker gets one
 * message per several thousand edges and returns the indices of edges whose record there is different or missing. Only
 * these are asked about.
 *
 * The comparison uses the stores' content at the time of the crash. Ends that agreed then agree now, because later
 * changes keep them in agreement (unsettled-edges.ts).
 *
 * It costs some microseconds per edge, and reads only those entries.
 */
import { type NodeId, packIds, reversed, unpackIds } from '@weir/model';
import type { WorkerMail } from '../mail/worker-mail.js';
import { edgeType } from '../node/edge-type.js';
import type { Shard } from '../shard/shard.js';
import type { WorkerShards } from '../shard/worker-shards.js';
import type { StandingDispatch } from '../standing/standing-dispatch.js';
import type { TouchedEdge } from './touched-edge.js';
import { halfName } from './touched-edges.js';
import type { UnsettledNode, UnsettledNodes } from './unsettled-nodes.js';

const EDGES_PER_TURN = 4_096;

/** Half edges as the other ends should have them. */
export type PackedHalves = readonly [nodes: Uint8Array, types: string[], others: Uint8Array, words: string[]];

/** Edges whose other ends are on one worker. */
class Halves {
  readonly nodes: UnsettledNode[] = [];
  readonly edges: TouchedEdge[] = [];
  private readonly ids: NodeId[] = [];

  add(id: NodeId, node: UnsettledNode, edge: TouchedEdge): void {
    this.nodes.push(node);
    this.edges.push(edge);
    this.ids.push(id);
  }

  pack(): PackedHalves {
    const others = packIds(this.edges.map(({ other }) => other));
    const words = this.edges.map(({ word }) => word);
    return [others, this.edges.map(otherType), packIds(this.ids), words];
  }
}

export class EdgeComparison {
  private readonly halves = new Map<number, Halves>();
  private underWay: Promise<void>[] = [];

  constructor(
    private readonly shards: WorkerShards,
    private readonly mail: WorkerMail,
    private readonly dispatch: StandingDispatch,
    private readonly unsettled: ReadonlyMap<Shard, UnsettledNodes>,
  ) {}

  /** Leaves in `open` of each node the edges to ask about. Can be run again after a failure. */
  async run(): Promise<void> {
    this.halves.clear();
    this.underWay = [];
    let count = 0;
    for (const { nodes } of this.unsettled.values()) {
      for (const [id, node] of nodes) {
        if (node.touched === undefined) continue;
        node.open = [];
        for (const edge of node.touched.values()) {
          this.compare(id, node, edge);
          if (++count % EDGES_PER_TURN === 0) await this.dispatch.giveWay();
        }
      }
    }
    for (const worker of this.halves.keys()) this.send(worker);
    await Promise.all(this.underWay);
  }

  /** Compares halves of another worker. @returns the indices of the halves that differ here. */
  differing([nodes, types, others, words]: PackedHalves): number[] {
    const there = unpackIds(others);
    const different: number[] = [];
    unpackIds(nodes).forEach((id, i) => {
      if (this.wordOf(id, types[i]!, there[i]!) !== words[i]) different.push(i);
    });
    return different;
  }

  private compare(id: NodeId, node: UnsettledNode, edge: TouchedEdge): void {
    const worker = this.shards.workerOf(edge.other);
    if (worker === this.shards.index) {
      if (this.wordOf(edge.other, otherType(edge), id) !== edge.word) node.open!.push(edge);
      return;
    }
    let halves = this.halves.get(worker);
    if (halves === undefined) this.halves.set(worker, (halves = new Halves()));
    halves.add(id, node, edge);
    if (halves.edges.length === EDGES_PER_TURN) this.send(worker);
  }

  private send(worker: number): void {
    const halves = this.halves.get(worker)!;
    this.halves.delete(worker);
    const answered = this.requestHalves(worker, halves);
    answered.catch(() => undefined);
    this.underWay.push(answered);
  }

  private async requestHalves(worker: number, halves: Halves): Promise<void> {
    const different = (await this.mail.request(worker, 'halves', halves.pack())) as number[] | null;
    for (const i of different ?? halves.edges.keys()) halves.nodes[i]!.open!.push(halves.edges[i]!);
  }

  /** `undefined`: the node has no entry about the edge, or not everything about the node is known. */
  private wordOf(id: NodeId, type: string, other: NodeId): string | undefined {
    const node = this.unsettled.get(this.shards.of(id))?.nodes.get(id);
    return node?.touched?.get(halfName(type, other))?.word;
  }
}

function otherType({ label, direction }: TouchedEdge): string {
  return edgeType(label, reversed(direction));
}
