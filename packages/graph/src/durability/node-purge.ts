/**
 * Removes a node with its whole history.
 *
 * First the node is deleted like any other, so that standing queries retract their matches. Then all messages to it
 * wait until its deletion is durable and the store has purged it, so nothing can be written in between. Standing-query
 * subscriptions of neighbors are kept, because neighbors will not subscribe again; only these are written again.
 */
import type { NodeId } from '@weir/model';
import type { Origin, StateStorage } from '@weir/standing';
import type { GroupCommit } from '../shard/group-commit.js';
import type { Shard } from '../shard/shard.js';
import type { StandingDispatch } from '../standing/standing-dispatch.js';
import { NEVER_JOURNALLED } from '../node/snapshot-worth.js';

export async function purgeNode(
  shard: Shard,
  dispatch: StandingDispatch,
  commits: GroupCommit,
  states: StateStorage,
  id: NodeId,
  origin: Origin | undefined,
): Promise<void> {
  const actor = shard.touch(id);
  let release = (): void => undefined;
  await actor.whenAwake(() => {
    actor.delete(dispatch.listen(actor, shard.journal, origin, dispatch.beginUnit(), 0));
    dispatch.finishMessage();
    release = shard.hold(actor);
  });
  const purged = shard.purges.begin(id);
  try {
    await commits.commit();
    await shard.catalog.beforePurge(commits);
    await shard.persistor.purgeNode(id);
    actor.journalBalance = NEVER_JOURNALLED;
    actor.isUnsaved = false;
    if (actor.standing !== undefined) {
      for (const event of states.condense(actor.standing)) shard.journal.append(actor, event);
    }
  } finally {
    purged();
    release();
  }
  await commits.commit();
}
