/** An in-process directory: it answers immediately, and keys expire by the clock of the test. */
import type { DirectoryKeys, DirectoryWatcher } from '@weir/cluster';
import type { Scheduler } from '@weir/platform';

export class MemoryDirectory implements DirectoryKeys {
  private readonly kept = new Map<string, { readonly value: string; readonly revision: number }>();
  private readonly watchers = new Set<DirectoryWatcher>();
  private revision = 0;
  /** While false, it answers nothing. */
  isThere = true;

  constructor(private readonly scheduler: Scheduler) {}

  async put(
    key: string,
    value: string | undefined,
    expected: number,
    ttlMillis?: number,
  ): Promise<number | undefined> {
    if (!this.isThere) throw new Error('no answer');
    if ((this.kept.get(key)?.revision ?? 0) !== expected) return undefined;
    const revision = ++this.revision;
    if (value === undefined) this.kept.delete(key);
    else this.kept.set(key, { value, revision });
    this.notify(key, value);
    if (value !== undefined && ttlMillis !== undefined)
      this.scheduler.after(ttlMillis, () => {
        if (this.kept.get(key)?.revision !== revision) return;
        this.kept.delete(key);
        this.revision++;
        this.notify(key, undefined);
      });
    return revision;
  }

  watch(watcher: DirectoryWatcher): () => void {
    for (const [key, { value, revision }] of this.kept) watcher.changed({ key, value, revision });
    watcher.upToDate();
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  private notify(key: string, value: string | undefined): void {
    const { revision } = this;
    for (const watcher of this.watchers) watcher.changed({ key, value, revision });
  }
}
