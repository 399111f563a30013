/**
 * Keeps the counts of a shard's contents over restarts.
 *
 * Every write changes the counts in memory. At each checkpoint they are stored with the time of the last entry that
 * they include, before the store forgets which nodes were written recently. So after a crash the counts are those of
 * that time, and only recent nodes differ: for each, its state at that time is subtracted and its last state added.
 * Writes since the start are counted as always; the order of additions does not matter.
 *
 * A store without counts, such as one of an older version, is counted by one scan in the background. Counts that became
 * estimates are not stored if a scan at the next start can restore them.
 */
import { decode, encode, eventTimeAt, type EventTime, MAX_EVENT_TIME, type NodeId } from '@weir/model';
import { type Environment, pause } from '@weir/platform';
import type { Persistor } from '@weir/persistor';
import { type GraphCatalog, mergeCatalogs } from '@weir/cypher';
import { checkpointTime } from '../persistence/checkpoint-time.js';
import { pastNode } from '../persistence/node-loader.js';
import type { PersistenceOptions } from '../persistence/persistence-options.js';
import { NodeCounts, type PackedCounts } from './node-counts.js';

const KEY = 'catalog';
const VERSION = 1;
const NODES_PER_READ = 64;
/** Pause after each batch of a scan, so that counting takes a fraction of the time. */
const PAUSE_MILLIS = 2;

/** See `GroupCommit`. */
interface Commits {
  commit(): Promise<void>;
}

/** See `ShardJournal`. */
interface CountedJournal {
  readonly counts: NodeCounts;
  readonly lastTime: EventTime;
  sawTime(time: EventTime): void;
}

/** The counts in the store, and the time of the last entry that they include. */
type StoredCounts = [version: number, time: EventTime, isExact: boolean, counts: PackedCounts];

/** Adds up the catalogs of some shards. */
export async function catalogOf(
  shards: readonly { readonly catalog: ShardCatalog }[],
): Promise<GraphCatalog> {
  return mergeCatalogs(await Promise.all(shards.map(shard => shard.catalog.summary())));
}

export class ShardCatalog {
  private preparing: Promise<void> | undefined = undefined;
  /** Whether the counts include everything that the store had at the start. If not, the store has no counts. */
  private isComplete = false;
  private isExact = true;
  /** Later entries are counted as they are written. */
  private readonly start: EventTime;
  /** Counts of the last collected group, if they are wanted. */
  private encoded: Uint8Array | undefined = undefined;
  private isWanted = false;
  private saving: Promise<void> = Promise.resolve();
  private readsSince: EventTime = MAX_EVENT_TIME;

  constructor(
    private readonly persistor: Persistor,
    private readonly journal: CountedJournal,
    private readonly environment: Environment,
    private readonly options: PersistenceOptions,
  ) {
    this.start = eventTimeAt(environment.clock.now());
    if (persistor.supports.durable) journal.sawTime(this.start);
    else this.isComplete = true;
  }

  /** Earliest time of which a count reads nodes; history before it may be folded. */
  get readsFrom(): EventTime {
    return this.readsSince;
  }

  async summary(): Promise<GraphCatalog> {
    await this.prepare();
    return this.journal.counts.summary(this.isComplete && this.isExact);
  }

  /** To be called whenever changes are collected, or there are none to collect. */
  collected(): void {
    const { counts, lastTime } = this.journal;
    counts.sawTime(this.environment.clock.now(), this.isComplete);
    if (!this.isWanted) return;
    this.isWanted = false;
    this.encoded = encode([VERSION, lastTime, this.isExact, counts.pack()] satisfies StoredCounts);
  }

  /** Stores the counts with everything written before the call. Without complete counts, nothing is stored. */
  save(commits: Commits): Promise<void> {
    // One after the other, so that older counts never replace newer ones.
    const saved = this.saving.then(() => this.store(commits));
    this.saving = saved.catch(() => undefined);
    return saved;
  }

  /** To be called once a node's deletion is durable, because its earlier states can no longer be read afterwards. */
  async beforePurge(commits: Commits): Promise<void> {
    await this.save(commits);
    if (!this.isComplete) this.isExact = false;
  }

