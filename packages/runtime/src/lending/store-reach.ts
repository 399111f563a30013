/** Whether this process reaches the store, asked once a second whether or not its workers have anything to do there. */
import { type Environment, WeirError } from '@weir/model';
import type { StoreProbe } from '@weir/persistor';

const LOOK_MILLIS = 1_000;

export class StoreReach {
  /** The store has not answered since. */
  private since: number | undefined = undefined;
  private reason = '';
  private asking: StoreProbe | undefined = undefined;
  private isOver = false;
  private cancel = (): void => undefined;
  private looking: Promise<void> = Promise.resolve();

  /** @param looked after each look. */
  constructor(
    private readonly probe: () => Promise<StoreProbe | undefined>,
    private readonly patienceMillis: number,
    private readonly environment: Environment,
    private readonly looked: () => void,
  ) {}

  start(): void {
    this.looking = this.look();
  }

  /** Why it has not been reached for as long as one is patient. */
  get trouble(): string | undefined {
    return this.since !== undefined && this.now() - this.since >= this.patienceMillis
      ? this.reason
      : undefined;
  }

  async stop(): Promise<void> {
    this.isOver = true;
    this.cancel();
    await this.looking;
    await this.asking?.close();
  }

  private async look(): Promise<void> {
    try {
      this.asking ??= await this.probe();
      // A store that is nowhere else is always reached.
      if (this.asking === undefined) return;
      await this.asking.ask();
      this.since = undefined;
    } catch (error) {
      this.since ??= this.now();
      this.reason = WeirError.from(error).message;
    }
    if (this.isOver) return;
    this.looked();
    this.cancel = this.environment.scheduler.after(LOOK_MILLIS, () => this.start());
  }

  private now(): number {
    const { clock } = this.environment;
    return clock.precise?.() ?? clock.now();
  }
}
