/** A query that runs on a worker: its rows are pulled batch by batch, and it ends once. */
import type { CompiledQuery, Row, RunContext } from '@weir/cypher';
import type { GraphWorker } from '@weir/graph';
import { type MaybePromise, WeirError } from '@weir/model';
import { NOT_HELD, type WriteGate } from '../flow/write-gate.js';
import type { QueryRows } from '../contract/query-service.js';

type Session = ReturnType<GraphWorker['session']>;

export class QueryRun {
  private readonly abort = new AbortController();
  private readonly stream: ReturnType<CompiledQuery['run']>;
  private readonly session: Session;
  private stopTimer = (): void => undefined;

  /** @param ended called once: the query is through, has failed or was cancelled. */
  constructor(
    private readonly compiled: CompiledQuery,
    context: Omit<RunContext, 'graph' | 'signal' | 'deadline'> & { readonly graph: Session },
    timeout: number | undefined,
    private readonly gate: WriteGate,
    private readonly ended: () => void,
  ) {
    const { signal } = this.abort;
    const { clock, scheduler } = context.environment;
    const deadline = timeout === undefined ? undefined : clock.now() + timeout;
    this.session = context.graph;
    this.stream = compiled.run({ ...context, signal, deadline });
    if (timeout === undefined) return;
    this.stopTimer = scheduler.after(timeout, () =>
      this.abort.abort(
        new WeirError('cypher.timeout', `The query took longer than its limit of ${timeout} ms.`),
      ),
    );
  }

  async next(): Promise<QueryRows> {
    if (this.compiled.isReadOnly) return this.pull();
    await this.gate.enter(NOT_HELD);
    try {
      return await this.pull();
    } finally {
      this.gate.leave();
    }
  }

  cancel(): void {
    this.end();
    this.abort.abort(new WeirError('cypher.cancelled', 'The query was cancelled.'));
    this.stream.close();
  }

  private async pull(): Promise<QueryRows> {
    try {
      const rows = await unlessAborted<readonly Row[] | undefined>(this.stream.next(), this.abort.signal);
      const isLast = rows === undefined || this.stream.isOver === true;
      if (isLast) {
        this.end();
        this.stream.close();
      }
      if (isLast || !this.compiled.isReadOnly) await this.session.settled();
      return { rows: rows ?? [], isLast };
    } catch (error) {
      this.end();
      this.stream.close();
      await Promise.resolve(this.session.settled()).catch(() => undefined);
      throw error;
    }
  }

  private end(): void {
    this.stopTimer();
    this.ended();
  }
}

function unlessAborted<T>(value: MaybePromise<T>, signal: AbortSignal): MaybePromise<T> {
  if (!(value instanceof Promise)) return value;
  if (signal.aborted) return Promise.reject(signal.reason as Error);
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    value.then(
      result => {
        signal.removeEventListener('abort', stop);
        resolve(result);
      },
      (error: unknown) => {
        signal.removeEventListener('abort', stop);
        reject(WeirError.from(error));
      },
    );
  });
}