  /** Scans the shard if its contents were never counted. */
  async count(isStopped: () => boolean): Promise<void> {
    await this.prepare();
    if (this.isComplete) return;
    // Added only when complete, so that a scan that fails can be repeated.
    const scanned = new NodeCounts();
    const asOf = this.canReadPast ? { asOf: this.start } : undefined;
    if (asOf !== undefined) this.readsSince = this.start;
    this.isExact &&= asOf !== undefined;
    for await (const nodes of this.persistor.scanNodes(asOf)) {
      if (isStopped()) return;
      for (const { id, stored } of nodes) scanned.stored(pastNode(id, stored), 1, 0);
      await pause(this.environment.scheduler, PAUSE_MILLIS);
    }
    this.journal.counts.unpack(scanned.pack());
    this.readsSince = MAX_EVENT_TIME;
    this.complete();
  }

  private async store(commits: Commits): Promise<void> {
    if (!this.persistor.supports.durable) return;
    await this.prepare();
    if (!this.isComplete || (!this.isExact && this.canReadPast)) return;
    this.isWanted = true;
    await commits.commit();
    const { encoded } = this;
    this.encoded = undefined;
    if (encoded !== undefined) await this.persistor.putMetadata(KEY, encoded);
  }

  /** Reads the counts of the last run and corrects them. After a failure, the next call tries again. */
  private prepare(): Promise<void> {
    if (this.preparing !== undefined) return this.preparing;
    const preparing = this.isComplete ? Promise.resolve() : this.readStored();
    preparing.catch(() => {
      if (this.preparing === preparing) this.preparing = undefined;
    });
    this.preparing = preparing;
    return preparing;
  }

  private async readStored(): Promise<void> {
    const { persistor, journal } = this;
    const stored = await persistor.getMetadata(KEY);
    if (stored === undefined) {
      if (persistor.nodeCount === 0) this.complete();
      return;
    }
    const [version, time, wasExact, packed] = decode(stored) as StoredCounts;
    const end = Math.max(time, await checkpointTime(persistor));
    // Counted again. If the clock was set back, old and new entries cannot be told apart.
    if (version !== VERSION || end > this.start) {
      this.isExact = end <= this.start;
      await persistor.deleteMetadata(KEY);
      return;
    }
    const recent = await this.writtenAfter(time);
    if (recent.length > 0 && !this.canReadPast) this.isExact = false;
    this.isExact &&= wasExact;
    if (this.canReadPast) await this.correct(recent, time);
    journal.counts.unpack(packed);
    this.complete();
  }

  private complete(): void {
    this.isComplete = true;
    this.journal.counts.knowsNew();
  }

  private async writtenAfter(time: EventTime): Promise<NodeId[]> {
    const ids = new Set<NodeId>();
    for await (const group of this.persistor.recentWrites()) {
      for (const write of group) {
        const isCountable = write.isEntry || !this.options.journalEnabled;
        if (isCountable && write.time > time && write.time <= this.start) ids.add(write.id);
      }
    }
    return [...ids];
  }

  private async correct(ids: readonly NodeId[], time: EventTime): Promise<void> {
    const { persistor, start } = this;
    const { counts } = this.journal;
    const seen = this.environment.clock.now();
    const corrections: (() => void)[] = [];
    for (let from = 0; from < ids.length; from += NODES_PER_READ) {
      const read = ids.slice(from, from + NODES_PER_READ).map(async id => {
        const [before, after] = await Promise.all([
          persistor.readNode(id, time),
          persistor.readNode(id, start),
        ]);
        corrections.push(() => {
          counts.stored(pastNode(id, before), -1, seen);
          counts.stored(pastNode(id, after), 1, seen);
        });
      });
      await Promise.all(read);
    }
    // All or nothing: a failed read must leave the counts as they were.
    for (const correct of corrections) correct();
  }

  private get canReadPast(): boolean {
    const { journalEnabled, snapshotSingleton } = this.options;
    return this.persistor.supports.history && journalEnabled && !snapshotSingleton;
  }
}
