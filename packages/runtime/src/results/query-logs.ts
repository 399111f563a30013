/** The result logs of a graph's standing queries, connected with workers, clock and memory. */
import { type Environment, WeirError } from '@weir/platform';
import type { WorkerServices } from '../contract/worker-services.js';
import type { Workers } from '../contract/workers.js';
import type { ResultLogLimits, StoredStanding } from '@weir/contract';
import { BatchMemory } from './batch-memory.js';
import { RecentResults } from './recent-results.js';
import { ResultLog } from './result-log.js';

/** Delay before a failed read of stored results is retried. */
const READ_RETRY_MILLIS = 1000;
/** All readers of all queries fail together when a worker or the store is lost: one line says so. */
const QUIET_MILLIS = 10_000;

export class QueryLogs {
  private readonly memory = new BatchMemory();
  private readonly recent = new RecentResults();
  /** By worker and query: number of taken results that have yet to be reported to the worker. */
  private readonly acknowledged = new Map<WorkerServices, Map<number, number>>();
  private readFailureLoggedAt = -Infinity;

  /**
   * @param limits for queries that do not set their own.
   * @param changed called when the ledger has something to write.
   */
  constructor(
    private readonly workers: Workers,
    private readonly environment: Environment,
    private readonly limits: ResultLogLimits,
    private readonly changed: (log: ResultLog) => void,
  ) {}

  /** @param generations columns of each plan that the query has had, oldest first; may grow later. */
  open(
    number: number,
    definition: StoredStanding,
    generations: ReadonlyMap<number, readonly string[]>,
  ): ResultLog {
    const { name, resultLog, provenance = false } = definition;
    const { environment, limits, changed } = this;
    const { logger, scheduler } = environment;
    return new ResultLog({
      query: number,
      clock: environment.clock,
      columns: [...generations.values()][0]!,
      laterColumns: generations,
      includeCancellations: definition.includeCancellations ?? true,
      provenance,
      retention: { count: resultLog?.count ?? limits.count, millis: resultLog?.millis ?? limits.millis },
      memory: this.memory,
      recent: this.recent,
      read: (shard, after) => this.workers.ofShard(shard).results.read(number, shard, after),
      taken: (shard, count) => this.taken(number, shard, count),
      changed,
      consumerFailed: (error, results) =>
        logger.log('error', 'a consumer of standing query results failed', {
          standingQuery: name,
          results,
          error: WeirError.from(error).message,
        }),
      readFailed: (error, again) => {
        this.logReadFailure(name, error);
        scheduler.after(READ_RETRY_MILLIS, again);
      },
    });
  }

  private logReadFailure(standingQuery: string, error: unknown): void {
    const { clock, logger } = this.environment;
    if (clock.now() - this.readFailureLoggedAt < QUIET_MILLIS) return;
    this.readFailureLoggedAt = clock.now();
    logger.log('error', 'stored results could not be read; retrying', {
      standingQuery,
      error: WeirError.from(error).message,
    });
  }

  /** Workers are notified once for all results taken in the same turn. */
  private taken(query: number, shard: number, count: number): void {
    const worker = this.workers.ofShard(shard);
    if (this.acknowledged.size === 0) this.environment.scheduler.soon(() => this.acknowledge());
    let counts = this.acknowledged.get(worker);
    if (counts === undefined) this.acknowledged.set(worker, (counts = new Map<number, number>()));
    counts.set(query, (counts.get(query) ?? 0) + count);
  }

  private acknowledge(): void {
    const { logger } = this.environment;
    for (const [worker, counts] of this.acknowledged) {
      worker.results
        .acknowledge([...counts])
        .catch((error: unknown) =>
          logger.log('debug', 'results could not be acknowledged', { error: String(error) }),
        );
    }
    this.acknowledged.clear();
  }
}
