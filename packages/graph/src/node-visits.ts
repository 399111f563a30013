/** Looking at a host's nodes one after the other, awake or not; those that sleep are woken for it. */
import type { NodeId } from '@weir/model';
import type { NodeActor } from './node-actor.js';
import { type NodeReader, THE_PRESENT } from './node-reader.js';
import type { Shard } from './shard.js';

export interface VisitPorts {
  readonly shards: readonly Shard[];
  readonly reader: NodeReader;
  actor(id: NodeId): NodeActor;
  /** Standing queries, the journal and the frames get what the visits left to do. */
  finishMessage(): void;
  /** Lets other work have its turn. */
  giveWay(): Promise<void>;
  commit(): Promise<void>;
}

export class NodeVisits {
  constructor(private readonly ports: VisitPorts) {}

  /** Every node that was ever written, `parallelism` at a time. */
  async all(parallelism: number, visit: (node: NodeActor) => void): Promise<void> {
    await this.ports.commit();
    for (const shard of this.ports.shards) await this.stored(shard, parallelism, visit);
  }

  async one(id: NodeId, visit: (node: NodeActor) => void): Promise<void> {
    await this.ports.reader.readNodes([id], 0, THE_PRESENT);
    const actor = this.ports.actor(id);
    if (actor.waiting === undefined) visit(actor);
    else await new Promise<void>(resolve => actor.waiting!.push(() => resolve(visit(actor))));
  }

  /**
   * What the store of a shard has, `parallelism` at a time.
   * @param turn waited for between some nodes and the next.
   */
  async stored(
    shard: Shard,
    parallelism: number,
    visit: (actor: NodeActor) => void,
    turn: () => Promise<void> = this.ports.giveWay,
  ): Promise<void> {
    const { reader, finishMessage } = this.ports;
    for await (const ids of shard.persistor.nodeIds()) {
      for (let start = 0; start < ids.length; start += parallelism) {
        const some = ids.slice(start, start + parallelism);
        for (const id of some) {
          const actor = shard.actor(id);
          if (actor.waiting === undefined) visit(actor);
          else actor.waiting.push(() => visit(actor));
        }
        await reader.readNodes(some, 0, THE_PRESENT);
        finishMessage();
      }
      await turn();
    }
  }
}
