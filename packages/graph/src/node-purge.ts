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
import type { NodeActor } from './node-actor.js';
import type { NodeListener } from './node-behavior.js';
import type { Shard } from './shard.js';
import { NEVER_JOURNALLED } from './snapshot-worth.js';

export interface PurgePorts {
  readonly engine: StandingEngine;
  actor(id: NodeId): NodeActor;
  shardOf(id: NodeId): Shard;
  listen(actor: NodeActor, origin: Origin | undefined): NodeListener;
  /** Standing queries, the journal and the frames get what they have to do. */
  finishMessage(): void;
  commit(): Promise<void>;
}

export async function purgeNode(ports: PurgePorts, id: NodeId, origin: Origin | undefined): Promise<void> {
  const shard = ports.shardOf(id);
  const actor = await awakeNode(ports, id);
  actor.delete(ports.listen(actor, origin));
  ports.finishMessage();
  const release = shard.hold(actor);
  try {
    await ports.commit();
    await shard.persistor.purgeNode(id);
    actor.journalBalance = NEVER_JOURNALLED;
    actor.isUnsaved = false;
    if (actor.standing !== undefined) {
      for (const event of ports.engine.condense(actor.standing)) shard.record(actor, event);
    }
  } finally {
    release();
  }
  await ports.commit();
}

/** Nothing waits for the node at the moment of the answer, if the caller goes on at once. */
async function awakeNode(ports: PurgePorts, id: NodeId): Promise<NodeActor> {
  let actor = ports.actor(id);
  while (actor.waiting !== undefined) {
    const { waiting } = actor;
    await new Promise<void>(resolve => waiting.push(resolve));
    actor = ports.actor(id);
  }
  return actor;
}
