/** A running query from its user's view: pulls rows from the worker that runs it. */
import type { Row } from '@weir/cypher';
import { type ValueMap } from '@weir/model';
import { WeirError } from '@weir/platform';
import type { QueryRequest, QueryRows, QueryService, QueryStart } from '../contract/query-service.js';
import type { QueryRun } from '@weir/contract';
import type { QueryDelivery } from './delivery.js';
import type { QueryTimer } from './query-times.js';

/** Methods of its delivery that a run needs. */
type QueryCalls = Pick<QueryDelivery, 'worker' | 'call' | 'end'>;

/**
 * Starts a query on its worker. The first rows arrive with the answer.
 * @param signal aborting it cancels the query.
 * @param timer measures the query, if it is to be measured.
 */
export async function startQuery(
  request: QueryRequest,
  delivery: QueryCalls,
  signal?: AbortSignal,
  timer?: QueryTimer,
): Promise<QueryRun> {
  const { worker } = delivery;
  if (signal?.aborted) {
    delivery.end();
    timer?.cancelled();
    throw cancelled();
  }
  const cancel = (): void => void cancelOn(worker, request.query);
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    const start = await delivery.call(() => worker.start(request), isOver);
    if (isOver(start)) delivery.end();
    const { facts, first } = start;
    if (first instanceof WeirError) timer?.failed(first);
    else if (first?.isLast === true) timer?.completed();
    const run = new GraphQueryRun(request.query, facts.columns, delivery, signal, first, timer);
    return Object.assign(run, facts);
  } catch (error) {
    delivery.end();
    timer?.failed(error);
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

class GraphQueryRun {
  constructor(
    private readonly query: number,
    private readonly names: readonly string[],
    private readonly delivery: QueryCalls,
    private readonly signal: AbortSignal | undefined,
    private first: QueryStart['first'],
    private readonly timer: QueryTimer | undefined,
  ) {}

  async *batches(): AsyncGenerator<readonly Row[]> {
    for await (const { rows } of this.answers()) if (rows.length > 0) yield rows;
  }

  async *pieces(): AsyncGenerator<Uint8Array> {
    for await (const { piece } of this.answers()) if (piece !== undefined && piece.length > 0) yield piece;
  }

  private async *answers(): AsyncGenerator<QueryRows> {
    const { delivery, signal } = this;
    const cancel = (): void => void cancelOn(delivery.worker, this.query);
    if (signal?.aborted) {
      cancel();
      delivery.end();
      this.timer?.cancelled();
      throw cancelled();
    }
    signal?.addEventListener('abort', cancel, { once: true });
    let isOver = false;
    try {
      while (!isOver) {
        const answer = await this.next().catch((error: unknown) => {
          isOver = true;
          this.timer?.failed(error);
          throw error;
        });
        isOver = answer.isLast;
        if (isOver) this.timer?.completed();
        yield answer;
      }
    } finally {
      signal?.removeEventListener('abort', cancel);
      delivery.end();
      this.timer?.cancelled();
      if (!isOver) await cancelOn(delivery.worker, this.query);
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
    this.delivery.end();
    this.timer?.cancelled();
    await cancelOn(this.delivery.worker, this.query);
  }

  private async next(): Promise<QueryRows> {
    const { first, delivery } = this;
    this.first = undefined;
    if (first instanceof WeirError) throw first;
    return (
      first ??
      delivery.call(
        () => delivery.worker.next(this.query),
        ({ isLast }) => isLast,
      )
    );
  }
}

/** On a lost worker the query has ended already. */
async function cancelOn(worker: QueryService, query: number): Promise<void> {
  await worker.close(query).catch(() => undefined);
}

function cancelled(): WeirError {
  return new WeirError('cypher.cancelled', 'The query was cancelled.');
}

function isOver({ first }: QueryStart): boolean {
  return first instanceof WeirError || first?.isLast === true;
}
