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
import type { GroupCommit } from '../shard/group-commit.js';
import type { Shard } from '../shard/shard.js';
import type { StandingDispatch } from '../standing/standing-dispatch.js';
import { NEVER_JOURNALLED } from '../node/snapshot-worth.js';

export async function purgeNode(
  shard: Shard,
  dispatch: StandingDispatch,
  commits: GroupCommit,
  engine: StandingEngine,
  id: NodeId,
  origin: Origin | undefined,
): Promise<void> {
  const actor = shard.touch(id);
  let release = (): void => undefined;
  await actor.whenAwake(() => {
    actor.delete(dispatch.listen(actor, shard.journal, origin, dispatch.beginUnit()));
    dispatch.finishMessage();
    release = shard.hold(actor);
  });
  const purged = shard.purges.begin(id);
  try {
    await commits.commit();
    await shard.persistor.purgeNode(id);
    actor.journalBalance = NEVER_JOURNALLED;
    actor.isUnsaved = false;
    if (actor.standing !== undefined) {
      for (const event of engine.condense(actor.standing)) shard.journal.append(actor, event);
    }
  } finally {
    purged();
    release();
  }
  await commits.commit();
}
