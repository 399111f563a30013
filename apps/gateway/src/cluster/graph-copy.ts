/** This process's copy of a graph that another member owns. */

/** Keeps a data directory up to date while it is not in use. */
export interface Follower {
  /** Resolves when it has everything that was written before it started. */
  readonly upToDate: Promise<void>;
  /** Closes the data directory. */
  stop(): Promise<void>;
}

export interface GraphCopyOptions {
  /** Default: the store needs no copy. */
  readonly follow?: (() => Promise<Follower>) | undefined;
  /** `isReady` has changed. */
  changed(): void;
  failed(error: unknown): void;
}

export class GraphCopy {
  private isUpToDate = false;
  private follower: Promise<Follower> | undefined;

  constructor(private readonly options: GraphCopyOptions) {}

  /** Whether this process could open the graph without reading much first. */
  get isReady(): boolean {
    return this.options.follow === undefined || this.isUpToDate;
  }

  begin(): void {
    const { follow, changed, failed } = this.options;
    if (follow === undefined || this.follower !== undefined) return;
    this.isUpToDate = false;
    const follower = follow();
    this.follower = follower;
    follower
      .then(async ({ upToDate }) => {
        await upToDate;
        if (this.follower !== follower) return;
        this.isUpToDate = true;
        changed();
      })
      .catch((error: unknown) => {
        if (this.follower === follower) this.follower = undefined;
        failed(error);
      });
  }

  /** Resolves when the data directory is closed. */
  async end(): Promise<void> {
    const { follower } = this;
    this.follower = undefined;
    await (await follower?.catch(() => undefined))?.stop();
  }
}
