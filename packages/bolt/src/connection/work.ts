/**
 * A transaction, or a query outside of one. Each query takes effect as it runs: a transaction groups queries, but
 * cannot undo what they wrote.
 */
import type { Value, ValueMap } from '@weir/model';
import type { Clock } from '@weir/platform';
import { WeirError } from '@weir/platform';
import type { BoltUser } from '../contract.js';
import { OPEN_RESULTS } from '../limits.js';
import type { WorkOptions } from './client-message.js';
import { ProtocolError, STATUS, StatusError } from './failure.js';
import { OpenResult } from './open-result.js';

/** A query number that means the last query. */
const LAST = -1;

export class Work {
  private readonly abort = new AbortController();
  private readonly results = new Map<number, OpenResult>();
  private readonly deadline: number | undefined;
  private last = LAST;
  /** Whether a query that may write has started. */
  hasWritten = false;

  constructor(
    readonly isExplicit: boolean,
    private readonly options: WorkOptions,
    private readonly clock: Clock,
  ) {
    const { timeout } = options;
    this.deadline = timeout === undefined || timeout === 0 ? undefined : clock.now() + timeout;
  }

  /** Starts a query. @returns its number and columns. */
  async run(
    user: BoltUser,
    text: string,
    parameters: ValueMap,
  ): Promise<{ readonly query: number; readonly columns: readonly Value[] }> {
    if (this.results.size >= OPEN_RESULTS) {
      throw new ProtocolError(
        `A transaction can have at most ${OPEN_RESULTS} results that are not read to their end`,
      );
    }
    const { onlyReads } = this.options;
    const timeout = this.timeLeft();
    const { signal } = this.abort;
    const result = new OpenResult(
      await user.run({ text, parameters, onlyReads, timeout, signal }).catch((error: unknown) => {
        throw onlyReads ? accessModeError(error) : error;
      }),
    );
    this.hasWritten ||= !result.isReadOnly;
    const query = ++this.last;
    this.results.set(query, result);
    return { query, columns: result.columns };
  }

  /** @param query its number, or -1 for the last one. @throws ProtocolError */
  result(query: number): { readonly query: number; readonly result: OpenResult } {
    const number = query === LAST ? this.last : query;
    const result = this.results.get(number);
    if (result === undefined) throw new ProtocolError(`There is no open result of query ${query}`);
    return { query: number, result };
  }

  finished(query: number): void {
    this.results.delete(query);
  }

  /** Runs queries that write to their end, and stops the others. */
  async complete(): Promise<void> {
    for (const result of this.results.values()) await result.discard(Infinity);
    this.results.clear();
  }

  /** Stops all queries. */
  async stop(): Promise<void> {
    this.interrupt();
    const open = [...this.results.values()];
    this.results.clear();
    await Promise.allSettled(open.map(result => result.stop()));
  }

  /** Cancels what runs. */
  interrupt(): void {
    this.abort.abort();
  }

  private timeLeft(): number | undefined {
    if (this.deadline === undefined) return this.options.timeout;
    const left = this.deadline - this.clock.now();
    if (left > 0) return left;
    throw new StatusError(
      STATUS.timedOut,
      `The transaction took longer than its time limit of ${this.options.timeout} ms`,
    );
  }
}

function accessModeError(error: unknown): unknown {
  if (!(error instanceof WeirError) || error.code !== 'access.denied') return error;
  return new StatusError(
    STATUS.notWritable,
    'The query may write, but the session or transaction has the access mode READ. Use the access mode WRITE.',
  );
}
