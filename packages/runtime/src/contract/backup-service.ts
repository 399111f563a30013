/** A worker's part in a backup, which all workers know by one number. */
export interface BackupService {
  /** Resolves when no store of this worker is being written. */
  hold(backup: number): Promise<void>;
  /** Takes the backup's cuts; writes go on. */
  cut(backup: number): Promise<void>;
  /** `undefined` when there are no more. */
  nextFrame(backup: number): Promise<Uint8Array | undefined>;
  /** At any time, also when nothing began. */
  end(backup: number): Promise<void>;
}
