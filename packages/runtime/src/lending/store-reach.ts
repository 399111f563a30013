/** Checks once a second whether this process can reach the store, whether or not its workers need the store. */
import { type Environment, WeirError } from '@weir/platform';
import type { StoreProbe } from '@weir/persistor';

const CHECK_MILLIS = 1_000;

export class StoreReach {
  /** Why the store was unreachable at the last check, if it was. */
  trouble: string | undefined = undefined;
  private activeProbe: StoreProbe | undefined = undefined;
  private isOver = false;
  private cancel = (): void => undefined;

  /** @param checked called after each check. */
  constructor(
    private readonly probe: () => Promise<StoreProbe | undefined>,
    private readonly environment: Environment,
    private readonly checked: () => void,
  ) {}

  start(): void {
    void this.check();
  }

  /** Does not wait for a pending check. */
  async stop(): Promise<void> {
    this.isOver = true;
    this.cancel();
    await this.activeProbe?.close();
  }

  private async check(): Promise<void> {
    try {
      this.activeProbe ??= await this.probe();
      // A local store is always reachable.
      if (this.activeProbe === undefined || this.isOver) return;
      await this.activeProbe.check();
      this.trouble = undefined;
    } catch (error) {
      this.trouble = WeirError.from(error).message;
    }
    if (this.isOver) return;
    this.checked();
    this.cancel = this.environment.scheduler.after(CHECK_MILLIS, () => this.start());
  }
}
