/**
 * Every existing node of a shard, page by page, each once; nodes made while the scan runs may be missing. Nodes that
 * sleep are read straight from the store and go on sleeping.
 *
 * Nodes fall asleep and wake while a scan runs, so where a node is when it is looked at says nothing about whether it
 * was given already. The nodes that are awake at the beginning come first, as far as they still are; then the stored
 * ones that were not among those given. A node that falls asleep is stored, so it is in one of the two; and what was
 * written before the scan began is seen, because only an awake node has something that is not in the store.
 */
import type { EventTime, NodeId } from '@weir/model';
import type { ScannedNode } from '@weir/persistor';
import type { NodeActor } from './node-actor.js';
import { pastNode } from './node-loader.js';
import type { Shard } from './shard.js';
import type { WakeWatch } from './sleeping-nodes.js';

const SCAN_PAGE = 1024;
/** Of a page that many a reader wants no more of. */
const FIRST_PAGE = 128;

/**
 * A page is to be used at once: its nodes may be awake and change.
 * @param again what is given will be read by id soon after.
 */
export async function* scanShard(shard: Shard, again: boolean): AsyncGenerator<readonly NodeActor[]> {
  const awake: (NodeActor | undefined)[] = shard.present();
  yield* scanAwake(shard, awake);
  if (!shard.mayHaveSleepers) return;
  const given = new Set<NodeId>();
  for (const actor of awake) if (actor !== undefined) given.add(actor.id);
  awake.length = 0;
  yield* new StoredScan(shard, given, again).pages();
}

/** The same at a past time, of which everything is in the store. */
export async function* scanPast(shard: Shard, asOf: EventTime): AsyncGenerator<readonly NodeActor[]> {
  for await (const nodes of shard.persistor.scanNodes({ asOf })) {
    const page: NodeActor[] = [];
    for (let i = 0; i < nodes.length; i++) {
      const { id, stored } = nodes[i]!;
      const actor = pastNode(id, stored);
      if (actor.exists) page.push(actor);
    }
    if (page.length > 0) yield page;
  }
}

/** @param awake loses those that are not done with. */
async function* scanAwake(
  shard: Shard,
  awake: (NodeActor | undefined)[],
): AsyncGenerator<readonly NodeActor[]> {
  const { slept } = shard.counters;
  let page: NodeActor[] = [];
  let size = FIRST_PAGE;
  for (let i = 0; i < awake.length; i++) {
    const actor = awake[i]!;
    if (actor.waiting !== undefined) await awaken(actor);
    // While none has fallen asleep, all are where they were.
    if (shard.counters.slept !== slept && shard.nodes.get(actor.id) !== actor) {
      awake[i] = undefined;
      continue;
    }
    if (!actor.exists) continue;
    page.push(actor);
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
    private readonly again: boolean,
  ) {}

  async *pages(): AsyncGenerator<readonly NodeActor[]> {
    const { sleeping } = this.shard;
    const batches = this.shard.persistor
      .scanNodes({ isWanted: id => !this.given.has(id) && this.shard.awake(id) === undefined })
      [Symbol.asyncIterator]();
    try {
      for (;;) {
        const watch = sleeping.watch();
        let page: readonly NodeActor[];
        try {
          const step = await batches.next();
          if (step.done === true) return;
          page = await this.pageOf(step.value, watch);
        } finally {
          sleeping.unwatch(watch);
        }
        if (page.length > 0) yield page;
      }
    } finally {
      await batches.return?.();
    }
  }

  private async pageOf(nodes: readonly ScannedNode[], watch: WakeWatch): Promise<readonly NodeActor[]> {
    const page: NodeActor[] = [];
    const late: Promise<void>[] = [];
    const add = (actor: NodeActor | undefined): void => {
      if (actor?.exists === true) page.push(actor);
    };
    for (let i = 0; i < nodes.length; i++) {
      const { id, stored } = nodes[i]!;
      if (this.given.has(id)) continue;
      const awake = this.shard.awake(id);
      if (awake?.waiting !== undefined) late.push(awaken(awake).then(() => add(awake)));
      else if (awake !== undefined) add(awake);
      else if (stored !== undefined && !watch.has(id)) add(this.sleeper(nodes[i]!, watch));
      // It fell asleep after it was found awake, and before anybody looked; or it was purged.
      else late.push(Promise.resolve(this.shard.sleeping.look(id)).then(add));
    }
    if (late.length > 0) await Promise.all(late);
    return page;
  }

  private sleeper({ id, stored }: ScannedNode, watch: WakeWatch): NodeActor {
    const actor = pastNode(id, stored);
    if (this.again) this.shard.sleeping.keep(actor, stored!, watch);
    return actor;
  }
}

/** Resolves when the node is awake, after what waited for it before. */
function awaken(actor: NodeActor): Promise<void> {
  return new Promise(resolve => actor.waiting!.push(resolve));
}
