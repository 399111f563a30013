/**
 * A directory whose connection and held keys are in a separate thread, so that a busy main thread does not lose its
 * keys. If the thread ends, all its keys and watches are lost; the next one that is requested starts another thread.
 */
import type { Directory, DirectoryWatcher, HeldKey, HoldTerms } from '@weir/cluster';
import { DirectoryThread, type DirectoryThreadOptions } from './directory-thread.js';
import type { OpenDirectory } from './open-nats-directory.js';

/** @returns when the thread has opened the directory. Rejects with the error of opening it. */
export async function startDirectoryThread(options: DirectoryThreadOptions): Promise<OpenDirectory> {
  const directory = new ThreadedDirectory(options);
  await directory.thread.opened;
  return { directory, close: () => directory.close() };
}

class ThreadedDirectory implements Directory {
  private current: DirectoryThread | undefined = undefined;
  /** The last reported error of a thread, until one has opened the directory. */
  private reported: string | undefined = undefined;

  constructor(private readonly options: DirectoryThreadOptions) {}

  get thread(): DirectoryThread {
    if (this.current === undefined || this.current.isOver) this.current = this.start();
    return this.current;
  }

  put(...given: Parameters<Directory['put']>): Promise<number | undefined> {
    return this.thread.put(...given);
  }

  watch(watcher: DirectoryWatcher): () => void {
    return this.thread.watch(watcher);
  }

  holdKey(key: string, value: string, terms: HoldTerms): HeldKey {
    return this.thread.holdKey(key, value, terms);
  }

  async close(): Promise<void> {
    await this.current?.close();
  }

  private start(): DirectoryThread {
    const { environment } = this.options;
    const isFirst = this.current === undefined;
    const thread = new DirectoryThread(this.options);
    let hasOpened = false;
    thread.opened.then(
      () => {
        hasOpened = true;
        this.reported = undefined;
      },
      () => undefined,
    );
    void thread.ended.then(reason => {
      // The caller of the first start gets the reason.
      if (reason === undefined || (isFirst && !hasOpened) || reason === this.reported) return;
      this.reported = reason;
      environment.logger.log('error', reason);
    });
    return thread;
  }
}
