/**
 * A model of the store of all shards: the rows of their logs, and the tables derived from them. Requests fail before
 * they take effect, after that, or before and take effect later. Every row ever written is kept for the checks.
 */
import type { LogRow, LogStore, PlacedRow } from '@weir/cluster';
import { createPersistorFactory, type Persistor } from '@weir/persistor';
import type { SimProcess, SimWorld } from './sim-world.js';

const LATENCY_MILLIS = 15;
/** Maximum delay after which a request can still take effect. */
export const LATEST_MILLIS = 3_000;

export class SimStore {
  failureRate = 0;
  /** Planted fault: any writer of a row is treated as the shard's owner. */
  isUnfenced = false;
  /** Violations found. */
  readonly problems: string[] = [];
  /** Rows that reappeared after they were truncated. */
  ghosts = 0;
  private readonly rows: Map<number, LogRow>[] = [];
  private readonly written: Map<number, LogRow>[] = [];
  private readonly tables: Persistor[] = [];

  private constructor(private readonly world: SimWorld) {}

  /** @param onGroup called when each group is first stored. */
  static async create(
    world: SimWorld,
    shardCount: number,
    onGroup: (shard: number, group: Uint8Array) => void,
  ): Promise<SimStore> {
    const store = new SimStore(world);
    store.onGroup = onGroup;
    for (let shard = 0; shard < shardCount; shard++) {
      store.rows.push(new Map());
      store.written.push(new Map());
      store.tables.push(await createPersistorFactory({ type: 'memory' }).open(`shard-${shard}`));
    }
    return store;
  }

  private onGroup: (shard: number, group: Uint8Array) => void = () => undefined;

  /** Node records, snapshots and results derived from the log; writing them again changes nothing. */
  tablesOf(shard: number): Persistor {
    return this.tables[shard]!;
  }

  /** Everything that was ever in the log, in order. */
  history(shard: number): PlacedRow[] {
    return inOrder(this.written[shard]!);
  }

  seenBy(process: SimProcess): LogStore {
    return {
      insert: (shard, sequence, row) =>
        this.request(process, () => this.insert(process, shard, sequence, row), true),
      rows: shard => this.request(process, () => inOrder(this.rows[shard]!), false),
      remove: (shard, sequences) =>
        this.request(process, () => void sequences.forEach(each => this.rows[shard]!.delete(each)), true),
    };
  }

  private request<T>(process: SimProcess, run: () => T, mayBeLate: boolean): Promise<T> {
    const { world } = this;
    const { random } = world;
    return new Promise((resolve, reject) => {
      const fail = (): void =>
        void process.after(random.next() * 200, () => reject(new Error('store failed')));
      world.after(random.next() * LATENCY_MILLIS, () => {
        if (random.chance(this.failureRate)) {
          if (mayBeLate && random.chance(0.3)) world.after(random.next() * LATEST_MILLIS, () => void run());
          return fail();
        }
        const answer = run();
        if (random.chance(this.failureRate / 2)) return fail();
        process.after(random.next() * LATENCY_MILLIS, () => resolve(answer));
      });
    });
  }

  private insert(process: SimProcess, shard: number, sequence: number, row: LogRow): LogRow | undefined {
    const rows = this.rows[shard]!;
    const inPlace = rows.get(sequence);
    if (inPlace !== undefined && (!this.isUnfenced || inPlace.epoch === row.epoch)) return inPlace;
    const place = inPlace === undefined ? sequence : Math.max(...rows.keys()) + 1;
    const written = this.written[shard]!;
    const wrong = (text: string): void =>
      void this.problems.push(
        `${process.name} wrote row ${place} of shard ${shard} in epoch ${row.epoch} ${text}`,
      );
    const before = written.get(place);
    if (before !== undefined) {
      // An attempt that was reported as failed and repeated since: the same row, or the beginning of an epoch that
      // found its position taken on the retry.
      const isSame = before.epoch === row.epoch && before.group === row.group;
      if (!isSame && row.group !== null) wrong('where another row was that is complete');
      this.ghosts++;
      rows.set(place, row);
      return undefined;
    }
    for (const [other, { epoch }] of written) {
      if (other < place && epoch > row.epoch) wrong(`behind epoch ${epoch}`);
    }
    rows.set(place, row);
    written.set(place, row);
    if (row.group !== null) this.onGroup(shard, row.group);
    return undefined;
  }
}

function inOrder(rows: ReadonlyMap<number, LogRow>): PlacedRow[] {
  return [...rows].map(([sequence, row]) => ({ ...row, sequence })).sort((a, b) => a.sequence - b.sequence);
}
