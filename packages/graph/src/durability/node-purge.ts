/**
 * Forgets a node with its whole past.
 *
 * It is deleted like any other first, so that standing queries take their matches back. Then everything that comes
 * for it waits, until its deletion is durable and the store has forgotten it: nothing of it can be written in
 * between. What neighbours asked of it for standing queries stays, because they will not ask again: it is the one
 * thing that is written anew.
 */
import type { NodeId } from '@weir/model';
import type { Origin, StandingEngine } from '@weir/standing';
import type { NodeActor } from '../node/node-actor.js';
import type { NodeListener } from '../node/node-behavior.js';
import type { Shard } from '../shard/shard.js';
import { NEVER_JOURNALLED } from '../node/snapshot-worth.js';

export interface PurgePorts {
  actor(id: NodeId): NodeActor;
  localShard(id: NodeId): Shard;
  listen(actor: NodeActor, origin: Origin | undefined): NodeListener;
  /** Standing queries, the journal and the frames get what they have to do. */
  finishMessage(): void;
  commit(): Promise<void>;
}

export async function purgeNode(
  ports: PurgePorts,
  engine: StandingEngine,
  id: NodeId,
  origin: Origin | undefined,
): Promise<void> {
  const shard = ports.localShard(id);
  const { actor, release } = await new Promise<HeldNode>((resolve, reject) =>
    whenAwake(ports, id, awake => {
      try {
        awake.delete(ports.listen(awake, origin));
        ports.finishMessage();
        resolve({ actor: awake, release: shard.hold(awake) });
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    }),
  );
  const purged = shard.purges.begin(id);
  try {
    await ports.commit();
    await shard.persistor.purgeNode(id);
    actor.journalBalance = NEVER_JOURNALLED;
    actor.isUnsaved = false;
    if (actor.standing !== undefined) {
      for (const event of engine.condense(actor.standing)) shard.record(actor, event);
    }
  } finally {
    purged();
    release();
  }
  await ports.commit();
}

interface HeldNode {
  readonly actor: NodeActor;
  release(): void;
}

/** Not by a promise: between its answer and whoever waits for it another purge could get hold of the node. */
function whenAwake(ports: PurgePorts, id: NodeId, work: (actor: NodeActor) => void): void {
  const actor = ports.actor(id);
  if (actor.waiting === undefined) work(actor);
  else actor.waiting.push(() => work(actor));
}
