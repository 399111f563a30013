/**
 * Stores progress shortly after it was made: at most once per interval, and one write at a time. Stored progress may
 * lag behind the actual one by the interval and a write.
 */
import type { Scheduler } from '@weir/platform';

export class ProgressSaver {
  private hasMoved = false;
  private isSaving = false;
  private isStopped = false;
  private cancel: (() => void) | undefined;

  /** @param save never rejects. */
  constructor(
    private readonly scheduler: Scheduler,
    private readonly intervalMillis: number,
    private readonly save: () => Promise<void>,
  ) {}

  moved(): void {
    this.hasMoved = true;
    this.arm();
  }

  /** Stops saving; a save in progress completes. */
  stop(): void {
    this.isStopped = true;
    this.cancel?.();
  }

  private arm(): void {
    if (!this.hasMoved || this.isSaving || this.isStopped) return;
    this.cancel ??= this.scheduler.after(this.intervalMillis, () => void this.saveNow());
  }

  private async saveNow(): Promise<void> {
    this.cancel = undefined;
    this.hasMoved = false;
    this.isSaving = true;
    await this.save();
    this.isSaving = false;
    this.arm();
  }
}
