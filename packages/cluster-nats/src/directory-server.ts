/**
 * The thread of the directory: it has the connection, renews held keys, and serves the main thread. A main thread that
 * stalls for longer than permitted loses its keys, because nothing works any more for what they stand for.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { HeldKey, LeaseHolder } from '@weir/cluster';
import { type Environment, type Logger, WeirError } from '@weir/platform';
import type { OpenDirectory } from './open-nats-directory.js';
import { monotonicMillis, SharedLease } from './shared-lease.js';
import type { HoldRequest, ThreadReport, ThreadRequest } from './thread-messages.js';

/**
 * Runs the thread until the main thread closes it. Call it in a module that `startDirectoryThread` starts.
 * @param environmentOf the environment of this thread with a logger that passes everything to the main thread.
 * @param open gets the `data` of `startDirectoryThread`.
 */
export async function serveDirectory(
  environmentOf: (logger: Logger) => Environment,
  open: (environment: Environment, data: unknown) => Promise<OpenDirectory<LeaseHolder>>,
): Promise<void> {
  const report = (message: ThreadReport): void => parentPort!.postMessage(message);
  const environment = environmentOf({
    log: (level, message, fields) => report({ kind: 'log', level, message, fields }),
  });
  const clock = { now: () => environment.clock.now(), precise: monotonicMillis };
  try {
    const opened = await open({ ...environment, clock }, workerData);
    const server = new DirectoryServer(opened, report);
    report({ kind: 'opened' });
    parentPort!.on('message', (request: ThreadRequest) => server.receive(request));
  } catch (error) {
    report({ kind: 'failed', error: WeirError.from(error).toTransfer() });
  }
}

class DirectoryServer {
  /** Keyed by the number of the request; each value ends the watch. */
  private readonly watches = new Map<number, () => void>();
  private readonly held = new Map<number, HeldKey>();

  constructor(
    private readonly opened: OpenDirectory<LeaseHolder>,
    private readonly report: (message: ThreadReport) => void,
  ) {}

  receive(request: ThreadRequest): void {
    switch (request.kind) {
      case 'put':
        return void this.put(request);
      case 'watch':
        return this.watch(request.id);
      case 'unwatch':
        this.watches.get(request.id)?.();
        this.watches.delete(request.id);
        return;
      case 'hold':
        return this.hold(request);
      case 'set':
        return this.held.get(request.id)?.set(request.value);
      case 'release':
        return void this.release(request.id);
      case 'close':
        return void this.close();
    }
  }

  private async put(request: ThreadRequest & { readonly kind: 'put' }): Promise<void> {
    const { id, key, value, expected, ttlMillis } = request;
    try {
      const revision = await this.opened.directory.put(key, value, expected, ttlMillis);
      this.report({ kind: 'written', id, revision });
    } catch (error) {
      this.report({ kind: 'unwritten', id, error: WeirError.from(error).toTransfer() });
    }
  }

  private watch(id: number): void {
    const end = this.opened.directory.watch({
      changed: change => this.report({ kind: 'changed', id, change }),
      upToDate: () => this.report({ kind: 'upToDate', id }),
    });
    this.watches.set(id, end);
  }

  private hold({ id, key, value, stallMillis, memory, ...terms }: HoldRequest): void {
    const shared = new SharedLease(memory);
    const held = this.opened.directory.holdKey(key, value, {
      leaseMillis: terms.leaseMillis,
      patienceMillis: terms.patienceMillis,
      isAlive: () => monotonicMillis() - shared.signAt <= stallMillis,
      renewed: sentAt => (shared.renewedAt = sentAt),
      lost: cause => {
        // Before the message: the main thread may check first.
        shared.lose(cause);
        this.report({ kind: 'lost', id, cause });
      },
    });
    this.held.set(id, held);
  }

  private async release(id: number): Promise<void> {
    const revision = (await this.held.get(id)?.release()) ?? 0;
    this.held.delete(id);
    this.report({ kind: 'released', id, revision });
  }

  private async close(): Promise<void> {
    for (const held of this.held.values()) void held.release();
    for (const end of this.watches.values()) end();
    await this.opened.close();
    parentPort!.close();
  }
}
