/** What of a node's life the store keeps, and when. */
import { WeirError } from '@weir/model';

export interface PersistenceOptions {
  /** Every change is written. Without, only snapshots survive, and there is no history. Default true. */
  readonly journalEnabled: boolean;
  /** When snapshots are taken; past entries are read anyway where it is `never`. Default `on-node-sleep`. */
  readonly snapshotSchedule: 'on-node-sleep' | 'on-node-update' | 'never';
  /** Only a node's last snapshot is kept and what was journalled since; no history before it. Default false. */
  readonly snapshotSingleton: boolean;
  /**
   * What happens when the store fails. `persistor-first`: the query that wrote fails; its changes are written with
   * the next that can be, and until then queries that begin to write are refused. `memory-first`: the query waits
   * until they are written, for ever if need be.
   */
  readonly effectOrder: 'persistor-first' | 'memory-first';
  /** Milliseconds of history that are kept; `undefined`: all. */
  readonly journalRetention: number | undefined;
}

export const DEFAULT_PERSISTENCE: PersistenceOptions = {
  journalEnabled: true,
  snapshotSchedule: 'on-node-sleep',
  snapshotSingleton: false,
  effectOrder: 'persistor-first',
  journalRetention: undefined,
};

/** @throws WeirError `config.invalid` when nothing would be kept, or not what is asked for. */
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
