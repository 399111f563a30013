/** This process's copy of a graph that another member owns. */
import type { LogFollower } from '@weir/runtime';

export interface GraphCopyOptions {
  /** Default: the store needs no copy. */
  readonly follow?: (() => LogFollower) | undefined;
  /** Everything that was written before `begin` is in the copy. */
  upToDate(): void;
}

export class GraphCopy {
  private isUpToDate = false;
  private follower: LogFollower | undefined;

  constructor(private readonly options: GraphCopyOptions) {}

  /** Whether this process could open the graph without reading much first. */
  get isReady(): boolean {
    return this.options.follow === undefined || this.isUpToDate;
  }

  begin(): void {
    const { follow, upToDate } = this.options;
    if (follow === undefined || this.follower !== undefined) return;
    this.isUpToDate = false;
    const follower = follow();
    this.follower = follower;
    void follower.upToDate.then(() => {
      if (this.follower !== follower) return;
      this.isUpToDate = true;
      upToDate();
    });
  }

  /** Resolves when the data directory is closed. */
  async end(): Promise<void> {
    const { follower } = this;
    this.follower = undefined;
    await follower?.stop();
  }
}
