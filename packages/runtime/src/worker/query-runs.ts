/** Queries that run on a worker and are pulled by the coordinator, batch by batch. */
import { type CompiledQuery, compileQuery, type Row, type RowStream, type Surroundings } from '@weir/cypher';
import type { GraphWorker } from '@weir/graph';
import { type MaybePromise, WeirError } from '@weir/model';
import type { WorkerExtensions } from './worker-extensions.js';
import type { WriterPause } from './writer-pause.js';
import type { WorkerQueryFacts, WorkerQueryRequest } from '../contract/worker-service.js';

interface Run {
  readonly stream: RowStream;
  readonly isReadOnly: boolean;
  readonly abort: AbortController;
  settle(): MaybePromise<void>;
  stopTimer(): void;
}

export class QueryRuns {
  private readonly runs = new Map<number, Run>();

  constructor(
    private readonly worker: GraphWorker,
    private readonly extensions: WorkerExtensions,
    private readonly surroundings: Surroundings,
    private readonly writers: WriterPause,
  ) {}

  inspect(text: string, parameters: readonly string[] | null): WorkerQueryFacts {
    return factsOf(
      compileQuery(text, { parameters: parameters ?? undefined, extensions: this.extensions.all }),
    );
  }

  start(request: WorkerQueryRequest): WorkerQueryFacts {
    const compiled = compileQuery(request.text, {
      parameters: Object.keys(request.parameters),
      extensions: this.extensions.all,
    });
    if (request.atTime !== null && !compiled.isReadOnly) throw writesToThePast(request.atTime);
    const abort = new AbortController();
    const graph = this.worker.session(request.atTime ?? undefined);
    if (request.letsSleep) graph.passing = true;
    const { timeout } = request;
    const { environment } = this.worker;
    const stream = compiled.run({
      ...this.surroundings,
      graph,
      parameters: request.parameters,
      signal: abort.signal,
      deadline: timeout === null ? undefined : environment.clock.now() + timeout,
    });
    const stopTimer =
      timeout === null
        ? () => undefined
        : environment.scheduler.after(timeout, () =>
            abort.abort(
              new WeirError('cypher.timeout', `The query took longer than its limit of ${timeout} ms.`),
            ),
          );
    const { isReadOnly } = compiled;
    this.runs.set(request.query, { stream, isReadOnly, abort, settle: () => graph.settled(), stopTimer });
    return factsOf(compiled);
  }

  async next(query: number): Promise<readonly Row[] | null> {
    const run = this.runs.get(query);
    if (run === undefined) throw new WeirError('cypher.cancelled', 'The query was cancelled.');
    if (run.isReadOnly) return this.nextOf(query, run);
    await this.writers.enter();
    try {
      const rows = await this.nextOf(query, run);
      if (rows !== null) await run.settle();
      return rows;
    } finally {
      this.writers.leave();
    }
  }

  private async nextOf(query: number, run: Run): Promise<readonly Row[] | null> {
    try {
      const rows = await unlessAborted(run.stream.next(), run.abort.signal);
      if (rows !== undefined) return rows;
      this.forget(query, run);
      await run.settle();
      return null;
    } catch (error) {
      this.forget(query, run);
      run.stream.close();
      await Promise.resolve(run.settle()).catch(() => undefined);
      throw error;
    }
  }

  close(query: number): void {
    const run = this.runs.get(query);
    if (run === undefined) return;
    this.forget(query, run);
    run.abort.abort(new WeirError('cypher.cancelled', 'The query was cancelled.'));
    run.stream.close();
  }

  closeAll(): void {
    for (const query of [...this.runs.keys()]) this.close(query);
  }

  private forget(query: number, run: Run): void {
    run.stopTimer();
    this.runs.delete(query);
  }
}

/** Said before anything runs, so that it does not depend on what the query would find. */
function writesToThePast(atTime: number): WeirError {
  return new WeirError(
    'graph.historical-write',
    `A query that may write cannot run at the historical time ${atTime}: the past can be read, not changed. ` +
      'Leave the time out to write to the present.',
  );
}

export function factsOf(compiled: CompiledQuery): WorkerQueryFacts {
  return {
    columns: compiled.columns,
    isReadOnly: compiled.isReadOnly,
    isIdempotent: compiled.isIdempotent,
    canContainAllNodeScan: compiled.canContainAllNodeScan,
    plan: compiled.describe(),
  };
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
