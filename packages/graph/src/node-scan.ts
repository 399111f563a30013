/**
 * Every existing node of a shard, page by page, each once; nodes made while the scan runs may be missing.
 *
 * Nodes fall asleep and wake while a scan runs, by the scan's own reading among others, so where a node is when
 * it is looked at says nothing about whether it was given already. The nodes that are awake at the beginning
 * come first, as far as they still are; then the stored ones that were not among those given. A node that falls
 * asleep is stored, so it is in one of the two.
 */
import type { NodeId } from '@weir/model';
import type { NodeActor } from './node-actor.js';
import type { Shard } from './shard.js';

const SCAN_PAGE = 1024;

export async function* scanShard(shard: Shard): AsyncGenerator<NodeId[]> {
  const awake: (NodeActor | undefined)[] = shard.present();
  yield* scanAwake(shard, awake);
  if (!shard.mayHaveSleepers) return;
  const given = new Set<NodeId>();
  for (const actor of awake) if (actor !== undefined) given.add(actor.id);
  yield* scanStored(shard, given);
}

/** @param awake loses those that are not done with. */
async function* scanAwake(shard: Shard, awake: (NodeActor | undefined)[]): AsyncGenerator<NodeId[]> {
  const { slept } = shard.counters;
  let page: NodeId[] = [];
  for (let i = 0; i < awake.length; i++) {
    const actor = awake[i]!;
    if (actor.waiting !== undefined) await awaken([actor]);
    // While none has fallen asleep, all are where they were.
    if (shard.counters.slept !== slept && shard.nodes.get(actor.id) !== actor) {
      awake[i] = undefined;
      continue;
    }
    if (!actor.exists) continue;
    page.push(actor.id);
    if (page.length < SCAN_PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

async function* scanStored(shard: Shard, given: ReadonlySet<NodeId>): AsyncGenerator<NodeId[]> {
  for await (const ids of shard.persistor.nodeIds()) {
    const actors = ids.filter(id => !given.has(id)).map(id => shard.actor(id));
    const waiting = awaken(actors);
    if (waiting !== undefined) await waiting;
    const page = actors.filter(actor => actor.exists).map(actor => actor.id);
    if (page.length > 0) yield page;
  }
}

/** Resolves when all nodes are awake, after what waited for them before; `undefined` when they are already. */
function awaken(actors: readonly (NodeActor | undefined)[]): Promise<unknown> | undefined {
  let waits: Promise<void>[] | undefined;
  for (const actor of actors) {
    const waiting = actor?.waiting;
    if (waiting !== undefined) (waits ??= []).push(new Promise(resolve => waiting.push(resolve)));
  }
  return waits && Promise.all(waits);
}
