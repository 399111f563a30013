/**
 * A shard's store as seen by its owner of one epoch: writes go to the log, and from there to the tables. Recent data is
 * what the log holds; a checkpoint truncates it.
 */
import type { ShardLog } from '@weir/cluster';
import { decode, encode } from '@weir/model';
import { WeirError } from '@weir/platform';
import type {
  Persistor,
  RecentWrite,
  StoredNode,
  StoredResults,
  WriteGroup,
  WriteMark,
} from '@weir/persistor';
import type { SimProcess } from './sim-world.js';

type PackedGroup = [journal: unknown[], snapshots: unknown[], results: unknown[]];

export function packGroup({ journal, snapshots = [], results = [] }: WriteGroup): Uint8Array {
  const packed: PackedGroup = [
    journal.map(({ id, time, bytes }) => [id, time, bytes]),
    snapshots.map(({ id, snapshot }) => [id, snapshot.time, snapshot.bytes]),
    results.map(({ query, sequence, bytes }) => [query, sequence, bytes]),
  ];
  return encode(packed);
}

export function unpackGroup(bytes: Uint8Array): Required<Omit<WriteGroup, 'replacesSnapshots'>> {
  const [journal, snapshots, results] = decode(bytes) as PackedGroup;
  type Stored = [id: never, time: number, bytes: Uint8Array];
  return {
    journal: (journal as Stored[]).map(([id, time, each]) => ({ id, time, bytes: each })),
    snapshots: (snapshots as Stored[]).map(([id, time, each]) => ({ id, snapshot: { time, bytes: each } })),
    results: (results as [number, number, Uint8Array][]).map(([query, sequence, each]): StoredResults => ({
      query,
      sequence,
      bytes: each,
    })),
  };
}

export interface LoggedStoreOptions {
  readonly log: ShardLog;
  readonly tables: Persistor;
  readonly process: SimProcess;
  readonly chance: (probability: number) => boolean;
  /** Planted error: writes are acknowledged before they are stored. */
  readonly answersEarly: boolean;
}

/** The log has been started. @returns when the tables contain all its entries. */
export async function loggedStore(options: LoggedStoreOptions): Promise<Persistor> {
  const { log, tables, process, chance, answersEarly } = options;
  for (const { group } of log.recent) await tables.write(unpackGroup(group!));
  const logged: Partial<Persistor> = {
    supports: { ...tables.supports, durable: true },
    write: group => {
      const written = log.append(packGroup(group)).then(() => tables.write(group));
      return answersEarly ? Promise.resolve() : written;
    },
    readNode: (id, asOf) => {
      const stored = tables.readNode(id, asOf) as StoredNode | undefined;
      if (stored === undefined || chance(0.7)) return stored;
      return new Promise(resolve => process.after(5, () => resolve(stored)));
    },
    markWrites: () => log.sequence as WriteMark,
    recentWrites: () => recentWrites(log),
    forgetRecent: async before => {
      await log.cut(before).catch((error: unknown) => {
        throw new WeirError('store.failed', 'The log could not be cut.', { cause: error });
      });
    },
    close: () => Promise.resolve(),
  };
  return new Proxy(tables, {
    get(target, name) {
      const value: unknown = Reflect.get(name in logged ? logged : target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

async function* recentWrites(log: ShardLog): AsyncGenerator<readonly RecentWrite[]> {
  for (const { sequence, group } of [...log.recent]) {
    const { journal, snapshots } = unpackGroup(group!);
    const end = sequence as WriteMark;
    const entries = journal.map(({ id, time }) => ({ id, time, isEntry: true, end }));
    const others = snapshots.map(({ id, snapshot: { time } }) => ({ id, time, isEntry: false, end }));
    if (entries.length + others.length > 0) yield [...entries, ...others];
  }
}
