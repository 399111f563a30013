/** A worker's part in a backup. All workers identify the backup by the same number. */
export interface BackupService {
  /** Holds writes. Resolves when no store of this worker is being written. */
  hold(backup: number): Promise<void>;
  /** Takes the backup's cuts, and resumes writes. */
  cut(backup: number): Promise<void>;
  /** `undefined` after the last frame. */
  nextFrame(backup: number): Promise<Uint8Array | undefined>;
  /** May be called at any time, even if nothing was started. */
  end(backup: number): Promise<void>;
}
