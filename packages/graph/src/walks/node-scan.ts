/**
 * Yields every existing node of a shard, page by page, each once. Nodes created while the scan runs may be missing.
 * Sleeping nodes are read directly from the store and stay asleep.
 *
 * Nodes fall asleep and wake while a scan runs, so a node's present state does not show whether it was already yielded.
 * The scan yields the nodes that are awake at its start first, if they still are; then all stored nodes that were not
 * yielded. A node that falls asleep is stored, so it is in one of the two sets. Everything written before the scan
 * started is seen, because only an awake node has changes that are not in the store.
 */
import type { NodeView, ScanRequest } from '@weir/cypher';
import type { EventTime, NodeId } from '@weir/model';
import type { StoredNode } from '@weir/persistor';
import type { NodeActor } from '../node/node-actor.js';
import { pastNode } from '../persistence/node-loader.js';
import { bareView, viewOf } from '../node/node-view.js';
import type { Shard } from '../shard/shard.js';
import type { WakeWatch } from '../shard/sleeping-nodes.js';
import { type StoredBatch, walkStored } from '../shard/stored-walk.js';
import { existsStored } from '../shard/stored-existence.js';

const SCAN_PAGE = 1024;
/** Size of the first page, enough for many readers. */
const FIRST_PAGE = 128;

export async function* scanShard(shard: Shard, request: ScanRequest): AsyncGenerator<readonly NodeView[]> {
  const awake: (NodeActor | undefined)[] = shard.present();
  yield* scanAwake(shard, awake, request.parts);
  if (!shard.mayHaveSleepers) return;
  const given = new Set<NodeId>();
  for (const actor of awake) if (actor !== undefined) given.add(actor.id);
  awake.length = 0;
  yield* new StoredScan(shard, given, request).pages();
}

/** Scans a past time; everything up to it is in the store. */
export async function* scanPast(
  shard: Shard,
  parts: number,
  asOf: EventTime,
): AsyncGenerator<readonly NodeView[]> {
  for await (const nodes of shard.persistor.scanNodes({ asOf })) {
    const page: NodeView[] = [];
    for (let i = 0; i < nodes.length; i++) {
      const { id, stored } = nodes[i]!;
      if (stored === undefined || !existsStored(stored)) continue;
      page.push(parts === 0 ? bareView(id, true) : viewOf(pastNode(id, stored), parts));
    }
    if (page.length > 0) yield page;
  }
}

/** @param awake nodes that fell asleep before they were visited are removed from it. */
async function* scanAwake(
  shard: Shard,
  awake: (NodeActor | undefined)[],
  parts: number,
): AsyncGenerator<readonly NodeView[]> {
  const { slept } = shard.counters;
  let page: NodeView[] = [];
  let size = FIRST_PAGE;
  for (let i = 0; i < awake.length; i++) {
    const actor = awake[i]!;
    if (actor.waiting !== undefined) await actor.whenAwake(() => undefined);
    // Until a node falls asleep, this check is not needed.
    if (shard.counters.slept !== slept && shard.nodes.get(actor.id) !== actor) {
      awake[i] = undefined;
      continue;
    }
    if (!actor.exists) continue;
    page.push(viewOf(actor, parts));
    if (page.length < size) continue;
    yield page;
    page = [];
    size = SCAN_PAGE;
  }
  if (page.length > 0) yield page;
}

class StoredScan {
  constructor(
    private readonly shard: Shard,
    private readonly given: ReadonlySet<NodeId>,
    private readonly request: ScanRequest,
  ) {}

  async *pages(): AsyncGenerator<readonly NodeView[]> {
    const isNew = (id: NodeId): boolean => !this.given.has(id);
    for await (const page of walkStored(this.shard, isNew, batch => this.pageOf(batch))) {
      if (page.length > 0) yield page;
    }
  }

  private async pageOf(batch: StoredBatch): Promise<readonly NodeView[]> {
    const page: NodeView[] = [];
    const late: Promise<void>[] = [];
    const add = (actor: NodeActor | undefined): void => {
      if (actor?.exists === true) page.push(viewOf(actor, this.request.parts));
    };
    for (const node of batch.nodes) {
      const { id } = node;
      if (this.given.has(id)) continue;
      const stored = batch.asleep(node);
      if (stored !== undefined) {
        if (existsStored(stored)) page.push(this.viewOf(id, stored, batch.watch));
        continue;
      }
      const awake = this.shard.awake(id);
      const known =
        awake === undefined ? Promise.resolve(this.shard.sleeping.peek(id)).then(add) : awake.whenAwake(add);
      if (known !== undefined) late.push(known);
    }
    if (late.length > 0) await Promise.all(late);
    return page;
  }

  private viewOf(id: NodeId, stored: StoredNode, watch: WakeWatch): NodeView {
    const { parts, again } = this.request;
    if (parts === 0 && again !== true) return bareView(id, true);
    const actor = pastNode(id, stored);
    if (again === true) this.shard.sleeping.keep(actor, stored, watch);
    return viewOf(actor, parts);
  }
}
