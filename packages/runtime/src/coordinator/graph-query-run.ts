/** A running query as its user sees it: rows are pulled from the worker that runs it. */
import type { Row } from '@weir/cypher';
import { type ValueMap, WeirError } from '@weir/model';
import type { QueryRequest, QueryRows, QueryService, QueryStart } from '../contract/query-service.js';
import type { QueryRun } from '@weir/contract';

/** @param isOver whether the query has got to its end by this answer. */
export type Attempt = <T>(call: () => Promise<T>, isOver: (answer: T) => boolean) => Promise<T>;

export interface QueryCourse {
  /** Aborted: the query is cancelled. */
  readonly signal?: AbortSignal | undefined;
  /** Each call of the worker goes through it. */
  readonly attempt: Attempt;
  /** It has got to its end, or nobody reads on. */
  ended(): void;
}

/** Starts a query on a worker, and takes the first rows that come with the answer. */
export async function startQuery(
  worker: QueryService,
  request: QueryRequest,
  course: QueryCourse,
): Promise<QueryRun> {
  const { signal, attempt, ended } = course;
  if (signal?.aborted) {
    ended();
    throw cancelled();
  }
  const cancel = (): void => void cancelOn(worker, request.query);
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    const start = await attempt(() => worker.start(request), isOver);
    if (isOver(start)) ended();
    const run = new GraphQueryRun(worker, request.query, start.facts.columns, start.first, course);
    return Object.assign(run, start.facts);
  } catch (error) {
    ended();
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

class GraphQueryRun {
  constructor(
    private readonly worker: QueryService,
    private readonly query: number,
    private readonly names: readonly string[],
    private first: QueryStart['first'],
    private readonly course: QueryCourse,
  ) {}

  async *batches(): AsyncGenerator<readonly Row[]> {
    for await (const { rows } of this.answers()) if (rows.length > 0) yield rows;
  }

  async *pieces(): AsyncGenerator<Uint8Array> {
    for await (const { piece } of this.answers()) if (piece !== undefined && piece.length > 0) yield piece;
  }

  private async *answers(): AsyncGenerator<QueryRows> {
    const cancel = (): void => void cancelOn(this.worker, this.query);
    const { signal, ended } = this.course;
    if (signal?.aborted) {
      cancel();
      ended();
      throw cancelled();
    }
    signal?.addEventListener('abort', cancel, { once: true });
    let isOver = false;
    try {
      while (!isOver) {
        const answer = await this.next().catch((error: unknown) => {
          isOver = true;
          throw error;
        });
        isOver = answer.isLast;
        yield answer;
      }
    } finally {
      signal?.removeEventListener('abort', cancel);
      ended();
      if (!isOver) await cancelOn(this.worker, this.query);
    }
  }

  async rows(): Promise<Row[]> {
    const all: Row[] = [];
    for await (const batch of this.batches()) for (const row of batch) all.push(row);
    return all;
  }

  async *objects<R = ValueMap>(): AsyncGenerator<R> {
    for await (const batch of this.batches()) {
      for (const row of batch) yield Object.fromEntries(this.names.map((name, i) => [name, row[i]])) as R;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.course.ended();
    await cancelOn(this.worker, this.query);
  }

  private async next(): Promise<QueryRows> {
    const { first } = this;
    this.first = undefined;
    if (first instanceof WeirError) throw first;
    return (
      first ??
      this.course.attempt(
        () => this.worker.next(this.query),
        ({ isLast }) => isLast,
      )
    );
  }
}

/** On a worker that is lost it has ended. */
async function cancelOn(worker: QueryService, query: number): Promise<void> {
  await worker.close(query).catch(() => undefined);
}

function cancelled(): WeirError {
  return new WeirError('cypher.cancelled', 'The query was cancelled.');
}

function isOver({ first }: QueryStart): boolean {
  return first instanceof WeirError || first?.isLast === true;
}
