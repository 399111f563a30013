/** Rebuilds nodes from their stored content. */
import { decode, type EventTime, EventKind, type NodeEvent, type NodeId } from '@weir/model';
import type { StoredNode } from '@weir/persistor';
import type { StateStorage } from '@weir/standing';
import { NodeActor } from '../node/node-actor.js';
import { decodeSnapshot } from '../node/node-snapshot.js';
import { balanceAfterEntry, balanceAfterSnapshot, NEVER_JOURNALLED } from '../node/snapshot-worth.js';

/**
 * Fills a new node, including its standing-query state, without notifying listeners.
 * @returns the time of the last stored entry or snapshot.
 */
export function loadNode(actor: NodeActor, stored: StoredNode, states: StateStorage): EventTime {
  let last: EventTime = 0;
  let balance = NEVER_JOURNALLED;
  if (stored.snapshot !== undefined) {
    const { node, standing } = decodeSnapshot(stored.snapshot.bytes);
    actor.restore(node);
    for (const event of standing) actor.standing = states.replay(actor.standing, event);
    last = stored.snapshot.time;
    balance = balanceAfterSnapshot(stored.snapshot.bytes.length);
  }
  for (const { time, bytes } of stored.journal) {
    for (const event of decode(bytes) as NodeEvent[]) {
      if (event[0] === EventKind.Standing) actor.standing = states.replay(actor.standing, event);
      else actor.replay(event);
    }
    last = time;
    balance = balanceAfterEntry(balance, bytes.length);
  }
  actor.journalBalance = balance;
  if (actor.standing !== undefined) actor.standing = states.restored(actor, actor.standing);
  return last;
}

/** Returns a node in a past state, without standing-query state; for reading only. */
export function pastNode(id: NodeId, stored: StoredNode | undefined): NodeActor {
  const actor = new NodeActor(id);
  if (stored === undefined) return actor;
  if (stored.snapshot !== undefined) actor.restore(decodeSnapshot(stored.snapshot.bytes).node);
  for (const { bytes } of stored.journal) {
    for (const event of decode(bytes) as NodeEvent[]) actor.replay(event);
  }
  return actor;
}
