/** A query that runs on a worker. Its rows are pulled batch by batch, and it ends exactly once. */
import type { CompiledQuery, Row, RunContext } from '@weir/cypher';
import type { GraphWorker } from '@weir/graph';
import { Cancellation, type MaybePromise, WeirError } from '@weir/platform';
import { NOT_HELD, type WriteGate } from '../flow/write-gate.js';
import type { QueryRows } from '../contract/query-service.js';

type Session = ReturnType<GraphWorker['session']>;

export class QueryRun {
  private readonly cancellation = new Cancellation();
  private readonly stream: ReturnType<CompiledQuery['run']>;
  private readonly session: Session;
  private stopTimer = (): void => undefined;

  /** @param ended called once, when the query has completed, failed or been canceled. */
  constructor(
    private readonly compiled: CompiledQuery,
    context: Omit<RunContext, 'graph' | 'cancellation'> & { readonly graph: Session },
    /** Milliseconds that the query may take in total, including the time before this call. */
    timeout: number | undefined,
    private readonly gate: WriteGate,
    private readonly ended: () => void,
  ) {
    const { cancellation } = this;
    const { clock, scheduler } = context.environment;
    const { deadline } = context;
    this.session = context.graph;
    this.stream = compiled.run({ ...context, cancellation });
    if (timeout === undefined || deadline === undefined) return;
    this.stopTimer = scheduler.after(Math.max(0, deadline - clock.now()), () =>
      cancellation.cancel(
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
    this.cancellation.cancel(new WeirError('cypher.cancelled', 'The query was cancelled.'));
    this.stream.close();
  }

  private async pull(): Promise<QueryRows> {
    try {
      const rows = await unlessCancelled<readonly Row[] | undefined>(this.stream.next(), this.cancellation);
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

function unlessCancelled<T>(value: MaybePromise<T>, cancellation: Cancellation): MaybePromise<T> {
  if (!(value instanceof Promise)) return value;
  return new Promise<T>((resolve, reject) => {
    const leave = cancellation.onCancel(reject);
    value.then(
      result => {
        leave();
        resolve(result);
      },
      (error: unknown) => {
        leave();
        reject(WeirError.from(error));
      },
    );
  });
}
