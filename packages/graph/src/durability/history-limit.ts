/**
 * Limits how far back the past can be read, and folds what lies before that. With a retention, older journal entries
 * are replaced by one snapshot per node, so disk usage depends on the retention and the number of nodes, not on time.
 *
 * Before anything is folded, the store records up to when. Reads of an earlier time are rejected from then on, even
 * after a restart, and even by a process without the option. Folding a node is one atomic group; a pass interrupted by
 * a crash is repeated. Anything written since the last checkpoint is left alone, because a recovery uses its entries.
 */
import { decode, encode, type EventTime, eventTimeAt, millisOf, type NodeId } from '@weir/model';
import { type Environment, pause, WeirError } from '@weir/platform';
import type { NodeSnapshot, Persistor } from '@weir/persistor';
import type { StateStorage } from '@weir/standing';
import { NodeActor } from '../node/node-actor.js';
import { loadNode } from '../persistence/node-loader.js';
import { encodeSnapshot } from '../node/node-snapshot.js';
import type { PersistenceOptions } from '../persistence/persistence-options.js';
import { checkpointTime } from '../persistence/checkpoint-time.js';
import type { GroupCommit } from '../shard/group-commit.js';
import type { Shard } from '../shard/shard.js';

const LIMIT_KEY = 'history-limit';
const FOLDED_KEY = 'history-folded';
const NODES_PER_GROUP = 64;
/** Pause between two groups, so that folding takes a small fraction of the time. */
const PAUSE_MILLIS = 5;

export class HistoryLimit {
  private limit: EventTime = 0;
  private loading: Promise<void> | undefined = undefined;

  constructor(
    private readonly shards: readonly Shard[],
    private readonly states: StateStorage,
    private readonly environment: Environment,
    private readonly options: PersistenceOptions,
    private readonly commits: GroupCommit,
  ) {}

  /**
   * Waits until everything up to a time is in the store, and nothing will be added to it.
   * @throws WeirError `graph.no-history` if the state at that time can no longer be read.
   */
  async settle(asOf: EventTime): Promise<void> {
    if (!this.options.journalEnabled || this.options.snapshotSingleton) {
      throw new WeirError(
        'graph.no-history',
        'The graph has no history: this needs persistence.journal-enabled true and ' +
          'persistence.snapshot-singleton false. To read the current state, omit the time.',
      );
    }
    await this.check(asOf);
    // Unwritten changes get a time of now or later; changes being written are known to the store.
    const isOver = asOf < eventTimeAt(this.environment.clock.now());
    if (!isOver || this.commits.hasBacklog) await this.commits.commit();
  }

  private async check(asOf: EventTime): Promise<void> {
    this.loading ??= this.load();
    await this.loading;
    const since = Math.max(this.limit, this.retentionEdge() ?? 0);
    if (asOf >= since) return;
    throw new WeirError(
      'graph.no-history',
      `History is available from ${new Date(millisOf(since) + 1).toISOString()} on: ` +
        'persistence.journal-retention limits how far back. Use a later time, or omit the time.',
    );
  }

  /**
   * Folds entries older than the retention, a few nodes at a time.
   * @param isStopped checked between the groups.
   * @returns how many nodes had something to fold.
   */
  async fold(isStopped: () => boolean): Promise<number> {
    const edge = this.retentionEdge();
    if (edge === undefined || edge <= 0) return 0;
    this.loading ??= this.load();
    await this.loading;
    this.limit = Math.max(this.limit, edge);
    let folded = 0;
    for (const shard of this.shards) {
      await putTime(shard.persistor, LIMIT_KEY, edge);
      const before = await getTime(shard.persistor, FOLDED_KEY);
      const written = shard.persistor.supports.durable
        ? Math.min(edge, await checkpointTime(shard.persistor))
        : edge;
      const end = Math.min(written, shard.catalog.readsFrom);
      for await (const ids of shard.persistor.nodeIds()) {
        for (let start = 0; start < ids.length; start += NODES_PER_GROUP) {
          if (isStopped()) return folded;
          const some = ids.slice(start, start + NODES_PER_GROUP);
          folded += await this.foldGroup(shard, some, end, before);
          await pause(this.environment.scheduler, PAUSE_MILLIS);
        }
      }
      await putTime(shard.persistor, FOLDED_KEY, end);
    }
    return folded;
  }

  private async foldGroup(
    { persistor, purges }: Shard,
    ids: readonly NodeId[],
    edge: EventTime,
    foldedBefore: EventTime,
  ): Promise<number> {
    purges.watch();
    const read = await Promise.all(ids.map(id => this.foldedNode(persistor, id, edge, foldedBefore)));
    const snapshots = read
      .filter(snapshot => snapshot !== undefined)
      .filter(snapshot => !purges.isPurged(snapshot.id));
    purges.unwatch();
    if (snapshots.length > 0) await persistor.foldHistory(snapshots);
    return snapshots.length;
  }

  /** Returns the node as of the retention edge, if there is something that the result can replace. */
  private async foldedNode(
    persistor: Persistor,
    id: NodeId,
    edge: EventTime,
    foldedBefore: EventTime,
  ): Promise<NodeSnapshot | undefined> {
    const stored = await persistor.readNode(id, edge);
    if (stored === undefined) return undefined;
    const { snapshot, journal } = stored;
    if (journal.length === 0) {
      const isDone = snapshot === undefined || snapshot.time <= foldedBefore;
      return isDone ? undefined : { id, snapshot };
    }
    if (snapshot === undefined && journal.length === 1) return undefined;
    const actor = new NodeActor(id);
    const time = loadNode(actor, stored, this.states);
    const standing = actor.standing === undefined ? [] : this.states.condense(actor.standing);
    return { id, snapshot: { time, bytes: encodeSnapshot(actor, standing) } };
  }

  /** Returns the time up to which entries are older than the retention. */
  private retentionEdge(): EventTime | undefined {
    const { journalRetention } = this.options;
    if (journalRetention === undefined) return undefined;
    return eventTimeAt(this.environment.clock.now() - journalRetention) - 1;
  }

  private async load(): Promise<void> {
    for (const { persistor } of this.shards) {
      this.limit = Math.max(this.limit, await getTime(persistor, LIMIT_KEY));
    }
  }
}

async function getTime(persistor: Persistor, key: string): Promise<EventTime> {
  const stored = await persistor.getMetadata(key);
  return stored === undefined ? 0 : (decode(stored) as EventTime);
}

async function putTime(persistor: Persistor, key: string, time: EventTime): Promise<void> {
  await persistor.putMetadata(key, Buffer.from(encode(time)));
}
