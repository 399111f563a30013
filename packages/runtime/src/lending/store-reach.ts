/** Whether this process reaches the store, asked once a second whether or not its workers have anything to do there. */
import { type Environment, WeirError } from '@weir/model';
import type { StoreProbe } from '@weir/persistor';

const LOOK_MILLIS = 1_000;

export class StoreReach {
  /** Why it was not reached at the last look, if it was not. */
  trouble: string | undefined = undefined;
  private asking: StoreProbe | undefined = undefined;
  private isOver = false;
  private cancel = (): void => undefined;

  /** @param looked after each look. */
  constructor(
    private readonly probe: () => Promise<StoreProbe | undefined>,
    private readonly environment: Environment,
    private readonly looked: () => void,
  ) {}

  start(): void {
    void this.look();
  }

  /** Whatever a look waits for. */
  async stop(): Promise<void> {
    this.isOver = true;
    this.cancel();
    await this.asking?.close();
  }

  private async look(): Promise<void> {
    try {
      this.asking ??= await this.probe();
      // A store that is nowhere else is always reached.
      if (this.asking === undefined || this.isOver) return;
      await this.asking.ask();
      this.trouble = undefined;
    } catch (error) {
      this.trouble = WeirError.from(error).message;
    }
    if (this.isOver) return;
    this.looked();
    this.cancel = this.environment.scheduler.after(LOOK_MILLIS, () => this.start());
  }
}
