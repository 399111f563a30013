/** Options for storing nodes: which changes are written, and when. */
import { WeirError } from '@weir/platform';

export interface PersistenceOptions {
  /** Writes every change. If false, only snapshots survive, without history. Default true. */
  readonly journalEnabled: boolean;
  /** When snapshots are taken. With `never`, existing entries are read all the same. Default `on-node-sleep`. */
  readonly snapshotSchedule: 'on-node-sleep' | 'on-node-update' | 'never';
  /** Keeps only a node's last snapshot and later journal entries, and no earlier history. Default false. */
  readonly snapshotSingleton: boolean;
  /**
   * Behavior when the store fails. `persistor-first`: the query that wrote fails. Its changes are written with the next
   * write that succeeds, and until then queries that start to write are rejected. `memory-first`: the query waits until
   * they are written, indefinitely if necessary.
   */
  readonly effectOrder: 'persistor-first' | 'memory-first';
  /** Milliseconds of history to keep; `undefined`: all. */
  readonly journalRetention: number | undefined;
}

export const DEFAULT_PERSISTENCE: PersistenceOptions = {
  journalEnabled: true,
  snapshotSchedule: 'on-node-sleep',
  snapshotSingleton: false,
  effectOrder: 'persistor-first',
  journalRetention: undefined,
};

/** @throws WeirError `config.invalid` if the options would keep nothing, or contradict each other. */
export function checkPersistence(options: PersistenceOptions): void {
  const { journalEnabled, snapshotSchedule, snapshotSingleton, journalRetention } = options;
  if (!journalEnabled && snapshotSchedule === 'never') {
    throw new WeirError(
      'config.invalid',
      'Without a journal and without snapshots, a sleeping node would be lost: set journal-enabled to ' +
        'true, or choose another snapshot-schedule.',
    );
  }
  if (journalRetention === undefined) return;
  if (!journalEnabled || snapshotSingleton) {
    throw new WeirError(
      'config.invalid',
      'journal-retention needs a history: set journal-enabled to true and snapshot-singleton to false.',
    );
  }
  if (!(journalRetention > 0)) {
    throw new WeirError('config.invalid', `journal-retention must be positive, not ${journalRetention} ms.`);
  }
}
